"""Figures for Prometheus, where they are switched on."""

from __future__ import annotations

from flask import Response

from recommender.service.http.problems import Problem
from recommender.service.http.routes import Operation
from recommender.service.runtime.service import current

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def metrics() -> Response:
    """Give the figures, if the service was started with --metrics."""
    service = current()
    if not service.settings.metrics:
        raise Problem(404, "switched-off", "Start the service with --metrics to have figures here.")
    text = service.figures.text(libraries=len(service.store.libraries()))
    return Response(text, content_type=MEDIA_TYPE)


OPERATIONS = (
    Operation(
        method="GET",
        path="/metrics",
        view=metrics,
        summary="Figures for Prometheus, where they are switched on.",
        answers={200: "text/plain"},
        errors=(404,),
    ),
)

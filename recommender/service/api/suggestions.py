"""Suggestions for a library in the body; nothing is stored."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from recommender.service.api.params import FORMAT, TERMS, WANTED
from recommender.service.http import request_bodies
from recommender.service.http.responses import PaperFile, negotiated
from recommender.service.http.routes import Operation
from recommender.service.runtime.service import current
from recommender.wire.answers import Answer


def suggest_for_body(*, terms: str, format: str | None, **wanted: Any) -> Response:
    """Rank a corpus for the library in the body."""
    service, upload = current(), request_bodies.upload(request)
    answer = service.answer(upload, **wanted)
    papers = [s.paper for s in answer.suggestions]
    file = PaperFile(papers=papers, name="suggestions", into=answer.library)
    return negotiated(request, format, lambda: Answer.of(answer, terms), file)


OPERATIONS = (
    Operation(
        method="POST",
        path="/api/v1/suggestions",
        view=suggest_for_body,
        summary="Rank a corpus for the library in the body; nothing is stored.",
        query=(*WANTED, TERMS, FORMAT),
        body=request_bodies.LIBRARY_TYPES,
        answers={200: Answer},
        papers=True,
        free=True,
        errors=(404, 406, 411, 413, 415, 422, 503),
    ),
)

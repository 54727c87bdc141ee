"""The Flask application: access before, one operation, headers after."""

from __future__ import annotations

import secrets
import time

from flask import Flask, Response, g, request

from recommender.service import log
from recommender.service.api import (
    corpora,
    delivery,
    feeds,
    health,
    libraries,
    metrics,
    suggestions,
    unapi,
    verdicts,
)
from recommender.service.http import openapi, problems, routes
from recommender.service.http.access import Access
from recommender.service.http.routes import Operation
from recommender.service.runtime.service import Service
from recommender.service.settings import MAX_BODY_BYTES
from recommender.service.web import pages

API: tuple[Operation, ...] = (
    *health.OPERATIONS,
    *suggestions.OPERATIONS,
    *corpora.OPERATIONS,
    *libraries.OPERATIONS,
    *verdicts.OPERATIONS,
    *feeds.OPERATIONS,
    *delivery.OPERATIONS,
    *unapi.OPERATIONS,
    *metrics.OPERATIONS,
)
OPERATIONS = (*API, openapi.view(API), *pages.OPERATIONS)


def create_app(service: Service) -> Flask:
    """Return the WSGI application of one service."""
    app = Flask(__name__, static_folder=None, template_folder="web/page")
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    app.config["MAX_FORM_PARTS"] = 20
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.extensions["recommender"] = service
    routes.install(app, OPERATIONS)
    problems.install(app)
    access = Access(service.settings, service.secrets)

    @app.before_request
    def admit() -> None:
        g.request_id, g.began = secrets.token_hex(8), time.monotonic()
        operation = routes.of(request.url_rule)
        g.for_people = operation is not None and operation.page
        access.check(request, operation)

    @app.after_request
    def finish(response: Response) -> Response:
        operation = routes.of(request.url_rule)
        seconds, status = time.monotonic() - g.began, response.status_code
        service.figures.count(operation.name if operation else "none", status, seconds)
        log.request(
            request=g.request_id,
            method=operation.method if operation else "other",
            route=operation.path if operation else "none",
            status=status,
            ms=round(seconds * 1000, 1),
        )
        return access.finish(request, response)

    return app

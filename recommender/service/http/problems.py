"""Errors as RFC 9457 problem documents: what went wrong, and what to do about it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, g, render_template, request
from werkzeug.exceptions import HTTPException

from recommender.errors import RecommenderError, SystemRefusal
from recommender.service import log
from recommender.text.display import escaped
from recommender.wire import service
from recommender.wire.shape import plain

MEDIA_TYPE = "application/problem+json"
TYPE = "urn:recommender:problem:"
REMEDIES = {  # for what Flask itself refuses
    404: "There is nothing at this address: /openapi.json lists what there is.",
    405: "This address does not take that method: the Allow header lists those it takes.",
    413: "The body is larger than 32 MiB: send a part of the library.",
    431: "The headers are larger than 16 KiB: send fewer of them.",
}


class Problem(RecommenderError):
    """A refusal: status, a stable code, and a sentence with the remedy."""

    def __init__(
        self, status: int, code: str, detail: str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail
        self.headers = dict(headers or {})


def document(status: int, code: str, detail: str, request_id: str) -> str:
    """Return a problem document as JSON text."""
    problem = service.Problem(
        type=TYPE + code,
        title=HTTPStatus(status).phrase,
        status=status,
        detail=detail,
        instance=f"urn:recommender:request:{request_id}",
    )
    return escaped(json.dumps(plain(problem), ensure_ascii=False))


def response(status: int, code: str, detail: str, headers: Mapping[str, Any]) -> Response:
    """Return a problem as an answer to the current request: a page for people, else JSON."""
    if g.get("for_people") and "text/html" in request.headers.get("Accept", ""):
        html = render_template("problem.html", title=HTTPStatus(status).phrase, detail=detail)
        return Response(html, status, headers, content_type="text/html; charset=utf-8")
    body = document(status, code, detail, g.get("request_id", "none"))
    return Response(body, status, headers, content_type=MEDIA_TYPE)


def install(app: Flask) -> None:
    """Turn everything that is raised into a problem document."""
    app.register_error_handler(Problem, _refused)
    app.register_error_handler(RecommenderError, _ours)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unexpected)


def _refused(problem: Problem) -> Response:
    return response(problem.status, problem.code, problem.detail, problem.headers)


def _ours(error: RecommenderError) -> Response:
    if isinstance(error, SystemRefusal):  # its message names a path
        log.failure(error, g.request_id)
        headers = {"Retry-After": "60"} if error.status == 503 else {}
        return response(error.status, _kebab(type(error).__name__), error.public, headers)
    if error.status == 500:  # its message names a path
        log.failure(error, g.request_id)
        detail = (
            "Something in the data folder is not as it was written: stop the service, and what "
            f"`recommender corpus verify` or a new start says tells more ({g.request_id})."
        )
        return response(500, _kebab(type(error).__name__), detail, {})
    headers = {"Retry-After": "5"} if error.status == 503 else {}
    return response(error.status, _kebab(type(error).__name__), str(error), headers)


def _http(error: HTTPException) -> Response:
    """Keep the headers that belong to the status, such as Allow; replace the HTML."""
    kept = {k: v for k, v in error.get_headers() if k.lower() not in ("content-type",)}
    status = error.code or 500
    if 300 <= status < 400:
        return Response(status=status, headers=kept)
    phrase = HTTPStatus(status).phrase
    detail = REMEDIES.get(status) or error.description or phrase
    return response(status, phrase.lower().replace(" ", "-"), detail, kept)


def _unexpected(error: Exception) -> Response:
    """Say nothing of the inside: the log has the place, under the id that the answer gives."""
    log.failure(error, g.request_id)
    detail = (
        f"Something went wrong inside: report it with the id {g.request_id}, which the log has."
    )
    return response(500, "internal", detail, {})


def _kebab(name: str) -> str:
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")

"""Verdicts over HTTP: what the user said of the papers suggested for a stored library."""

from __future__ import annotations

from flask import Response, request

from recommender.errors import BadRequest
from recommender.service.api.params import CORPUS, LIBRARY
from recommender.service.http import request_bodies
from recommender.service.http.responses import json_response
from recommender.service.http.routes import Operation
from recommender.service.runtime.service import current
from recommender.verdicts import VERDICTS


def list_verdicts(*, library: str) -> Response:
    """List what was said, the oldest first."""
    store = current().store
    store.library(library)
    return json_response({"verdicts": store.verdicts(library)})


def set_verdict(*, library: str, key: str, corpus: list[str]) -> Response:
    """Remember what the user said of a paper."""
    service, given = current(), request_bodies.json_object(request)
    if set(given) != {"verdict"} or given["verdict"] not in VERDICTS:
        raise BadRequest(f'Send {{"verdict": …}} with one of {", ".join(VERDICTS)}.')
    service.store.library(library)
    service.corpus(corpus).number(key)
    service.store.set_verdict(library, key, given["verdict"])
    return json_response({"key": key, "verdict": given["verdict"]})


def forget_verdict(*, library: str, key: str) -> Response:
    """Forget what the user said of a paper."""
    current().store.forget_verdict(library, key)
    return Response(status=204)


def forget_verdicts(*, library: str) -> Response:
    """Forget all that was said; the answer is what it was, the oldest first."""
    return json_response({"verdicts": current().store.forget_verdicts(library)})


PATH = LIBRARY + "/verdicts"
OPERATIONS = (
    Operation(
        method="GET",
        path=PATH,
        view=list_verdicts,
        summary="What was said of papers, by key.",
        answers={200: "Verdicts"},
        errors=(404,),
    ),
    Operation(
        method="PUT",
        path=PATH + "/{key}",
        view=set_verdict,
        summary="Remember a verdict: saved and dismissed papers are not suggested again.",
        query=(CORPUS,),
        body=(request_bodies.JSON,),
        body_schema="GivenVerdict",
        answers={200: "Verdict"},
        errors=(404, 411, 413, 415),
    ),
    Operation(
        method="DELETE",
        path=PATH + "/{key}",
        view=forget_verdict,
        summary="Forget a verdict; forgetting twice is no error.",
        answers={204: None},
        errors=(404,),
    ),
    Operation(
        method="DELETE",
        path=PATH,
        view=forget_verdicts,
        summary="Forget every verdict; the answer is what they were.",
        answers={200: "Verdicts"},
        errors=(404,),
    ),
)

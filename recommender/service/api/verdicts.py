"""Verdicts over HTTP: what the user said of the papers suggested for a stored library."""

from __future__ import annotations

from flask import Response, request

from recommender.errors import BadRequest
from recommender.service.api.params import CORPUS, LIBRARY
from recommender.service.http import request_bodies
from recommender.service.http.responses import json_response
from recommender.service.http.routes import Operation
from recommender.service.runtime.service import current
from recommender.verdicts import VERDICTS, Judgement
from recommender.wire.verdicts import GivenVerdict, Verdict, Verdicts


def list_verdicts(*, library: str, corpus: list[str]) -> Response:
    """List what was said, the oldest first; for a corpus, what counts for its papers."""
    said = current().store.verdicts(library)
    of = current().corpus(corpus) if corpus else None
    return json_response(Verdicts.of(said, of))


def set_verdict(*, library: str, key: str, corpus: list[str]) -> Response:
    """Remember what the user said of a paper."""
    service, given = current(), request_bodies.json_object(request)
    if set(given) != {"verdict"} or given["verdict"] not in VERDICTS:
        raise BadRequest(f'Send {{"verdict": …}} with one of {", ".join(VERDICTS)}.')
    service.store.library(library)
    of = service.corpus(corpus)
    paper = of.papers[of.number(key)]
    service.store.set_verdicts(library, [Judgement.on(paper, given["verdict"], of.name)])
    return json_response(Verdict(key=key, verdict=given["verdict"]))


def forget_verdict(*, library: str, key: str, corpus: list[str]) -> Response:
    """Forget what the user said of a paper of a corpus; of whichever, where none is named."""
    service = current()
    of = service.corpus(corpus)
    service.store.forget_verdicts(
        library, lambda said: said.behind_key(key, of, anywhere=not corpus)
    )
    return Response(status=204)


def forget_verdicts(*, library: str) -> Response:
    """Forget all that was said; the answer is what it was, the oldest first."""
    return json_response(Verdicts.of(current().store.forget_verdicts(library)))


PATH = LIBRARY + "/verdicts"
OPERATIONS = (
    Operation(
        method="GET",
        path=PATH,
        view=list_verdicts,
        summary="What was said of papers, by the keys they had; with a corpus, by its keys.",
        query=(CORPUS,),
        answers={200: Verdicts},
        errors=(404,),
    ),
    Operation(
        method="PUT",
        path=PATH + "/{key}",
        view=set_verdict,
        summary="Remember a verdict: saved and dismissed papers are not suggested again.",
        query=(CORPUS,),
        body=(request_bodies.JSON,),
        body_shape=GivenVerdict,
        answers={200: Verdict},
        errors=(404, 411, 413, 415),
    ),
    Operation(
        method="DELETE",
        path=PATH + "/{key}",
        view=forget_verdict,
        summary="Forget a verdict; forgetting twice is no error.",
        query=(CORPUS,),
        answers={204: None},
        errors=(404,),
    ),
    Operation(
        method="DELETE",
        path=PATH,
        view=forget_verdicts,
        summary="Forget every verdict; the answer is what they were.",
        answers={200: Verdicts},
        errors=(404,),
    ),
)

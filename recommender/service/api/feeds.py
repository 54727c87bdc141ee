"""Suggestions for a stored library, also as files and feeds under a secret, revocable address."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from flask import Response, request

from recommender import recommend
from recommender.service.api import atom
from recommender.service.api.params import FORMAT, LIBRARY, TERMS, WANTED
from recommender.service.http.responses import PaperFile, json_response, negotiated
from recommender.service.http.routes import Operation
from recommender.service.runtime.service import current
from recommender.store import StoredLibrary
from recommender.wire.answers import Answer
from recommender.wire.libraries import ATOM, FEED, FILES, Feed, feed

PATH = LIBRARY + "/suggestions"
FEED_PATH = FEED + "/{feed}/suggestions"
SUFFIXES = (*FILES, ATOM)


def suggest_for_library(*, library: str, terms: str, format: str | None, **wanted: Any) -> Response:
    """Rank a corpus for a stored library; what was saved or dismissed is held back."""
    stored = current().store.library(library)
    answer = current().suggestions(stored, **wanted)
    return negotiated(request, format, lambda: Answer.of(answer, terms), _file(answer))


def _given(stored: StoredLibrary, suffix: str, wanted: dict[str, Any]) -> Response:
    answer = current().suggestions(stored, **wanted)
    if suffix == ATOM:
        return Response(atom.feed(stored, answer.suggestions), content_type=atom.MEDIA_TYPE)
    return _file(answer).response(FILES[suffix].name)


def _file(answer: recommend.Answer) -> PaperFile:
    papers = [s.paper for s in answer.suggestions]
    return PaperFile(papers=papers, name="suggestions", into=answer.library)


def _by_library(suffix: str) -> Callable[..., Response]:
    def view(*, library: str, **wanted: Any) -> Response:
        return _given(current().store.library(library), suffix, wanted)

    view.__name__ = f"library_suggestions_{suffix}"
    return view


def _by_feed(suffix: str) -> Callable[..., Response]:
    def view(*, feed: str, **wanted: Any) -> Response:
        return _given(current().store.by_feed(feed), suffix, wanted)

    view.__name__ = f"feed_{suffix}"
    return view


def make_feed(*, library: str) -> Response:
    """Give the library new secret addresses; the old ones end."""
    secret = secrets.token_urlsafe(32)
    current().store.set_feed(library, secret)
    return json_response(feed(current().origin(request), secret))


def revoke_feed(*, library: str) -> Response:
    """End the library's secret addresses."""
    current().store.set_feed(library, None)
    return Response(status=204)


def media_type(suffix: str) -> str:
    """Return the media type of a file or feed."""
    return atom.MEDIA_TYPE if suffix == ATOM else FILES[suffix].media_type


OPERATIONS = (
    Operation(
        method="GET",
        path=PATH,
        view=suggest_for_library,
        summary="Rank a corpus for a stored library.",
        query=(*WANTED, TERMS, FORMAT),
        answers={200: Answer},
        papers=True,
        errors=(404, 406, 503),
    ),
    *(
        Operation(
            method="GET",
            path=f"{PATH}.{suffix}",
            view=_by_library(suffix),
            summary=f"The suggestions as .{suffix}.",
            query=WANTED,
            answers={200: media_type(suffix)},
            errors=(404, 503),
        )
        for suffix in SUFFIXES
    ),
    *(
        Operation(
            method="GET",
            path=f"{FEED_PATH}.{suffix}",
            view=_by_feed(suffix),
            summary=f"The suggestions as .{suffix}, for programs that can send no token.",
            query=WANTED,
            answers={200: media_type(suffix)},
            secret=True,
            errors=(404, 503),
        )
        for suffix in SUFFIXES
    ),
    Operation(
        method="POST",
        path=LIBRARY + "/feed",
        view=make_feed,
        summary="Make new secret addresses; the old ones end.",
        answers={200: Feed},
        errors=(404,),
    ),
    Operation(
        method="DELETE",
        path=LIBRARY + "/feed",
        view=revoke_feed,
        summary="End the secret addresses.",
        answers={204: None},
        errors=(404,),
    ),
)

"""Answers: one resource, several representations, by `format=` or Accept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flask import Request, Response

from recommender.formats import by_name, writable
from recommender.library import Library
from recommender.papers import Paper
from recommender.service.http import strict_json
from recommender.service.http.problems import Problem
from recommender.wire.shape import plain

JSON = "application/json"
REPRESENTATIONS = {"json": JSON, **{f.name: f.media_type for f in writable().values()}}


def json_response(value: object, status: int = 200, **headers: str) -> Response:
    """Return a shape, or plain values, as strict JSON."""
    return Response(strict_json.dumps(plain(value)), status, headers, content_type=JSON)


def representation(request: Request, wanted: str | None) -> str:
    """Return the name of the representation that was asked for; 406 where there is none."""
    if wanted:
        return wanted
    best = request.accept_mimetypes.best_match(list(REPRESENTATIONS.values()))
    if request.accept_mimetypes and best is None:
        raise Problem(
            406, "no-such-representation", f"There is {', '.join(REPRESENTATIONS.values())}."
        )
    return next((n for n, kind in REPRESENTATIONS.items() if kind == best), "json")


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperFile:
    """Papers to be given as a file, under a name of ours, in the habits of a library."""

    papers: Sequence[Paper]
    name: str
    into: Library | None = None

    def response(self, form: str) -> Response:
        """Return them in a format, to save."""
        chosen = by_name(form)
        into = self.into if self.into and self.into.format == form else None
        name = f"{self.name}{chosen.suffixes[0]}"
        return Response(
            chosen.write(self.papers, into=into),
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
            content_type=f"{chosen.media_type}; charset=utf-8",
        )


def negotiated(
    request: Request, wanted: str | None, json: Callable[[], object], file: PaperFile
) -> Response:
    """Return the JSON, or the papers in the format that was asked for."""
    form = representation(request, wanted)
    return json_response(json()) if form == "json" else file.response(form)

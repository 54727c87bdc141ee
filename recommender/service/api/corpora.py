"""Corpora and their papers."""

from __future__ import annotations

from flask import Response, request

from recommender import papers as domain
from recommender.service.api.params import CORPUS, FORMAT, KEYS
from recommender.service.http.responses import PaperFile, json_response, negotiated
from recommender.service.http.routes import Operation
from recommender.service.runtime.service import current
from recommender.wire.papers import Corpora, Corpus, Paper, Papers


def corpora() -> Response:
    """List the corpora: names, sizes, generations."""
    found = current().corpora().items()
    rows = [Corpus.of(corpus) if corpus else Corpus.unusable(name) for name, corpus in found]
    return json_response(Corpora(corpora=rows))


def paper(*, key: str, corpus: list[str], format: str | None) -> Response:
    """Return one paper."""
    found = _papers([key], corpus)
    file = PaperFile(papers=found, name="paper")
    return negotiated(request, format, lambda: Paper.of(found[0]), file)


def papers(*, key: list[str], corpus: list[str], format: str | None) -> Response:
    """Return several papers, in the order of their keys."""
    found = _papers(key, corpus)
    file = PaperFile(papers=found, name="papers")
    return negotiated(request, format, lambda: Papers.of(found), file)


def _papers(keys: list[str], corpus: list[str]) -> list[domain.Paper]:
    found = current().corpus(corpus)
    return [found.papers[found.number(key)] for key in keys]


OPERATIONS = (
    Operation(
        method="GET",
        path="/api/v1/corpora",
        view=corpora,
        summary="The corpora: names, sizes, generations.",
        answers={200: Corpora},
        free=True,
    ),
    Operation(
        method="GET",
        path="/api/v1/papers",
        view=papers,
        summary="Several papers by their keys.",
        query=(KEYS, CORPUS, FORMAT),
        answers={200: Papers},
        papers=True,
        free=True,
        errors=(404, 406),
    ),
    Operation(
        method="GET",
        path="/api/v1/papers/{key}",
        view=paper,
        summary="One paper by its key.",
        query=(CORPUS, FORMAT),
        answers={200: Paper},
        papers=True,
        free=True,
        errors=(404, 406),
    ),
)

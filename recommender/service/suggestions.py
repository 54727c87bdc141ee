"""Suggestions for a library in the body; nothing is stored."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from recommender.rankers import DEFAULT_RANKER, RANKERS
from recommender.service import bodies, parameters
from recommender.service.answers import FORMAT, PaperFile, negotiated
from recommender.service.operations import Operation
from recommender.service.service import current
from recommender.service.wire import answer_json
from recommender.wanted import MAX_LIMIT

CORPUS = parameters.pattern(
    "corpus",
    "[A-Za-z0-9][A-Za-z0-9._-]{0,63}",
    "the name of a corpus",
    "A corpus by name; several are asked as one. Default: the bundled seeds.",
    most=8,
)
FILTERS = (
    parameters.text("venue", "Only papers whose venue holds this text."),
    parameters.text("author", "Only papers with an author whose name holds this text."),
    parameters.text("keyword", "Only papers with a keyword that holds this text."),
    parameters.text("language", "Only papers that are marked as of this language: en, german."),
    parameters.day("added_since", "Only what came into the corpus on this day or later."),
)
WANTED = (
    parameters.integer("limit", 1, MAX_LIMIT, 20, "How many suggestions at the most."),
    CORPUS,
    parameters.choice("ranker", RANKERS, DEFAULT_RANKER, "How papers are scored."),
    parameters.text("interest", "Only for the interest whose label holds this text."),
    parameters.pattern(
        "year",
        "([0-9]{4}|[0-9]{4}:|:[0-9]{4}|[0-9]{4}:[0-9]{4})",
        "a year or a span of years: 2025, 2023:2025, 2024:",
        "Only papers of these years.",
    ),
    *FILTERS,
)


def suggest_for_body(*, format: str | None, **wanted: Any) -> Response:
    """Rank a corpus for the library in the body."""
    service, upload = current(), bodies.upload(request)
    answer = service.answer(upload, **wanted)
    papers = [s.paper for s in answer.suggestions]
    file = PaperFile(papers=papers, name="suggestions", into=answer.library)
    return negotiated(request, format, lambda: answer_json(answer), file)


OPERATIONS = (
    Operation(
        method="POST",
        path="/api/v1/suggestions",
        view=suggest_for_body,
        summary="Rank a corpus for the library in the body; nothing is stored.",
        query=(*WANTED, FORMAT),
        body=bodies.LIBRARY_TYPES,
        answers={200: "Answer"},
        papers=True,
        free=True,
        errors=(404, 406, 411, 413, 415, 422, 503),
    ),
)

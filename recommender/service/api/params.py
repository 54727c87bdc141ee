"""The parameters and paths that several operations take, each told once."""

from __future__ import annotations

from recommender.corpus.registry import NAME
from recommender.rankers import DEFAULT_RANKER, RANKERS
from recommender.ranking.query import MAX_LIMIT
from recommender.service.http import parameters
from recommender.service.http.responses import REPRESENTATIONS
from recommender.text.keys import PATTERN, SAYING
from recommender.wire.delivery import MAX_KEYS
from recommender.wire.terms import TERMS as TERM_CHOICES

LIBRARIES = "/api/v1/libraries"
LIBRARY = LIBRARIES + "/{library}"

LABEL = parameters.text("label", "What you call the library; a form's file name by default.")
FORMAT = parameters.choice(
    "format", REPRESENTATIONS, None, "The representation, instead of the Accept header."
)
TERMS = parameters.choice(
    "terms", TERM_CHOICES, "most", "Name the terms that carry most of a score, or all of them."
)
KEYS = parameters.pattern(
    "key",
    PATTERN,
    f"a key of a paper: {SAYING}",
    "The key of a paper; give it once for each paper.",
    most=MAX_KEYS,
)
CORPUS = parameters.pattern(
    "corpus",
    NAME.pattern,
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

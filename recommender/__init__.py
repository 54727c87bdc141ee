"""Related papers for the library you already have.

    library = recommender.read("refs.bib")
    corpus = recommender.open_corpus("seeds")
    answer = recommender.suggest(library, corpus, limit=20)
    print(recommender.write([s.paper for s in answer.suggestions], "bibtex", into=library))

Importing the package loads none of this: each name is fetched from its module on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from recommender.corpus import Corpus, open_corpus
    from recommender.errors import RecommenderError
    from recommender.formats import read_file as read
    from recommender.formats import write
    from recommender.library import Entry, Library
    from recommender.notices import Notice
    from recommender.papers import Paper, Person
    from recommender.ranking.suggestion import Suggestion
    from recommender.recommend import Answer, suggest

__all__ = [
    "Answer",
    "Corpus",
    "Entry",
    "Library",
    "Notice",
    "Paper",
    "Person",
    "RecommenderError",
    "Suggestion",
    "open_corpus",
    "read",
    "suggest",
    "write",
]

_HOMES = {
    "Answer": "recommend",
    "Corpus": "corpus",
    "Entry": "library",
    "Library": "library",
    "Notice": "notices",
    "Paper": "papers",
    "Person": "papers",
    "RecommenderError": "errors",
    "Suggestion": "ranking.suggestion",
    "open_corpus": "corpus",
    "read": "formats",
    "suggest": "recommend",
    "write": "formats",
}


def __getattr__(name: str) -> Any:
    """Import a public name from its home."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"{__name__}.{_HOMES[name]}")
    return getattr(module, {"read": "read_file"}.get(name, name))

"""Do the reasons hold on real libraries? python tests/benchmarks/reasons.py DATASET [LIBRARIES]

For the first suggestions of each library of the part `report`, among all of the folder's papers:
how often the score falls when the nearest entry that is named leaves the library, what share of the
score the five largest terms carry, and by how much the shares miss the score that ranked the paper.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from recommender.corpus import Corpus, build
from recommender.evaluate.candidates import library_of
from recommender.evaluate.dataset import read
from recommender.library import Library
from recommender.ranking.suggestion import Suggestion
from recommender.recommend import suggest
from recommender.why import explain_one

N_SUGGESTIONS = 10  # of each library
N_TERMS = 5


class Held(NamedTuple):
    """What was seen of one reason."""

    falls: bool  # the score, without the nearest entry
    of_terms: float  # share of the score that the largest terms carry
    missed: float  # score minus all shares


def reasons(library: Library, corpus: Corpus, limit: int = N_SUGGESTIONS) -> Iterator[Held]:
    """Yield what was seen of the reasons of a library's first suggestions."""
    for suggestion in suggest(library, corpus, limit=limit).suggestions:
        shares = [term.share for term in suggestion.why.terms]
        yield Held(
            falls=without_nearest(library, corpus, suggestion) < suggestion.score,
            of_terms=sum(shares[:N_TERMS]) / suggestion.score,
            missed=abs(sum(shares) - suggestion.why.rankers["fused"][1]),
        )


def without_nearest(library: Library, corpus: Corpus, suggestion: Suggestion) -> float:
    """Return the score of a suggestion for the library without the entry that is named."""
    named = suggestion.why.nearest[0].line
    left = [entry for entry in library.entries if entry.line != named]
    fewer = Library(entries=tuple(replace(entry, position=i) for i, entry in enumerate(left)))
    answer, _ = explain_one(fewer, corpus, suggestion.paper.key or "")
    return answer.suggestions[0].score


def libraries(folder: Path) -> tuple[Corpus, Iterator[Library]]:
    """Return the papers of a folder, and the libraries of its part `report`."""
    data = read(folder, "report")
    each = (library_of([data.pool[i] for i in ids]) for ids in data.libraries.values())
    return build("all", data.pool.papers), each


def main(folder: str, most: str = "1000") -> None:
    """Print the figures."""
    corpus, found = libraries(Path(folder))
    held = [one for library in islice(found, int(most)) for one in reasons(library, corpus)]
    falls = statistics.mean(one.falls for one in held)
    print(f"{len(held)} suggestions")
    print(f"score falls without the nearest entry: {100 * falls:.1f} %")
    print(
        f"{N_TERMS} terms carry: {100 * statistics.median(o.of_terms for o in held):.0f} %, median"
    )
    print(f"shares add up within {max(one.missed for one in held):.1e}")


if __name__ == "__main__":
    main(*sys.argv[1:])

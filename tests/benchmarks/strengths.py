"""Do the words of a strength hold? python tests/benchmarks/strengths.py MLBIB REVIEWS [PART]

For libraries that fit their corpus, what share of their hidden papers is called strong, fair, weak
and far, and what share is below the floor and never suggested. For foreign libraries (papers of
reviews of other fields against the corpus of machine learning, its libraries against those reviews)
the same of their first twenty suggestions, and how many libraries have a strong one.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from recommender.corpus import Corpus, build
from recommender.evaluate import reviews
from recommender.evaluate.candidates import library_of
from recommender.evaluate.dataset import DataSet, read, shortened
from recommender.evaluate.protocol import CASES, split
from recommender.library import Library
from recommender.papers import Paper
from recommender.rankers.strength import FLOOR
from recommender.ranking.query import Query
from recommender.recommend import rank, suggest

WORDS = ("strong", "fair", "weak", "far", "below")
LIBRARY = 30  # papers of a review


def words(library: Library, corpus: Corpus, numbers: Sequence[int]) -> Iterator[str]:
    """Yield what each of some papers is called by the interest that it suits best."""
    ranking = rank(library, corpus, Query())
    for number in numbers:
        best = max(ranking.by_interest, key=lambda each: each.scored.z_scores[number])
        below = best.scored.z_scores[number] < FLOOR
        yield "below" if below else best.reasons([number])[0].strength


def hidden(data: DataSet, case: str) -> Counter[str]:
    """Count the words of the hidden papers of all libraries; one way to hide."""
    found = Counter[str]()
    for name, items in data.libraries.items():
        kept, out = split(name, items, 0)
        candidates = data.pool.without(set(kept))
        numbers = [n for n, paper in enumerate(candidates.ids) if paper in set(out)]
        library = library_of(shortened(data.pool, name, kept, case, 0))
        found.update(words(library, candidates.corpus, numbers))
    return found


def foreign(data: DataSet, folder: Path) -> Iterator[tuple[str, Library, Corpus]]:
    """Yield libraries with a corpus of another field."""
    own = build("own", data.pool.papers)
    others = [reviews.read(path) for path in reviews.files(folder)]
    corpora = [build(r.name, [p for p in r.pool.papers if p.title]) for r in others]
    for review in others:
        papers = [review.pool[i] for i in sorted(review.included)][:LIBRARY]
        yield review.name, library_of(papers), own
        yield f"{review.name}, titles", library_of([bare(paper) for paper in papers]), own
    for name, items in data.libraries.items():
        library = library_of([data.pool[i] for i in items])
        yield from ((name, library, corpus) for corpus in corpora)


def bare(paper: Paper) -> Paper:
    """Return a paper without its abstract."""
    return replace(paper, abstract="")


def row(name: str, found: Counter[str]) -> str:
    """Return shares in percent as a line of the table."""
    whole = max(1, found.total())
    return f"{name:18}" + "".join(f"{100 * found[word] / whole:8.1f}" for word in WORDS)


def main(dataset: str, folder: str, part: str | None = None) -> None:
    """Print a row for each case, and one for the foreign libraries."""
    data = read(Path(dataset), part)
    print(f"{'(%)':18}" + "".join(f"{word:>8}" for word in WORDS))
    for case in CASES:
        print(row(f"hidden, {case}", hidden(data, case)), flush=True)
    called = [
        {s.strength for s in suggest(library, corpus, limit=20).suggestions}
        for _, library, corpus in foreign(data, Path(folder))
    ]
    for word in ("strong", "fair"):
        n = sum(word in each for each in called)
        print(f"foreign libraries with a {word} paper: {n} of {len(called)}")


if __name__ == "__main__":
    main(*sys.argv[1:])

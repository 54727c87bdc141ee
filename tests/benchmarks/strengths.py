"""Do the words of a strength hold? python tests/benchmarks/strengths.py DATASET [PART]

For each library of a folder, or of one part of it, and each case of `recommender evaluate`: what
share of the hidden papers is called strong, fair and weak, what share is below the floor and is
never suggested, and the same of all other papers of the corpus. A paper is called what the interest
calls it that it suits best. All hidden papers weigh the same; one way to hide.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from recommender.evaluate.candidates import Candidates, library_of
from recommender.evaluate.dataset import DataSet, read, shortened
from recommender.evaluate.protocol import CASES, split
from recommender.library import Library
from recommender.rankers.strength import FAIR, FLOOR, STRONG
from recommender.ranking.query import Query
from recommender.recommend import rank

Counts = NDArray[np.intp]  # of what is strong, fair, weak, below the floor


def z_scores(library: Library, candidates: Candidates) -> NDArray[np.float64]:
    """Return for each candidate the most that it is above an ordinary one, for any interest."""
    ranking = rank(library, candidates.corpus, Query())
    return np.max([each.scored.z_scores for each in ranking.by_interest], axis=0)


def counts(values: NDArray[np.float64]) -> Counts:
    """Return how many of some papers have each word."""
    return np.bincount(np.digitize(values, [FLOOR, FAIR, STRONG]), minlength=4)[::-1]


def one(data: DataSet, name: str) -> dict[str, tuple[Counts, Counts]]:
    """Return for each case the counts of the hidden papers of a library, and of the others."""
    kept, hidden = split(name, data.libraries[name], 0)
    candidates = data.pool.without(set(kept))
    is_hidden = np.isin(candidates.ids, hidden)
    found = {}
    for case in CASES:
        library = library_of(shortened(data.pool, name, kept, case, 0))
        values = z_scores(library, candidates)
        found[case] = (counts(values[is_hidden]), counts(values[~is_hidden]))
    return found


def main(folder: str, part: str | None = None) -> None:
    """Print a row for each case, of the hidden and of the other papers."""
    data = read(Path(folder), part)
    rows = [one(data, name) for name in data.libraries]
    print("case    papers  strong    fair    weak   below  (%)")
    for case in CASES:
        for i, papers in enumerate(("hidden", "others")):
            of = np.sum([row[case][i] for row in rows], axis=0)
            shares = "  ".join(f"{value:6.1f}" for value in 100 * of / of.sum())
            print(f"{case:7} {papers}  {shares}")


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Is a small interest seen beside a large one? Two libraries united, each with hidden papers.

    python tests/benchmarks/united.py DATASET [PAIRS [PART]]

For some pairs of libraries of the part `report`, or another: so many papers of the one and of the
other make a library, a fifth of each is hidden. Prints the share of the hidden papers in the first
100, for the large and the small interest, the mean of the worse of the two, and all hits.
"""

from __future__ import annotations

import sys
from itertools import islice, permutations
from pathlib import Path

from recommender.evaluate.candidates import Task, library_of
from recommender.evaluate.dataset import DataSet, read
from recommender.evaluate.protocol import DEPTH, chance, split
from recommender.evaluate.rankings import RANKINGS

SIZES = ((100, 30), (50, 15), (45, 5))
COMPARED = ("fused", "decayed-mean")
Pair = tuple[str, str]


def kept(data: DataSet, name: str, size: int) -> list[str]:
    """Return so many papers of a library that are not hidden, by lot; all if it has fewer."""
    own = split(name, data.libraries[name], 0)[0]
    return sorted(own, key=lambda i: chance("united", name, i))[:size]


def pairs(data: DataSet, sizes: tuple[int, int], most: int) -> list[Pair]:
    """Return pairs of libraries that are large enough and share no paper, by lot."""
    found = [
        (a, b)
        for a, b in permutations(data.libraries, 2)
        if len(kept(data, a, sizes[0])) == sizes[0]
        and len(kept(data, b, sizes[1])) == sizes[1]
        and not set(data.libraries[a]) & set(data.libraries[b])
    ]
    return list(islice(sorted(found, key=lambda pair: chance("pair", *pair)), most))


def recalls(data: DataSet, pair: Pair, sizes: tuple[int, int]) -> dict[str, list[tuple[int, int]]]:
    """Return for each ranking (found, hidden) of the one and the other library."""
    hidden = [set(split(name, data.libraries[name], 0)[1]) for name in pair]
    shown = [i for name, n in zip(pair, sizes, strict=True) for i in kept(data, name, n)]
    own = {i for name in pair for i in data.libraries[name]} - hidden[0] - hidden[1]
    candidates = data.pool.without(own)
    task = Task(
        library=library_of([data.pool[i] for i in shown]), candidates=candidates, limit=DEPTH
    )
    found = {}
    for ranking in COMPARED:
        first = {candidates.ids[n] for n in RANKINGS[ranking](task)}
        found[ranking] = [(len(first & h), len(h)) for h in hidden]
    return found


def main(folder: str, most: str = "20", part: str = "report") -> None:
    """Print a row for each pair of sizes and each ranking."""
    data = read(Path(folder), part)
    print("sizes     ranking        large  small  worse   hits  pairs")
    for sizes in SIZES:
        results = [recalls(data, pair, sizes) for pair in pairs(data, sizes, int(most))]
        for ranking in COMPARED:
            rows = [result[ranking] for result in results]
            shares = [[hits / of for hits, of in row] for row in rows]
            large, small = (sum(column) / len(rows) for column in zip(*shares, strict=True))
            worse = sum(map(min, shares)) / len(rows)
            hits = sum(n for row in rows for n, _ in row) / len(rows)
            found = f"{large:.3f}  {small:.3f}  {worse:.3f}  {hits:5.1f}  {len(rows):5}"
            print(f"{f'{sizes[0]} + {sizes[1]}':9} {ranking:12}  {found}")


if __name__ == "__main__":
    main(*sys.argv[1:])

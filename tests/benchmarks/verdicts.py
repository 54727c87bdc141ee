"""Do verdicts help? python tests/benchmarks/verdicts.py DATASET [PART]

The first 20 papers for a library are marked: saved what is hidden of it, dismissed the rest. Prints
by how much recall@50 and nDCG@10 of the other hidden papers change when the saved papers count, or
the dismissed ones, for whole libraries of the part `tune`, or another, and for five and ten papers
of them by lot; the mean over libraries with the interval of the bootstrap.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Collection
from pathlib import Path

import numpy as np

from recommender.evaluate.candidates import Candidates, Task, library_of
from recommender.evaluate.dataset import read
from recommender.evaluate.protocol import DEPTH, chance, interval, metrics, ranks, split
from recommender.evaluate.rankings import ours
from recommender.library import Library
from recommender.verdicts import Judgement, Verdict, Verdicts

MARKED = 20
SIZES = (5, 10, 10_000)  # papers of a library that are left
DRAWS = 4
SHOWN = ("recall@50", "nDCG@10")
VERDICTS: tuple[Verdict, ...] = ("saved", "dismissed")
Gains = dict[Verdict, list[float]]
Found = dict[tuple[int, Verdict], dict[str, list[list[float]]]]  # by size and verdict, by library


def gains(candidates: Candidates, library: Library, hidden: Collection[str]) -> Gains:
    """Return what each kind of verdict changes for one library; nothing if none is to be said."""
    ids, corpus = candidates.ids, candidates.corpus
    place = {name: number for number, name in enumerate(ids)}
    task = Task(library=library, candidates=candidates, limit=DEPTH)
    before = ours(task)
    wanted = {place[name] for name in hidden}
    said = {"saved": [n for n in before[:MARKED] if n in wanted]}
    said["dismissed"] = [n for n in before[:MARKED] if n not in wanted]
    rest = sorted(wanted - set(said["saved"]))
    found: Gains = {}
    for what in VERDICTS:
        if not rest or not said[what]:
            continue
        verdicts = Verdicts(Judgement.on(corpus.papers[n], what) for n in said[what])
        left = [n for n in before if n not in set(said[what])]
        one, other = (metrics(ranks(each, rest)) for each in (left, ours(task, verdicts=verdicts)))
        found[what] = [other[name] - one[name] for name in SHOWN]
    return found


def main(folder: str, part: str = "tune") -> None:
    """Print a row for each size and each kind of verdict."""
    data = read(Path(folder), part)
    found: Found = defaultdict(lambda: defaultdict(list))
    for name, ids in data.libraries.items():
        kept, hidden = split(name, ids, 0)
        candidates = data.pool.without(set(kept))
        for size in SIZES:
            for draw in range(DRAWS if size < len(kept) else 1):
                order = sorted(kept, key=lambda i: chance("verdicts", draw, name, i))
                library = library_of([data.pool[i] for i in order[:size]])
                for what, values in gains(candidates, library, hidden).items():
                    found[size, what][name].append(values)
    print("papers  verdict    libraries  " + "  ".join(f"{name:24}" for name in SHOWN))
    for (size, what), by in sorted(found.items()):
        means = np.array([np.mean(each, axis=0) for each in by.values()])
        told = (f"{c.mean():+.3f} [{'{:+.3f}, {:+.3f}'.format(*interval(c))}]" for c in means.T)
        label = size if size < SIZES[-1] else "all"
        print(f"{label:6}  {what:9}  {len(means):9}  " + "  ".join(f"{one:24}" for one in told))


if __name__ == "__main__":
    main(*sys.argv[1:])

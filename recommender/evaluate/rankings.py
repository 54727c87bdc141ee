"""The rankings that are compared: ours as users get them, and the formulas of others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import islice
from types import MappingProxyType

import numpy as np

from recommender.evaluate import peers
from recommender.evaluate.candidates import Task
from recommender.interests import interests, merged
from recommender.ranked import HeldBack, Ranked
from recommender.rankers import DEFAULT_RANKER, RANKERS
from recommender.verdicts import Verdicts
from recommender.wanted import Wanted

Ranking = Callable[[Task], Sequence[int]]  # paper numbers of the corpus, best first

BASE = "plain-query"  # what gains are measured from
NONE = Verdicts()


def ours(task: Task, ranker: str = DEFAULT_RANKER, verdicts: Verdicts = NONE) -> list[int]:
    """Return the papers that `suggest` suggests, without its reasons, which cost most.

    Where all candidates are asked for, those below the floor follow by their score.
    """
    library, corpus = task.library, task.candidates.corpus
    wanted = Wanted(ranker=ranker, verdicts=verdicts)
    ranked = [Ranked(library, corpus, each, wanted) for each in interests(library, corpus)]
    held = HeldBack(library, corpus, verdicts)
    orders = [np.fromiter(islice(held.free(each), task.limit), np.int32) for each in ranked]
    best = [n for _, n in merged(orders, [len(each.entries) for each in ranked], task.limit)]
    if task.limit < len(task.candidates.ids):
        return best
    return best + _rest(
        best, np.max([np.zeros(len(corpus)), *(r.scored.values for r in ranked)], 0)
    )


def _rest(best: Collection[int], scores: peers.Floats) -> list[int]:
    listed = set(best)
    return [n for n in np.argsort(-scores, kind="stable").tolist() if n not in listed]


def by_score(task: Task, scores: Callable[[Task], peers.Floats]) -> list[int]:
    """Return the papers of the highest scores; ties by number."""
    order: list[int] = np.argsort(-scores(task), kind="stable")[: task.limit].tolist()
    return order


RANKINGS: Mapping[str, Ranking] = MappingProxyType(
    {
        "fused": partial(ours, ranker="fused"),
        **{name: partial(ours, ranker=name) for name in RANKERS if name != "fused"},
        "svm": partial(by_score, scores=peers.svm),
        "nearest": partial(by_score, scores=peers.nearest),
        "decayed-mean": partial(by_score, scores=peers.decayed_mean),
        BASE: partial(by_score, scores=peers.plain_query),
        "random": partial(by_score, scores=peers.unordered),
    }
)

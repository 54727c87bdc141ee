"""The rankings that are compared: ours as users get them, and the formulas of others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from types import MappingProxyType

import numpy as np

from recommender.evaluate import peers
from recommender.evaluate.candidates import Task
from recommender.rankers import DEFAULT_RANKER, RANKERS
from recommender.rankers.profile import Floats
from recommender.ranking.query import Query
from recommender.recommend import rank
from recommender.verdicts import Verdicts

Order = Callable[[Task], Sequence[int]]  # paper numbers of the corpus, best first

BASE = "plain-query"  # what gains are measured from
NONE = Verdicts()


def ours(
    task: Task,
    ranker: str = DEFAULT_RANKER,
    verdicts: Verdicts = NONE,
    *,
    undivided: bool = False,
) -> list[int]:
    """Return the papers that `suggest` suggests, without its reasons, which cost most.

    Where all candidates are asked for, those below the floor follow by their score.
    """
    query = Query(ranker=ranker, verdicts=verdicts, limit=task.limit, undivided=undivided)
    ranking = rank(task.library, task.candidates.corpus, query)
    best = [number for number, _ in ranking.best]
    if task.limit < len(task.candidates.ids):
        return best
    values = [each.scored.values for each in ranking.by_interest]
    return best + _rest(best, np.max([np.zeros(len(ranking.corpus)), *values], 0))


def _rest(best: Collection[int], scores: Floats) -> list[int]:
    listed = set(best)
    return [n for n in np.argsort(-scores, kind="stable").tolist() if n not in listed]


def by_score(task: Task, scores: Callable[[Task], Floats]) -> list[int]:
    """Return the papers of the highest scores; ties by number."""
    order: list[int] = np.argsort(-scores(task), kind="stable")[: task.limit].tolist()
    return order


RANKINGS: Mapping[str, Order] = MappingProxyType(
    {
        "fused": partial(ours, ranker="fused"),
        **{name: partial(ours, ranker=name) for name in RANKERS if name != "fused"},
        "one-interest": partial(ours, undivided=True),
        "nearest": partial(by_score, scores=peers.nearest),
        "decayed-mean": partial(by_score, scores=peers.decayed_mean),
        BASE: partial(by_score, scores=peers.plain_query),
        "random": partial(by_score, scores=peers.unordered),
    }
)

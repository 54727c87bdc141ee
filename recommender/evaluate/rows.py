"""Rows: what each ranking is worth in each case, with the interval of its recall."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from recommender.evaluate.protocol import Metrics, gain, interval

SHOWN = "recall@50"  # the one whose interval is given
Progress = Callable[[int, int], None]  # steps done, of how many


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One ranking in one case."""

    case: str
    ranking: str
    means: Metrics
    values: tuple[float, ...]  # recall@50 of each library, draw or hidden paper; paired in a case

    @property
    def interval(self) -> tuple[float, float]:
        """Return the interval of recall@50."""
        return interval(self.values)

    def gain(self, base: Row) -> tuple[float, float, float]:
        """Return how much more it finds than another ranking, with the interval."""
        return gain(self.values, base.values)


Found = Mapping[tuple[str, str], Sequence[Metrics]]  # (case, ranking) -> of each library


def rows_of(found: Found) -> list[Row]:
    """Return the means over libraries as rows."""
    return [
        Row(
            case=case,
            ranking=ranking,
            means=mean(each),
            values=tuple(metrics[SHOWN] for metrics in each),
        )
        for (case, ranking), each in found.items()
    ]


def mean(several: Iterable[Metrics]) -> Metrics:
    """Return the mean of each metric."""
    several = list(several)
    return {name: float(np.mean([m[name] for m in several])) for name in several[0]}

"""The test: which papers of a library are hidden, what is left of the rest, how hits are counted.

Everything that is left to chance is taken from a hash, so that it is the same on every machine and
for every ranking.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha1
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

HIDDEN = 0.2  # share of a library
DEPTH = 100  # places that count
RECALLS = (10, 50, 100)
N_RESAMPLED = 2000

Metrics = dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What is left of a library before it is ranked with."""

    blank: float = 0.0  # share of its papers that lose their abstract
    keep: int | None = None  # so many of its papers only
    lent: bool = False  # the corpus holds its papers too, and lends what they lost


CASES: Mapping[str, Case] = MappingProxyType(
    {
        "whole": Case(),
        "titles": Case(blank=1.0),
        "lent": Case(blank=1.0, lent=True),
        "thirty": Case(blank=0.7),
        "five": Case(keep=5),
    }
)


def chance(*parts: object) -> float:
    """Return a number from 0 up to 1 that depends on the parts only: 64 bits of their SHA-1."""
    digest = sha1("|".join(map(str, parts)).encode(), usedforsecurity=False).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def n_hidden(n_papers: int) -> int:
    """Return how many papers of a library are hidden."""
    return max(1, round(HIDDEN * n_papers))


def split(name: str, ids: Iterable[str], seed: int) -> tuple[list[str], list[str]]:
    """Return (kept, hidden) of a library, each ascending; hidden are those of the lowest chance."""
    order = sorted(sorted(set(ids)), key=lambda i: chance("hide", "mlbib", name, seed, i))
    n = n_hidden(len(order))
    return sorted(order[n:]), sorted(order[:n])


def shown(name: str, kept: Sequence[str], case: Case, seed: int) -> dict[str, bool]:
    """Return the papers that a case leaves, each with whether it has its abstract still."""
    if case.keep is not None:
        order = sorted(kept, key=lambda i: chance("keep", "mlbib", name, seed, i))
        kept = order[: case.keep]
    return {i: chance("abs", name, seed, i) >= case.blank for i in kept}


def ranks(found: Sequence[str], hidden: Iterable[str]) -> NDArray[np.float64]:
    """Return the rank of each hidden paper from 1, in their order; infinite where not found."""
    place = {paper: rank for rank, paper in enumerate(found, start=1)}
    return np.array([place.get(paper, np.inf) for paper in hidden], np.float64)


def metrics(of_hidden: NDArray[np.float64]) -> Metrics:
    """Return what the ranks of the hidden papers are worth; a hit gains 1, others nothing."""
    found = np.sort(of_hidden[of_hidden <= DEPTH])
    ideal = np.arange(1, 1 + min(10, len(of_hidden)))
    values = {f"recall@{k}": float(np.mean(of_hidden <= k)) for k in RECALLS}
    values["nDCG@10"] = _discounted(found[found <= 10]) / _discounted(ideal)
    values["MRR@100"] = 1 / float(found[0]) if len(found) else 0.0
    return values


def average_precision(of_hidden: NDArray[np.float64]) -> float:
    """Return the mean of the precision at each hidden paper; those not found count as zero."""
    return float(np.mean(np.arange(1, 1 + len(of_hidden)) / np.sort(of_hidden)))


def _discounted(places: NDArray[np.generic]) -> float:
    """Return the discounted gain of hits (Järvelin and Kekäläinen 2002)."""
    return float(np.sum(1 / np.log2(1 + places.astype(np.float64))))


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the bootstrap interval of the mean, 95 %."""
    numbers = np.asarray(values, np.float64)
    drawn = np.random.default_rng(0).integers(0, len(numbers), (N_RESAMPLED, len(numbers)))
    means = np.sort(numbers[drawn].mean(axis=1))
    return float(means[int(0.025 * N_RESAMPLED)]), float(means[int(0.975 * N_RESAMPLED)])


def gain(values: Sequence[float], others: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean of the paired differences with its interval: a gain is one above zero."""
    differences = np.subtract(values, others)
    return float(differences.mean()), *interval(differences.tolist())

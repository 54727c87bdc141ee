"""The postings of an earlier generation as runs: a corpus grows without a second analysis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.blocks import Array, Checked
from recommender.corpus.coding import Coded
from recommender.corpus.counting import Run, recount
from recommender.corpus.transpose import POSTINGS_READ, cuts


def runs_of(before: Mapping[str, Checked], kept: NDArray[np.bool_]) -> Iterator[Run]:
    """Yield the runs of the papers that are kept, in their order."""
    for first, last in pairwise(cuts(before["rows.start"].whole(), POSTINGS_READ)):
        papers, codes, tf = (
            np.concatenate(parts)
            for parts in zip(_terms(before, first, last), _once(before, first, last), strict=True)
        )
        some = kept[papers]
        place = np.cumsum(kept[first:last]) - 1
        coded = Coded(place[papers[some] - first], codes[some], int(kept[first:last].sum()))
        yield recount(coded, tf[some])


def _terms(before: Mapping[str, Checked], first: int, last: int) -> tuple[Array, Array, Array]:
    """Return papers, codes and tf of the postings of some papers."""
    start = before["rows.start"].part(first, last + 1)
    low, high = int(start[0]), int(start[-1])
    numbers = before["rows.terms"].part(low, high)
    n_words = len(before["words.order"])
    codes = numbers.astype(np.int64)
    paired = numbers >= n_words
    codes[paired] = before["pairs"].take(numbers[paired] - n_words)
    return (
        np.repeat(np.arange(first, last), np.diff(start)),
        codes,
        before["rows.tf"].part(low, high),
    )


def _once(before: Mapping[str, Checked], first: int, last: int) -> tuple[Array, Array, Array]:
    """Return papers, codes and tf of the pairs that occur in one paper only."""
    start = before["once.start"].part(first, last + 1)
    low, high = int(start[0]), int(start[-1])
    papers = np.repeat(np.arange(first, last), np.diff(start))
    return papers, before["once.codes"].part(low, high), before["once.tf"].part(low, high)

"""The postings of an earlier generation as runs: a corpus grows without a second analysis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.indexing.term_counts import Run, run
from recommender.corpus.indexing.transpose import POSTINGS_READ, cuts
from recommender.corpus.storage.checksummed import Array, ChecksummedArray

Postings = tuple[Array, Array, Array]  # paper, term or code, tf; ascending by paper, then by term


def runs_of(before: Mapping[str, ChecksummedArray], kept: NDArray[np.bool_]) -> Iterator[Run]:
    """Yield the runs of the papers that are kept, in their order."""
    for first, last in pairwise(cuts(before["rows.start"].whole(), POSTINGS_READ)):
        some = kept[first:last]
        papers, numbers, tf = _kept(before, "rows.start", ("rows.terms", "rows.tf"), first, some)
        found = np.flatnonzero(np.bincount(numbers, minlength=1))
        codes = _codes(before, found)
        place = np.zeros(found[-1] + 1 if len(found) else 0, np.int64)
        place[found] = np.arange(len(found))
        lone = _kept(before, "once.start", ("once.codes", "once.tf"), first, some)
        yield _merged(codes, (papers, place[numbers], tf), lone, int(some.sum()))


def _kept(
    before: Mapping[str, ChecksummedArray],
    starts: str,
    names: tuple[str, str],
    first: int,
    kept: NDArray[np.bool_],
) -> Postings:
    """Return the postings of the papers that are kept, which are counted from zero."""
    start = before[starts].part(first, first + len(kept) + 1)
    low, high = int(start[0]), int(start[-1])
    papers = np.repeat(np.cumsum(kept) - 1, np.diff(start))
    some = np.repeat(kept, np.diff(start))
    terms, tf = (before[name].part(low, high)[some] for name in names)
    return papers[some], terms, tf


def _codes(before: Mapping[str, ChecksummedArray], numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the codes of some terms."""
    n_words = len(before["words.order"])
    codes = numbers.copy()
    paired = numbers >= n_words
    codes[paired] = before["pairs"].take(numbers[paired] - n_words)
    return codes


def _merged(codes: NDArray[np.int64], terms: Postings, lone: Postings, n_papers: int) -> Run:
    """Return the run of postings of terms, which are places in codes, and of lone pairs."""
    order = np.argsort(lone[1], kind="stable")
    both = np.concatenate([codes, lone[1][order]])
    by_code = np.argsort(both, kind="stable")
    place = np.empty(len(both), np.int64)
    place[by_code] = np.arange(len(both))
    of_lone = np.empty(len(order), np.int64)
    of_lone[order] = place[len(codes) :]
    ours, theirs = (terms[0], place[terms[1]], terms[2]), (lone[0], of_lone, lone[2])
    key, other = (paper * len(both) + term for paper, term, _ in (ours, theirs))
    into = np.arange(len(key)) + np.searchsorted(other, key)
    of_others = np.arange(len(other)) + np.searchsorted(key, other)
    papers, places, tf = (
        _interleaved(into, some, of_others, rest) for some, rest in zip(ours, theirs, strict=True)
    )
    return run(both[by_code], papers, places, tf, n_papers)


def _interleaved(into: Array, some: Array, of_others: Array, others: Array) -> Array:
    whole = np.empty(len(some) + len(others), np.result_type(some, others))
    whole[into], whole[of_others] = some, others
    return whole

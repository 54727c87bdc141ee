"""Runs to the arrays of an index: vocabulary, postings by paper and by term.

Everything is written in order and read in slices, so that the same code builds 77 papers in
memory and millions on disk. A pair of words that occurs in one paper only is no term yet; it is
kept aside ("once"), so that a corpus that grows equals one that was built in one go.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import weights
from recommender.corpus.blocks import Array, Checked
from recommender.corpus.counting import Run
from recommender.corpus.strings import string_arrays
from recommender.corpus.vocabulary import FIRST_PAIR, places

MIN_PAIR_PAPERS = 2  # a pair of words in fewer papers is no term
MERGED_AT_ONCE = 1 << 22  # codes
POSTINGS_AT_ONCE = 1 << 25


class Column(Protocol):
    """An array that is being written."""

    def append(self, part: Array) -> None:
        """Write some more elements."""


class Sink(Protocol):
    """Where the arrays of an index go."""

    def column(self, name: str, dtype: Any, length: int) -> Column:
        """Return a new array to write, whose length is known before."""

    def array(self, name: str) -> Checked:
        """Return an array that is complete."""


class Memory:
    """Keeps the arrays of an index in memory."""

    def __init__(self) -> None:
        self._arrays: dict[str, _Filling] = {}

    def column(self, name: str, dtype: Any, length: int) -> Column:
        """Return a new array to write."""
        self._arrays[name] = _Filling(np.empty(length, dtype))
        return self._arrays[name]

    def array(self, name: str) -> Checked:
        """Return an array."""
        return Checked(self._arrays[name].array)

    def arrays(self) -> Mapping[str, Checked]:
        """Return all arrays by name."""
        return {name: Checked(filling.array) for name, filling in self._arrays.items()}


class _Filling:
    """An array in memory and how far it is filled."""

    def __init__(self, array: Array) -> None:
        self.array, self._end = array, 0

    def append(self, part: Array) -> None:
        self.array[self._end : self._end + len(part)] = part
        self._end += len(part)


def assemble(runs: Sequence[Run], words: Sequence[str], sink: Sink) -> None:
    """Write the index of all runs, in their order."""
    for name, array in string_arrays(words).items():
        _write(sink, f"words.{name}", array)
    pairs, frequency = _vocabulary(runs, len(words))
    _write(sink, "pairs", pairs)
    _write(sink, "frequency", frequency)
    _write_once(runs, pairs, sink)
    _write_rows(runs, pairs, frequency, sink)
    _write_columns(frequency, sink)


def _write(sink: Sink, name: str, array: Array) -> None:
    sink.column(name, array.dtype, len(array)).append(array)


def _vocabulary(runs: Sequence[Run], n_words: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the codes of the pairs that are terms, and the document frequency of each term."""
    words, codes, frequencies = np.zeros(n_words, np.int32), [], []
    for some, frequency in _merged(runs):
        first = int(np.searchsorted(some, FIRST_PAIR))
        words[some[:first]] = frequency[:first]
        kept = np.flatnonzero(frequency[first:] >= MIN_PAIR_PAPERS) + first
        codes.append(some[kept])
        frequencies.append(frequency[kept])
    pairs = np.concatenate([np.zeros(0, np.int64), *codes])
    return pairs, np.concatenate([words, *frequencies])


def _merged(runs: Sequence[Run]) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int32]]]:
    """Yield the distinct codes of all runs, ascending, with their document frequencies."""
    sample = np.sort(np.concatenate([run.codes[::1024] for run in runs]))
    cuts = np.unique(sample[MERGED_AT_ONCE // 1024 :: MERGED_AT_ONCE // 1024])
    ends = [[*np.searchsorted(run.codes, cuts).tolist(), len(run.codes)] for run in runs]
    starts = [0] * len(runs)
    for part in range(len(cuts) + 1):
        pieces = [slice(start, end[part]) for start, end in zip(starts, ends, strict=True)]
        codes = np.concatenate([r.codes[piece] for r, piece in zip(runs, pieces, strict=True)])
        counts = np.concatenate([r.frequency[piece] for r, piece in zip(runs, pieces, strict=True)])
        yield _summed(codes, counts)
        starts = [end[part] for end in ends]


def _summed(
    codes: NDArray[np.int64], counts: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the distinct codes, ascending, each with the sum of its counts."""
    if not len(codes):
        return codes, counts
    order = np.argsort(codes, kind="stable")
    codes, counts = codes[order], counts[order]
    first = np.flatnonzero(np.diff(codes, prepend=-1))
    return codes[first], np.add.reduceat(counts, first, dtype=np.int32)


def _numbers(run: Run, pairs: NDArray[np.int64], n_words: int) -> NDArray[np.int64]:
    """Return the term number of each code of a run, -1 where it is no term."""
    first = int(np.searchsorted(run.codes, FIRST_PAIR))
    if not len(pairs):
        return np.concatenate([run.codes[:first], np.full(len(run.codes) - first, -1)])
    return np.concatenate([run.codes[:first], places(pairs, run.codes[first:], n_words)])


def _write_once(runs: Sequence[Run], pairs: NDArray[np.int64], sink: Sink) -> None:
    """Write the pairs that occur in one paper: code, paper, tf."""
    parts: list[tuple[Array, Array, Array]] = []
    offset = 0
    for run in runs:
        lone = (_numbers(run, pairs, 0) < 0)[run.terms]
        paper = np.repeat(np.arange(offset, offset + len(run.sizes)), run.sizes)
        parts.append((run.codes[run.terms[lone]], paper[lone].astype(np.int32), run.tf[lone]))
        offset += len(run.sizes)
    for name, part in zip(("codes", "papers", "tf"), zip(*parts, strict=True), strict=True):
        _write(sink, f"once.{name}", np.concatenate(part))


def _write_rows(
    runs: Sequence[Run], pairs: NDArray[np.int64], frequency: NDArray[np.int32], sink: Sink
) -> None:
    """Write the postings by paper, the length of each paper and its inverse TF-IDF norm."""
    n_papers, n_postings = sum(len(run.sizes) for run in runs), int(frequency.sum(dtype=np.int64))
    terms = sink.column("rows.terms", np.int32, n_postings)
    tfs = sink.column("rows.tf", np.result_type(*(run.tf.dtype for run in runs)), n_postings)
    idf = weights.idf(frequency, n_papers)
    sizes, lengths, norms = [], [], []
    for run in runs:
        number = _numbers(run, pairs, len(frequency) - len(pairs))[run.terms]
        paper = np.repeat(np.arange(len(run.sizes)), run.sizes)[number >= 0]
        number, tf = number[number >= 0], run.tf[number >= 0]
        terms.append(number)
        tfs.append(tf)
        squares = (weights.log_tf(tf) * idf[number]) ** 2
        sizes.append(np.bincount(paper, minlength=len(run.sizes)))
        lengths.append(np.bincount(paper, tf, len(run.sizes)).astype(np.int32))
        norms.append(np.sqrt(np.bincount(paper, squares, len(run.sizes))))
    norm = np.concatenate(norms)
    _write(sink, "rows.start", np.concatenate([[0], np.cumsum(np.concatenate(sizes))]))
    _write(sink, "lengths", np.concatenate(lengths))
    inverse = np.divide(1, norm, out=np.zeros(n_papers), where=norm > 0)
    _write(sink, "norms", inverse.astype(np.float32))


def _write_columns(frequency: NDArray[np.int32], sink: Sink) -> None:
    """Write the postings by term: paper, tf, BM25 part; the transpose of the rows."""
    start = np.concatenate([[0], np.cumsum(frequency, dtype=np.int64)])
    _write(sink, "columns.start", start)
    lengths = sink.array("lengths").whole()
    average = float(lengths.mean()) or 1.0
    papers = sink.column("columns.papers", np.int32, int(start[-1]))
    tfs = sink.column("columns.tf", sink.array("rows.tf").dtype, int(start[-1]))
    bm25 = sink.column("columns.bm25", np.float32, int(start[-1]))
    for paper, tf in _transposed(start, sink):
        papers.append(paper)
        tfs.append(tf)
        bm25.append(weights.bm25(tf, lengths[paper], average))


def _transposed(start: NDArray[np.int64], sink: Sink) -> Iterator[tuple[Array, Array]]:
    """Yield papers and tf of the postings in the order of their terms, a range at a time."""
    from scipy.sparse import csr_array

    row_start = sink.array("rows.start").whole()
    terms, tf = sink.array("rows.terms").whole(), sink.array("rows.tf").whole()
    cuts = np.searchsorted(start, np.arange(POSTINGS_AT_ONCE, start[-1], POSTINGS_AT_ONCE))
    bounds = np.unique([0, *cuts.tolist(), len(start) - 1])
    for low, high in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        some = _between(row_start, terms, tf, low, high)
        shape = (len(row_start) - 1, high - low)
        columns = csr_array(some, shape=shape).tocsc()
        yield columns.indices, columns.data


def _between(
    row_start: NDArray[np.int64], terms: Array, tf: Array, low: int, high: int
) -> tuple[Array, Array, Array]:
    """Return (tf, terms, row starts) of the postings with low <= term < high."""
    if low == 0 and high > terms.max(initial=0):
        return tf, terms, row_start
    inside = (terms >= low) & (terms < high)
    before = np.concatenate([[0], np.cumsum(inside)])
    return tf[inside], terms[inside] - low, before[row_start]

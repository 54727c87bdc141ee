"""Runs to the arrays of an index: vocabulary, postings by paper and by term.

Everything is written in order and read in slices, so that the same code builds 77 papers in
memory and millions on disk. A pair of words that occurs in one paper only is no term yet; it is
kept aside ("once"), so that a corpus that grows equals one that was built in one go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.indexing.frequent_table import write_frequent_terms
from recommender.corpus.indexing.term_counts import Run
from recommender.corpus.indexing.transpose import write_columns
from recommender.corpus.search import weights
from recommender.corpus.search.vocabulary import FIRST_PAIR, places
from recommender.corpus.storage.array_writers import ArrayWriter, write_array
from recommender.corpus.storage.checksummed import Array
from recommender.corpus.storage.string_table import string_arrays

MIN_PAIR_PAPERS = 2  # a pair of words in fewer papers is no term
CODES_AT_ONCE = 1 << 22  # bounds the memory of merging
SAMPLE = 1 << 10  # every so many codes are looked at to divide the merging


def assemble(runs: Sequence[Run], words: Sequence[str], out: ArrayWriter, memory: int) -> None:
    """Write the index of all runs, in their order, with so many bytes of memory for postings."""
    for name, array in string_arrays(words).items():
        write_array(out, f"words.{name}", array)
    pairs, frequency = _vocabulary(runs, len(words))
    write_array(out, "pairs", pairs)
    write_array(out, "frequency", frequency)
    _write_rows(runs, pairs, frequency, out)
    write_frequent_terms(frequency, out)
    write_columns(frequency, out, memory)


def _vocabulary(runs: Sequence[Run], n_words: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the codes of the pairs that are terms, and the document frequency of each term."""
    words, codes, frequencies = np.zeros(n_words, np.int32), [], []
    for some, frequency in _merged(runs):
        first = int(np.searchsorted(some, FIRST_PAIR))
        words[some[:first]] = frequency[:first]
        kept = np.flatnonzero(frequency[first:] >= MIN_PAIR_PAPERS) + first
        codes.append(some[kept])
        frequencies.append(frequency[kept])
    return np.concatenate(codes), np.concatenate([words, *frequencies])


def _merged(runs: Sequence[Run]) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int32]]]:
    """Yield the distinct codes of all runs, ascending, with their document frequencies."""
    sample = np.sort(np.concatenate([run.codes[::SAMPLE] for run in runs]))
    step = CODES_AT_ONCE // SAMPLE
    cuts = np.unique(sample[step::step])
    ends = [[0, *np.searchsorted(run.codes, cuts).tolist(), len(run.codes)] for run in runs]
    for part in range(len(cuts) + 1):
        codes, counts = [], []
        for run, end in zip(runs, ends, strict=True):
            codes.append(np.array(run.codes[end[part] : end[part + 1]]))
            counts.append(np.array(run.frequency[end[part] : end[part + 1]]))
        yield _summed(np.concatenate(codes), np.concatenate(counts))


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


def _write_rows(
    runs: Sequence[Run], pairs: NDArray[np.int64], frequency: NDArray[np.int32], out: ArrayWriter
) -> None:
    """Write the postings by paper, the length of each paper and its inverse TF-IDF norm."""
    idf = weights.idf(frequency, sum(len(run.sizes) for run in runs))
    largest = np.result_type(*(run.tf.dtype for run in runs))
    terms, tfs = out.column("rows.terms", np.int32), out.column("rows.tf", largest)
    starts, lengths = out.column("rows.start", np.int64), out.column("lengths", np.int32)
    norms, once = out.column("norms", np.float32), _Once(out, largest)
    end = 0
    starts.append(np.zeros(1, np.int64))
    for run in runs:
        n, tf = len(run.sizes), np.array(run.tf)
        number = _numbers(run, pairs, len(frequency) - len(pairs))[run.terms]
        paper = np.repeat(np.arange(n), run.sizes)
        once.append(run.codes[run.terms[number < 0]], paper[number < 0], tf[number < 0], n)
        paper, tf, number = paper[number >= 0], tf[number >= 0], number[number >= 0]
        terms.append(number)
        tfs.append(tf)
        starts.append(end + np.cumsum(np.bincount(paper, minlength=n)))
        lengths.append(np.bincount(paper, tf, n))
        square = np.bincount(paper, (weights.log_tf(tf) * idf[number]) ** 2, n)
        norms.append(np.divide(1, np.sqrt(square), out=np.zeros(n), where=square > 0))
        end += len(number)


def _numbers(run: Run, pairs: NDArray[np.int64], n_words: int) -> NDArray[np.int64]:
    """Return the term number of each code of a run, -1 where it is no term."""
    first = int(np.searchsorted(run.codes, FIRST_PAIR))
    return np.concatenate([run.codes[:first], places(pairs, run.codes[first:], n_words)])


class _Once:
    """The pairs that occur in one paper: code and tf, by paper."""

    def __init__(self, out: ArrayWriter, tf: np.dtype[Any]) -> None:
        self._codes, self._tf = out.column("once.codes", np.int64), out.column("once.tf", tf)
        self._starts, self._end = out.column("once.start", np.int64), 0
        self._starts.append(np.zeros(1, np.int64))

    def append(
        self, codes: NDArray[np.int64], papers: NDArray[np.int64], tf: Array, n: int
    ) -> None:
        """Take those of the next n papers, which are counted from zero."""
        self._codes.append(codes)
        self._tf.append(tf)
        self._starts.append(self._end + np.cumsum(np.bincount(papers, minlength=n)))
        self._end += len(codes)

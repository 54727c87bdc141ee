"""Papers to runs: how often each term occurs in each of some papers, in whole numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.blocks import Array
from recommender.corpus.vocabulary import pair_code, split
from recommender.papers import Paper
from recommender.text.terms import paper_terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The counted terms of consecutive papers; the postings of a paper ascend by code."""

    codes: NDArray[np.int64]  # the distinct terms of the run, ascending
    frequency: NDArray[np.int32]  # in how many papers of the run each of them occurs
    sizes: NDArray[np.int32]  # postings of each paper
    terms: NDArray[np.int32]  # of each posting: the place of its term in `codes`
    tf: Array  # of each posting: how often the term occurs, in the smallest unsigned type


class Numbering(dict[str, int]):
    """Words to numbers, in the order of first appearance."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        """Start with words that have numbers already."""
        super().__init__((word, number) for number, word in enumerate(words))

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self)
        return number


class _Places(dict[str, int]):
    """Terms of one run to places in the list of their codes."""

    def __init__(self, words: Numbering) -> None:
        self._words = words
        self.codes: list[int] = []

    def __missing__(self, term: str) -> int:
        place = self[term] = len(self.codes)
        first, second = split(term)
        words = self._words
        self.codes.append(pair_code(words[first], words[second]) if second else words[first])
        return place


class Counter:
    """Counts the terms of papers that come one after the other."""

    def __init__(self, words: Numbering) -> None:
        """Take the numbers of words, which all runs share; new words get new ones."""
        self._words = words
        self._clear()

    @property
    def n_tokens(self) -> int:
        """Return how many terms have been seen since the last run, repeats included."""
        return len(self._tokens)

    def add(self, paper: Paper) -> None:
        """Count a paper."""
        self._tokens.extend(map(self._places.__getitem__, paper_terms(paper)))
        self._ends.append(len(self._tokens))

    def run(self) -> Run:
        """Return the run of the papers added since the last one."""
        codes = np.array(self._places.codes, np.int64)
        tokens, ends = np.array(self._tokens, np.int64), np.array(self._ends, np.int64)
        self._clear()
        return _run(codes, tokens, ends)

    def _clear(self) -> None:
        self._places = _Places(self._words)
        self._tokens, self._ends = array("i"), array("q")


def _run(codes: NDArray[np.int64], tokens: NDArray[np.int64], ends: NDArray[np.int64]) -> Run:
    """Return the run of a list of tokens, each the place of its code."""
    order = np.argsort(codes)
    rank = np.empty(len(codes), np.int64)
    rank[order] = np.arange(len(codes))
    paper = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))
    keys = np.sort(paper * len(codes) + rank[tokens])
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    papers, terms = np.divmod(keys[starts], max(1, len(codes)))
    return _of_postings(codes[order], papers, terms, np.diff(starts, append=len(keys)), len(ends))


def recount(papers: Array, codes: Array, tf: Array, n_papers: int) -> Run:
    """Return the run of postings in any order: the place of the paper, the code, how often."""
    order = np.lexsort((codes, papers))
    distinct, terms = np.unique(codes[order], return_inverse=True)
    return _of_postings(distinct, papers[order], terms, tf[order], n_papers)


def _of_postings(codes: Array, papers: Array, terms: Array, tf: Array, n_papers: int) -> Run:
    return Run(
        codes=codes,
        frequency=np.bincount(terms, minlength=len(codes)).astype(np.int32),
        sizes=np.bincount(papers, minlength=n_papers).astype(np.int32),
        terms=terms.astype(np.int32),
        tf=tf.astype(np.min_scalar_type(int(tf.max(initial=1)))),
    )

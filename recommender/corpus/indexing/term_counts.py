"""EncodedTerms papers to runs: how often each term occurs in each of some papers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.indexing.term_encoder import EncodedTerms
from recommender.corpus.storage.checksummed import Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The counted terms of consecutive papers; the postings of a paper ascend by code."""

    codes: NDArray[np.int64]  # the distinct terms of the run, ascending
    frequency: NDArray[np.int32]  # in how many papers of the run each of them occurs
    sizes: NDArray[np.int32]  # postings of each paper
    terms: NDArray[np.int32]  # of each posting: the place of its term in `codes`
    tf: Array  # of each posting: how often the term occurs, in the smallest unsigned type


def count(coded: EncodedTerms) -> Run:
    """Return the run of the terms of some papers."""
    codes, terms = np.unique(coded.codes, return_inverse=True)
    keys = np.sort(coded.papers * len(codes) + terms)
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    papers, terms = np.divmod(keys[starts], max(1, len(codes)))
    return run(codes, papers, terms, np.diff(starts, append=len(keys)), coded.n_papers)


def run(codes: Array, papers: Array, terms: Array, tf: Array, n_papers: int) -> Run:
    """Return the run of postings in their order."""
    return Run(
        codes=codes,
        frequency=np.bincount(terms, minlength=len(codes)).astype(np.int32),
        sizes=np.bincount(papers, minlength=n_papers).astype(np.int32),
        terms=terms.astype(np.int32),
        tf=tf.astype(np.min_scalar_type(int(tf.max(initial=1)))),
    )

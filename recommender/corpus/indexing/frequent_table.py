"""The table of the frequent terms of a large corpus, written once its postings are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.search import frequent_terms
from recommender.corpus.search.frequent_terms import FrequentTerms
from recommender.corpus.search.weights import MATRICES, Numbers
from recommender.corpus.storage.array_writers import ArrayWriter, write_array

PAPERS_AT_ONCE = 1 << 13  # bounds the memory of building
NAMES = ("common.terms", "common.tf", "frequency", "lengths", "norms")  # what scores are made of


def write_frequent_terms(frequency: NDArray[np.int32], out: ArrayWriter) -> None:
    """Write the table, and what the typical query gives to each paper; empty if it is small."""
    n_papers = len(out.array("lengths"))
    most = frequent_terms.MOST if n_papers >= frequent_terms.LARGE else 0
    terms = np.argsort(-frequency, kind="stable")[:most]
    terms = np.sort(terms[frequency[terms] > frequent_terms.SHARE * n_papers]).astype(np.int32)
    write_array(out, "common.terms", terms)
    _write_table(terms, len(frequency), out)
    common = FrequentTerms({name: out.array(name) for name in NAMES})
    for matrix in MATRICES:
        typical = out.column(f"common.{matrix}", np.float32)
        for first in range(0, n_papers if len(terms) else 0, PAPERS_AT_ONCE):
            papers = np.arange(first, min(first + PAPERS_AT_ONCE, n_papers))
            typical.append(common.scores(matrix, papers, common.mean_query))


def _write_table(terms: Numbers, n_terms: int, out: ArrayWriter) -> None:
    """Write how often each of some terms occurs in each paper."""
    place = np.full(n_terms, -1, np.int16)
    place[terms] = np.arange(len(terms))
    start, tf = out.array("rows.start").whole(), out.array("rows.tf")
    table = out.column("common.tf", tf.dtype)
    for first in range(0, len(start) - 1 if len(terms) else 0, PAPERS_AT_ONCE):
        starts = start[first : first + PAPERS_AT_ONCE + 1]
        some = slice(int(starts[0]), int(starts[-1]))
        places = place[out.array("rows.terms").part(some.start, some.stop)]
        paper = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        found = np.zeros((len(starts) - 1, len(terms)), tf.dtype)
        common = places >= 0
        found[paper[common], places[common]] = tf.part(some.start, some.stop)[common]
        table.append(found.ravel())

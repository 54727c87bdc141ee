"""The postings by paper to the postings by term, in a bounded amount of memory."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.search import weights
from recommender.corpus.storage.array_writers import ArrayWriter, write_array
from recommender.corpus.storage.checksummed import Array

BYTES_A_POSTING = 24  # of a range of terms while it is transposed
POSTINGS_READ = 1 << 22  # of consecutive papers


def write_columns(frequency: NDArray[np.int32], out: ArrayWriter, memory: int) -> None:
    """Write the postings by term: paper, tf, BM25 part."""
    start = np.concatenate([[0], np.cumsum(frequency, dtype=np.int64)])
    write_array(out, "columns.start", start)
    lengths = out.array("lengths").whole()
    average = float(lengths.mean()) or 1.0
    papers = out.column("columns.papers", np.int32)
    tfs = out.column("columns.tf", out.array("rows.tf").dtype)
    bm25 = out.column("columns.bm25", np.float32)
    for low, high in pairwise(cuts(start, max(POSTINGS_READ, memory // BYTES_A_POSTING))):
        paper, tf = _columns(out, low, high, len(lengths))
        papers.append(paper)
        tfs.append(tf)
        for part in range(0, len(paper), POSTINGS_READ):
            some = slice(part, part + POSTINGS_READ)
            bm25.append(weights.bm25(tf[some], lengths[paper[some]], average))


def cuts(start: NDArray[np.int64], at_once: int) -> list[int]:
    """Return bounds of ranges of terms, or papers, that hold a bounded number of postings."""
    cuts = np.searchsorted(start, np.arange(at_once, start[-1], at_once), side="right") - 1
    return sorted({0, *cuts.tolist(), len(start) - 1})


def _columns(out: ArrayWriter, low: int, high: int, n_papers: int) -> tuple[Array, Array]:
    """Return paper and tf of the postings with low <= term < high, in the order of the terms."""
    from scipy.sparse import csr_array

    sizes, terms, tfs = zip(*_rows_between(out, low, high), strict=True)
    start = np.concatenate([[0], np.cumsum(np.concatenate(sizes))])
    parts = (np.concatenate(tfs), np.concatenate(terms), start)
    columns = csr_array(parts, shape=(n_papers, high - low)).tocsc()
    return columns.indices, columns.data


def _rows_between(out: ArrayWriter, low: int, high: int) -> Iterator[tuple[Array, Array, Array]]:
    """Yield (postings of each paper, terms from low on, tf) of some papers after others."""
    start = out.array("rows.start").whole()
    for first, last in pairwise(cuts(start, POSTINGS_READ)):
        some = slice(int(start[first]), int(start[last]))
        terms = out.array("rows.terms").part(some.start, some.stop)
        inside = (terms >= low) & (terms < high)
        before = np.concatenate([[0], np.cumsum(inside)])[start[first : last + 1] - start[first]]
        tf = out.array("rows.tf").part(some.start, some.stop)
        yield np.diff(before), terms[inside] - np.int32(low), tf[inside]

"""Which records of a corpus are the same work, or versions of one, found in little memory.

Only records that share a signature (an identifier, or a title) are compared, by the rules of
`works`. A signature takes twelve bytes, so that millions of records need no dictionary.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.storage.checksummed import ChecksummedArray
from recommender.corpus.storage.records import to_line
from recommender.papers import Paper
from recommender.works import marks, pairs

SOURCE_IDS = ("openalex", "s2")  # fields with the number of a record at its source
_TEXTS = ("title", "venue", "abstract", "doi", "arxiv", "openreview", "pmid", "isbn", "url")


class Signatures:
    """The signatures of records that come one after the other."""

    def __init__(self) -> None:
        self._values, self._records = array("Q"), array("i")
        self._length = 0

    def append(self, paper: Paper) -> None:
        """Take the next record."""
        for value in signature_values(paper):
            self._values.append(value)
            self._records.append(self._length)
        self._length += 1

    def carry(self, before: Mapping[str, ChecksummedArray], kept: NDArray[np.bool_]) -> None:
        """Take the papers of an earlier generation that are kept, before all others."""
        values, papers = (before[f"signatures.{name}"].whole() for name in ("values", "papers"))
        some = kept[papers]
        place = np.cumsum(kept, dtype=np.int32) - 1
        self._values.frombytes(values[some].tobytes())
        self._records.frombytes(place[papers[some]].tobytes())
        self._length = int(kept.sum())

    def arrays(self) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
        """Return values and the records that they are of."""
        return np.array(self._values, np.uint64), np.array(self._records, np.int32)


def signature_values(paper: Paper) -> list[int]:
    """Return the signatures of a paper, of eight bytes each."""
    texts = (text.encode(errors="surrogatepass") for text in _signed(paper))
    return [int.from_bytes(blake2b(text, digest_size=8).digest(), "big") for text in texts]


def _signed(paper: Paper) -> Iterator[str]:
    mark = marks(paper)
    yield from (f"{scheme}:{value}" for scheme, value in mark.identifiers)
    yield from record_ids(paper)
    if mark.title:
        yield f"title:{mark.title}"


def signed(papers: Iterable[Paper]) -> Signatures:
    """Return the signatures of some papers."""
    signatures = Signatures()
    for paper in papers:
        signatures.append(paper)
    return signatures


def record_ids(paper: Paper) -> frozenset[str]:
    """Return what names a record itself: its numbers at its sources, and all that it says."""
    said = blake2b(to_line(replace(paper, key=None)), digest_size=16).hexdigest()
    return frozenset((said, *(f"{s}:{paper.fields[s]}" for s in SOURCE_IDS if s in paper.fields)))


class Works:
    """Records grouped into works, and the works that are versions of each other."""

    def __init__(self, n_records: int) -> None:
        """Start with each record as a work of its own."""
        self._first = np.arange(n_records, dtype=np.int32)
        self._versions: set[tuple[int, int]] = set()

    def compare(self, numbers: list[int], paper: Callable[[int], Paper]) -> None:
        """Compare some records with each other."""
        papers = [paper(number) for number in numbers]
        same, versions = pairs(papers)
        for a, b in (*same, *_of_one_record(papers)):
            self._join(numbers[a], numbers[b])
        self._versions.update((numbers[a], numbers[b]) for a, b in versions)

    def merged(self) -> Mapping[int, list[int]]:
        """Return the first record of each work that has several, with the others."""
        others: dict[int, list[int]] = {}
        for record in np.flatnonzero(self._first != np.arange(len(self._first))).tolist():
            others.setdefault(self._root(record), []).append(record)
        return others

    def versions(self) -> list[tuple[int, int]]:
        """Return the works that are versions of each other, each by its first record."""
        found = {(self._root(a), self._root(b)) for a, b in self._versions}
        return sorted({(min(pair), max(pair)) for pair in found if pair[0] != pair[1]})

    def _join(self, a: int, b: int) -> None:
        a, b = self._root(a), self._root(b)
        self._first[max(a, b)] = min(a, b)

    def _root(self, record: int) -> int:
        while self._first[record] != record:
            self._first[record] = self._first[self._first[record]]
            record = int(self._first[record])
        return record


def _of_one_record(papers: list[Paper]) -> Iterator[tuple[int, int]]:
    """Yield the places of records that are the same record."""
    seen: dict[str, int] = {}
    for place, paper in enumerate(papers):
        for name in record_ids(paper):
            if (first := seen.setdefault(name, place)) != place:
                yield first, place


def alike(
    values: NDArray[np.uint64], records: NDArray[np.int32], since: int = 0
) -> Iterator[list[int]]:
    """Yield the records of each signature that several share, the last of them not before since."""
    order = np.lexsort((records, values))
    values, records = values[order], records[order]
    starts = np.flatnonzero(np.append(True, values[1:] != values[:-1])[: len(values)])
    ends = np.append(starts[1:], len(values))
    for i in np.flatnonzero((ends - starts > 1) & (records[ends - 1] >= since)).tolist():
        yield records[starts[i] : ends[i]].tolist()


def united(first: Paper, others: list[Paper]) -> Paper:
    """Return one record of a work that has several: the first, what it lacks from the others."""
    for other in others:
        lacking = {
            name: getattr(other, name)
            for name in (*_TEXTS, "authors", "year", "month", "keywords", "language")
            if not getattr(first, name) and getattr(other, name)
        }
        if first.type == "misc":
            lacking["type"] = other.type
        first = replace(first, **lacking, fields={**other.fields, **first.fields})
    return first

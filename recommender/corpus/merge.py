"""Records to the works of a corpus: merged with each other and with those that are there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.indexing.corpus_writer import CorpusWriter
from recommender.corpus.indexing.duplicates import Signatures, Works, alike, signed, united
from recommender.corpus.keys import Keys
from recommender.corpus.storage.checksummed import ChecksummedArray
from recommender.corpus.storage.records import StoredPapers
from recommender.corpus.storage.string_table import string_table
from recommender.papers import Paper

NOTHING: Mapping[str, ChecksummedArray] = {}
TOLD_EACH = 500  # records


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What became of the records."""

    new: int  # papers that the corpus lacked
    merged: int  # records that are a work of another record or paper
    versions: int  # pairs of papers that are versions of each other


class Merge:
    """Records, compared with each other and with the papers of an earlier generation."""

    def __init__(
        self,
        records: Sequence[Paper],
        signatures: Signatures | None = None,
        before: Mapping[str, ChecksummedArray] = NOTHING,
    ) -> None:
        """Compare all; the records' signatures, if given, were taken in their order."""
        self._records, self._before = records, before
        self._papers: Sequence[Paper] = (
            StoredPapers(before["papers.lines"], before["papers.offsets"]) if before else ()
        )
        self._works = Works(len(self._papers) + len(records))
        known = self._signatures(signatures or signed(records))
        for numbers in alike(*known, since=len(self._papers)):
            self._works.compare(numbers, self._paper)
        self._merged = self._works.merged()
        self._others = {number for others in self._merged.values() for number in others}
        self._changed = dict(self._enriched())

    def __bool__(self) -> bool:
        """Return whether there is anything to write: a new paper, or a changed one."""
        return bool(self._changed) or len(self._others) < len(self._records)

    def write(
        self,
        writer: CorpusWriter,
        days: Sequence[int] | None = None,
        told: Callable[[float], None] = lambda share: None,
    ) -> Counts:
        """Write the papers of before, then the changed ones, then the new ones.

        `days` are the records' days of arrival, where they are not all of today; `told` is told the
        share of the records that are done.
        """
        places = self._carry(writer)
        keys = string_table(self._before, "keys").all() if self._before else []
        key_of = Keys({key.lower() for key in keys})
        for i, record in enumerate(self._records, len(self._papers)):
            if i % TOLD_EACH == 0:
                told((i - len(self._papers)) / len(self._records))
            if i not in self._others:
                paper = united(record, [self._paper(j) for j in self._merged.get(i, ())])
                places[i] = len(writer)
                day = None if days is None else days[i - len(self._papers)]
                writer.append(replace(paper, key=key_of(paper)), day)
        versions = self._versions(places)
        writer.close(versions)
        n_new = len(self._records) - len(self._others)
        return Counts(new=n_new, merged=len(self._others), versions=len(versions))

    def _carry(self, writer: CorpusWriter) -> NDArray[np.int64]:
        """Write the papers of before; return the new place of each paper and record, -1 yet."""
        places = np.full(len(self._papers) + len(self._records), -1, np.int64)
        if self._before:
            kept = np.ones(len(self._papers), bool)
            kept[list(self._changed)] = False
            writer.carry(self._before, kept)
            places[: len(kept)][kept] = np.arange(len(writer))
            days = self._before["day"].whole()
            for number, paper in self._changed.items():
                places[number] = len(writer)
                writer.append(paper, int(days[number]))
        return places

    def _versions(self, places: NDArray[np.int64]) -> list[tuple[int, int]]:
        """Return the pairs of versions by their new places."""
        pairs = self._works.versions()
        if self._before:
            ends = (self._before[f"versions.{end}"].whole().tolist() for end in ("of", "is"))
            pairs += list(zip(*ends, strict=True))
        return sorted({(int(places[min(p)]), int(places[max(p)])) for p in pairs})

    def _enriched(self) -> Iterator[tuple[int, Paper]]:
        """Yield the papers of before that the records tell more about."""
        for number, others in sorted(self._merged.items()):
            if number < len(self._papers):
                paper = united(self._papers[number], [self._paper(other) for other in others])
                if paper != self._papers[number]:
                    yield number, paper

    def _signatures(self, new: Signatures) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
        values, records = new.arrays()
        if not self._before:
            return values, records
        old = [self._before[f"signatures.{name}"].whole() for name in ("values", "papers")]
        records = records + np.int32(len(self._papers))
        return np.concatenate([old[0], values]), np.concatenate([old[1], records])

    def _paper(self, number: int) -> Paper:
        n_before = len(self._papers)
        return self._papers[number] if number < n_before else self._records[number - n_before]

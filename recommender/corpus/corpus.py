"""Corpus: the papers that can be suggested, with their index."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recommender.caching import Cache
from recommender.corpus.indexing.corpus_writer import CorpusWriter
from recommender.corpus.indexing.lookup import former_keys, papers_of
from recommender.corpus.keys import Keys
from recommender.corpus.search.columns import CodedColumn
from recommender.corpus.search.engine import Engine
from recommender.corpus.search.filters import Filter, mask
from recommender.corpus.search.index import Index
from recommender.corpus.search.remote_index import RemoteIndex
from recommender.corpus.storage.array_writers import MemoryWriter
from recommender.corpus.storage.checksummed import ChecksummedArray
from recommender.corpus.storage.records import StoredPapers
from recommender.corpus.storage.string_table import string_table
from recommender.errors import UnknownName, UnreadableInput
from recommender.notices import Notice
from recommender.papers import Paper
from recommender.text.terms import TOKENIZER
from recommender.works import Relation

REMEMBERED = 32  # of what was found for libraries and their verdicts


class Corpus:
    """Papers with a name and an index; never changes."""

    def __init__(
        self,
        *,
        name: str,
        generation: str,
        arrays: Mapping[str, ChecksummedArray],
        engine: Engine | None = None,
        notices: tuple[Notice, ...] = (),
    ) -> None:
        """Take the arrays of a generation, and the engine that searches it if they do not."""
        self.name, self.generation, self.notices = name, generation, notices
        self._engine = engine
        self.papers: Sequence[Paper] = StoredPapers(
            arrays["papers.lines"], arrays["papers.offsets"]
        )
        self._arrays = arrays
        self.cache = Cache[Any](REMEMBERED)

    def __len__(self) -> int:
        return len(self.papers)

    @cached_property
    def index(self) -> Index:
        """Return the index of the papers' terms."""
        if self._engine is None:
            return Index(self._arrays)
        return RemoteIndex(self._arrays, self._engine)

    def number(self, key: str) -> int:
        """Return the number of a paper; UnknownName if the corpus lacks it."""
        number = int(string_table(self._arrays, "keys").numbers([key])[0])
        if number < 0:
            raise UnknownName(f"The corpus {self.name} has no paper {key}; check the spelling.")
        return number

    def has(self, key: str) -> bool:
        """Return whether a paper has this key."""
        return int(string_table(self._arrays, "keys").numbers([key])[0]) >= 0

    def number_once(self, key: str) -> int | None:
        """Return the number of the paper that has a key, or had it when keys had few letters."""
        return self.number(key) if self.has(key) else self._former_keys.get(key)

    def find(self, works: Sequence[Paper]) -> list[list[tuple[int, Relation]]]:
        """Return for each work the numbers of the papers that are it, or a version of it."""
        return papers_of(works, self._arrays, self.papers)

    def versions(self, number: int) -> list[int]:
        """Return the other versions of a paper in this corpus: its preprint, its published form."""
        place = np.searchsorted(self._arrays["versions.of"].whole(), [number, number + 1])
        found: list[int] = self._arrays["versions.is"].part(*place.tolist()).tolist()
        return found

    @cached_property
    def _former_keys(self) -> dict[str, int]:
        return former_keys(self._arrays)

    def days(self) -> NDArray[np.int32]:
        """Return the day of arrival of each paper, counted from 1970."""
        return self._arrays["day"].whole()

    def years(self) -> dict[int, int]:
        """Return the number of papers of each year that has some."""
        years, counts = np.unique(self._arrays["year"].whole(), return_counts=True)
        pairs = zip(years.tolist(), counts.tolist(), strict=True)
        return {year: count for year, count in pairs if year}

    def venues(self, most: int) -> list[tuple[str, int]]:
        """Return the commonest venues as a paper writes them, with their number of papers."""
        found = CodedColumn(self._arrays, "venue").commonest(most)
        return [(self.papers[number].venue, count) for number, count in found]

    def passing(self, wanted: Filter) -> NDArray[np.bool_]:
        """Return which papers pass a filter, shape (n_papers,)."""
        return mask(wanted, self._arrays)


def build(name: str, papers: Iterable[Paper]) -> Corpus:
    """Return a corpus in memory of papers as they are; UnreadableInput if there is none."""
    memory, key_of, paper = MemoryWriter(), Keys(), None
    writer = CorpusWriter(memory, today=date.today())
    for paper in papers:
        writer.append(replace(paper, key=key_of(paper)))
    if paper is None:
        raise UnreadableInput(f"The corpus {name} holds no paper; name a file that has some.")
    writer.close()
    arrays = memory.arrays()
    return Corpus(name=name, generation=fingerprint(arrays["papers.lines"]), arrays=arrays)


def fingerprint(lines: ChecksummedArray) -> str:
    """Return 12 hexadecimal digits that change with the papers and with the analysis."""
    digest = sha256(TOKENIZER.encode())
    digest.update(lines.whole().data)
    return digest.hexdigest()[:12]

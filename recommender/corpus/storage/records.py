"""Papers as lines of JSON, and a sequence of papers that decodes a line when it is asked for."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, overload

from recommender.corpus.storage.checksummed import ChecksummedArray
from recommender.papers import Paper, Person

_NAME_PARTS = ("family", "given", "prefix", "suffix", "literal")
_PLAIN = (
    *("key", "type", "title", "year", "month", "venue", "abstract"),
    *("doi", "arxiv", "openreview", "pmid", "isbn", "url", "language"),
)
_EMPTY = Paper()


def to_line(paper: Paper) -> bytes:
    """Return a paper as one line of JSON, without what is empty."""
    record: dict[str, Any] = {
        name: value for name in _PLAIN if (value := getattr(paper, name)) != getattr(_EMPTY, name)
    }
    if paper.authors:
        record["authors"] = [_name(person) for person in paper.authors]
    if paper.keywords:
        record["keywords"] = paper.keywords
    if paper.fields:
        record["fields"] = dict(paper.fields)
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return text.encode(errors="surrogatepass") + b"\n"


def from_line(line: bytes) -> Paper:
    """Return the paper of a line that `to_line` made."""
    record = json.loads(line.decode(errors="surrogatepass"))
    record["authors"] = tuple(
        Person(**dict(zip(_NAME_PARTS, name, strict=False))) for name in record.get("authors", ())
    )
    record["keywords"] = tuple(record.get("keywords", ()))
    return Paper(**record)


def _name(person: Person) -> list[str]:
    """Return the parts of a name, without the empty ones at the end."""
    parts = [getattr(person, part) for part in _NAME_PARTS]
    while parts and not parts[-1]:
        parts.pop()
    return parts


class StoredPapers(Sequence[Paper]):
    """The papers of a corpus on disk: nothing is decoded before it is asked for."""

    def __init__(self, lines: ChecksummedArray, offsets: ChecksummedArray) -> None:
        """Take the bytes of all lines, and where each begins; one offset more than papers."""
        self._lines, self._offsets = lines, offsets

    def __len__(self) -> int:
        return len(self._offsets) - 1

    @overload
    def __getitem__(self, number: int) -> Paper: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Paper]: ...
    def __getitem__(self, number: int | slice) -> Paper | Sequence[Paper]:
        if isinstance(number, slice):
            return [self[i] for i in range(*number.indices(len(self)))]
        return from_line(self.line(number))

    def __iter__(self) -> Iterator[Paper]:
        return (self[i] for i in range(len(self)))

    def line(self, number: int) -> bytes:
        """Return the record of a paper as it is stored."""
        number = range(len(self))[number]
        start, end = self._offsets.part(number, number + 2).tolist()
        return self._lines.part(start, end).tobytes()

"""Where an XML file is broken, and what of it stands before that."""

from __future__ import annotations

from typing import NamedTuple
from xml.parsers import expat

from recommender.errors import UnreadableInput
from recommender.formats.xml.elements import MAX_DEPTH, WIDE


class Sound(NamedTuple):
    """A file up to its last whole record, closed; and the line where it is broken, 0 for none."""

    source: bytes
    broken: int = 0


def sound(source: bytes, records: frozenset[str], *, file: str) -> Sound:
    """Return what of a file is well-formed; entities and deep nesting raise UnreadableInput."""
    looking = _Looking(records, file)
    try:
        looking.parser.Parse(source, True)
    except expat.ExpatError as error:
        if source.startswith(WIDE):
            return Sound(b"", error.lineno)
        closing = "".join(f"</{name}>" for name in reversed(looking.open_then))
        end = source.find(b">", looking.last) + 1
        return Sound(source[:end] + closing.encode(), error.lineno)
    except (ValueError, LookupError):  # an encoding that there is not
        return Sound(b"", 1)
    return Sound(source)


class _Looking:
    def __init__(self, records: frozenset[str], file: str) -> None:
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.EntityDeclHandler = self._entity
        self.open_then: tuple[str, ...] = ()  # at the end of the last record
        self.last = 0  # where its end tag begins
        self._records, self._file = records, file
        self._open: list[str] = []

    def _start(self, name: str, _attributes: dict[str, str]) -> None:
        if len(self._open) >= MAX_DEPTH:
            raise UnreadableInput(f"{self._file} is nested too deeply: get it again.")
        self._open.append(name)

    def _end(self, name: str) -> None:
        self._open.pop()
        if name in self._records:
            self.last, self.open_then = self.parser.CurrentByteIndex, tuple(self._open)

    def _entity(self, *_declaration: object) -> None:
        raise UnreadableInput(
            f"{self._file} declares entities, which are never read: get it again without them."
        )

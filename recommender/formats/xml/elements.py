"""Elements of an XML file, one after the other, whatever the file's size.

Entities of a document's own are refused, since a few lines of them can unfold to gigabytes or name
files of this computer; nothing that a document points to is opened.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import BinaryIO
from xml.parsers import expat

from recommender.errors import UnreadableInput
from recommender.formats.gathering import left_out
from recommender.notices import Notice

CHUNK_BYTES = 1 << 16
MAX_DEPTH = 100
MAX_CHARACTERS = 1 << 24  # of one element that is yielded
# No XML may hold these, and programs write them all the same.
CONTROLS = bytes(i if i >= 32 or i in (9, 10, 13) else 32 for i in range(256))
WIDE = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")
# What stands before the root; atomic, so that no comment is looked at twice.
PROLOG = re.compile(
    r"(?>\s+|<\?(?:(?!\?>).)*+\?>|<!--(?:(?!-->).)*+-->|<!DOCTYPE[^\[>]*+(?:\[[^\]]*+\]\s*+)?>)*+",
    re.DOTALL | re.IGNORECASE,
)


class Element:
    """An element: its name without namespace, its texts and what stands in it."""

    __slots__ = ("about", "inner", "line", "name", "parts", "resource", "said")

    def __init__(self, name: str, line: int, attributes: dict[str, str]) -> None:
        self.name, self.line = name, line
        self.inner: list[Element] = []
        self.parts: list[str] = []  # its text and that of what stands in it, in order
        self.about = attributes.get("about", "") or attributes.get("ID", "")
        self.resource = attributes.get("resource", "")
        self.said = attributes.get("name", "")

    @property
    def text(self) -> str:
        """Return all its text, that of what stands in it included, with its line ends."""
        return "".join(self.parts).strip()

    def all(self, *names: str) -> Iterator[Element]:
        """Yield the elements of some names in it, at any depth, in order; none in another."""
        for element in self.inner:
            if element.name in names:
                yield element
            else:
                yield from element.all(*names)

    def children(self, name: str) -> Iterator[Element]:
        """Yield the elements of a name that stand in it directly."""
        return (element for element in self.inner if element.name == name)

    def first(self, name: str) -> str:
        """Return the text of its first child of a name, "" for none."""
        return next((element.text for element in self.children(name)), "")


Found = tuple[int, Element | Notice]


def root(text: str) -> str:
    """Return a text from its first element on; "" for what is no XML."""
    rest = text[PROLOG.match(text).end() :]  # type: ignore[union-attr]
    return rest if rest.startswith("<") else ""


def elements(stream: BinaryIO, wanted: Callable[[str, int], bool], *, file: str) -> Iterator[Found]:
    """Yield line and element of those that are wanted by name and depth (the root's is 0).

    Where the file is broken, what stood before is kept, and the rest is told.
    Raises UnreadableInput for entities, and for what is nested too deeply or too large.
    """
    building = _Building(wanted, file or "The text")
    chunk = stream.read(CHUNK_BYTES)
    wide = chunk.startswith(WIDE)
    try:
        while chunk:
            building.parser.Parse(chunk if wide else chunk.translate(CONTROLS), False)
            yield from building.taken()
            chunk = stream.read(CHUNK_BYTES)
        building.parser.Parse(b"", True)
    except expat.ExpatError as error:
        yield from building.taken()
        what = expat.ErrorString(error.code)
        message = f"The XML is broken here ({what}); what follows was left out."
        yield left_out(error.lineno, message)
    except (ValueError, LookupError) as error:  # an encoding that there is not
        yield left_out(1, f"The XML cannot be decoded ({error}).")
    yield from building.taken()


class _Building:
    """The elements of a file that are open, and those that are done."""

    def __init__(self, wanted: Callable[[str, int], bool], file: str) -> None:
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.EntityDeclHandler = self._entity
        self.parser.SkippedEntityHandler = self._skipped
        self._wanted, self._file = wanted, file
        self._open: list[Element] = []
        self._depth = self._size = 0
        self._done: list[Found] = []

    def taken(self) -> list[Found]:
        """Return the elements that were finished since the last time."""
        done, self._done = self._done, []
        return done

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(" ")[2]
        if self._depth >= MAX_DEPTH:
            raise UnreadableInput(f"{self._file} is nested too deeply: export it again.")
        if self._open or self._wanted(local, self._depth):
            named = {key.rpartition(" ")[2]: value for key, value in attributes.items()}
            element = Element(local, self.parser.CurrentLineNumber, named)
            if self._open:
                self._open[-1].inner.append(element)
            self._open.append(element)
        self._depth += 1

    def _end(self, _name: str) -> None:
        self._depth -= 1
        if not self._open:
            return
        element = self._open.pop()
        if self._open:
            self._open[-1].parts.append("".join(element.parts))
        else:
            self._done.append((element.line, element))
            self._size = 0

    def _text(self, text: str) -> None:
        if not self._open:
            return
        self._size += len(text)
        if self._size > MAX_CHARACTERS:
            raise UnreadableInput(f"{self._file} holds a record of over 16 MB: export it again.")
        self._open[-1].parts.append(text)

    def _entity(self, *_declaration: object) -> None:
        raise UnreadableInput(
            f"{self._file} declares entities, which are never read: export it again without them."
        )

    def _skipped(self, name: str, is_parameter: bool) -> None:
        if not is_parameter:
            self._text(unescape(f"&{name};"))

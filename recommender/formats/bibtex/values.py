"""Values: the parts of a field joined, with @string names and months filled in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from recommender.formats.bibtex.blocks import Block, Field
from recommender.formats.bibtex.report import Report
from recommender.formats.facts import MONTHS

MAX_PARTS = 100
MAX_MACRO = 64 * 1024  # characters a value may have after names are filled in
EXPANSION = 4  # all names filled in may give this many times the length of the file ...
SPARE_EXPANSION = 1 << 20  # ... and so much besides


@dataclass(slots=True)
class Use:
    """The first use of a name, and how many there are."""

    at: int
    key: str | None
    what: str
    times: int = 0


Elsewhere = Mapping[str, tuple[str, str]]  # name -> its text, and the file it is from or ""


class Values:
    """Evaluates values in file order: a @string counts from where it stands."""

    def __init__(self, text: str, report: Report, elsewhere: Elsewhere | None = None) -> None:
        self._text = text
        self._report = report
        self._elsewhere = elsewhere or {}
        self._macros = dict(MONTHS)
        self._left = EXPANSION * len(text) + SPARE_EXPANSION
        self._unknown: dict[str, Use] = {}
        self._borrowed: dict[str, Use] = {}  # by the file that defines them

    @property
    def defined(self) -> dict[str, str]:
        """Return the names defined so far; months only where they were defined anew."""
        return {n: text for n, text in self._macros.items() if MONTHS.get(n) != text}

    def define(self, block: Block) -> None:
        """Take the names that a @string defines."""
        for field in block.fields:
            name = field.name.lower()
            if name in self._macros and name not in MONTHS:
                self._report.add("redefined-string", field.start, None, field.name)
            self._macros[name] = self.value(field, None)

    def tell_of_names(self) -> None:
        """Report each name that nothing defines, and each file that others are from, once."""
        for use in self._unknown.values():
            times = f" (used {use.times:,} times)" if use.times > 1 else ""
            self._report.add("undefined-string", use.at, use.key, use.what + times)
        for use in self._borrowed.values():
            self._report.add("string-of-another-file", use.at, use.key, use.what)

    def value(self, field: Field, key: str | None) -> str:
        """Return the text of a field, TeX and all."""
        parts = field.parts
        if len(parts) == 1 and type(parts[0]) is str:
            return parts[0]
        if len(parts) > MAX_PARTS:
            return self._raw("too-many-parts", field, key)
        texts = [self._part(part, field, key) for part in parts]
        length = sum(map(len, texts))
        self._left -= length
        if self._left < 0 or (length > MAX_MACRO and len(parts) > 1):
            return self._raw("expansion-too-long", field, key)
        return "".join(texts)

    def _part(self, part: str, field: Field, key: str | None) -> str:
        if type(part) is str:
            return part
        name = part.lower()
        if (text := self._macros.get(name)) is not None:
            return text
        text, file = self._elsewhere.get(name, (str(part), ""))
        if name not in self._elsewhere:
            _count(self._unknown, name, Use(field.start, key, part))
        elif file:
            _count(self._borrowed, file, Use(field.start, key, file))
        return text

    def _raw(self, code: str, field: Field, key: str | None) -> str:
        self._report.add(code, field.start, key, field.name)
        return self._text[field.start : field.end].partition("=")[2].strip()


def _count(uses: dict[str, Use], name: str, use: Use) -> None:
    uses.setdefault(name, use).times += 1

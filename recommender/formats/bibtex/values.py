"""Values: the parts of a field joined, with @string names and months filled in."""

from __future__ import annotations

from recommender.formats.bibtex.blocks import Block, Field
from recommender.formats.bibtex.report import Report
from recommender.formats.facts import MONTHS

MAX_PARTS = 100
MAX_MACRO = 64 * 1024  # characters a value may have after names are filled in
EXPANSION = 4  # all names filled in may give this many times the length of the file ...
SPARE_EXPANSION = 1 << 20  # ... and so much besides


class Values:
    """Evaluates values in file order: a @string counts from where it stands."""

    def __init__(self, text: str, report: Report) -> None:
        self._text = text
        self._report = report
        self._macros = dict(MONTHS)
        self._left = EXPANSION * len(text) + SPARE_EXPANSION

    def define(self, block: Block) -> None:
        """Take the names that a @string defines."""
        for field in block.fields:
            name = field.name.lower()
            if name in self._macros and name not in MONTHS:
                self._report.add("redefined-string", field.start, None, field.name)
            self._macros[name] = self.value(field, None)

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
        text = self._macros.get(part.lower())
        if text is None:
            self._report.add("undefined-string", field.start, key, part)
            return str(part)
        return text

    def _raw(self, code: str, field: Field, key: str | None) -> str:
        self._report.add(code, field.start, key, field.name)
        return self._text[field.start : field.end].partition("=")[2].strip()

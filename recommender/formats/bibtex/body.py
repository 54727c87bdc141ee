"""The body of an entry: key, then `name = value` pairs, up to the closing brace."""

from __future__ import annotations

import re

from recommender.formats.bibtex.blocks import Block, Field, Macro, Oddity
from recommender.formats.bibtex.braces import Braces
from recommender.formats.bibtex.entry_key import read_key

NAME = r"[^={}()\",#%@]"
# Braces three deep are matched here, by far the most; deeper ones are counted.
_FLAT = r"[^{}]++"
_NESTED = rf"(?:{_FLAT}|\{{(?:{_FLAT}|\{{[^{{}}]*+\}})*+\}})*+"
FIELD = re.compile(
    rf"\s*+,\s*+([^\s={{}}()\",#%@]++)(?<!:)\s*+=\s*+"
    rf"(?:\{{({_NESTED})\}}|\"([^\"{{}}]*+)\"|(\d++))(?=\s*+[,}})])"
)
BLANK = re.compile(r"\s*+")
SEPARATORS = re.compile(r"[\s,]*+")
PERCENT = re.compile(r"%[^\n]*+")
NAMED = re.compile(rf"({NAME}*+)")
EQUALS = re.compile(r"[=\s]++")
BARE = re.compile(r"[^\s={}()\",#%@]++")
UNQUOTED = re.compile(r"[^,{}\"\n]*+")
ENDS_UNQUOTED = re.compile(rf"\s*+(?:[,}})#%@]|\Z|{NAME}++=)")


class Broken(Exception):
    """The entry cannot be read any further; never reaches a user."""

    def __init__(self, code: str, at: int, what: str = "") -> None:
        super().__init__(code)
        self.oddity = Oddity(code, at, what)


class Body:
    """Reads bodies of one text, from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.braces = Braces(text)
        self.reached = 0  # how far the last body was scanned
        self.unsure = 0  # where the field begins that a fault may have spoilt

    @property
    def _end(self) -> int:
        return self.braces.end

    def read(self, block: Block, inside: int) -> int:
        """Fill in key, fields and oddities; return the offset behind the closing brace."""
        closer = ")" if self._text[inside - 1] == "(" else "}"
        self.unsure = self.reached = at = inside
        if block.kind == "entry":
            block.key, at, oddities = read_key(self._text, inside, self._end, closer)
            block.oddities += oddities
        closed = False
        while not closed:
            at = self._plain_fields(block.fields, at)
            self.reached = max(self.reached, at)
            at, closed = self._item(block, at, closer)
            self.reached = max(self.reached, at)
        return at

    def _plain_fields(self, fields: list[Field], at: int) -> int:
        """Read fields as nearly all are, by one pattern; return the offset behind the last."""
        text, match, end = self._text, FIELD.match, self._end
        while found := match(text, at, end):
            self.unsure, at = found.span()
            fields.append(Field(found[1], (found[found.lastindex],), found.start(1), at))  # type: ignore[index]
        return at

    def _item(self, block: Block, at: int, closer: str) -> tuple[int, bool]:
        """Read what is no plain field: the end of the body, or a field with something odd."""
        start, commas = self._between(block, at)
        if start < self._end and self._text[start] == closer:
            return start + 1, True
        if commas:
            self.unsure = at
        begun = bool(commas) or not (block.fields or block.key)
        name, value = self._name(block, start, begun=begun)
        self.unsure = at
        parts, stop = self._value(block, value, closer)
        block.fields.append(Field(name, parts, start, stop))
        return stop, False

    def _name(self, block: Block, start: int, *, begun: bool) -> tuple[str, int]:
        """Return a field's name and where its value begins; `begun`: there was a comma."""
        text = self._text
        found = NAMED.match(text, start, self._end)
        assert found is not None
        name, end = " ".join(found[1].split()), found.end()
        follows = text[end : end + 1] if end < self._end else ""
        if not name and follows in ("", "@"):
            raise Broken("entry-not-closed", start)
        if "\n" in found[1].strip() or (follows != "=" and not begun):
            raise self._senseless(name, follows)
        if not begun:
            block.oddities.append(Oddity("missing-comma", start, name))
        if follows != "=":
            return self._without_equals(block, start, end, name)
        if not name:
            raise Broken("missing-field-name", start)
        value = EQUALS.match(text, end, self._end).end()  # type: ignore[union-attr]
        if name.endswith(":") or "=" in text[end + 1 : value]:
            block.oddities.append(Oddity("extra-equals", start, name))
        return name.rstrip(": "), value

    def _without_equals(self, block: Block, start: int, end: int, name: str) -> tuple[str, int]:
        """Accept `name {value}` and `name: {value}` after a comma."""
        follows = self._text[end : end + 1]
        name = name.rstrip(": ")
        if follows not in ("{", '"') or not name.replace("-", "_").isidentifier():
            raise self._senseless(name, follows)
        block.oddities.append(Oddity("missing-equals", start, name))
        return name, end

    def _senseless(self, name: str, follows: str) -> Broken:
        code = "extra-closing-brace" if follows == "}" else "unreadable-field"
        at = SEPARATORS.match(self._text, self.unsure).end()  # type: ignore[union-attr]
        return Broken(code, at, name)

    def _between(self, block: Block, at: int) -> tuple[int, int]:
        """Pass blanks, commas and % lines; return the offset behind them and how many commas."""
        text, commas = self._text, 0
        while True:
            at = self._blank(at)
            char = text[at : at + 1] if at < self._end else ""
            if char == "%":
                block.oddities.append(Oddity("percent-line-in-entry", at))
                at = PERCENT.match(text, at, self._end).end()  # type: ignore[union-attr]
            elif char == ",":
                commas += 1
                if commas == 2:
                    block.oddities.append(Oddity("extra-comma", at))
                at += 1
            else:
                return at, commas

    def _value(self, block: Block, at: int, closer: str) -> tuple[tuple[str, ...], int]:
        """Read parts joined by `#`; return them and the offset behind the last."""
        parts: list[str] = []
        while True:
            part, at = self._part(block, at, closer)
            parts.append(part)
            after = self._blank(at)
            if after >= self._end or self._text[after] != "#":
                return tuple(parts), at
            at = self._blank(after + 1)

    def _part(self, block: Block, at: int, closer: str) -> tuple[str, int]:
        char = self._text[at : at + 1] if at < self._end else ""
        if char in ("{", '"'):
            close = self.braces.close(at) if char == "{" else self.braces.close_quote(at)
            if close < 0:
                raise Broken("value-not-closed", at)
            return self._text[at + 1 : close], close + 1
        if bare := BARE.match(self._text, at, self._end):
            return self._bare(block, bare)
        if char and char in (",", closer):
            block.oddities.append(Oddity("empty-value", at))
            return "", at
        raise Broken("value-missing", at)

    def _bare(self, block: Block, bare: re.Match[str]) -> tuple[str, int]:
        """Return a number, a macro, or text that lacks its braces."""
        word, end = bare[0], bare.end()
        if ENDS_UNQUOTED.match(self._text, end, self._end):
            return (word if word.isascii() and word.isdigit() else Macro(word)), end
        end = UNQUOTED.match(self._text, bare.start(), self._end).end()  # type: ignore[union-attr]
        if self._text[end : end + 1] in ('"', "{"):
            raise Broken("unreadable-field", bare.start(), word)
        written = self._text[bare.start() : end].rstrip()
        block.oddities.append(Oddity("unquoted-value", bare.start(), written[:40]))
        return written, bare.start() + len(written)

    def _blank(self, at: int) -> int:
        return BLANK.match(self._text, at, self._end).end()  # type: ignore[union-attr]

"""The body of an entry: key, then `name = value` pairs, up to the closing brace."""

from __future__ import annotations

import re

from recommender.formats.bibtex.blocks import Block, Field, Macro, Oddity

NAME = r"[^={}()\",#%@]"
# Braces three deep are matched here, by far the most; deeper ones are counted.
_FLAT = r"[^{}]++"
_NESTED = rf"(?:{_FLAT}|\{{(?:{_FLAT}|\{{[^{{}}]*+\}})*+\}})*+"
FIELD = re.compile(
    rf"\s*+,\s*+([^\s={{}}()\",#%@]++)\s*+=\s*+"
    rf"(?:\{{({_NESTED})\}}|\"([^\"{{}}]*+)\"|(\d++))(?=\s*+[,}})])"
)
BLANK = re.compile(r"\s*+")
SEPARATORS = re.compile(r"[\s,]*+")
PERCENT = re.compile(r"%[^\n]*+")
NAMED = re.compile(rf"({NAME}*+)")
BARE = re.compile(r"[^\s={}()\",#%@]++")
UNQUOTED = re.compile(r"[^,{}\"\n]*+")
ENDS_UNQUOTED = re.compile(rf"\s*+(?:[,}})#%@]|\Z|{NAME}++=)")
KEY = re.compile(r"\s*+([^\s,{}=\"%]++)(?=,)")
ODD_KEY = re.compile(r"(?:[^,={}\n]++|\{[^{}\n]*+\})*+")
# `h=i,`: an equals sign inside a key, unless what precedes it is a field's name.
EQUALS_IN_KEY = re.compile(
    r"(?!(?:title|author|editor|year|month|date|journal|booktitle|note|key|url|doi)=)"
    r"[^\s,{}\"=]++=[^\s,{}\"=\d][^\s,{}\"]*+(?=,)",
    re.IGNORECASE,
)
BRACE = re.compile(r"[{}]")
QUOTE = re.compile(r"[\"{}]")


class Broken(Exception):
    """The entry cannot be read any further."""

    def __init__(self, code: str, at: int, what: str = "") -> None:
        super().__init__(code)
        self.oddity = Oddity(code, at, what)


class Body:
    """Reads bodies of one text, from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.end = len(text)  # nothing may reach beyond
        self.reached = 0  # how far the last body was scanned
        self.unsure = 0  # where the field begins that a fault may have spoilt
        self._unclosed: frozenset[int] | None = None

    def read(self, block: Block, inside: int) -> int:
        """Fill in key, fields and oddities; return the offset behind the closing brace."""
        closer = ")" if self._text[inside - 1] == "(" else "}"
        self.unsure = self.reached = inside
        at = inside if block.kind == "string" else self._key(block, inside, closer)
        fields, text, match = block.fields, self._text, FIELD.match
        while True:
            while found := match(text, at, self.end):
                self.unsure, at = found.span()
                fields.append(Field(found[1], (found[found.lastindex],), found.start(1), at))  # type: ignore[index]
            self.reached = max(self.reached, at)
            at, closed = self._item(block, at, closer)
            self.reached = max(self.reached, at)
            if closed:
                return at

    def close(self, opening: int) -> int:
        """Return the offset of the brace that closes the one at an offset; -1 for none."""
        if self._unclosed is not None and opening in self._unclosed:
            return -1
        depth = 0
        for brace in BRACE.finditer(self._text, opening, self.end):
            depth += 1 if brace[0] == "{" else -1
            if depth == 0:
                return brace.start()
        if self._unclosed is None and self.end == len(self._text):
            self._unclosed = _unclosed(self._text, opening)
        return -1

    def _key(self, block: Block, inside: int, closer: str) -> int:
        """Read the key; return the offset of the comma or brace behind it."""
        text = self._text
        if found := KEY.match(text, inside, self.end):
            block.key = found[1]
            return found.end()
        start = self._blank(inside)
        while text.startswith("%", start) and "," not in PERCENT.match(text, start)[0]:  # type: ignore[index]
            start = self._blank(PERCENT.match(text, start).end())  # type: ignore[union-attr]
        end = ODD_KEY.match(text, start, self.end).end()  # type: ignore[union-attr]
        written = text[start:end].rstrip()
        following = text[end : end + 1]
        if following == "=":
            return self._key_before_equals(block, start, written)
        if closer == ")" and following != "," and ")" in written:
            written = written[: written.index(")")].rstrip()
            end = text.index(")", start)
        if following == "\n" and text[(after := self._blank(end)) : after + 1] in (",", closer):
            end = after
        block.key = written or None
        if written and any(c.isspace() for c in written):
            block.oddities.append(Oddity("key-has-space", start, written))
        return end

    def _key_before_equals(self, block: Block, start: int, written: str) -> int:
        """Read `{name = value`, where the key is missing, or `{key name = value` without comma."""
        if found := EQUALS_IN_KEY.match(self._text, start, self.end):
            block.key = found[0]
            return found.end()
        key, _, name = written.rpartition(" ")
        if not key.strip() or not name.isidentifier():
            block.oddities.append(Oddity("missing-key", start))
            return start
        block.key = key.strip()
        return start + len(key)

    def _item(self, block: Block, at: int, closer: str) -> tuple[int, bool]:
        """Read what is no plain field: the end, or one with something odd about it."""
        text, (start, commas) = self._text, self._between(block, at)
        first = not (block.fields or block.key)
        char = text[start : start + 1] if start < self.end else ""
        if char == closer:
            return start + 1, True
        if commas:
            self.unsure = at
        name = NAMED.match(text, start, self.end)
        assert name is not None
        written, end = " ".join(name[1].split()), name.end()
        if not char or (char == "@" and not written):
            raise Broken("entry-not-closed", start)
        if "\n" in name[1].strip():
            raise Broken("unreadable-field", self._separated(self.unsure), written)
        if not commas and not first:
            block.oddities.append(Oddity("missing-comma", start, written))
        following = text[end : end + 1]
        if following != "=":
            end = self._without_equals(block, start, end, written, commas or first)
        elif not written:
            raise Broken("missing-field-name", start)
        self.unsure = at
        parts, stop = self._value(block, self._blank(end + (following == "=")), closer)
        block.fields.append(Field(written, parts, start, stop))
        return stop, False

    def _without_equals(
        self, block: Block, start: int, end: int, written: str, begun: object
    ) -> int:
        """Accept `name {value}` after a comma; anything else cannot be read on from."""
        char = self._text[end : end + 1]
        if not begun or char not in ("{", '"') or not written.replace("-", "_").isidentifier():
            code = "extra-closing-brace" if char == "}" else "unreadable-field"
            raise Broken(code, self._separated(self.unsure), written)
        block.oddities.append(Oddity("missing-equals", start, written))
        return end

    def _between(self, block: Block, at: int) -> tuple[int, int]:
        """Pass blanks, commas and % lines; return the offset behind them and how many commas."""
        text, commas = self._text, 0
        while True:
            at = self._blank(at)
            char = text[at : at + 1] if at < self.end else ""
            if char == "%":
                block.oddities.append(Oddity("percent-line-in-entry", at))
                at = PERCENT.match(text, at, self.end).end()  # type: ignore[union-attr]
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
            if after >= self.end or self._text[after] != "#":
                return tuple(parts), at
            at = self._blank(after + 1)

    def _part(self, block: Block, at: int, closer: str) -> tuple[str, int]:
        text = self._text
        char = text[at : at + 1] if at < self.end else ""
        if char == "{":
            if (close := self.close(at)) < 0:
                raise Broken("value-not-closed", at)
            return text[at + 1 : close], close + 1
        if char == '"':
            close = self._quote(at)
            return text[at + 1 : close], close + 1
        if bare := BARE.match(text, at, self.end):
            return self._bare(block, bare)
        if char in (",", closer) and char:
            block.oddities.append(Oddity("empty-value", at))
            return "", at
        raise Broken("value-missing", at)

    def _bare(self, block: Block, bare: re.Match[str]) -> tuple[str, int]:
        """Return a number, a macro, or text that lacks its braces."""
        word, end = bare[0], bare.end()
        if ENDS_UNQUOTED.match(self._text, end, self.end):
            return (word if word.isascii() and word.isdigit() else Macro(word)), end
        end = UNQUOTED.match(self._text, bare.start(), self.end).end()  # type: ignore[union-attr]
        if self._text[end : end + 1] in ('"', "{"):
            raise Broken("unreadable-field", end, word)
        written = self._text[bare.start() : end].rstrip()
        block.oddities.append(Oddity("unquoted-value", bare.start(), written[:40]))
        return written, bare.start() + len(written)

    def _quote(self, opening: int) -> int:
        """Return the offset of the quote that closes one, outside all braces."""
        at = opening + 1
        while found := QUOTE.search(self._text, at, self.end):
            if found[0] == '"':
                return found.start()
            at = self.close(found.start()) + 1 if found[0] == "{" else 0
            if at == 0:
                break
        raise Broken("value-not-closed", opening)

    def _separated(self, at: int) -> int:
        return SEPARATORS.match(self._text, at).end()  # type: ignore[union-attr]

    def _blank(self, at: int) -> int:
        return BLANK.match(self._text, at, self.end).end()  # type: ignore[union-attr]


def _unclosed(text: str, start: int) -> frozenset[int]:
    """Return all opening braces from an offset on that nothing closes."""
    stack: list[int] = []
    for brace in BRACE.finditer(text, start):
        if brace[0] == "{":
            stack.append(brace.start())
        elif stack:
            stack.pop()
    return frozenset(stack)

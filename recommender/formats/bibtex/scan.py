"""The scanner: one linear pass that gives every character of a text to exactly one block."""

from __future__ import annotations

import re
from collections.abc import Iterator

from recommender.formats.bibtex.blocks import Block, Oddity
from recommender.formats.bibtex.body import Body, Broken
from recommender.formats.bibtex.heads import (
    BLANK,
    COMMENT_LINE,
    FIELD_FOLLOWS,
    HEAD,
    LOOKS_LIKE_ENTRY,
    NEARLY_ENTRY,
    NEARLY_ENTRY_LINE,
    Prefix,
    resume,
)
from recommender.formats.bibtex.salvage import salvage

MAX_ENTRIES = 200_000
MAX_BLOCKS = 1_000_000
SPARE_RESCANS = 1 << 20  # characters that may be scanned twice, beyond the length of the text
LONE_RETURN = re.compile(r"\r(?!\n)")


def blocks(text: str) -> list[Block]:
    """Cut a text into blocks, in order; joined they are the text."""
    return list(scan(text))


def with_line_feeds(text: str) -> str:
    """Return the text with lone carriage returns (old Mac files) as line feeds, same length."""
    return LONE_RETURN.sub("\n", text) if "\r" in text else text


def scan(text: str) -> Iterator[Block]:
    """Yield the blocks of a text one by one."""
    return Scan(with_line_feeds(text)).blocks()


class Scan:
    """One pass over a text, in which lone carriage returns are already line feeds."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._body = Body(text)
        self._braces = self._body.braces
        self._prefix = Prefix(text)
        self._rescanned = 0
        self._told: list[Oddity] = []  # about the free text before the next block

    def blocks(self) -> Iterator[Block]:
        """Yield all blocks in order."""
        text, done, n_entries, n_blocks = self._text, 0, 0, 0
        at = text.find("@")
        while at >= 0:
            block = self._block(at, done)
            if block is None:
                at = text.find("@", at + 1)
                continue
            if n_entries >= MAX_ENTRIES or n_blocks >= MAX_BLOCKS:
                self._told.append(Oddity("too-many-entries", at, f"{MAX_ENTRIES:,}"))
                break
            yield from self._free_text(done, at)
            yield block
            n_blocks += 1
            n_entries += block.kind in ("entry", "broken")
            done = block.end
            at = text.find("@", done)
        yield from self._free_text(done, len(text))

    def _free_text(self, start: int, end: int) -> Iterator[Block]:
        if start == end:
            return
        told, self._told = self._told, []
        first = BLANK.match(self._text, start, end).end()  # type: ignore[union-attr]
        if start and first < end and self._text[first] in "})":
            told.insert(0, Oddity("stray-closing-brace", first))
        found = NEARLY_ENTRY.match(self._text, start, end)
        lines = NEARLY_ENTRY_LINE.finditer(self._text, found.end() if found else start, end)
        for nearly in (found, *lines) if found else lines:
            told.append(Oddity("looks-like-entry", nearly.start(1), nearly[1]))
        yield Block("text", start, end, oddities=told)

    def _block(self, at: int, done: int) -> Block | None:
        """Return the block that begins at an `@`, or None where it is but text."""
        text = self._text
        head = HEAD.match(text, at)
        blank, commented = self._prefix.before(at, done)
        if commented:
            if found := LOOKS_LIKE_ENTRY.match(text, at):
                self._told.append(Oddity("commented-out-entry", at, found[2].strip()))
            return None
        if head is None:
            return self._bare(at) if blank else None
        if not blank and not LOOKS_LIKE_ENTRY.match(text, at):
            return None
        kind = head[1].lower()
        if kind == "comment":
            return self._comment(at, head.end())
        self._braces.end = resume(text, head.end()) if self._careful else len(text)
        if kind == "preamble":
            return self._preamble(at, head.end())
        return self._entry(at, kind, head.end())

    @property
    def _careful(self) -> bool:
        """Whether so much was scanned twice that entries may now not reach over a line `@x{`."""
        return self._rescanned > len(self._text) + SPARE_RESCANS

    def _bare(self, at: int) -> Block | None:
        """Return the rest of a line `@comment ...`; tell of other words that begin like a head."""
        return self._comment_line(at) if COMMENT_LINE.match(self._text, at) else None

    def _comment_line(self, at: int) -> Block:
        end = COMMENT_LINE.match(self._text, at).end()  # type: ignore[union-attr]
        return Block("comment", at, end, "comment", oddities=self._entries_within(at + 1, end))

    def _entries_within(self, start: int, end: int) -> list[Oddity]:
        """Return what to tell of entries that a comment hides."""
        found = LOOKS_LIKE_ENTRY.finditer(self._text, start, end)
        return [Oddity("commented-out-entry", f.start(), f[2].strip()) for f in found]

    def _comment(self, at: int, inside: int) -> Block:
        text = self._text
        if text[inside - 1] == "(":
            return self._comment_line(at)
        self._braces.end = len(text)
        close = self._braces.close(inside - 1)
        told = [] if close >= 0 else [Oddity("comment-not-closed", at)]
        end = close + 1 if close >= 0 else resume(text, inside)
        told += self._entries_within(inside, end)
        return Block("comment", at, end, "comment", oddities=told)

    def _preamble(self, at: int, inside: int) -> Block:
        opening = inside - 1
        find = self._braces.close_round if self._text[opening] == "(" else self._braces.close
        close = find(opening)
        if close >= 0:
            return Block("preamble", at, close + 1, "preamble")
        end = resume(self._text, inside)
        return Block("broken", at, end, "preamble", oddities=[Oddity("preamble-not-closed", at)])

    def _entry(self, at: int, kind: str, inside: int) -> Block:
        block = Block("string" if kind == "string" else "entry", at, at, kind)
        try:
            block.end = self._body.read(block, inside)
        except Broken as broken:
            return self._broken(block, inside, broken)
        if block.kind == "entry" and FIELD_FOLLOWS.match(self._text, block.end):
            return self._broken(block, inside, Broken("extra-closing-brace", block.end - 1))
        return block

    def _broken(self, block: Block, inside: int, broken: Broken) -> Block:
        """End the block before the next one that can be told, and keep its good fields."""
        end = resume(self._text, inside)
        self._rescanned += max(0, self._body.reached - end)
        block.kind, block.end = "broken", end
        unsure = min(self._body.unsure, end)
        block.oddities = [o for o in block.oddities if o.at < unsure]
        code, at, what = broken.oddity
        at = block.start if code == "entry-not-closed" else min(at, end - 1)
        block.oddities.append(Oddity(code, at, what))
        block.fields = [f for f in block.fields if f.end <= unsure]
        block.fields += salvage(self._text, unsure, end)
        return block

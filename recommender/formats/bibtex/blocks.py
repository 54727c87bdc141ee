"""Blocks: what the scanner cuts a BibTeX text into; together they are the text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Kind = Literal["entry", "string", "preamble", "comment", "text", "broken"]


class Macro(str):
    """A part of a value that is the name of a @string, to be looked up."""

    __slots__ = ()


class Field(NamedTuple):
    """One `name = value`; the value is its parts joined."""

    name: str  # as written
    parts: tuple[str, ...]
    start: int  # of the value, in the text
    end: int


class Oddity(NamedTuple):
    """Something that a person should know, and its offset in the text."""

    code: str
    at: int
    what: str = ""  # a key or name that the message shows


@dataclass(slots=True)
class Block:
    """A stretch of text, `text[start:end]`; the fields of broken entries are what was salvaged."""

    kind: Kind
    start: int
    end: int
    type: str = ""  # the word after @, lower case
    key: str | None = None
    fields: list[Field] = field(default_factory=list)
    oddities: list[Oddity] = field(default_factory=list)

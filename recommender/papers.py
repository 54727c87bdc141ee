"""Paper and Person: the nouns every module speaks in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """An author as BibTeX sees one: name parts, or a literal (an organisation, one whole name)."""

    family: str = ""
    given: str = ""
    prefix: str = ""  # "von", "de la": stands before the family name
    suffix: str = ""  # "Jr.", "III"
    literal: str = ""  # set alone: the whole name, not to be taken apart

    def __str__(self) -> str:
        name = self.literal or " ".join(filter(None, (self.given, self.prefix, self.family)))
        return f"{name}, {self.suffix}" if self.suffix else name


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """One work. Texts are Unicode as a person reads them, never TeX; "" or None where unknown."""

    key: str | None = None  # the citation key exactly as written; None where an entry has none
    type: str = "misc"  # the BibTeX entry type, lower case
    title: str = ""
    authors: tuple[Person, ...] = ()
    year: int | None = None
    month: int | None = None  # 1 to 12
    venue: str = ""  # journal, proceedings or series: where it appeared
    abstract: str = ""
    keywords: tuple[str, ...] = ()
    doi: str = ""  # lower case, without resolver
    arxiv: str = ""  # without version
    openreview: str = ""
    pmid: str = ""
    isbn: str = ""
    url: str = ""
    language: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)  # every other, by lower-case name

    def __post_init__(self) -> None:
        object.__setattr__(self, "fields", MappingProxyType(dict(self.fields)))

    @property
    def identifiers(self) -> frozenset[tuple[str, str]]:
        """Return its identifiers as (scheme, value), none of them empty."""
        schemes = ("doi", "arxiv", "openreview", "pmid", "isbn")
        return frozenset((s, value) for s in schemes if (value := getattr(self, s)))

    @property
    def label(self) -> str:
        """Return what a person calls it: its title, else its first words, marked as such."""
        return self.title or f"[untitled] {first_words(self.abstract)}".rstrip()


def first_words(text: str, limit: int = 12) -> str:
    """Return the first words of a text, with an ellipsis where more follows."""
    words = text.split()
    return " ".join(words[:limit]) + (" …" if len(words) > limit else "")

"""Facts as RIS and CSL JSON write them -> the parts of a Paper, and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from recommender.notices import Notice
from recommender.papers import Paper, Person

YEAR = re.compile(r"(?<!\d)(\d{4})(?!\d)(?:[-/](\d{1,2})(?!\d))?")
MONTH_NAME = re.compile(r"\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)", re.IGNORECASE)
MONTHS = {  # the macros of the standard styles of BibTeX, with their text
    "jan": "January",
    "feb": "February",
    "mar": "March",
    "apr": "April",
    "may": "May",
    "jun": "June",
    "jul": "July",
    "aug": "August",
    "sep": "September",
    "oct": "October",
    "nov": "November",
    "dec": "December",
}
RANGE = re.compile(r"\s*(?:--+|[-‐-―])\s*")


def first(find: Callable[[str], str], texts: Iterable[str]) -> str:
    """Return the first thing that a function finds in some texts; "" for nothing."""
    return next(filter(None, map(find, texts)), "")


def date(text: str) -> tuple[int | None, int | None]:
    """Return the year and the month, 1 to 12, of a date such as 2019/05/12/ or May 2019."""
    found = YEAR.search(text)
    if not found:
        return None, None
    month = int(found[2] or 0)
    if not month and (named := MONTH_NAME.search(text)):
        month = list(MONTHS).index(named[1].lower()) + 1
    return int(found[1]), month if 1 <= month <= 12 else None


def person(name: str) -> Person:
    """Return the person of "Family, Given, Jr."; a name without comma is not taken apart."""
    parts = [part.strip() for part in name.split(",")]
    if len(parts) == 1 or not any(parts[1:]):
        return Person(literal=parts[0]) if " " in parts[0] else Person(family=parts[0])
    prefix, family = particle(parts[0])
    return Person(prefix=prefix, family=family, given=parts[1], suffix=", ".join(parts[2:]))


def particle(family: str) -> tuple[str, str]:
    """Part the "von" from a family name: the first words that begin in lower case."""
    words = family.split()
    n = next((i for i, word in enumerate(words[:-1]) if not word[:1].islower()), len(words) - 1)
    return " ".join(words[:n]), " ".join(words[n:])


def inverted(name: Person) -> str:
    """Return a name as RIS has it: Family, Given, Suffix; a whole name ends in a comma."""
    if name.literal or not name.family:
        whole = str(name).replace(",", "")
        return f"{whole}," if " " in whole else whole
    family = " ".join(filter(None, (name.prefix, name.family)))
    return ", ".join(filter(None, (family, name.given, name.suffix)))


def pages(first: str, last: str = "") -> str:
    """Return a page range with a plain hyphen; "" where there is no page."""
    ends = [page for page in (first.strip(), last.strip()) if page]
    joined = "-".join(dict.fromkeys(ends)) if len(RANGE.split(first)) == 1 else first.strip()
    return RANGE.sub("-", joined)


def in_file(notice: Notice, file: str) -> Notice:
    """Return a notice that names the file."""
    return replace(notice, file=file)


def doi_of(paper: Paper) -> str:
    """Return the doi of a paper; a preprint has the one that arXiv gives it.

    A published paper does not get that one: it would say that the preprint is what is meant.
    """
    published = paper.venue and "arxiv" not in paper.venue.casefold()
    return paper.doi or (f"10.48550/arXiv.{paper.arxiv}" if paper.arxiv and not published else "")


def address_of(paper: Paper) -> str:
    """Return the address of a paper's page; "" where only a doi, or nothing, leads to it."""
    if paper.url:
        return paper.url
    if paper.arxiv:
        return f"https://arxiv.org/abs/{paper.arxiv}"
    return f"https://openreview.net/forum?id={paper.openreview}" if paper.openreview else ""

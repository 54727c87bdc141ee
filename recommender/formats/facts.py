"""Facts as RIS and CSL JSON write them -> the parts of a Paper, and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from recommender.notices import Notice
from recommender.papers import Paper, Person
from recommender.text.name_lists import is_list
from recommender.text.name_parts import divided
from recommender.text.names import people

DATE = re.compile(r"(?:^\s*(-))?(?<!\d)(\d{4})(?!\d)(?:[-/](\d{1,2})(?!\d))?")
MONTH_FIRST = re.compile(r"(?<![\d/.-])(\d{1,2})[-/.](?=\d{4}(?!\d))")
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
NOTHING = frozenset({"none", "null", "nan", "undefined", "n/a", "<na>"})
SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv)\.?", re.IGNORECASE)
INITIAL = re.compile(r"(?<!\S)[^\W\d_a-z](?:\.|(?!\S))")  # A. Lee, Lee A
INITIALS_LAST = re.compile(r"(\S*[^\W\d_]{3,}) ([A-Z]{1,2})")  # Lee AB
SEMICOLON = re.compile(r"\s*[;；]\s*")
JOINED = re.compile(r"\s+(?:and|&)\s+", re.IGNORECASE)
SMALL_WORDS = frozenset(
    {"an", "and", "de", "der", "des", "di", "for", "für", "in", "of", "on", "the", "und"}
)


def first(find: Callable[[str], str], texts: Iterable[str]) -> str:
    """Return the first thing that a function finds in some texts; "" for nothing."""
    return next(filter(None, map(find, texts)), "")


def said(text: str) -> str:
    """Return a text, "" for what a program wrote in its place where it had none: None, nan."""
    return "" if text.strip().casefold() in NOTHING else text


def date(text: str) -> tuple[int | None, int | None]:
    """Return the year and the month, 1 to 12, of a date such as 2019/05/12/, May 2019, 05/2019."""
    found = DATE.search(text)
    if not found:
        return None, None
    month = int(found[3] or 0) or month_of(text)
    year = -int(found[2]) if found[1] else int(found[2])
    return year, month if month and month <= 12 else None


def month_of(text: str) -> int | None:
    """Return the month of a date by its name, or before the year; None where it names none."""
    if named := MONTH_NAME.search(text):
        return list(MONTHS).index(named[1].lower()) + 1
    return int(found[1]) if (found := MONTH_FIRST.search(text)) else None


def agreeing(texts: Iterable[str]) -> tuple[int | None, int | None]:
    """Return the first year of some dates, and the first month of a date that has not another."""
    dates = [(date(text), text) for text in texts if text]
    year = next((year for (year, _), _ in dates if year is not None), None)
    months = (found or month_of(text) for (other, found), text in dates if other in (None, year))
    return year, next(filter(None, months), None) if year is not None else None


def person(name: str) -> Person:
    """Return the person of "Family, Given, Jr.".

    A name without comma is taken apart where initials show that it is no organisation's.
    """
    parts = [part.strip() for part in name.split(",")]
    if len(parts) == 1 or not any(parts[1:]):
        return _without_comma(name.strip(", "), final=len(parts) > 1)
    if len(parts) == 3 and SUFFIX.fullmatch(parts[1]) and not SUFFIX.fullmatch(parts[2]):
        parts = [parts[0], parts[2], parts[1]]
    prefix, family = particle(parts[0])
    return Person(prefix=prefix, family=family, given=parts[1], suffix=", ".join(parts[2:]))


def _without_comma(name: str, *, final: bool) -> Person:
    """Return a name in which no comma divides; one that ended in a comma is not to be divided."""
    if " " not in name:
        return Person(family=name)
    if not final and (found := INITIALS_LAST.fullmatch(name)):
        return Person(family=found[1], given=found[2])
    return divided(name) if not final and INITIAL.search(name) else Person(literal=name)


def persons(text: str) -> list[Person]:
    """Return the persons of a text that should hold one name, and may hold several."""
    names = [name for name in SEMICOLON.split(text) if name.strip(", ")]
    if len(names) > 1:
        return [found for name in names for found in persons(name)]
    name = names[0].strip() if names else ""
    joined = JOINED.split(name)
    if len(joined) > 1 and all("," in part.strip(" ,") for part in joined):
        return [found for part in joined for found in persons(part)]
    if name.count(",") > 2 or is_list(name):  # Family, Given, Jr.
        return list(people(name)[0])
    return [person(name)] if name.strip(", ") else []


def editors(paper: Paper) -> tuple[Person, ...]:
    """Return the editors that a paper's fields name."""
    return people(paper.fields.get("editor", ""))[0]


def fullest(names: Iterable[str]) -> str:
    """Return the first of some names of a journal that is no short form of a later one."""
    found = list(filter(None, names))
    for i, name in enumerate(found):
        if not any(_is_short(name, other) for other in found[i + 1 :]):
            return name
    return ""


def _is_short(name: str, whole: str) -> bool:
    """Whether a name is a short form: each word begins one of the other's, or it is its letters."""
    if len(name) >= len(whole):
        return False
    words = [word for word in re.findall(r"\w+", whole.casefold()) if word not in SMALL_WORDS]
    short = [word for word in re.findall(r"\w+", name.casefold()) if word not in SMALL_WORDS]
    if len(short) == 1 and len(words) > 1:
        letters: str = "".join(word[0] for word in words)
        return bool(letters == short[0])
    return len(short) == len(words) and all(
        other.startswith(word) or _skips(word, other)
        for word, other in zip(short, words, strict=True)
    )


def _skips(word: str, other: str) -> bool:
    """Whether a word is another with letters left out: jrnl, journal."""
    rest = iter(other)
    return word[0] == other[0] and all(letter in rest for letter in word)


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
    if name.suffix and not name.given:
        return f"{family},, {name.suffix}"
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


def addresses_of(paper: Paper) -> list[str]:
    """Return the addresses of a paper: its page, and its forum where the page is another."""
    forum = f"https://openreview.net/forum?id={paper.openreview}" if paper.openreview else ""
    page = address_of(paper)
    return list(filter(None, (page, forum if paper.openreview not in page else "")))


def suffixed(given: str) -> tuple[str, str] | None:
    """Part "Martin, Jr." into the given name and the suffix; None where it holds none."""
    first, comma, last = given.rpartition(",")
    return (first.strip(), last.strip()) if comma and SUFFIX.fullmatch(last.strip()) else None

"""When two records are the same work, or versions of one work; linear in the number of records.

Two records are the same work when they share an identifier and their titles are alike, or when
their long titles are equal, the first authors alike, the years at most one apart and no volume,
number or page speaks against it. A preprint and its published form are versions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeVar

from recommender.papers import Paper
from recommender.text import identifiers, titles

K = TypeVar("K")
Relation = Literal["same", "version"]

MAX_CANDIDATES = 50  # of one identifier or title; keeps the work linear
YEARS_APART = 1
YEARS_TO_PUBLICATION = 5
BOOKS = frozenset({"book", "mvbook", "collection", "mvcollection", "proceedings", "manual"})
PREPRINT_DOI = re.compile(
    r"10\.(?:48550|1101|21203|2139|31219|26434|20944|31234|31235|36227|22541)/"
    r"|10\.5194/[a-z-]+-20\d\d-\d"
)
PREPRINT_VENUE = re.compile(
    r"\b(?:arxiv|corr|[a-z]*rxiv|ssrn|preprints?|research square|e-prints?)\b", re.IGNORECASE
)
CLASHING = ("volume", "number", "issue", "pages", "part", "chapter", "edition")
NUMBER = re.compile(r"\w+")
WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class Marks:
    """What a record is compared by."""

    identifiers: frozenset[tuple[str, str]]
    title: str  # in the form of `titles.form`
    first_author: frozenset[str]  # words of the family name
    year: int | None
    venue: str
    journal: bool  # whose columns bear one title again and again
    numbers: tuple[str, ...]  # one for each of CLASHING, "" where unknown
    preprint: bool
    doi: str
    arxiv: str
    record: int  # a hash of all that it says, without its key


class Works:
    """The works of a library or corpus, to be asked for other records of them."""

    def __init__(self, papers: Iterable[Paper] = ()) -> None:
        self._marks: list[Marks] = []
        self._by_identifier: dict[tuple[str, str], list[int]] = {}
        self._by_title: dict[str, list[int]] = {}
        for paper in papers:
            self._add(marks(paper))

    def find(self, paper: Paper) -> tuple[int, Relation] | None:
        """Return the position of the first record of the same work, else of a version, or None."""
        found = list(self._related(marks(paper)))
        same = next(((i, r) for i, r in found if r == "same"), None)
        return same or next(iter(found), None)

    def _add(self, new: Marks) -> None:
        position = len(self._marks)
        self._marks.append(new)
        for identifier in new.identifiers:
            _list_in(self._by_identifier, identifier, position)
        if new.title:
            _list_in(self._by_title, new.title, position)

    def _candidates(self, new: Marks) -> list[int]:
        positions = {i for name in new.identifiers for i in self._by_identifier.get(name, ())}
        positions.update(self._by_title.get(new.title, ()))
        return sorted(positions)

    def _related(self, new: Marks) -> Iterator[tuple[int, Relation]]:
        for position in self._candidates(new):
            if (relation := related(new, self._marks[position])) is not None:
                yield position, relation

    def _sharing_only_an_identifier(self, new: Marks) -> Iterator[tuple[int, str]]:
        for scheme, value in sorted(new.identifiers):
            for position in self._by_identifier.get((scheme, value), ()):
                if not titles.alike(new.title, self._marks[position].title):
                    yield position, f"{scheme} {value}"


def _list_in(index: dict[K, list[int]], name: K, position: int) -> None:
    positions = index.setdefault(name, [])
    if len(positions) < MAX_CANDIDATES:
        positions.append(position)


def pairs(papers: Iterable[Paper]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the duplicates and the versions among papers, as pairs of positions, (early, late).

    A work found several times is named by pairs that hang together, not by all of them.
    """
    works = Works()
    duplicates: list[tuple[int, int]] = []
    versions: list[tuple[int, int]] = []
    for position, paper in enumerate(papers):
        new = marks(paper)
        for earlier, relation in works._related(new):
            (duplicates if relation == "same" else versions).append((earlier, position))
        works._add(new)
    return duplicates, versions


def clashes(papers: Iterable[Paper]) -> list[tuple[int, int, str]]:
    """Return pairs of unlike titles with one identifier: one of the two is likely wrong."""
    works = Works()
    found: list[tuple[int, int, str]] = []
    for position, paper in enumerate(papers):
        new = marks(paper)
        first = next(works._sharing_only_an_identifier(new), None)
        if first is not None:
            found.append((first[0], position, first[1]))
        works._add(new)
    return found


def related(one: Marks, other: Marks) -> Relation | None:
    """Return how two records are related, or None where they are different works."""
    if one.identifiers & other.identifiers and titles.alike(one.title, other.title):
        return "same"
    if not one.title or one.title != other.title or not _may_be_one(one, other):
        return None
    if one.record == other.record and one.first_author and one.year:
        return "same"
    versions = one.preprint != other.preprint or _two_dois(one, other)
    if not _years_fit(one, other, YEARS_TO_PUBLICATION if versions else YEARS_APART):
        return None
    if versions:
        return "version" if titles.is_telling(one.title) or one.year == other.year else None
    return "same" if titles.is_telling(one.title) or _same_place(one, other) else None


def _may_be_one(one: Marks, other: Marks) -> bool:
    """Whether authors, identifiers and numbers leave it open that two equal titles are one work."""
    if one.first_author and other.first_author:
        if not one.first_author & other.first_author:
            return False
    elif (one.first_author or other.first_author) and not titles.is_telling(one.title):
        return False  # a listing without authors may hold another paper of a general title
    if one.arxiv and other.arxiv and one.arxiv != other.arxiv:
        return False
    if _two_dois(one, other) and not (_is_preprint_doi(one.doi) or _is_preprint_doi(other.doi)):
        return False
    if one.preprint != other.preprint:
        return True
    return all(a == b for a, b in zip(one.numbers, other.numbers, strict=True) if a and b)


def _two_dois(one: Marks, other: Marks) -> bool:
    return bool(one.doi and other.doi and one.doi != other.doi)


def _is_preprint_doi(doi: str) -> bool:
    return PREPRINT_DOI.match(doi) is not None


def _years_fit(one: Marks, other: Marks, apart: int) -> bool:
    return one.year is None or other.year is None or abs(one.year - other.year) <= apart


def _same_place(one: Marks, other: Marks) -> bool:
    """Whether two short titles stand in one year in one volume of a journal, or at one meeting.

    A page says as much as a journal's name, which has many spellings.
    """
    volume, page = CLASHING.index("volume"), CLASHING.index("pages")
    if not one.first_author or one.year is None or one.year != other.year:
        return False
    same_venue = bool(one.venue) and one.venue == other.venue
    if same_venue and not (one.journal or other.journal):
        return True
    same_page = bool(one.numbers[page]) and one.numbers[page] == other.numbers[page]
    same_volume = bool(one.numbers[volume]) and one.numbers[volume] == other.numbers[volume]
    return same_volume and (same_venue or same_page)


def marks(paper: Paper) -> Marks:
    """Return what a record is compared by."""
    venue = titles.form(paper.venue)
    by_venue = PREPRINT_VENUE.search(paper.venue) is not None
    unpublished = by_venue or (bool(paper.arxiv) and not venue)
    preprint = _is_preprint_doi(paper.doi) if paper.doi else unpublished
    return Marks(
        identifiers=_identifiers(paper),
        title=titles.form(paper.title),
        first_author=_first_author(paper),
        year=paper.year,
        venue=venue,
        journal=paper.type == "article",
        numbers=tuple(_number(paper, name) for name in CLASHING),
        preprint=preprint,
        doi=paper.doi,
        arxiv=paper.arxiv,
        record=_record(paper),
    )


def _identifiers(paper: Paper) -> frozenset[tuple[str, str]]:
    """Return the identifiers of the work itself: a chapter's ISBN is that of its book."""
    found = {(s, v) for s, v in paper.identifiers if s != "isbn" or paper.type in BOOKS}
    pmcid = identifiers.pmcid(paper.fields.get("pmcid", "") or paper.url)
    acl = identifiers.acl(paper.url)
    found |= {pair for pair in (("pmcid", pmcid), ("acl", acl)) if pair[1]}
    return frozenset(found)


def _record(paper: Paper) -> int:
    said = (paper.type, paper.title, paper.authors, paper.year, paper.month, paper.venue)
    return hash((*said, paper.abstract, paper.url, frozenset(paper.fields.items())))


def _first_author(paper: Paper) -> frozenset[str]:
    if not paper.authors:
        return frozenset()
    first = paper.authors[0]
    name = first.family or first.literal
    forms = [name, name.translate(titles.GERMAN)]  # Müller is Muller and Mueller
    if not name.isascii():
        forms.append(name + first.given)  # 王, 小明 is 王小明
    return frozenset(word for form in forms for word in WORD.findall(titles.form(form)))


def _number(paper: Paper, name: str) -> str:
    """Return a volume, number or first page in a form to compare."""
    found = NUMBER.search(paper.fields.get(name, ""))
    return found[0].casefold().lstrip("0") if found else ""

"""When two records are the same work, when versions of one, and when it can only be guessed.

An equal identifier decides, although the title was rewritten or is in another language. It is
wrong where title, first author and year all differ, where another identifier speaks against it
too, or where two parts of one book bear the identifier of the book. Without one, equal titles are
one work where authors, years and numbers agree; a preprint and its published form are versions.
"""

from __future__ import annotations

from typing import Literal

from recommender.text import titles
from recommender.works.marks import NUMBERS, PARTS, Marks, abstracts_alike
from recommender.works.preprints import is_archive_doi, is_preprint_doi

Relation = Literal["same", "version"]

YEARS_APART = 1
YEARS_TO_PUBLICATION = 5
SINGLE = ("arxiv", "pmid")  # of which a work has one, as of published DOIs


def related(one: Marks, other: Marks) -> Relation | None:
    """Return how two records are related, or None where they are different works."""
    if one.identifiers & other.identifiers:
        return "same" if _identifier_holds(one, other) else None
    if not one.title or one.title != other.title or not _may_be_one(one, other):
        return None
    if one.record == other.record and one.first_author and one.year:
        return "same"
    versions = one.preprint != other.preprint or _two_dois(one, other)
    if not _years_fit(one, other, YEARS_TO_PUBLICATION if versions else YEARS_APART):
        return None
    known = titles.is_telling(one.title) or abstracts_alike(one.abstract, other.abstract)
    if versions:
        return "version" if known or one.year == other.year else None
    return "same" if known or _same_place(one, other) else None


def doubtful(one: Marks, other: Marks) -> bool:
    """Return whether two records of one title, that are not related, may be one work all the same.

    So it is where a title is too short, and what else is known too little, to be sure.
    """
    if not one.title or one.title != other.title or titles.is_general(one.title):
        return False
    apart = YEARS_TO_PUBLICATION if one.preprint != other.preprint else YEARS_APART
    agree = _first_authors(one, other) is not False and _years_fit(one, other, apart)
    return agree and not _against(one, other) and not _abstracts_differ(one, other)


def _identifier_holds(one: Marks, other: Marks) -> bool:
    """Return whether two records that share an identifier are one work."""
    author, year, clash = _authors(one, other), _years(one, other), _clash(one, other)
    if one.title == other.title:
        return not (clash and author is False and year is False)
    if author is False and (year is False or clash):
        return False
    if titles.alike(one.title, other.title):
        return True
    only_isbn = all(scheme == "isbn" for scheme, _ in one.identifiers & other.identifiers)
    if only_isbn or (author is None and year is False):
        return False
    return _is_translated(one, other) or not _against_unlike(one, other, author)


def _is_translated(one: Marks, other: Marks) -> bool:
    """Return whether two titles are in scripts in which they cannot be compared."""
    return one.title.isascii() != other.title.isascii()


def _against_unlike(one: Marks, other: Marks, author: bool | None) -> bool:
    """Return whether more than unlike titles speaks against one work."""
    two_parts = author is False and {one.type, other.type} <= PARTS  # of one book
    return two_parts or _clash(one, other) or _numbers_clash(one, other)


def _clash(one: Marks, other: Marks) -> bool:
    """Return whether each has its own identifier of a kind of which a work has one."""
    return _two_published_dois(one, other) or any(
        (mine := one.values(scheme)) and (its := other.values(scheme)) and not mine & its
        for scheme in SINGLE
    )


def _two_dois(one: Marks, other: Marks) -> bool:
    return bool(one.doi and other.doi and one.doi != other.doi)


def _two_published_dois(one: Marks, other: Marks) -> bool:
    preprint = any(is_preprint_doi(each.doi) or _in_archive(each) for each in (one, other))
    return _two_dois(one, other) and not preprint


def _in_archive(mark: Marks) -> bool:
    return mark.preprint and is_archive_doi(mark.doi)


def _may_be_one(one: Marks, other: Marks) -> bool:
    """Whether authors, identifiers and numbers leave it open that two equal titles are one work."""
    if one.first_author and other.first_author:
        alike = _authors if titles.is_telling(one.title) else _first_authors
        if not alike(one, other):
            return False
    elif not _is_known_without_authors(one, other):
        return False
    return not _against(one, other)


def _is_known_without_authors(one: Marks, other: Marks) -> bool:
    """A listing without authors may hold another paper of one title: the abstracts tell."""
    alike = abstracts_alike(one.abstract, other.abstract)
    return alike is True or (alike is None and titles.is_telling(one.title))


def _against(one: Marks, other: Marks) -> bool:
    """Whether identifiers or numbers say that two records of one title are two works."""
    return _clash(one, other) or (one.preprint == other.preprint and _numbers_clash(one, other))


def _numbers_clash(one: Marks, other: Marks) -> bool:
    return any(a != b for a, b in zip(one.numbers, other.numbers, strict=True) if a and b)


def _first_authors(one: Marks, other: Marks) -> bool | None:
    """Return whether the first authors are alike, in either order of the names; None if unknown."""
    if not one.first_author or not other.first_author:
        return None
    if one.first_author & other.given and other.first_author & one.given:
        return True
    initials, others = ({word[0] for word in each.given} for each in (one, other))
    of_one_name = not initials or not others or bool(initials & others)
    return bool(one.first_author & other.first_author) and of_one_name


def _authors(one: Marks, other: Marks) -> bool | None:
    """Return whether the first author of one is an author of the other; None if unknown."""
    if one.first_author & other.others or other.first_author & one.others:
        return True
    return _first_authors(one, other)


def _abstracts_differ(one: Marks, other: Marks) -> bool:
    return abstracts_alike(one.abstract, other.abstract) is False


def _years(one: Marks, other: Marks) -> bool | None:
    if one.year is None or other.year is None:
        return None
    return abs(one.year - other.year) <= YEARS_APART


def _years_fit(one: Marks, other: Marks, apart: int) -> bool:
    return one.year is None or other.year is None or abs(one.year - other.year) <= apart


def _same_place(one: Marks, other: Marks) -> bool:
    """Whether two short titles stand in one year in one volume of a journal, or at one meeting.

    A page says as much as a journal's name, which has many spellings.
    """
    volume, page = NUMBERS.index("volume"), NUMBERS.index("pages")
    if not one.first_author or one.year is None or one.year != other.year:
        return False
    same_venue = bool(one.venue) and one.venue == other.venue
    if same_venue and "article" not in (one.type, other.type):
        return True  # a journal's columns bear one title again and again
    same_page = bool(one.numbers[page]) and one.numbers[page] == other.numbers[page]
    same_volume = bool(one.numbers[volume]) and one.numbers[volume] == other.numbers[volume]
    return same_volume and (same_venue or same_page)

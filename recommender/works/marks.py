"""What a record is compared by."""

from __future__ import annotations

import re
from dataclasses import dataclass

from recommender.papers import Paper, Person
from recommender.text import identifiers, titles
from recommender.text.boilerplate import content
from recommender.works import preprints

BOOKS = frozenset({"book", "mvbook", "collection", "mvcollection", "proceedings", "manual"})
PARTS = frozenset({"incollection", "inbook", "inproceedings", "conference", "suppbook"})
NUMBERS = ("volume", "number", "issue", "pages", "part", "chapter", "edition")
UNPUBLISHED = frozenset({"preprint", "unpublished", "posted-content"})
MAX_COMPARED = 2000  # characters of an abstract
LONG_ENOUGH, CUT_OFF = 20, 0.8  # words of an abstract, and the share that another must have of it
_NUMBER = re.compile(r"\w+")
_APOSTROPHE = re.compile("['’ʼ`]")
_SMALL = "the of and for de la las los le les van von der den del da di du el al"
_PARTICLES = frozenset(_SMALL.split())
_WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class Marks:
    """What a record is compared by."""

    identifiers: frozenset[tuple[str, str]]
    title: str  # in the form of `titles.form`
    first_author: frozenset[str]  # words of the family name
    given: frozenset[str]  # words of the other names of the first author
    others: frozenset[str]  # words of the family names of all authors
    year: int | None
    venue: str
    type: str
    numbers: tuple[str, ...]  # one for each of NUMBERS, "" where unknown
    preprint: bool
    doi: str  # without the number of a version
    abstract: str  # as it is written
    record: int  # a hash of all that it says, without its key

    def values(self, scheme: str) -> frozenset[str]:
        """Return its identifiers of one scheme."""
        return frozenset(value for name, value in self.identifiers if name == scheme)


def marks(paper: Paper) -> Marks:
    """Return what a record is compared by."""
    doi = preprints.without_version(paper.doi or identifiers.doi(paper.url))
    first = paper.authors[0] if paper.authors else None
    return Marks(
        identifiers=_identifiers(paper, doi),
        title=titles.form(paper.title),
        first_author=_family(first) if first else frozenset(),
        given=frozenset(titles.form(first.given).split()) if first else frozenset(),
        others=frozenset().union(*map(_family, paper.authors)),
        year=paper.year,
        venue=titles.form(paper.venue),
        type=paper.type,
        numbers=tuple(_number(paper, name) for name in NUMBERS),
        preprint=_is_preprint(paper, doi),
        doi=doi,
        abstract=paper.abstract,
        record=_record(paper),
    )


def abstracts_alike(one: str, other: str) -> bool | None:
    """Return whether two abstracts share half of their words, or one begins the other.

    False where they share less than a quarter; None between, and where one of them says nothing.
    """
    if one == other and content(one):  # most often so, and soon told
        return True
    words, others = _words_of(one), _words_of(other)
    if not words or not others:
        return None
    n_both, n_least, n_all = len(words & others), min(len(words), len(others)), len(words | others)
    cut_off = n_least >= LONG_ENOUGH and n_both >= CUT_OFF * n_least
    if cut_off or 2 * n_both >= n_all:
        return True
    return None if 4 * n_both >= n_all else False


def _words_of(abstract: str) -> frozenset[str]:
    words = titles.form(content(abstract)[:MAX_COMPARED]).split(" ")
    return frozenset(words) - {""}


def _is_preprint(paper: Paper, doi: str) -> bool:
    """Return whether a record is of a preprint: its DOI says it, else where it appeared."""
    if preprints.is_preprint_doi(doi):
        return True
    if doi and not preprints.is_archive_doi(doi):
        return False
    if preprints.is_preprint_venue(paper.venue) or paper.type in UNPUBLISHED:
        return True
    return bool(paper.arxiv or paper.openreview) and not paper.venue


def _identifiers(paper: Paper, doi: str) -> frozenset[tuple[str, str]]:
    """Return the identifiers of the work itself: a chapter's ISBN is that of its book."""
    own = {(s, v) for s, v in paper.identifiers if s not in ("isbn", "doi")}
    named = {
        "doi": doi,
        "arxiv": paper.arxiv or identifiers.arxiv(doi) or identifiers.arxiv(paper.url),
        "pmid": paper.pmid or identifiers.pmid(paper.url),
        "openreview": paper.openreview or identifiers.openreview(paper.url),
        "pmcid": identifiers.pmcid(paper.fields.get("pmcid", "") or paper.url),
        "acl": identifiers.acl(paper.url),
        "isbn": paper.isbn if paper.type in BOOKS else "",
    }
    return frozenset(own | {pair for pair in named.items() if pair[1]})


def _record(paper: Paper) -> int:
    said = (paper.type, paper.title, paper.authors, paper.year, paper.month, paper.venue)
    others = (paper.abstract, paper.url, paper.identifiers, frozenset(paper.fields.items()))
    return hash((*said, *others))


def _family(person: Person) -> frozenset[str]:
    name = person.family or person.literal
    forms = [name, name.translate(titles.GERMAN)]  # Müller is Muller and Mueller
    if not name.isascii():
        forms.append(name + person.given)  # 王, 小明 is 王小明
    if _APOSTROPHE.search(name):
        forms.append(_APOSTROPHE.sub("", name))
    words = frozenset(word for form in forms for word in _words(form) or {titles.form(form)})
    return (words - _PARTICLES or words) - {""}


def _words(name: str) -> frozenset[str]:
    return frozenset(_WORD.findall(titles.form(name)))


def _number(paper: Paper, name: str) -> str:
    """Return a volume, number or first page in a form to compare."""
    found = _NUMBER.search(paper.fields.get(name, ""))
    return found[0].casefold().lstrip("0") if found else ""

"""Which type of entry a paper is, and where it appeared: in the names of BibTeX."""

from __future__ import annotations

from recommender.formats.facts import address_of
from recommender.formats.whole_titles import whole_title
from recommender.papers import Paper
from recommender.works import marks

# Types that BibTeX, biber, Zotero and JabRef all know; any other one is misc.
TYPES = {
    **{name: name for name in ("article", "inproceedings", "incollection", "book", "misc")},
    **{name: name for name in ("phdthesis", "mastersthesis", "techreport", "unpublished")},
    **{"conference": "inproceedings", "inbook": "incollection", "collection": "book"},
    **{"proceedings": "book", "mvbook": "book", "report": "techreport", "thesis": "phdthesis"},
}
PLACE = {  # the field that says where a work of this type appeared
    "article": "journal",
    "inproceedings": "booktitle",
    "incollection": "booktitle",
    "phdthesis": "school",
    "mastersthesis": "school",
    "techreport": "institution",
    "book": "series",
}
MAYBE_PREPRINTS = frozenset(
    {"article", "misc", "online", "electronic", "www", "unpublished", "preprint"}
)
NEEDS_A_PLACE = ("article", "inproceedings", "incollection")
ALIASES = {  # what the same fact is called by others
    "journal": ("journaltitle",),
    "booktitle": (),
    "school": ("institution", "publisher"),  # in RIS and CSL a publisher
    "institution": ("school", "publisher"),
    "address": ("location",),
    "number": ("issue",),
    "primaryclass": ("eprintclass",),
}


def entry_type(paper: Paper, *, biblatex: bool = False) -> str:
    """Return a type that every program knows; a paper that appeared nowhere is misc."""
    found = TYPES.get(paper.type.lower(), "misc")
    if found in NEEDS_A_PLACE and not place_of(paper, found):
        found = "misc"
    if biblatex and found == "misc" and address_of(paper) and not place_of(paper, found):
        return "online"
    return found


def is_preprint(paper: Paper) -> bool:
    """Tell whether a paper is on a preprint server, and is no thesis, report or other book."""
    kind = paper.type.lower()
    is_manuscript = kind == "unpublished" and not repository_of(paper) and not paper.doi
    return kind in MAYBE_PREPRINTS and not is_manuscript and marks(paper).preprint


def repository_of(paper: Paper) -> str:
    """Return the server that a preprint is on; "" where nothing names it."""
    on_arxiv = paper.arxiv and (not paper.venue or "arxiv" in paper.venue.casefold())
    return "arXiv" if on_arxiv else paper.venue


def place_of(paper: Paper, kind: str) -> str:
    """Return where a paper appeared; its venue, unless that is its publisher or an address."""
    name = PLACE.get(kind, "howpublished")
    elsewhere = {"publisher", "address", "organization"} - set(ALIASES.get(name, ()))
    said = {"", *(fact(paper, other) for other in elsewhere)}
    places = (fact(paper, name), paper.venue)
    return next((place for place in places if place not in said and "://" not in place), "")


def fact(paper: Paper, name: str) -> str:
    """Return a fact by the name that BibTeX has for it, also where others call it otherwise."""
    values = (whole_title(paper.fields, n) for n in (name, *ALIASES.get(name, ())))
    return next(filter(None, values), "")

"""Papers that are never suggested: retracted or withdrawn ones, and what is no paper at all.

Formats say what a source says in a paper's field `status`; titles and withdrawn texts say the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, get_args

from recommender.papers import Paper

Status = Literal["retracted", "withdrawn", "notice", "front matter"]
STATUS = "status"  # the field of a paper that holds one
BECAUSE: dict[Status, str] = {
    "retracted": "it was retracted",
    "withdrawn": "it was withdrawn",
    "notice": "it is a correction or another notice on a paper, not a paper",
    "front matter": "it is front matter, not a paper",
}
UNTITLED = "its record has no title"
_OF_KIND: dict[str, Status] = {  # what sources call it: OpenAlex, Crossref, PubMed, OpenReview
    "retracted": "retracted",
    "retracted publication": "retracted",
    "retracted article": "retracted",
    "withdrawn": "withdrawn",
    "withdrawn publication": "withdrawn",
    "withdrawn submission": "withdrawn",
    "withdraw": "withdrawn",
    "removed": "withdrawn",
    "notice": "notice",
    "retraction": "notice",
    "retraction notice": "notice",
    "partial retraction": "notice",
    "clarification": "notice",
    "retraction of publication": "notice",
    "withdrawal": "notice",
    "removal": "notice",
    "expression of concern": "notice",
    "erratum": "notice",
    "errata": "notice",
    "published erratum": "notice",
    "corrigendum": "notice",
    "correction": "notice",
    "addendum": "notice",
    "peer review": "notice",
    "paratext": "front matter",
    "front matter": "front matter",
    "back matter": "front matter",
    "editorial board": "front matter",
    "table of contents": "front matter",
    "journal issue": "front matter",
    "journal volume": "front matter",
    "journal": "front matter",
    "libguides": "front matter",
    "supplementary materials": "front matter",
}
_OF_A_PAPER = r"(?:\W*$|\s?[:–—.\[(\"“”‘]|\s-\s|\s(?:to|for)\b)"
_NOTE = "(?:s|’s|'s)?(?: (?:note|notice|statement))?"
_ABOUT = (
    r"(?:\W*$|\s?[:–—]|\s-\s|\s(?:to|for|on|of|in)\s?[:\"“”‘'«\[]"
    r"|\s(?:to|for|on)\sthe\s(?:article|paper))"
)
_TITLES: tuple[tuple[Status, re.Pattern[str]], ...] = (
    (
        "retracted",
        re.compile(
            r"\W*retracted(?: (?:article|paper|chapter|manuscript))?\s?(?:[]:)–—]|-[\s-])"
            r"|\W*(?-i:RETRACTED)-"
            r"|.*[(\[]retracted\b[^()\[\]]{0,150}[)\]]\W*$",
            re.IGNORECASE | re.DOTALL,
        ),
    ),
    (
        "withdrawn",
        re.compile(
            r"\W*(?:WITHDRAWN|REMOVED|(?i:temporary removal))\s?[]:)–—]"
            r"|\W*(?i:withdrawn (?:article|paper|manuscript)\s?[]:)–—]|[\[(]withdrawn[\])])"
            r"|(?i:.*[(\[]withdrawn(?: (?:article|paper))?[)\]]\W*$)",
            re.DOTALL,
        ),
    ),
    (
        "notice",
        re.compile(
            rf"\W*(?:(?:(?:author|publisher|editor)(?:'s|’s)?|editorial)\s)?"
            rf"(?:errat(?:um|a)|corrigend(?:um|a)){_OF_A_PAPER}"
            rf"|\W*publisher(?:'s|’s) note{_OF_A_PAPER}"
            rf"|\W*(?:(?:notice|statement) of )?(?:(?:author|publisher)(?:'s|’s)? )?"
            rf"(?:corrections?|addend(?:um|a)|retraction|withdrawal|removal){_NOTE}{_ABOUT}"
            rf"|\W*(?:retraction|withdrawal|removal) (?:note|notice)\b"
            rf"|\W*(?:notice of|statement of) (?:retraction|withdrawal|removal)\b"
            rf"|\W*(?:author|publisher) correction\b"
            rf"|\W*(?:editorial )?expressions? of concern\b"
            r"|\W*notice of violation of (?:\w+ )?publication principles\b"
            r"|\W*corrections? (?:for|to) [^\W_]+ et al\b"
            r"|\W*(?:berichtigung|korrigendum|rétract(?:at)?ion|fe de erratas?|errata corrige"
            r"|retractación)\s?:"
            r"|.*\(vol\.? \d[^()]{0,60}\b(?:pg?|pp|art no)\b[^()]{1,40}, \d{4}\)\W*$",  # ISI's
            re.IGNORECASE | re.DOTALL,
        ),
    ),
    (
        "front matter",
        re.compile(
            r"\W*(?:(?:.{0,80}[:–—]\s)?(?:front|back) ?matter"
            r"|(?:front|back) ?matter\s?[:–—,].*|cover page"
            r"|(?:inside )?(?:(?:front |back )?cover (?:image|picture)|(?:front|back) cover)"
            r"(?:\s?[:–—,(].*)?"
            r"|table of contents|contents(?: page| list)?|title page(?:s| [ivx]+)?|half.title page"
            r"|copyright(?: page| notice)?|(?:journal )?editorial (?:advisory )?board|masthead"
            r"|(?:subject|author|keyword) index|index of authors|issue information"
            r"|list of reviewers"
            r"|(?:acknowledge?ments?|thanks) (?:of|to) (?:the |our )?(?:ad hoc )?reviewers"
            r"|publication information|organi[sz]ing committee|(?:program(?:me)?) committee"
            r"|committees?|conference organi[sz]ation|blank page|advertisements?"
            r"|instructions (?:for|to) authors|call for papers|preface|foreword)\W*$",
            re.IGNORECASE | re.DOTALL,
        ),
    ),
)
_KIND = "(?:paper|article|submission|manuscript|preprint|work|version|report|note|e-?print)"
_THIS = f"(?:this|the) {_KIND}"
_WITHDRAWN = re.compile(
    r"\W*(?:(?:abstract|comments?|(?:arxiv admin )?note)\W+)?"
    rf"(?:{_THIS}|it|paper|submission|article|manuscript)"
    r" (?:has been|was|is|is being|is now)? ?(?:temporarily |hereby )?withdrawn"
    r"|\[withdrawn\]|\W*(?:temporarily )?withdrawn"
    r"(?:\W*$|\W+(?:by|due|because|as|since|for|from arxiv|pending)\b)"
    rf"|\W*(?:the|these|both|all)? ?authors? (?:have|has) (?:now )?withdrawn {_THIS}"
    rf"|\W*(?:we|i) (?:have |hereby )?with(?:draw|drawn|drew) {_THIS}"
    r"|(?:.{0,10000}[.!?)\]]\s+)?this (?:paper|article|submission|manuscript|preprint)"
    r" (?:has been|is) (?:temporarily |hereby )?withdrawn\b",
    re.IGNORECASE | re.DOTALL,
)
_RETRACTED = re.compile(
    rf"\W*{_THIS} (?:has been|was|is) retracted\b"
    r"|\W*retracted(?:\W*$|\W+(?:article|paper|by|due)\b)",
    re.IGNORECASE,
)
_REMARKS = ("note", "comment", "comments", "annote", "howpublished", "pubstate")
_IS_TRUE = frozenset({"true", "yes", "1", "retracted"})


def status_of(kinds: Iterable[str]) -> Status | None:
    """Return the status that a source's types and flags stand for; None for an ordinary paper."""
    names = (
        " ".join(kind.casefold().replace("-", " ").replace("_", " ").split()) for kind in kinds
    )
    return min(filter(None, map(_OF_KIND.get, names)), key=get_args(Status).index, default=None)


def status(paper: Paper) -> Status | None:
    """Return what keeps a paper from being suggested, as its record says it; None for nothing."""
    said = status_of((paper.fields.get(STATUS, ""), paper.type, *_of_venue(paper)))
    if said or paper.fields.get("retracted", "").casefold() in _IS_TRUE:
        return said or "retracted"
    for known, title in _TITLES:
        if title.match(paper.title):
            return known
    remarks = (paper.fields.get(name, "") for name in _REMARKS)
    return next(filter(None, map(said_in, (paper.abstract, *remarks))), None)


def said_in(text: str) -> Status | None:
    """Return whether an abstract or remark says that its paper was retracted or withdrawn."""
    if "drawn" not in text and "etracted" not in text and not text.isupper():
        return None
    if _RETRACTED.match(text):
        return "retracted"
    return "withdrawn" if _WITHDRAWN.match(text) else None


def is_taken_back(paper: Paper) -> bool:
    """Return whether a paper was retracted or withdrawn."""
    return status(paper) in ("retracted", "withdrawn")


def withheld(paper: Paper, *, beside_titled: bool = True) -> str:
    """Return why a paper is never suggested, as "it was retracted"; "" for nothing.

    A record without a title is withheld where the corpus has titled ones.
    """
    if found := status(paper):
        return BECAUSE[found]
    return UNTITLED if beside_titled and not paper.title else ""


def _of_venue(paper: Paper) -> tuple[str, ...]:
    """Return the status that OpenReview names beside the meeting."""
    return tuple(s for s in ("withdrawn submission",) if paper.venue.casefold().endswith(s))

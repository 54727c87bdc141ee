"""Identifiers: DOI, arXiv, PubMed, OpenReview, ACL and ISBN in the forms that people write."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>{}|\\^`]*+(?:<[^\s<>]*+>[^\s\"<>{}|\\^`]*+)*+")
# What a publisher's address has behind a DOI: a query, a place in the page, a form of the text.
_BEHIND_DOI = re.compile(
    r"(?:/(?:e?pdf|full|fulltext|abstract|html|meta|summary))?"
    r"(?:\?\w+=.*|[?#][A-Za-z_]\w.*)?$",
    re.IGNORECASE,
)
_SHORT_DOI = re.compile(
    r"(?:doi:\s*)?10/([a-z0-9]{2,20})|https?://(?:dx\.)?doi\.org/(?:10/)?([a-z0-9]{2,20})/?",
    re.IGNORECASE,
)
_IN_QUERY = re.compile(r"[?&]\w{1,20}=(?:doi:)?$")
_STOPS = ".,;:'?/"
_ARXIV_NEW = r"\d{4}\.\d{4,5}"
_ARXIV_OLD = r"[a-z]+(?:-[a-z]+)?(?:\.[A-Z]{2})?/\d{7}"
_ARXIV_ID = re.compile(rf"(?:arxiv:\s*)?({_ARXIV_NEW}|{_ARXIV_OLD})(?:v\d+)?(?![\d.]*\d)", re.I)
_ARXIV_IN_TEXT = re.compile(
    r"(?:(?:arxiv\.org|alphaxiv\.org|ar5iv\.org|xxx\.lanl\.gov)"
    r"/(?:abs|pdf|html|format|ps)/|huggingface\.co/papers/|arxiv:\s*|"
    rf"10\.48550/arxiv\.)({_ARXIV_NEW}|{_ARXIV_OLD})",
    re.IGNORECASE,
)
_SAYS_ARXIV = re.compile(r"xiv|ar5iv|xxx\.|huggingface", re.IGNORECASE)
_OPENREVIEW = re.compile(r"openreview\.net/(?:forum|pdf|attachment|references/pdf)\?id=([\w-]{6,})")
_PMID = re.compile(
    r"(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov/pubmed)/(\d{1,9})\b|\bPMID:?\s*(\d{1,9})\b"
)
_PMCID = re.compile(r"\bPMC(\d{3,9})\b", re.IGNORECASE)
_ACL = re.compile(r"(?:aclanthology\.org|aclweb\.org/anthology)/([\w.-]+?)(?:\.pdf|/|$)")
_ISBN = re.compile(r"(?<![\dX-])(?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx](?![\d-])")
# What a note calls an identifier, and what stands there when it is that of another work.
_NAMED = re.compile(
    r"\b(?:(?P<doi>(?:doi|https?://(?:dx\.|www\.)?doi\.org)\s?[:=/]?\s?"
    r"(?:(?:doi:\s?|https?://)(?:(?:dx\.|www\.)?doi\.org/)?)?(?=10\.\d))"
    r"|(?P<arxiv>(?:arxiv\.org/(?:abs|pdf|html)/|arxiv(?:\s?id|\s(?:e-?print|preprint))?\s?:?\s?"
    r"(?:arxiv:)?)(?=\d{4}\.\d{4}|[a-z-]+(?:\.[a-z]{2})?/\d{7}))"
    r"|(?P<pmid>(?:pmid|pubmed(?:\s?id)?|medline)\s?[:=]?\s?|pubmed\.ncbi\.nlm\.nih\.gov/"
    r"|ncbi\.nlm\.nih\.gov/pubmed/)(?=\d{1,9}\b)"
    r"|(?P<pmcid>(?:pmcid|pmc)\s?[:=]?\s?(?:PMC)?(?=\d{3,9}\b))"
    r"|(?P<isbn>isbn(?:-1[03])?\s?[:=]?\s?(?=[\d]))"
    r"|(?P<openreview>(?=openreview\.net/(?:forum|pdf)\?id=)))",
    re.IGNORECASE,
)
_OF_ANOTHER = re.compile(
    r"\b(?:comment(?:ary|s)?\s(?:in|on)|commented|errat(?:um|a)|corrigend(?:um|a)|correct(?:ion|ed|s)"
    r"|retract\w*|republi\w+|repl(?:y|ies)|response|updates?|see|cf|cit(?:es|ed|ing)|review\sof"
    r"|relat\w+|supplement\w*|dataset|data|code|software|translat\w+|exten\w+|based|builds?"
    r"|follow\w*|compan\w+|reprint\w*|supersed\w+|compare\w*|unlike|not)\b",
    re.IGNORECASE,
)
_KEY = re.compile(
    r"^[ \t]*(?:citation[ -]?key|cite-?key|bibtex\*?)[ \t]*:[ \t]*([^\s,{}]{1,200})[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
MAX_VALUE = 300  # characters that the longest identifier may take
_PUBMED = re.compile(r"\b(?:pubmed|medline|nlm)\b", re.IGNORECASE)


class Found(NamedTuple):
    """What a note says of the identifiers of its work; "" for what it does not."""

    doi: str = ""
    arxiv: str = ""
    pmid: str = ""
    pmcid: str = ""
    isbn: str = ""
    openreview: str = ""
    key: str = ""  # the citation key, as Zotero keeps it in Extra


def identifiers_in(note: str) -> Found:
    """Return the identifiers of the work that a note is on, as in Zotero's Extra or CSL's note.

    Each must be named as what it is ("PMID: 123", "doi:10…"), or stand alone on its line. Those
    behind "comment on", "erratum" and the like are another work's, and where several differ the
    one that begins its line counts, else none.
    """
    first: dict[str, str] = {}
    others: dict[str, set[str]] = {}
    for line in note.splitlines():
        for scheme, value, begins in _named(line):
            if begins:
                first.setdefault(scheme, value)
            others.setdefault(scheme, set()).add(value)
    sole = {scheme: values.pop() for scheme, values in others.items() if len(values) == 1}
    key = _KEY.search(note)
    return Found(**(sole | first), key=key[1] if key else "")


def _named(line: str) -> Iterator[tuple[str, str, bool]]:
    """Yield scheme, value and whether it begins the line, for each identifier named there."""
    line = line.strip()
    if "%" in line:
        line = unquote(line)
    if _DOI.fullmatch(line):
        yield "doi", doi(line), True
    start = len(line) - len(line.lstrip(" {:-*•"))
    other = _OF_ANOTHER.search(line)
    for found in _NAMED.finditer(line, 0, other.start() if other else len(line)):
        scheme = str(found.lastgroup)
        if value := _VALUES[scheme](line[found.end() : found.end() + MAX_VALUE]):
            yield scheme, value, found.start() <= start


def accession(number: str, database: str) -> str:
    """Return the PubMed identifier that the number of a database's record is; "" for none."""
    is_pubmed = _PUBMED.search(database) is not None and number.strip().isdecimal()
    return number.strip() if is_pubmed else pmid(number)


def doi(text: str) -> str:
    """Return the first DOI of a text, lower case and without resolver; "" for none."""
    if "10." not in text:
        return ""
    text = unquote(text) if "%" in text else text
    found = _DOI.search(text)
    if not found:
        return ""
    in_query = _IN_QUERY.search(text, 0, found.start())  # …?doi=10.5555/x&partner=4
    return _trimmed(found[0].partition("&")[0] if in_query else found[0]).lower()


def short_doi(text: str) -> str:
    """Return the short form (shortdoi.org) that a field or address holds; "" for none."""
    found = _SHORT_DOI.fullmatch(text.strip())
    return f"10/{(found[1] or found[2]).lower()}" if found else ""


def _trimmed(found: str) -> str:
    """Cut what belongs to the sentence, not to the DOI: stops, and a bracket never opened."""
    found = _BEHIND_DOI.sub("", found.rstrip(_STOPS)).rstrip(_STOPS)
    while found.endswith((")", "]")) and found.count(found[-1]) > found.count(
        "(" if found[-1] == ")" else "["
    ):
        found = found[:-1].rstrip(_STOPS)
    return found


def arxiv(text: str) -> str:
    """Return an identifier that a text names as arXiv's, without version; "" for none."""
    found = _ARXIV_IN_TEXT.search(text) if _SAYS_ARXIV.search(text) else None
    return _arxiv_form(found[1]) if found else ""


def arxiv_eprint(text: str) -> str:
    """Return the arXiv identifier that an eprint field holds, without version; "" for none."""
    found = _ARXIV_ID.fullmatch(text.strip())
    return _arxiv_form(found[1]) if found else arxiv(text)


def _arxiv_form(identifier: str) -> str:
    """Return it in one form: old ones lose the subject class (math.GT/0309136)."""
    archive, slash, number = identifier.partition("/")
    return f"{archive.partition('.')[0].lower()}/{number}" if slash else identifier


def openreview(text: str) -> str:
    """Return the OpenReview identifier of a URL; "" for none."""
    found = _OPENREVIEW.search(text)
    return found[1] if found else ""


def pmid(text: str) -> str:
    """Return the PubMed identifier of a URL or note; "" for none."""
    found = _PMID.search(text)
    return found[1] or found[2] if found else ""


def pmcid(text: str) -> str:
    """Return the PubMed Central identifier of a URL or field; "" for none."""
    found = _PMCID.search(text)
    return f"PMC{found[1]}" if found else ""


def acl(text: str) -> str:
    """Return the ACL Anthology identifier of a URL; "" for none."""
    found = _ACL.search(text)
    return found[1].lower() if found else ""


def isbn(text: str) -> str:
    """Return the first ISBN of a text as 13 digits; "" for none."""
    found = _ISBN.search(text)
    if not found:
        return ""
    digits = re.sub(r"[- ]", "", found[0]).upper()
    return digits if len(digits) == 13 else _isbn13(digits)


def _isbn13(ten: str) -> str:
    """Return the 13 digits of an ISBN of 10 (ISO 2108)."""
    twelve = "978" + ten[:9]
    total = sum(int(d) * (3 if i % 2 else 1) for i, d in enumerate(twelve))
    return f"{twelve}{-total % 10}"


def _digits(text: str) -> str:
    found = re.match(r"\d{1,9}", text)
    return found[0] if found else ""


def _begins(text: str) -> str:
    """Return the arXiv identifier that a text begins with."""
    found = _ARXIV_ID.match(text)
    return _arxiv_form(found[1]) if found else ""


_VALUES = {  # scheme -> what reads it from the text behind its name
    "doi": doi,
    "arxiv": _begins,
    "pmid": _digits,
    "pmcid": lambda text: pmcid(f"PMC{_digits(text)}"),
    "isbn": isbn,
    "openreview": openreview,
}

"""Papers -> CSL JSON, in the form that Zotero's translator gives back whole."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from recommender.formats import facts
from recommender.formats.csl.tables import CSL_TYPES, FIELDS, KINDS_OF_THESIS, NUMBERS, PLACES
from recommender.formats.entry_types import entry_type, fact, is_preprint, place_of, repository_of
from recommender.formats.keys import keys_for
from recommender.library import Library
from recommender.papers import Paper, Person
from recommender.text.display import escaped
from recommender.text.names import people
from recommender.text.tidy import tidy


def write(papers: Sequence[Paper], *, into: Library | None = None) -> str:
    """Return a list of items; ids are the keys that `bibtex.write` would give."""
    keyed = zip(papers, keys_for(papers, into), strict=True)
    items = [_item(paper, key) for paper, key in keyed]
    return escaped(json.dumps(items, ensure_ascii=False, indent=2)) + "\n"


def _item(paper: Paper, key: str) -> dict[str, Any]:
    """Return a paper as CSL names its parts, without what is empty."""
    preprint = is_preprint(paper)
    kind = "article" if preprint else CSL_TYPES.get(paper.type.lower(), "document")
    found = {
        "id": key,
        "citation-key": key,
        "type": kind,
        "title": tidy(paper.title),
        "author": [_name(person) for person in paper.authors],
        **{role: _named(paper, role) for role in ("editor", "translator")},
        "issued": _date(paper),
        **_facts(paper, kind),
        **(_server(paper) if preprint else _place(paper, kind)),
        "DOI": facts.doi_of(paper),
        "PMID": paper.pmid,
        "ISBN": paper.isbn,
        "URL": facts.address_of(paper),
        "language": paper.language,
        "keyword": tidy("; ".join(paper.keywords)),
        "abstract": tidy(paper.abstract),
        "note": "\n".join(_notes(paper, preprint=preprint)),
    }
    return {name: value for name, value in found.items() if value}


def _facts(paper: Paper, kind: str) -> dict[str, str]:
    found = {theirs[0]: tidy(fact(paper, ours)) for ours, theirs in FIELDS.items()}
    usual = KINDS_OF_THESIS.get(paper.type.lower(), "")
    return {
        **found,
        NUMBERS.get(kind, "issue"): tidy(fact(paper, "number")),
        "genre": tidy(fact(paper, "type")) or usual,
    }


def _place(paper: Paper, kind: str) -> dict[str, str]:
    place = place_of(paper, entry_type(paper)) or paper.venue
    return {PLACES.get(kind, "container-title"): tidy(place)}


def _server(paper: Paper) -> dict[str, str]:
    """Return the archive of a preprint, and its number there."""
    server = fact(paper, "publisher") or repository_of(paper)
    return {
        "publisher": tidy(server),
        "container-title": tidy(paper.venue) if paper.venue != server or server == "arXiv" else "",
        "number": f"arXiv:{paper.arxiv}" if paper.arxiv else "",
        "genre": "preprint",
    }


def _notes(paper: Paper, *, preprint: bool) -> list[str]:
    """Return the note, and the identifiers that have no variable, a line each."""
    lines = [tidy(fact(paper, "note"))]
    if paper.arxiv and not preprint:
        lines.append(f"arXiv: {paper.arxiv}")
    lines += facts.addresses_of(paper)[1:]
    return list(filter(None, lines))


def _date(paper: Paper) -> dict[str, Any] | None:
    """Return a date twice: styles read its parts, Zotero keeps what is raw."""
    if paper.year is None:
        return None
    if paper.month is None:
        return {"date-parts": [[paper.year]]}
    sign = "-" if paper.year < 0 else ""
    raw = f"{sign}{abs(paper.year):04d}-{paper.month:02d}"
    return {"date-parts": [[paper.year, paper.month]], "raw": raw}


def _named(paper: Paper, role: str) -> list[dict[str, str]]:
    return [_name(person) for person in people(paper.fields.get(role, ""))[0]]


def _name(person: Person) -> dict[str, str]:
    """Return a name; its particle stands in the family name, since Zotero reads no other."""
    if person.literal or not person.family:
        return {"literal": tidy(str(person))}
    parts = {
        "family": tidy(" ".join(filter(None, (person.prefix, person.family)))),
        "given": tidy(", ".join(filter(None, (person.given, person.suffix)))),
    }
    return {name: value for name, value in parts.items() if value}

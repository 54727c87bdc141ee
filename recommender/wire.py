"""The JSON of the HTTP contract, which is the JSON of the command line too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from recommender.corpus import Corpus
from recommender.explain import Reason
from recommender.formats import writable
from recommender.library import Entry, Library
from recommender.notices import Notice
from recommender.papers import Paper, Person
from recommender.ranked import Suggestion
from recommender.recommend import Answer
from recommender.report import Report
from recommender.verdicts import Verdict, Verdicts

if TYPE_CHECKING:
    from recommender.append import Appended
    from recommender.managers.sent import Sent
    from recommender.store import StoredLibrary

FEED = "/feeds"
ATOM = "atom"
FILES = {  # suffix -> format that suggestions are given in; .json would be taken for the contract's
    form.suffixes[0].removeprefix("."): form
    for form in writable().values()
    if not form.media_type.endswith("json")
}
SCORE_DIGITS = 9  # shares still add up to the score within 1e-6


def answer_json(answer: Answer) -> dict[str, Any]:
    """Return an answer: suggestions, interests, what was read, why it is empty."""
    return {
        "suggestions": [suggestion_json(s, answer.corpus) for s in answer.suggestions],
        "versions": [suggestion_json(s, answer.corpus) for s in answer.versions],
        "interests": [{"id": i.id, "label": i.label} for i in answer.interests],
        "library": {
            "entries": len(answer.library),
            "notices": [notice_json(n) for n in answer.library.notices],
        },
        "corpus": corpus_json(answer.corpus),
        "empty_because": answer.empty_because,
    }


def suggestion_json(suggestion: Suggestion, corpus: Corpus) -> dict[str, Any]:
    """Return one suggestion with its reasons."""
    paper, owned = suggestion.paper, suggestion.in_library
    return {
        **paper_json(paper),
        "rank": suggestion.rank,
        "percentile": round(suggestion.percentile, 2),
        "strength": suggestion.strength,
        "score": round(suggestion.score, SCORE_DIGITS),
        "corpus": corpus.name,
        "interest": {"id": suggestion.interest.id, "label": suggestion.interest.label},
        "in_library": {"key": owned.key, "relation": owned.relation} if owned else None,
        "verdict": suggestion.verdict,
        "why": why_json(suggestion.why),
    }


def why_json(why: Reason) -> dict[str, Any]:
    """Return the reasons; the shares of the terms add up to the score."""
    return {
        "sentence": why.sentence,
        "terms": [
            {"term": t.term, "share": round(t.share, SCORE_DIGITS), "keys": list(t.keys)}
            for t in why.terms
        ],
        "nearest": [
            {"key": n.key, "title": n.title, "line": n.line, "similarity": round(n.similarity, 4)}
            for n in why.nearest
        ],
        "rankers": {
            name: {"rank": rank, "score": round(score, SCORE_DIGITS)}
            for name, (rank, score) in why.rankers.items()
        },
    }


def paper_json(paper: Paper) -> dict[str, Any]:
    """Return a paper; what is unknown is null."""
    return {
        "key": paper.key,
        "type": paper.type,
        "title": paper.label,
        "authors": [person_json(p) for p in paper.authors],
        "year": paper.year,
        "venue": paper.venue or None,
        "doi": paper.doi or None,
        "arxiv": paper.arxiv or None,
        "url": paper.url or None,
        "abstract": paper.abstract or None,
    }


def person_json(person: Person) -> dict[str, str]:
    """Return the name parts that there are; an organisation is a literal."""
    parts = ("family", "given", "prefix", "suffix", "literal")
    return {part: value for part in parts if (value := getattr(person, part))}


def entry_json(entry: Entry) -> dict[str, Any]:
    """Return an entry of a library with everything that was read of it."""
    paper = entry.paper
    return {
        **paper_json(paper),
        "title": paper.title or None,
        "month": paper.month,
        "line": entry.line,
        "collections": list(entry.collections),
        "fields": dict(paper.fields),
    }


def notice_json(notice: Notice) -> dict[str, Any]:
    """Return one line of the import report."""
    return {
        "file": notice.file or None,
        "line": notice.line,
        "key": notice.key,
        "severity": notice.severity,
        "code": notice.code,
        "message": notice.message,
    }


def corpus_json(corpus: Corpus) -> dict[str, Any]:
    """Return a corpus by name, size and generation."""
    return {"name": corpus.name, "papers": len(corpus.papers), "generation": corpus.generation}


def library_json(stored: StoredLibrary, origin: str) -> dict[str, Any]:
    """Return a stored library: what it is called, where it came from, where its feeds are."""
    names = ("id", "label", "origin", "format", "size", "added", "state")
    known = {name: getattr(stored, name) for name in names}
    return {**known, "feed": feed_json(origin, stored.feed) if stored.feed else None}


def feed_json(origin: str, feed: str) -> dict[str, str]:
    """Return the secret addresses of a library's suggestions."""
    start = f"{origin}{FEED}/{feed}/suggestions"
    return {suffix: f"{start}.{suffix}" for suffix in (*FILES, ATOM)}


def import_json(stored: StoredLibrary, library: Library, origin: str) -> dict[str, Any]:
    """Return what an import answers: the library, and the report without its entries."""
    return {
        **library_json(stored, origin),
        "entries": len(library),
        "notices": [notice_json(n) for n in library.notices],
    }


def verdicts_json(verdicts: Verdicts, corpus: Corpus | None = None) -> dict[str, Verdict]:
    """Return verdicts by the key under which each was said, or by the keys of a corpus."""
    if corpus is None:
        return {each.key: each.verdict for each in verdicts}
    applied = verdicts.on(corpus).items()
    return {corpus.papers[number].key or "": each.verdict for number, each in applied}


def sent_json(sent: Sent) -> dict[str, Any]:
    """Return what became of papers that were sent to a manager."""
    return {
        "place": sent.place,
        "added": [paper.key for paper in sent.added],
        "already": [paper.key for paper in sent.already],
        "failed": [{"key": paper.key, "message": why} for paper, why in sent.failed],
        "warnings": list(sent.warnings),
    }


def appended_json(appended: Appended) -> dict[str, Any]:
    """Return what was appended to a file under which key, and what it had."""
    return {
        "added": [{"key": paper.key, "as": key} for paper, key in appended.added],
        "already": [
            {"key": paper.key, "as": key, "line": line} for paper, key, line in appended.already
        ],
        "backup": str(appended.backup) if appended.backup else None,
        "warnings": list(appended.warnings),
    }


def report_json(made: Report) -> dict[str, Any]:
    """Return the import report of one file, as `check` and the service give it."""
    library, severities = made.library, ("info", "warning", "error")
    return {
        "file": library.file or None,
        "encoding": library.encoding,
        "entries": [entry_json(e) for e in library.entries],
        "duplicates": [list(pair) for pair in made.duplicates],
        "versions": [list(pair) for pair in made.versions],
        "notices": [notice_json(n) for n in made.notices],
        "summary": {
            "entries": len(library),
            "with_title": sum(bool(p.title) for p in library.papers),
            "with_abstract": sum(bool(p.abstract) for p in library.papers),
            "duplicates": len(made.duplicates),
            "versions": len(made.versions),
            "notices": {s: sum(n.severity == s for n in made.notices) for s in severities},
        },
    }

"""What the page's templates show: plain values made from an answer, nothing left to decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from recommender.formats.citation import citation
from recommender.papers import Paper
from recommender.ranking.suggestion import Suggestion
from recommender.recommend import Answer
from recommender.service.web.coins import coins
from recommender.service.web.marking import Piece, marked
from recommender.text.links import safe_link
from recommender.text.visible import visible

AUTHORS_SHOWN = 6
TERMS_SHOWN = 8
TERMS_MARKED = 12  # the heaviest; more would colour every second word
SORTS = {"rank": "best first", "newest": "newest first", "title": "by title"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One suggestion as it is shown."""

    key: str
    unapi: str
    coins: str
    rank: int
    title: list[Piece]
    plain_title: str
    authors: str
    place: str  # venue and year
    citation: str
    link: str
    strength: str
    percentile: str
    interest: int  # its number from 1, for its colour
    interest_label: str
    sentence: str
    abstract: list[Piece]
    terms: list[tuple[str, int]]  # term, share of the score in percent
    nearest: list[tuple[str, str, int, int]]  # key, title, line, similarity in percent
    verdict: str


def cards(answer: Answer, *, words: str = "", sort: str = "rank", limit: int = 20) -> list[Card]:
    """Return the suggestions to show: those that hold the words, in the order asked for."""
    found = [s for s in answer.suggestions if holds(s.paper, words)][:limit]
    if sort == "newest":
        found.sort(key=lambda s: -(s.paper.year or 0))
    elif sort == "title":
        found.sort(key=lambda s: s.paper.label.casefold())
    colours = {interest.id: n for n, interest in enumerate(answer.interests, start=1)}
    return [card(s, answer.corpus.name, colours.get(s.interest.id, 1)) for s in found]


def holds(paper: Paper, words: str) -> bool:
    """Tell whether a paper's texts hold every one of some words."""
    text = " ".join((paper.title, paper.abstract, *paper.keywords, *map(str, paper.authors)))
    return all(word in text.casefold() for word in words.casefold().split())


def card(suggestion: Suggestion, corpus: str, colour: int) -> Card:
    """Return one suggestion as it is shown."""
    paper, why = suggestion.paper, suggestion.why
    terms = [t.term for t in why.terms[:TERMS_MARKED]]
    return Card(
        key=paper.key or "",
        unapi=f"{corpus}.{paper.key}",
        coins=coins(paper),
        rank=suggestion.rank,
        title=marked(paper.label, terms),
        plain_title=visible(paper.label),
        authors=names(paper),
        place=", ".join(filter(None, (visible(paper.venue), str(paper.year or "")))),
        citation=visible(citation(paper)),
        link=safe_link(paper),
        strength=suggestion.strength,
        percentile=f"{suggestion.percentile:.0f}",
        interest=colour,
        interest_label=visible(suggestion.interest.label),
        sentence=visible(why.sentence),
        abstract=marked(paper.abstract, terms),
        terms=_shares(suggestion),
        nearest=[
            (visible(n.key or ""), visible(n.title), n.line, round(100 * n.similarity))
            for n in why.nearest
        ],
        verdict=suggestion.verdict or "",
    )


def names(paper: Paper) -> str:
    """Return the authors, the last ones counted where there are many."""
    authors: Sequence[str] = [visible(str(author)) for author in paper.authors]
    if len(authors) <= AUTHORS_SHOWN:
        return ", ".join(authors)
    return f"{', '.join(authors[: AUTHORS_SHOWN - 1])} and {len(authors) - AUTHORS_SHOWN + 1} more"


def _shares(suggestion: Suggestion) -> list[tuple[str, int]]:
    whole = suggestion.score or 1.0
    shares = [(visible(t.term), round(100 * t.share / whole)) for t in suggestion.why.terms]
    return [(term, share) for term, share in shares[:TERMS_SHOWN] if share > 0]


def facts(answer: Answer) -> dict[str, object]:
    """Return what a page says beside the cards: interests, venues, the report, the corpus."""
    papers = answer.corpus.papers
    venues = {visible(s.paper.venue) for s in answer.suggestions if s.paper.venue}
    notices = answer.library.notices
    return {
        "entries": len(answer.library),
        "corpus": {"name": answer.corpus.name, "papers": len(papers)},
        "interests": [
            {"number": n, "id": i.id, "label": visible(i.label), "size": len(i.positions)}
            for n, i in enumerate(answer.interests, start=1)
        ],
        "venues": sorted(venues),
        "notices": [
            {
                "severity": n.severity,
                "line": n.line,
                "key": visible(n.key or ""),
                "message": visible(n.message),
            }
            for n in notices
        ],
        "errors": any(n.severity == "error" for n in notices),
    }

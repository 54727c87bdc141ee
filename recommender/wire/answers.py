"""Answers: suggestions with their reasons; the shares of the terms add up to the score."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from msgspec import Meta

from recommender import interests as parts
from recommender import recommend
from recommender.rankers.strength import Strength
from recommender.ranking import reasons
from recommender.ranking.suggestion import Suggestion as Found
from recommender.verdicts import Verdict
from recommender.wire.papers import Corpus, Paper, labelled
from recommender.wire.reports import Notice
from recommender.wire.shape import Count, Shape
from recommender.wire.terms import named

SCORE_DIGITS = 9  # shares still add up to the score within 1e-6


class Term(Shape):
    """A word or phrase that paper and library share, what it gave, and which entries hold it."""

    term: str
    share: float
    keys: list[str | None]


class Near(Shape):
    """A library entry that is like the paper."""

    key: str | None
    title: str
    line: Count
    similarity: float

    @classmethod
    def of(cls, near: reasons.Neighbour) -> Self:
        """Return a neighbour's shape."""
        similarity = round(near.similarity, 4)
        return cls(key=near.key, title=near.title, line=near.line, similarity=similarity)


class Place(Shape):
    """Where one ranker puts a paper."""

    rank: Count
    score: float


class Why(Shape):
    """The reasons: the terms' shares and the rest, of terms not named, add up to the score."""

    sentence: str
    terms: list[Term]
    rest: float
    nearest: list[Near]
    rankers: dict[str, Place]

    @classmethod
    def of(cls, why: reasons.Reason, terms: str = "most") -> Self:
        """Return the shape of a reason, with the terms that carry most of it, or with all."""
        shown = named(why.terms, terms)
        return cls(
            sentence=why.sentence,
            terms=[
                Term(term=t.term, share=round(t.share, SCORE_DIGITS), keys=[*t.keys]) for t in shown
            ],
            rest=round(sum(t.share for t in why.terms[len(shown) :]), SCORE_DIGITS),
            nearest=[Near.of(near) for near in why.nearest],
            rankers={
                name: Place(rank=rank, score=round(score, SCORE_DIGITS))
                for name, (rank, score) in why.rankers.items()
            },
        )


class Interest(Shape):
    """A part of the library that belongs together."""

    id: str
    label: str

    @classmethod
    def of(cls, interest: parts.Interest) -> Self:
        """Return an interest's shape."""
        return cls(id=interest.id, label=interest.label)


class InLibrary(Shape):
    """The entry that a paper is another version of."""

    key: str | None
    relation: Literal["same", "version"]


class Suggestion(Paper):
    """A paper of the corpus, where it stands, and why."""

    rank: Count
    percentile: Annotated[float, Meta(ge=0, le=100)]
    strength: Strength
    score: float
    corpus: str
    interest: Interest
    in_library: InLibrary | None
    verdict: Verdict | None
    why: Why


class ReadLibrary(Shape):
    """What was read of the library that was asked for."""

    entries: Count
    notices: list[Notice]


class Answer(Shape):
    """Suggestions for a library, and newer versions of what it holds."""

    suggestions: list[Suggestion]
    versions: list[Suggestion]
    interests: list[Interest]
    library: ReadLibrary
    corpus: Corpus
    empty_because: str | None

    @classmethod
    def of(cls, answer: recommend.Answer, terms: str = "most") -> Self:
        """Return an answer's shape; `terms` is most or all."""
        library, corpus = answer.library, answer.corpus.name
        notices = [*map(Notice.of, (*library.notices, *answer.notices))]
        return cls(
            suggestions=[suggestion(s, corpus, terms) for s in answer.suggestions],
            versions=[suggestion(s, corpus, terms) for s in answer.versions],
            interests=[Interest.of(interest) for interest in answer.interests],
            library=ReadLibrary(entries=len(library), notices=notices),
            corpus=Corpus.of(answer.corpus),
            empty_because=answer.empty_because,
        )


def suggestion(found: Found, corpus: str, terms: str = "most") -> Suggestion:
    """Return the shape of a suggestion from the corpus of that name."""
    owned = found.in_library
    return Suggestion(
        **labelled(found.paper),
        rank=found.rank,
        percentile=round(found.percentile, 2),
        strength=found.strength,
        score=round(found.score, SCORE_DIGITS),
        corpus=corpus,
        interest=Interest.of(found.interest),
        in_library=InLibrary(key=owned.key, relation=owned.relation) if owned else None,
        verdict=found.verdict,
        why=Why.of(found.why, terms),
    )

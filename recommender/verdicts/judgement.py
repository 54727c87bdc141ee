"""One verdict on one work, and how it reaches a paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from recommender.corpus.indexing.duplicates import record_ids
from recommender.corpus.keys import plain
from recommender.corpus.storage.records import from_line, to_line
from recommender.papers import Paper
from recommender.works import Marks, marks, pairs, related

Verdict = Literal["saved", "dismissed", "seen"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
HELD_BACK = frozenset({"saved", "dismissed"})  # a paper only seen is shown again, marked

Through = Literal["version", "key", "same"]  # how a verdict reaches a paper, the nearest last
NEARNESS: Mapping[Through, int] = {through: i for i, through in enumerate(get_args(Through))}


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A verdict on one work, with the record, key and corpus of which it was said."""

    verdict: Verdict
    key: str  # as its corpus had it
    corpus: str = ""  # its name, "" where only the key is known
    record: bytes = b""  # of the paper, as `to_line` writes it, b"" where only the key is known

    @classmethod
    def on(cls, paper: Paper, verdict: Verdict, corpus: str = "") -> Judgement:
        """Return a verdict on a paper of a corpus."""
        return cls(verdict=verdict, key=paper.key or "", corpus=corpus, record=to_line(paper))

    @property
    def paper(self) -> Paper | None:
        """Return the paper of which it was said, None where only the key is known."""
        return from_line(self.record) if self.record else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What a paper of a corpus is known by."""

    key: str
    names: frozenset[str]  # of the record itself: a title may be short, or none
    marks: Marks

    @classmethod
    def of(cls, paper: Paper, corpus: str) -> Known:
        """Return it for a paper of a corpus; one that was edited keeps its place there."""
        mark, key = marks(paper), paper.key or ""
        place = repr((corpus, key, mark.title, sorted(mark.first_author)))
        names = record_ids(paper) | ({place} if corpus else set())
        return cls(key=key, names=names, marks=mark)


def known(judgement: Judgement) -> Known | None:
    """Return what the paper of a judgement is known by, None where only its key is."""
    paper = judgement.paper
    return Known.of(paper, judgement.corpus) if paper else None


def reaches(judgement: Judgement, work: Known | None, paper: Known) -> Through | None:
    """Return how a judgement on a work reaches a paper, None where it does not."""
    if work is None:
        return "key" if judgement.key in (paper.key, plain(paper.key)) else None
    return "same" if work.names & paper.names else related(work.marks, paper.marks)


def superseded(judgements: Sequence[Judgement]) -> set[int]:
    """Return the places of those whose work, or lone key, is judged again later."""
    papers = [(i, paper) for i, each in enumerate(judgements) if (paper := each.paper)]
    found = {papers[early][0] for early, _ in pairs(paper for _, paper in papers)[0]}
    last: dict[str, int] = {}
    for i, judgement in enumerate(judgements):
        work = known(judgement)
        for name in work.names if work else (f"key {judgement.key}",):
            if name in last:
                found.add(last[name])
            last[name] = i
    return found

"""Verdicts: what the user answered to suggestions, by work, whatever its key and corpus.

A verdict counts for every record of its work. It counts for another version of the work too, a
preprint or the published form, unless that has a verdict of its own. Of what was said of one work
the last counts. A verdict of which only a key is known counts for the paper of that key, in each
corpus that has one, unless its work has a verdict.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import Corpus
from recommender.corpus.indexing.duplicates import record_ids
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
class Applied:
    """The judgement that counts for a paper, and how it reaches it."""

    judgement: Judgement
    through: Through

    @property
    def verdict(self) -> Verdict:
        """Return the verdict."""
        return self.judgement.verdict


class Verdicts(Collection[Judgement]):
    """All that was said for one library, the oldest first; a value that never changes."""

    def __init__(self, judgements: Iterable[Judgement] = ()) -> None:
        self._judgements = tuple(judgements)

    @classmethod
    def of_keys(cls, verdicts: Mapping[str, Verdict]) -> Verdicts:
        """Return verdicts of which only the keys are known."""
        return cls(Judgement(verdict=verdict, key=key) for key, verdict in verdicts.items())

    def __iter__(self) -> Iterator[Judgement]:
        return iter(self._judgements)

    def __len__(self) -> int:
        return len(self._judgements)

    def __contains__(self, judgement: object) -> bool:
        return judgement in self._judgements

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Verdicts) and self._judgements == other._judgements

    def __hash__(self) -> int:
        return hash(self._judgements)

    def __add__(self, other: Verdicts) -> Verdicts:
        return Verdicts((*self, *other))

    def of(self, paper: Paper) -> Verdict | None:
        """Return the verdict that counts for a paper, of whichever corpus it is."""
        found = self.applied(paper)
        return found.verdict if found else None

    def applied(self, paper: Paper) -> Applied | None:
        """Return the judgement that counts for a paper: the nearest, of equally near ones last."""
        reached = self._reaching(paper)
        return max(reversed(reached), key=lambda each: NEARNESS[each.through], default=None)

    def behind(self, paper: Paper) -> Verdicts:
        """Return what is to be taken back so that a paper has no verdict, or only a remoter one."""
        reached = self._reaching(paper)
        near = [each for each in reached if each.through != "version"]
        return Verdicts(each.judgement for each in near or reached)

    def behind_key(self, key: str, corpus: Corpus, *, anywhere: bool = False) -> Verdicts:
        """Return what is to be taken back for a key of a corpus.

        Where that has nothing, what was said last under this key: of a paper that has left the
        corpus, or `anywhere`, which is for those who name no corpus.
        """
        found = self.behind(corpus.papers[corpus.number(key)]) if corpus.has(key) else ()
        said = [j for j in self if j.key == key and (anywhere or j.corpus in ("", corpus.name))]
        return Verdicts(found or said[-1:])

    def on(self, corpus: Corpus) -> Mapping[int, Applied]:
        """Return the judgements that count for papers of a corpus, by the papers' numbers."""
        if not self._judgements:
            return {}
        found: Mapping[int, Applied] = corpus.cache.get(
            ("verdicts", self), lambda: _on(self._judgements, corpus)
        )
        return found

    def papers(self, verdict: Verdict, corpus: Corpus) -> NDArray[np.int32]:
        """Return the numbers of the papers that have a verdict, ascending: one of each work."""
        nearest: dict[Judgement, tuple[int, int]] = {}
        for number, applied in self.on(corpus).items():
            if applied.verdict == verdict:
                place = (-NEARNESS[applied.through], number)
                nearest[applied.judgement] = min(place, nearest.get(applied.judgement, place))
        return np.array(sorted(number for _, number in nearest.values()), np.int32)

    def _reaching(self, paper: Paper) -> list[Applied]:
        """Return the judgements that reach a paper, the oldest first."""
        if not self._judgements:
            return []
        known = Known.of(paper)
        pairs = ((each, _through(each, work, known)) for each, work in self._known)
        return [Applied(judgement=each, through=through) for each, through in pairs if through]

    @cached_property
    def _known(self) -> list[tuple[Judgement, Known | None]]:
        papers = ((each, each.paper) for each in self._judgements)
        return [(each, Known.of(paper) if paper else None) for each, paper in papers]


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the work of a paper is known by."""

    key: str
    records: frozenset[str]
    marks: Marks

    @classmethod
    def of(cls, paper: Paper) -> Known:
        """Return it for a paper."""
        return cls(key=paper.key or "", records=record_ids(paper), marks=marks(paper))


def _through(judgement: Judgement, work: Known | None, paper: Known) -> Through | None:
    """Return how a judgement reaches a paper, None where it does not."""
    if work is None:
        return "key" if judgement.key == paper.key else None
    if work.records & paper.records:  # a title may be short, or none
        return "same"
    return related(work.marks, paper.marks)


def superseded(judgements: Sequence[Judgement]) -> set[int]:
    """Return the places of those whose work, or lone key, is judged again later."""
    known = [(i, paper) for i, each in enumerate(judgements) if (paper := each.paper)]
    found = {known[early][0] for early, _ in pairs(paper for _, paper in known)[0]}
    last: dict[str, int] = {}
    for i, judgement in enumerate(judgements):
        paper = judgement.paper
        for name in record_ids(paper) if paper else (f"key {judgement.key}",):
            if name in last:
                found.add(last[name])
            last[name] = i
    return found


def _on(judgements: Iterable[Judgement], corpus: Corpus) -> dict[int, Applied]:
    """Return which judgement counts for which paper: the nearest, of equally near ones the last."""
    known = [(each, paper) for each in judgements if (paper := each.paper)]
    found: dict[int, Applied] = {}
    for (judgement, _), papers in zip(known, corpus.find([p for _, p in known]), strict=True):
        for number, relation in papers:
            _take(found, number, Applied(judgement=judgement, through=relation))
    for judgement in judgements:
        if not judgement.record and corpus.has(judgement.key):
            number = corpus.number(judgement.key)
            _take(found, number, Applied(judgement=judgement, through="key"))
    for number, applied in list(found.items()):
        if applied.through != "version":
            for other in corpus.versions(number):
                _take(found, other, Applied(judgement=applied.judgement, through="version"))
    return found


def _take(found: dict[int, Applied], number: int, new: Applied) -> None:
    known = found.get(number)
    if known is None or NEARNESS[known.through] <= NEARNESS[new.through]:
        found[number] = new

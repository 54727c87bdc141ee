"""All verdicts of one library, and the papers for which they count.

A verdict counts for every record of its work. It counts for another version of the work too, a
preprint or the published form, unless that has a verdict of its own. Of what was said of one work
the last counts. A verdict of which only a key is known counts for the paper of that key, in each
corpus that has one, unless its work has a verdict.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import Corpus
from recommender.papers import Paper
from recommender.verdicts.judgement import (
    NEARNESS,
    Judgement,
    Known,
    Through,
    Verdict,
    known,
    reaches,
)
from recommender.works import Relation


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """The judgement that counts for a paper, and how it reaches it."""

    judgement: Judgement
    through: Through

    @property
    def verdict(self) -> Verdict:
        """Return the verdict."""
        return self.judgement.verdict

    @property
    def told(self) -> str:
        """Return what the paper of which it was said is called."""
        of = f" of {self.judgement.corpus}" if self.judgement.corpus else ""
        return self.judgement.key + of


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

    def applied(self, paper: Paper, corpus: str = "") -> Applied | None:
        """Return the judgement that counts for a paper: the nearest, of equally near ones last."""
        reached = self._reaching(paper, corpus)
        return max(reversed(reached), key=lambda each: NEARNESS[each.through], default=None)

    def behind(self, paper: Paper, corpus: str = "") -> Verdicts:
        """Return what is to be taken back so that a paper has no verdict, or only a remoter one."""
        reached = self._reaching(paper, corpus)
        near = [each for each in reached if each.through != "version"]
        return Verdicts(each.judgement for each in near or reached)

    def behind_key(self, key: str, corpus: Corpus, *, anywhere: bool = False) -> Verdicts:
        """Return what is to be taken back for a key of a corpus.

        Where that has nothing, what was said last under this key: of a paper that has left the
        corpus, or `anywhere`, which is for those who name no corpus.
        """
        if corpus.has(key):
            number = corpus.number(key)
            if found := self.behind(corpus.papers[number], corpus.name):
                return found
            if applied := self.on(corpus).get(number):
                return Verdicts([applied.judgement])
        said = [j for j in self if j.key == key and (anywhere or j.corpus in ("", corpus.name))]
        return Verdicts(said[-1:])

    def on(self, corpus: Corpus) -> Mapping[int, Applied]:
        """Return the judgements that count for papers of a corpus, by the papers' numbers."""
        if not self._judgements:
            return {}
        found: Mapping[int, Applied] = corpus.cache.get(
            ("verdicts", self), lambda: self._found_in(corpus)
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

    def _reaching(self, paper: Paper, corpus: str) -> list[Applied]:
        """Return the judgements that reach a paper, the oldest first."""
        if not self._judgements:
            return []
        asked = Known.of(paper, corpus)
        pairs = ((each, reaches(each, work, asked)) for each, work in self._known)
        return [Applied(judgement=each, through=through) for each, through in pairs if through]

    @cached_property
    def _known(self) -> list[tuple[Judgement, Known | None]]:
        return [(each, known(each)) for each in self._judgements]

    def _found_in(self, corpus: Corpus) -> dict[int, Applied]:
        """Return which judgement counts for which paper: the nearest, of equally near the last."""
        found: dict[int, Applied] = {}
        papers = [(each, paper) for each in self._judgements if (paper := each.paper)]
        works = corpus.find([paper for _, paper in papers])
        by_judgement = dict(zip((each for each, _ in papers), works, strict=True))
        for judgement, work in self._known:
            reached = dict(by_judgement.get(judgement, ()))
            for number, through in _with_others(reached, judgement, work, corpus).items():
                before = found.get(number)
                if before is None or NEARNESS[before.through] <= NEARNESS[through]:
                    found[number] = Applied(judgement=judgement, through=through)
        return found


def _with_others(
    reached: Mapping[int, Relation], judgement: Judgement, work: Known | None, corpus: Corpus
) -> dict[int, Through]:
    """Return what a judgement reaches: by its work, by its key, and what are versions of these."""
    found: dict[int, Through] = {**reached}
    number = _at_key(judgement, corpus)
    if number is not None:
        there = Known.of(corpus.papers[number], corpus.name)
        if through := reaches(judgement, work, there):
            found[number] = through
    for number in [n for n, through in found.items() if through != "version"]:
        for other in corpus.versions(number):
            found.setdefault(other, "version")
    return found


def _at_key(judgement: Judgement, corpus: Corpus) -> int | None:
    """Return the paper of the key that a judgement names, where it may be of this corpus."""
    if not judgement.record:
        return corpus.number_once(judgement.key)
    if judgement.corpus == corpus.name and corpus.has(judgement.key):
        return corpus.number(judgement.key)
    return None

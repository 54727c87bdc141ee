"""What the user said of papers, as it leaves the product."""

from __future__ import annotations

from typing import Self

from recommender import verdicts as domain
from recommender.corpus import Corpus
from recommender.verdicts import Verdict as Said
from recommender.wire.shape import Key, Shape


class GivenVerdict(Shape):
    """What the user says of a paper."""

    verdict: Said


class Verdict(Shape):
    """What the user said of a paper."""

    key: Key
    verdict: Said


class Verdicts(Shape):
    """What was said, by key, the oldest first."""

    verdicts: dict[str, Said]

    @classmethod
    def of(cls, said: domain.Verdicts, corpus: Corpus | None = None) -> Self:
        """Return verdicts by the key under which each was said, or by the keys of a corpus."""
        if corpus is None:
            return cls(verdicts={each.key: each.verdict for each in said})
        counting = said.on(corpus).items()
        papers = corpus.papers
        return cls(verdicts={papers[n].key or "": each.verdict for n, each in counting})

"""Saved papers: a small interest is ranked as it is and as if it held them, half each.

Few papers say little about an interest, so that a saved one tells more. Larger interests stay as
they are until the paper is in the library: README, Decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import Corpus
from recommender.papers import Paper
from recommender.rankers.feedback import Numbers
from recommender.rankers.fused import FusedRanker
from recommender.rankers.profile import Profile
from recommender.rankers.scored import Scored
from recommender.rankers.strength import FAIR
from recommender.verdicts import Verdicts
from recommender.works import Works

MOST = 10  # papers of an interest that saved ones add to


def saved(verdicts: Verdicts, corpus: Corpus, papers: Sequence[Paper], scored: Scored) -> Numbers:
    """Return the saved papers that belong to a small interest: those fair or better there.

    Those that it holds by now are not among them: they would count twice.
    """
    numbers = verdicts.papers("saved", corpus)
    if len(papers) > MOST or not len(numbers):
        return numbers[:0]
    works = Works(papers)
    new = [n for n in numbers.tolist() if works.find(corpus.papers[n]) is None]
    numbers = np.array(new, np.int32)
    return numbers[scored.deviations[numbers] >= FAIR]


def joined(
    papers: Sequence[Paper],
    others: Numbers,
    corpus: Corpus,
    allowed: NDArray[np.bool_] | None = None,
) -> Scored:
    """Return the mean of the scores for the papers of an interest and for these with others."""
    both = Profile.of([*papers, *(corpus.papers[n] for n in others.tolist())], corpus.index)
    own, ranker = both.part(range(len(papers))), FusedRanker(corpus)
    one, other = ranker.score(own, allowed=allowed), ranker.score(both, allowed=allowed)
    return Scored(
        profile=own,
        values=(one.values + other.values) / 2,
        parts=[replace(part, factor=part.factor / 2) for part in (*one.parts, *other.parts)],
        ordinary=(one.ordinary + other.ordinary) / 2,
    )

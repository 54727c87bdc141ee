"""Feedback: the papers of a corpus that the reader saved or dismissed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import Corpus
from recommender.papers import Paper
from recommender.works import Works


def _none() -> NDArray[np.int32]:
    return np.zeros(0, np.int32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """Numbers of papers, ascending."""

    saved: NDArray[np.int32] = field(default_factory=_none)
    dismissed: NDArray[np.int32] = field(default_factory=_none)

    def told(self) -> str:
        """Return the sentences that tell how much counts, "" where nothing does."""
        counts = (("saved", len(self.saved)), ("dismissed", len(self.dismissed)))
        return "".join(
            f" The {n} papers that you {what} count."
            if n > 1
            else f" The paper that you {what} counts."
            for what, n in counts
            if n
        )


def new(saved: NDArray[np.int32], papers: Sequence[Paper], corpus: Corpus) -> NDArray[np.int32]:
    """Return the saved papers that some papers lack: the others would count twice."""
    works = Works(papers if len(saved) else ())
    return np.array([n for n in saved.tolist() if not works.find(corpus.papers[n])], np.int32)


NONE = Feedback()

"""Labels: the heaviest terms of a group of entries, spelled as its entries spell them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import Corpus
from recommender.interests.groups import Groups
from recommender.library import Entry
from recommender.rankers.profile import Profile
from recommender.text.phrases import phrases, written
from recommender.text.terms import fields

N_LABEL_TERMS = 3
N_SPELLED = 3  # entries that the spelling of a term is taken from


def labels(groups: Groups, corpus: Corpus) -> list[str]:
    """Return for each group its heaviest terms, those above all that the other groups lack."""
    papers = [entry.paper for _, group in groups for entry in group]
    whole = Profile.of(papers, corpus.index)
    ends = np.cumsum([len(group) for _, group in groups])
    parts = [whole.part(range(end - len(g), end)) for (_, g), end in zip(groups, ends, strict=True)]
    centres = np.array([part.centre for part in parts])
    others = (centres.sum(axis=0) - centres) / max(1, len(parts) - 1)
    return [
        _label(group, centre, part)
        for (_, group), centre, part in zip(groups, centres - others, parts, strict=True)
    ]


def _label(group: Sequence[Entry], weights: NDArray[np.float64], part: Profile) -> str:
    heaviest = np.argsort(-weights, kind="stable")[: 10 * N_LABEL_TERMS].tolist()
    place = {part.index.term(int(part.numbers[i])): i for i in heaviest if weights[i] > 0}
    whole = phrases({term: float(weights[i]) for term, i in place.items()})
    best = sorted(whole, key=lambda term: (-whole[term], term))[:N_LABEL_TERMS]
    return ", ".join(_spelled(term, place[term], group, part) for term in best) or "library"


def _spelled(term: str, place: int, group: Sequence[Entry], part: Profile) -> str:
    """Return a term as those entries write it in which it weighs most."""
    column = part.vectors[:, [place]].toarray().ravel()
    heaviest = np.argsort(-column, kind="stable")[:N_SPELLED].tolist()
    texts = (text for i in heaviest for text in dict.fromkeys(fields(group[i].paper)))
    return written(texts, {term}).get(term, term)

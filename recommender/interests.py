"""Interests: the parts of a library that belong together, and one list made of their lists.

The reader's own groups come first, then keywords that are used like groups, then clusters: as many
as lead to different papers of the corpus, so that a library about one thing has one interest.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, count

import numpy as np
from numpy.typing import NDArray

from recommender.corpus import Corpus
from recommender.library import Entry, Library
from recommender.rankers.clusters import clusters
from recommender.rankers.profile import Profile
from recommender.text.phrases import phrases, written
from recommender.text.terms import fields

MIN_PAPERS = 3  # a smaller group says too little to rank by
MAX_INTERESTS = 12
MIN_COVER = 0.6  # share of the library that groups must hold together
MAX_GROUP = 0.9  # a group of nearly everything divides nothing
MAX_KEYWORDS_EACH = 1.5  # more: the keywords describe papers, they do not divide them
N_LABEL_TERMS = 3
N_SPELLED = 3  # entries that the spelling of a term is taken from
FAIRNESS = 0.5  # 1: turns by size, most hits; 0: the same for all. README, Decisions


@dataclass(frozen=True, slots=True, kw_only=True)
class Interest:
    """A part of a library, with the words that say what it is about."""

    id: str
    label: str
    positions: tuple[int, ...]  # entries of the library, ascending


def interests(library: Library, corpus: Corpus) -> tuple[Interest, ...]:
    """Return the interests of a library, the largest first; none where no entry has a text."""
    entries = [entry for entry in library.entries if any(fields(entry.paper))]
    if not entries:
        return ()
    groups = (
        _groups(entries, lambda entry: entry.collections)
        or _groups(entries, lambda entry: entry.paper.keywords, MAX_KEYWORDS_EACH)
        or _clusters(entries, corpus)
    )
    named = [(name, sorted(group, key=lambda e: e.position)) for name, group in groups]
    named.sort(key=lambda pair: (-len(pair[1]), pair[1][0].position))
    labels = [name or label for (name, _), label in zip(named, _labels(named, corpus), strict=True)]
    return tuple(
        Interest(id=key, label=label, positions=tuple(entry.position for entry in group))
        for key, label, (_, group) in zip(_ids(labels), labels, named, strict=True)
    )


def merged(
    orders: Sequence[NDArray[np.integer]], sizes: Sequence[int], limit: int
) -> list[tuple[int, int]]:
    """Return (place of the interest, paper), best first: the best papers of each by turns.

    Turns go by size to the power of FAIRNESS. A paper in several lists is named once, by the first.
    """
    weights = [size**FAIRNESS for size in sizes]
    queues = [iter(order.tolist()) for order in orders]
    taken = [0] * len(orders)
    waiting = set(range(len(orders)))
    found: dict[int, int] = {}
    while waiting and len(found) < limit:
        turn = min(waiting, key=lambda i: ((taken[i] + 1) / weights[i], i))
        paper = next((p for p in queues[turn] if p not in found), None)
        if paper is None:
            waiting.remove(turn)
        else:
            found[paper] = turn
            taken[turn] += 1
    return [(interest, paper) for paper, interest in found.items()]


Groups = list[tuple[str, list[Entry]]]  # name ("" where we name it), entries


def _groups(
    entries: Sequence[Entry], names: Callable[[Entry], Iterable[str]], most_each: float = np.inf
) -> Groups:
    """Return the reader's own groups and the rest; empty where they do not divide the library."""
    by_name: dict[str, list[Entry]] = defaultdict(list)
    spelled: dict[str, Counter[str]] = defaultdict(Counter)
    for entry in entries:
        for name in dict.fromkeys(map(str.strip, names(entry))):
            by_name[name.casefold()].append(entry)
            spelled[name.casefold()][name] += 1
    largest = MAX_GROUP * len(entries)
    kept = {n: g for n, g in by_name.items() if n and MIN_PAPERS <= len(g) <= largest}
    held = {entry.position for group in kept.values() for entry in group}
    each = sum(map(len, kept.values())) / max(1, len(held))
    cover = len(held) / len(entries)
    if not 1 < len(kept) <= MAX_INTERESTS or cover < MIN_COVER or each > most_each:
        return []
    rest = [entry for entry in entries if entry.position not in held]
    groups = [(spelled[name].most_common(1)[0][0], group) for name, group in kept.items()]
    return groups + ([("", rest)] if rest else [])


def _clusters(entries: Sequence[Entry], corpus: Corpus) -> Groups:
    profile = Profile.of([entry.paper for entry in entries], corpus.index)
    return [("", [entries[i] for i in rows]) for rows in clusters(profile)]


def _labels(groups: Groups, corpus: Corpus) -> list[str]:
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


def _ids(labels: Sequence[str]) -> list[str]:
    """Return a short name for each label, all different, of letters that a URL can hold."""
    found: list[str] = []
    for label in labels:
        name = re.sub(r"[^a-z0-9]+", "-", label.casefold()).strip("-")[:40].strip("-")
        name = name or "interest"
        numbered = (f"{name}-{n}" for n in count(len(found) + 1))
        found.append(next(each for each in chain((name,), numbered) if each not in found))
    return found

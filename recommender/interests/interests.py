"""Interests: the parts of a library that belong together.

The reader's own groups come first, then keywords that are used like groups, then clusters: as many
as lead to different papers of the corpus, so that a library about one thing has one interest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count

from recommender.corpus import Corpus
from recommender.interests.clusters import clusters
from recommender.interests.groups import Groups, groups
from recommender.interests.labels import labels
from recommender.library import Entry, Library
from recommender.rankers.profile import Profile
from recommender.text.terms import fields

MAX_KEYWORDS_EACH = 1.5  # more: the keywords describe papers, they do not divide them


@dataclass(frozen=True, slots=True, kw_only=True)
class Interest:
    """A part of a library, with the words that say what it is about."""

    id: str
    label: str
    positions: tuple[int, ...]  # entries of the library, ascending


def interests(library: Library, corpus: Corpus) -> tuple[Interest, ...]:
    """Return the interests of a library, the largest first; none where no entry has a text."""
    entries = _with_text(library)
    if not entries:
        return ()
    found = (
        groups(entries, lambda entry: entry.collections)
        or groups(entries, lambda entry: entry.paper.keywords, MAX_KEYWORDS_EACH)
        or _clusters(entries, corpus)
    )
    return _named(found, corpus)


def undivided(library: Library, corpus: Corpus) -> tuple[Interest, ...]:
    """Return all of a library as one interest; none where no entry has a text."""
    entries = _with_text(library)
    return _named([("", entries)], corpus) if entries else ()


def _with_text(library: Library) -> list[Entry]:
    return [entry for entry in library.entries if any(fields(entry.paper))]


def _clusters(entries: Sequence[Entry], corpus: Corpus) -> Groups:
    profile = Profile.of([entry.paper for entry in entries], corpus.index)
    return [("", [entries[i] for i in rows]) for rows in clusters(profile)]


def _named(found: Groups, corpus: Corpus) -> tuple[Interest, ...]:
    """Return groups as interests, the largest first, with a label where they have no name."""
    ordered = [(name, sorted(group, key=lambda e: e.position)) for name, group in found]
    ordered.sort(key=lambda pair: (-len(pair[1]), pair[1][0].position))
    names = [
        name or label for (name, _), label in zip(ordered, labels(ordered, corpus), strict=True)
    ]
    return tuple(
        Interest(id=key, label=name, positions=tuple(entry.position for entry in group))
        for key, name, (_, group) in zip(ids(names), names, ordered, strict=True)
    )


def ids(names: Sequence[str]) -> list[str]:
    """Return a short id for each name, all different, of letters that a URL can hold."""
    found: list[str] = []
    for name in names:
        short = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:40].strip("-")
        short = short or "interest"
        numbered = (f"{short}-{n}" for n in count(len(found) + 1))
        found.append(next(each for each in chain((short,), numbered) if each not in found))
    return found

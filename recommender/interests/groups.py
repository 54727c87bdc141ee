"""Groups: the parts into which the reader divided a library, where they do divide it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from recommender.library import Entry

MIN_PAPERS = 3  # a smaller group says too little to rank by
MAX_INTERESTS = 12
MIN_COVER = 0.6  # share of the library that groups must hold together
MAX_GROUP = 0.9  # a group of nearly everything divides nothing

Groups = list[tuple[str, list[Entry]]]  # name ("" where we name it), entries


def groups(
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

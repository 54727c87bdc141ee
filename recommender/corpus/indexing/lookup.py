"""Which papers of a corpus are a work that is named, found by their signatures.

No paper is decoded but those that share a signature with the work, so that a million papers cost
some milliseconds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.indexing.duplicates import record_ids, signature_values
from recommender.corpus.keys import LETTERS, MAX_MADE, plain
from recommender.corpus.storage.checksummed import ChecksummedArray
from recommender.corpus.storage.string_table import string_table
from recommender.papers import Paper
from recommender.works import MAX_CANDIDATES, Relation, marks, related

AT_ONCE = 1 << 20  # signatures; bounds the copies
BITS = 20  # of a signature that are looked at first


def papers_of(
    works: Sequence[Paper], arrays: Mapping[str, ChecksummedArray], papers: Sequence[Paper]
) -> list[list[tuple[int, Relation]]]:
    """Return for each work the papers that are it, or a version of it, in corpus order."""
    found = []
    for work, numbers in zip(works, _candidates(works, arrays), strict=True):
        mark, names = marks(work), record_ids(work)
        related_ones: list[tuple[int, Relation]] = []
        for number in numbers:
            paper = papers[number]
            relation = "same" if names & record_ids(paper) else related(mark, marks(paper))
            if relation:
                related_ones.append((number, relation))
        found.append(related_ones)
    return found


def former_keys(arrays: Mapping[str, ChecksummedArray]) -> dict[str, int]:
    """Return the papers whose key was another before keys were kept as written, by that key."""
    table = string_table(arrays, "keys")
    numbers = table.beyond(LETTERS, MAX_MADE).tolist()
    return {plain(table[number]): number for number in reversed(numbers)}


def _candidates(works: Sequence[Paper], arrays: Mapping[str, ChecksummedArray]) -> list[list[int]]:
    """Return for each work the papers that share a signature, the first of each signature."""
    signed = [signature_values(work) for work in works]
    wanted = np.unique(np.array([value for values in signed for value in values], np.uint64))
    values, numbers = (arrays[f"signatures.{part}"].whole() for part in ("values", "papers"))
    by_value: dict[int, list[int]] = defaultdict(list)
    places = _places(values, wanted)
    for value, number in zip(values[places].tolist(), numbers[places].tolist(), strict=True):
        if len(by_value[value]) < MAX_CANDIDATES:
            by_value[value].append(number)
    return [sorted({n for value in each for n in by_value.get(value, ())}) for each in signed]


def _places(values: NDArray[np.uint64], wanted: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return where some of the wanted values stand, ascending."""
    shift = np.uint64(64 - BITS)
    begins = np.zeros(1 << BITS, bool)
    begins[(wanted >> shift).astype(np.int64)] = True
    places = [np.zeros(0, np.int64)]
    for start in range(0, len(values), AT_ONCE):
        block = values[start : start + AT_ONCE]
        some = np.flatnonzero(begins[(block >> shift).astype(np.int64)])
        places.append(start + some[np.isin(block[some], wanted)])
    return np.concatenate(places)

"""Spelling: the capitals that a library has in the names of fields and types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

COMPOUNDS = {  # as they are written where a library has capitals within a type
    **{"inproceedings": "InProceedings", "incollection": "InCollection", "inbook": "InBook"},
    **{"techreport": "TechReport", "phdthesis": "PhdThesis", "mastersthesis": "MastersThesis"},
}


@dataclass(frozen=True, slots=True)
class Spelling:
    """How words are written: those that a library has as it has them, others in its manner."""

    case: str = "lower"  # lower, upper, capitalize
    compounds: bool = False  # InProceedings
    known: Mapping[str, str] = field(default_factory=dict)  # in small letters -> as it stands

    def of(self, word: str) -> str:
        """Return a word, given in small letters, in the library's spelling."""
        if word in self.known:
            return self.known[word]
        spelled: str = getattr(word, self.case)()
        return COMPOUNDS.get(word, spelled) if self.compounds else spelled


def spelling_of(words: Iterable[str]) -> Spelling:
    """Return the spelling of most of some words."""
    counts = Counter(words)
    by_word: dict[str, Counter[str]] = {}
    cases: Counter[str] = Counter()
    for word, times in counts.items():
        by_word.setdefault(word.lower(), Counter())[word] += times
        cases[_case_of(word)] += times
    if not cases:
        return Spelling()
    known = {lower: spelled.most_common(1)[0][0] for lower, spelled in by_word.items()}
    return Spelling(
        case=cases.most_common(1)[0][0],
        compounds=any(word in COMPOUNDS.values() for word in known.values()),
        known=known,
    )


def _case_of(word: str) -> str:
    if word.islower():
        return "lower"
    return "upper" if word.isupper() and len(word) > 1 else "capitalize"

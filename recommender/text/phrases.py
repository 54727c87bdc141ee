"""Terms as a person reads them: pairs of words before single ones, spelled as in the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping

from recommender.text.terms import spellings


def phrases(weights: Mapping[str, float]) -> dict[str, float]:
    """Return the weights with those of single words given to the heaviest pair that holds them."""
    left = dict(weights)
    pairs = sorted(
        (term for term in weights if " " in term),
        key=lambda pair: (-weights[pair] - sum(weights.get(w, 0) for w in pair.split()), pair),
    )
    for pair in pairs:
        left[pair] += sum(left.pop(word, 0) for word in set(pair.split()))
    return left


def written(texts: Iterable[str], wanted: Container[str]) -> dict[str, str]:
    """Return wanted terms of some texts as written there: few words, small letters, most often."""
    seen = Counter(pair for text in texts for pair in spellings(text, wanted))
    found: dict[str, str] = {}
    for term, words in sorted(seen, key=lambda pair: _rank(pair[1], seen[pair])):
        found.setdefault(term, words)
    return found


def _rank(words: str, n_seen: int) -> tuple[int, int, int, str]:
    """Return what sorts the best way to write a term first."""
    n_gaps = words.count(" ") + words.count("-")
    return n_gaps, sum(map(str.isupper, words)), -n_seen, words

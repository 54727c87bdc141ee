"""Stable, unique keys for the papers of a corpus: `[A-Za-z0-9:_-]{1,64}`."""

from __future__ import annotations

import re
import unicodedata
from hashlib import sha256

from recommender.papers import Paper

MAX_KEY = 64
_OTHER = re.compile(r"[^A-Za-z0-9:_]+")


class Keys:
    """Gives each paper a key that no other of its corpus has, in any case."""

    def __init__(self, taken: set[str] | None = None) -> None:
        """Start with the keys of a corpus, in lower case."""
        self._taken = set() if taken is None else taken

    def __call__(self, paper: Paper) -> str:
        """Return the key of a new paper: its own, else one from an identifier or its text."""
        key = _allowed(_wanted(paper))
        digest = sha256("|".join(_parts(paper)).encode(errors="surrogatepass")).hexdigest()
        for length in range(0, 65, 8):
            tail = f"-{digest[:length]}" if length else ""
            unique = (key[: MAX_KEY - len(tail)] + tail)[:MAX_KEY]
            if key and unique.lower() not in self._taken:
                break
            key = key or "paper"
        while unique.lower() in self._taken:
            digest = sha256(digest.encode()).hexdigest()
            unique = f"paper-{digest[:16]}"
        self._taken.add(unique.lower())
        return unique


def _wanted(paper: Paper) -> str:
    if paper.key:
        return paper.key
    if paper.openreview:
        return paper.openreview
    scheme, value = next(iter(sorted(paper.identifiers)), ("", ""))
    return f"{scheme}:{value}" if scheme else ""


def _parts(paper: Paper) -> tuple[str, ...]:
    """Return what tells a paper from others."""
    return (paper.title, paper.abstract, str(paper.year), *map(str, paper.authors))


def _allowed(key: str) -> str:
    bare = unicodedata.normalize("NFKD", key).encode("ascii", "ignore").decode()
    return _OTHER.sub("-", bare).strip("-")[:MAX_KEY].strip("-")

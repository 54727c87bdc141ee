"""Stable, unique keys for the papers of a corpus: as written, else made of what a paper has."""

from __future__ import annotations

import re
import unicodedata
from hashlib import sha256
from string import ascii_letters, digits

from recommender.papers import Paper
from recommender.text.keys import MAX_KEY, is_key

MAX_MADE = 64  # characters of a key that we make, of letters and digits, : _ -
LETTERS = (ascii_letters + digits + ":_-").encode()
_OTHER = re.compile(r"[^A-Za-z0-9:_]+")


class Keys:
    """Gives each paper a key that no other of its corpus has, in any case."""

    def __init__(self, taken: set[str] | None = None) -> None:
        """Start with the keys of a corpus, in lower case."""
        self._taken = set() if taken is None else taken

    def __call__(self, paper: Paper) -> str:
        """Return the key of a new paper: its own, else one from an identifier or its text."""
        own = is_key(paper.key or "")
        key, most = (paper.key or "", MAX_KEY) if own else (_made(paper), MAX_MADE)
        digest = sha256("|".join(_parts(paper)).encode(errors="surrogatepass")).hexdigest()
        for length in range(0, 65, 8):
            tail = f"-{digest[:length]}" if length else ""
            unique = (key[: most - len(tail)] + tail)[:most]
            if key and unique.lower() not in self._taken:
                break
            key = key or "paper"
        while unique.lower() in self._taken:
            digest = sha256(digest.encode()).hexdigest()
            unique = f"paper-{digest[:16]}"
        self._taken.add(unique.lower())
        return unique


def _made(paper: Paper) -> str:
    """Return a key from the paper's own, where that is none, or from an identifier; "" for none."""
    scheme, value = next(iter(sorted(paper.identifiers)), ("", ""))
    said = paper.key or paper.openreview or (f"{scheme}:{value}" if scheme else "")
    return plain(said)


def plain(key: str) -> str:
    """Return a key in the letters that all keys of corpora once were kept to."""
    bare = unicodedata.normalize("NFKD", key).encode("ascii", "ignore").decode()
    return _OTHER.sub("-", bare).strip("-")[:MAX_MADE].strip("-")


def _parts(paper: Paper) -> tuple[str, ...]:
    """Return what tells a paper from others."""
    return (paper.title, paper.abstract, str(paper.year), *map(str, paper.authors))

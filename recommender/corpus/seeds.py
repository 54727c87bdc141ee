"""The bundled papers, and the listing pages that they came from.

Such a page has abstracts and no titles. `seeds/abstracts.sha256` has for each of those abstracts
the hash of its letters and digits beside the key of its paper, so that what such a page lacks is
known, and no sentence of an abstract is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from recommender.formats import read_file
from recommender.papers import Paper
from recommender.text import titles

SEED_FILES = ("iclr-2025.bib", "icml-2025.bib")
HASHES = "abstracts.sha256"  # the first 16 digits of each, and a key


def seeds_dir() -> Path:
    """Return the folder of the bundled papers: in the package, or beside it in a checkout."""
    package = Path(__file__).parents[1]
    inside = package / "seeds"
    return inside if inside.is_dir() else package.parent / "seeds"


def digest(abstract: str) -> str:
    """Return the hash of an abstract, whatever its markup, blanks and capitals."""
    letters = titles.form(abstract).replace(" ", "")
    return sha256(letters.encode(errors="surrogatepass")).hexdigest()[:16]


class Seeds:
    """The bundled papers, to be asked for those that a listing page does not name."""

    def completed(self, paper: Paper) -> Paper:
        """Return a paper without title as the seed of its abstract; its own words stay."""
        if paper.title or not paper.abstract:
            return paper
        seed = self._papers.get(self._keys.get(digest(paper.abstract), ""))
        if seed is None:
            return paper
        keywords = paper.keywords or seed.keywords
        return replace(seed, abstract=paper.abstract, keywords=keywords)

    @cached_property
    def _keys(self) -> Mapping[str, str]:
        lines = (seeds_dir() / HASHES).read_text(encoding="ascii").splitlines()
        return dict(line.split() for line in lines)

    @cached_property
    def _papers(self) -> Mapping[str, Paper]:
        found = (p for name in SEED_FILES for p in read_file(seeds_dir() / name).papers)
        return {paper.key or "": paper for paper in found}

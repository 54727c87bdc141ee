"""Corpora of made-up papers that grow on disk, and what a reader sees of them."""

from __future__ import annotations

import json
import os
from datetime import date
from pathlib import Path

import numpy as np

from recommender.corpus import Corpus
from recommender.corpus.ingest import Added, add
from recommender.corpus.storage import manifest
from recommender.corpus.storage.packed import ARRAYS

TODAY = date(2026, 1, 2)
LONG = os.environ.get("RECOMMENDER_LONG_TESTS") == "1"  # all of what is sampled otherwise
TOPICS = ("sparse graph kernels", "bandit regret bounds", "protein folding", "speech lattices")


def write_papers(path: Path, numbers: range) -> Path:
    """Write the papers of some numbers."""
    lines = [
        {
            "id": f"p{i}",
            "title": f"On {TOPICS[i % 4]} of kind {i} and their many uses",
            "abstract": f"We study {TOPICS[i % 4]} and {TOPICS[(i + 1) % 4]} in setting {i % 7}.",
            "authors": [f"Ada Nr{i}"],
            "year": 2000 + i % 20,
        }
        for i in numbers
    ]
    path.write_text("\n".join(map(json.dumps, lines)))
    return path


def grow(data: Path, numbers: range, name: str = "mine") -> Added:
    """Add the papers of some numbers to a corpus."""
    data.mkdir(exist_ok=True)
    return add(data, name, [write_papers(data / "papers.jsonl", numbers)], today=TODAY)


def answer(corpus: Corpus) -> list[tuple[str, str, float]]:
    """Return what a reader of the corpus sees: papers, best first, with their scores."""
    numbers = corpus.index.numbers(["graph", "bandit", "protein", "fold protein"])
    found = []
    for matrix in ("bm25", "tfidf"):
        order, scores = corpus.index.top(matrix, numbers, np.arange(1.0, 5.0), 10)  # type: ignore[arg-type]
        for number, score in zip(order.tolist(), scores.tolist(), strict=True):
            paper = corpus.papers[number]
            assert corpus.number(paper.key or "") == number
            found.append((paper.key or "", paper.title, round(score, 5)))
    return found


def flip_in(folder: Path, array: str) -> None:
    """Flip a bit of an array of a generation."""
    start = manifest.read_manifest(folder).arrays[array]["start"]
    flip(folder / ARRAYS, 8 * start + 20)


def flip(path: Path, bit: int) -> None:
    """Flip a bit of a file."""
    raw = bytearray(path.read_bytes())
    raw[bit // 8 % len(raw)] ^= 1 << bit % 8
    write_anew(path, raw)


def write_anew(path: Path, raw: bytes | bytearray) -> None:
    """Write another file of that name: the old one may have other names."""
    path.unlink()
    path.write_bytes(raw)

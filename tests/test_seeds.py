"""The bundled papers: their facts, and that their abstracts are our own words."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pybtex.database import BibliographyData, parse_file

import recommender

RUN = 8  # as many words in a row as no abstract may share with a source
FILES = {"iclr-2025.bib": 57, "icml-2025.bib": 20}


@pytest.fixture(scope="module")
def seeds(root: Path) -> BibliographyData:
    return BibliographyData(
        {k: e for f in FILES for k, e in parse_file(root / "seeds" / f).entries.items()}
    )


@pytest.fixture(scope="module")
def catalogue(shared: Path) -> list[dict[str, Any]]:
    lines = (shared / "seeds" / "catalogue.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", re.sub(r"\\[a-zA-Z]+|[*_$\\{}]", "", text.lower()))


def runs(text: str) -> set[tuple[str, ...]]:
    found = words(text)
    return {tuple(found[i : i + RUN]) for i in range(len(found) - RUN + 1)}


@pytest.mark.parametrize(("file", "count"), FILES.items())
def test_strict_pybtex_reads_every_seed(root: Path, file: str, count: int) -> None:
    entries = parse_file(root / "seeds" / file).entries

    assert len(entries) == count


@pytest.mark.parametrize("file", FILES)
def test_the_seeds_are_as_we_write_them(root: Path, file: str) -> None:
    path = root / "seeds" / file

    written = recommender.write(recommender.read(path).papers)

    assert written == path.read_text(encoding="utf-8")


def test_each_abstract_has_80_to_130_words(seeds: BibliographyData) -> None:
    lengths = {key: len(e.fields["abstract"].split()) for key, e in seeds.entries.items()}

    assert {key: n for key, n in lengths.items() if not 80 <= n <= 130} == {}


def test_the_facts_are_those_of_the_catalogue(
    seeds: BibliographyData, catalogue: list[dict[str, Any]]
) -> None:
    by_url = {e.fields["url"]: e for e in seeds.entries.values()}

    assert len(by_url) == len(catalogue) == 77
    for paper in catalogue:
        entry = by_url[paper["url"]]
        names = [
            str(" ".join([*p.first_names, *p.middle_names, *p.prelast_names, *p.last_names]))
            for p in entry.persons["author"]
        ]
        assert names == paper["authors"]
        assert re.sub(r"[{}\\]", "", entry.fields["title"]) == paper["title"]
        assert entry.fields["booktitle"] == paper["venue"]
        assert entry.fields["year"] == str(paper["year"])
        assert entry.fields.get("eprint") == paper["arxiv"]


def test_no_abstract_repeats_a_source(seeds: BibliographyData, shared: Path) -> None:
    sources: set[tuple[str, ...]] = set()
    for document in sorted((shared / "seeds").glob("*.txt")):
        sources |= runs(document.read_text(encoding="utf-8"))

    repeated = {k: runs(e.fields["abstract"]) & sources for k, e in seeds.entries.items()}

    assert {key: found for key, found in repeated.items() if found} == {}

"""Corpora grow by generations, as if made in one go; older ones are built again."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from grown_corpora import TODAY, answer, grow, write_papers
from recommender.corpus import Corpus, Filter, build, open_corpus
from recommender.corpus.ingest import add
from recommender.corpus.registry import home, names, size
from recommender.corpus.storage import manifest
from recommender.corpus.storage.generations import newest_first, open_generation
from recommender.errors import (
    NewerStore,
)


def test_papers_are_added_and_found_under_the_name(data: Path) -> None:
    added = grow(data, range(20))

    assert (added.papers, added.counts.new, names(data)) == (20, 20, ["mine"])
    assert [paper.key for paper in open_corpus("mine", data=data).papers][:2] == ["p0", "p1"]


def test_adding_the_same_file_again_changes_nothing(data: Path) -> None:
    grow(data, range(20))
    before = newest_first(home(data, "mine"))

    added = grow(data, range(20))

    assert (added.counts.new, added.counts.merged, added.papers) == (0, 20, 20)
    assert newest_first(home(data, "mine")) == before


def test_a_corpus_that_grew_equals_one_made_in_one_go(data: Path) -> None:
    grow(data, range(12))
    grow(data, range(30))
    grow(data, range(30), name="whole")

    grown, whole = open_corpus("mine", data=data), open_corpus("whole", data=data)

    assert grown.generation == whole.generation
    assert answer(grown) == answer(whole)
    assert arrays(data, "mine") == arrays(data, "whole")


def arrays(data: Path, name: str) -> dict[str, bytes]:
    """Return the bytes of all arrays of a corpus."""
    _, found = open_generation(newest_first(home(data, name))[0])
    return {name: array.whole().tobytes() for name, array in found.items()}


def test_a_corpus_with_a_changed_paper_equals_one_made_of_its_papers(data: Path) -> None:
    grow(data, range(12))
    path = write_papers(data / "papers.jsonl", range(9, 30))
    lines = [json.loads(line) for line in path.read_text().split("\n")]
    lines[1] |= {"keywords": ["lattices of speech"], "venue": "Meeting on Speech"}
    path.write_text("\n".join(map(json.dumps, lines)))

    add(data, "mine", [path], today=TODAY)

    grown = open_corpus("mine", data=data)
    again = build("again", grown.papers)
    assert [paper.key for paper in grown.papers][10:13] == ["p11", "p10", "p12"]
    assert values(grown) == values(again)
    for only in (Filter(author="nr7"), Filter(venue="speech"), Filter(keyword="lattices")):
        assert grown.passing(only).tolist() == again.passing(only).tolist()


def values(corpus: Corpus) -> list[dict[str, float]]:
    """Return for each paper its terms with their values."""
    rows = corpus.index.rows("bm25", np.arange(len(corpus)))
    return [
        {
            corpus.index.term(term): round(value, 5)
            for term, value in zip(rows.indices[a:b].tolist(), rows.data[a:b].tolist(), strict=True)
        }
        for a, b in zip(rows.indptr[:-1].tolist(), rows.indptr[1:].tolist(), strict=True)
    ]


def test_two_generations_are_kept_and_nothing_of_the_work(data: Path) -> None:
    for n in (4, 8, 12, 16):
        grow(data, range(n))

    found = sorted(path.name for path in home(data, "mine").iterdir())
    assert found == ["CURRENT", "gen-3", "gen-4"]


def test_a_newer_corpus_is_refused_and_left_as_it_is(data: Path) -> None:
    grow(data, range(4))
    folder = newest_first(home(data, "mine"))[0]
    rewrite_manifest(folder, format=manifest.FORMAT + 1)
    before = {path: path.read_bytes() for path in folder.iterdir()}

    with pytest.raises(NewerStore, match="update"):
        open_corpus("mine", data=data)

    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def with_other_terms(data: Path) -> None:
    grow(data, range(12))
    rewrite_manifest(newest_first(home(data, "mine"))[0], tokenizer="words/0")


def with_a_file_for_each_array(data: Path) -> None:
    """The same papers as format 2, the first that was released, wrote them."""
    shutil.unpack_archive(Path(__file__).parent / "format-2.zip", data / "corpora")


@pytest.mark.parametrize("older", [with_other_terms, with_a_file_for_each_array])
def test_an_older_corpus_is_built_again_from_its_papers(
    data: Path, tmp_path: Path, older: Callable[[Path], None]
) -> None:
    grow(tmp_path / "new", range(12))
    expected = answer(open_corpus("mine", data=tmp_path / "new"))
    older(data)
    told: list[int] = []

    corpus = open_corpus("mine", data=data, progress=told.append)

    assert told
    assert told[-1] < size(data, "mine")
    assert answer(corpus) == expected
    assert "older version" in corpus.notices[0].message
    assert not open_corpus("mine", data=data).notices


def rewrite_manifest(folder: Path, **changes: object) -> None:
    """Write a manifest that is whole, but says something else."""
    record = json.loads((folder / "manifest.json").read_text())
    del record["sha256"]
    record |= changes
    record["sha256"] = manifest._digest(record)
    for copy in manifest.COPIES:
        (folder / copy).write_text(json.dumps(record))

"""Data sets of libraries and of reviews."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from made_datasets import quiet, record_of, write_records
from recommender.corpus import build
from recommender.errors import RecommenderError, UnreadableInput
from recommender.evaluate import dataset, reviews
from recommender.evaluate.candidates import library_of
from recommender.evaluate.protocol import (
    CASES,
)
from recommender.papers import Paper
from recommender.recommend import suggest


def test_a_data_set_gives_a_row_for_each_case_and_ranking(folder: Path) -> None:
    rows = dataset.evaluate(
        dataset.read(folder),
        cases=list(CASES),
        rankings=["fused", "random"],
        seeds=[0, 1],
        progress=quiet,
    )

    assert [(row.case, row.ranking) for row in rows] == [
        (case, ranking) for case in CASES for ranking in ("fused", "random")
    ]
    assert all(len(row.values) == 2 for row in rows)
    assert rows[0].means["recall@10"] > rows[1].means["recall@10"]


def test_a_data_set_equals_what_the_protocol_counts(folder: Path, theirs: ModuleType) -> None:
    data = dataset.read(folder)
    items, libraries = theirs.load(folder)

    def rank(library: list[Any], candidates: list[Any]) -> list[str]:
        corpus = build("test", [dataset.paper_of(item) for item in sorted(candidates, key=_id)])
        answer = suggest(library_of([dataset.paper_of(i) for i in library]), corpus, limit=100)
        return [str(s.paper.key) for s in answer.suggestions]

    for case, blank in (("whole", 0.0), ("thirty", 0.7)):
        row = dataset.evaluate(
            data, cases=[case], rankings=["fused"], seeds=[0, 1], progress=quiet
        )[0]
        other = theirs.evaluate(rank, items, libraries, blank=blank)
        assert row.means == pytest.approx({m: theirs.mean(other, m) for m in row.means})


def _id(item: dict[str, Any]) -> str:
    return str(item["id"])


def test_a_part_of_a_data_set_can_be_chosen(folder: Path) -> None:
    assert list(dataset.read(folder, "tune").libraries) == ["sparse.bib"]


def test_a_folder_without_data_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match=r"it needs items\.jsonl\.gz and"):
        dataset.read(tmp_path)


def test_a_library_of_unknown_papers_is_refused(folder: Path) -> None:
    listed = [{"id": "x", "items": [f"p{i}" for i in range(12)]}]
    (folder / "libraries.json").write_text(json.dumps(listed))

    with pytest.raises(UnreadableInput, match="names the paper p0"):
        dataset.read(folder)


@pytest.mark.parametrize("broken", ["", "{", "[1]", '[{"id": "a"}]', "{}"])
def test_a_broken_list_of_libraries_is_refused(folder: Path, broken: str) -> None:
    (folder / "libraries.json").write_text(broken)

    with pytest.raises(RecommenderError):
        dataset.read(folder)


def test_a_cut_off_file_of_papers_is_refused(folder: Path) -> None:
    items = folder / "items.jsonl.gz"
    items.write_bytes(items.read_bytes()[:-40])

    with pytest.raises(UnreadableInput, match="no data set"):
        dataset.read(folder)


def test_a_review_that_includes_too_few_papers_is_refused(
    tmp_path: Path, papers: dict[str, Paper]
) -> None:
    records = [record_of(paper, included=0) for paper in papers.values()]
    write_records(tmp_path / "Review_2020.jsonl.gz", records)

    with pytest.raises(UnreadableInput, match="more than 10"):
        reviews.read(tmp_path / "Review_2020.jsonl.gz")


def test_a_review_is_ranked_from_ten_of_its_included_papers(
    tmp_path: Path, papers: dict[str, Paper]
) -> None:
    records = [record_of(p, included=int(str(p.key).startswith("graph"))) for p in papers.values()]
    write_records(tmp_path / "Review_2020.jsonl.gz", records)

    read = [reviews.read(path) for path in reviews.files(tmp_path)]
    rows = reviews.evaluate(read, rankings=["fused", "random"], progress=quiet)

    assert [(row.case, row.ranking) for row in rows] == [
        ("Review_2020", "fused"),
        ("Review_2020", "random"),
    ]
    assert rows[0].means["AP"] > 0.8 > rows[1].means["AP"]
    assert len(rows[0].values) == reviews.DRAWS


def test_titles_find_as_much_as_the_whole_where_the_corpus_lends_abstracts(folder: Path) -> None:
    rows = dataset.evaluate(
        dataset.read(folder),
        cases=["whole", "titles", "lent"],
        rankings=["bm25", "random"],
        seeds=[0, 1],
        progress=quiet,
    )

    found = {(row.case, row.ranking): row.means for row in rows}
    whole, titles, lent = (found[case, "bm25"] for case in ("whole", "titles", "lent"))
    assert lent["recall@10"] == pytest.approx(whole["recall@10"], abs=0.1)
    assert lent != titles
    assert found["lent", "random"]["recall@10"] < lent["recall@10"]

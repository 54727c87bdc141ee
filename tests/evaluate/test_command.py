"""`recommender evaluate`: rows as JSON, and what they mean in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from recommender.cli import group
from recommender.evaluate.protocol import (
    CASES,
)


def _run(*arguments: str) -> str:
    done = CliRunner().invoke(group, ["evaluate", *arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_the_command_prints_rows_of_a_data_set_as_json(folder: Path) -> None:
    names = {"case", "ranking", "recall@10", "recall@50", "recall@100", "nDCG@10", "MRR@100"}

    found = json.loads(_run("--dataset", str(folder), "--ranking", "fused", "-f", "json"))

    assert list(found) == ["rows"]
    assert [row["case"] for row in found["rows"]] == list(CASES)
    assert all(set(row) == names | {"low", "high"} for row in found["rows"])


def test_the_command_tells_the_gain_over_a_plain_query(folder: Path) -> None:
    chosen = ("--ranking", "fused", "--ranking", "plain-query", "--case", "whole", "--seeds", "0")

    rows = json.loads(_run("--dataset", str(folder), *chosen, "-f", "json"))["rows"]

    assert rows[0]["gain"] == pytest.approx(rows[0]["recall@50"] - rows[1]["recall@50"])
    assert rows[0]["gain_low"] <= rows[0]["gain"] <= rows[0]["gain_high"]
    assert rows[1]["gain"] == 0


def test_the_command_says_what_it_means_for_a_library(root: Path) -> None:
    text = _run(
        str(root / "seeds" / "library.bib"), "--ranking", "fused", "--ranking", "plain-query"
    )

    assert "8 of your 40 works were hidden, the newest" in text
    assert "a plain BM25 query found" in text
    assert text.splitlines()[0].startswith("case")


def test_the_command_says_that_abstracts_are_missing(tmp_path: Path) -> None:
    entries = [f"@misc{{a{i}, title={{Graph paper number {i}}}}}" for i in range(12)]
    (tmp_path / "bare.bib").write_text("\n".join(entries))

    text = _run(str(tmp_path / "bare.bib"), "--ranking", "fused")

    assert "2 of your 12 works were hidden, drawn by lot" in text
    assert "Your file holds no abstract" in text


def test_the_command_wants_a_library_or_a_data_set() -> None:
    done = CliRunner().invoke(group, ["evaluate"])

    assert done.exit_code == 2
    assert "Name a library's file" in done.output


def test_seeds_are_whole_numbers() -> None:
    done = CliRunner().invoke(group, ["evaluate", "x.bib", "--seeds", "0,one"])

    assert done.exit_code == 2
    assert "write 0,1" in done.output

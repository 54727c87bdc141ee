"""The tables of pairs of records: which are one work, versions of one, perhaps one, or two."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from recommender.formats.facts import person
from recommender.papers import Paper
from recommender.works import Works

TABLES = sorted((Path(__file__).parent / "cases" / "works").glob("*.txt"))
USUAL = {"t": "A Very Particular Study of Winds over Lakes", "a": "Lee, Ann", "y": "2020"}
NAMES = {"t": "title", "v": "venue", "k": "type", "abs": "abstract", "or": "openreview"}
OWN = {"title", "venue", "type", "abstract", "openreview", "doi", "arxiv", "pmid", "isbn", "url"}
OTHERS = {"vol": "volume", "no": "number", "pp": "pages"}
CELLS = re.compile(r"(?<!\\)\|")


class Pair(NamedTuple):
    """A line of a table."""

    answer: str
    one: str
    other: str
    why: str


def pairs() -> list[Pair]:
    lines = [line for table in TABLES for line in table.read_text(encoding="utf-8").splitlines()]
    rows = (CELLS.split(line) for line in lines if line and not line.startswith("#"))
    return [Pair(*(cell.strip() for cell in row[:4])) for row in rows]


def record(said: str) -> Paper:
    """Return the record of a cell."""
    cells = (each.partition("=") for each in said.replace(r"\|", "|").split("; ") if each)
    told = USUAL | {name: value for name, _, value in cells}
    told = {name: value for name, value in told.items() if value != "-"}
    people = tuple(person(name) for name in told.pop("a", "").split(" & ") if name)
    year = int(told.pop("y", 0)) or None
    named = {NAMES.get(name, OTHERS.get(name, name)): value for name, value in told.items()}
    parts = {"type": "article"} | {name: named[name] for name in named.keys() & OWN}
    fields = {name: value for name, value in named.items() if name not in OWN}
    return Paper(authors=people, year=year, fields=fields, **parts)  # type: ignore[arg-type]


def relation(one: Paper, other: Paper) -> str:
    works = Works([one])
    if found := works.find(other):
        return found[1]
    doubt = works.doubt(other)
    return "maybe" if doubt and not doubt.shared else "different"


@pytest.mark.parametrize("pair", pairs(), ids=lambda pair: f"{pair.answer}: {pair.why}")
def test_two_records_are_what_the_tables_say(pair: Pair) -> None:
    one, other = record(pair.one), record(pair.other)

    assert relation(one, other) == pair.answer
    assert relation(other, one) == pair.answer


def test_the_tables_have_two_hundred_lines_and_both_answers() -> None:
    answers = Counter(pair.answer for pair in pairs())

    assert answers.total() >= 200
    assert min(answers["same"], answers["different"], answers["version"]) >= 40
    assert answers["maybe"] >= 10

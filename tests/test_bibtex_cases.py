"""Every hostile file of ours, and the cases of the neighbouring folder where it is there."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from recommender.errors import UnreadableInput
from recommender.formats.bibtex.read import read
from recommender.formats.bibtex.scan import blocks
from recommender.formats.decode import decode
from recommender.library import Library
from recommender.papers import Paper, Person
from recommender.works import pairs

HERE = Path(__file__).parent / "cases" / "bibtex"
SHARED = Path(__file__).parents[1].parent / "shared" / "cases"
OURS: dict[str, dict[str, Any]] = json.loads((HERE / "expected.json").read_text("utf-8"))
READABLE = sorted(name for name, want in OURS.items() if "refused" not in want)
REFUSED = sorted(set(OURS) - set(READABLE))
THEIRS = {
    f.stem: f for name in ("bibtex", "bibtex-more") for f in sorted((SHARED / name).glob("*.bib"))
}


def library(name: str) -> Library:
    return read((HERE / f"{name}.bib").read_bytes(), file=f"{name}.bib")


def values(library: Library, what: str) -> list[Any]:
    return [getattr(paper, what) for paper in library.papers]


def test_there_are_at_least_sixty_hostile_files() -> None:
    files = {path.stem for path in HERE.glob("*.bib")}

    assert files == set(OURS)
    assert len(files) >= 60


@pytest.mark.parametrize("name", READABLE)
def test_a_hostile_file_is_read_as_a_person_would(name: str) -> None:
    want, found = OURS[name], library(name)

    assert values(found, "key") == want["keys"]
    for plural in ("title", "type", "year", "month"):
        assert values(found, plural) == want.get(f"{plural}s", values(found, plural))
    assert [e.line for e in found.entries] == want.get("lines", [e.line for e in found.entries])
    assert found.encoding == want.get("encoding", found.encoding)
    for what in ("collections",):
        lists = [list(getattr(entry, what)) for entry in found.entries]
        assert lists == want.get(what, lists)
    keywords = [list(paper.keywords) for paper in found.papers]
    assert keywords == want.get("keywords", keywords)
    people = [[str(person) for person in paper.authors] for paper in found.papers]
    assert people == want.get("people", people)


@pytest.mark.parametrize("name", READABLE)
def test_the_fields_of_a_hostile_file_are_those_a_person_would_read(name: str) -> None:
    want, found = OURS[name], library(name)

    fields = {paper.key: paper.fields for paper in found.papers}
    for key, expected in want.get("fields", {}).items():
        assert {field: fields[key].get(field) for field in expected} == expected
    for key, names in want.get("absent", {}).items():
        assert not set(names) & set(fields[key])


@pytest.mark.parametrize("name", READABLE)
def test_what_is_odd_about_a_hostile_file_is_told_with_its_line(name: str) -> None:
    found = library(name)

    first: dict[str, int] = {}
    for notice in found.notices:
        first.setdefault(notice.code, notice.line)
    serious = {n.code for n in found.notices if n.severity != "info"}
    assert OURS[name]["codes"].items() <= first.items()
    assert serious <= set(OURS[name]["codes"])
    assert all(n.file == f"{name}.bib" and n.message.endswith((".", "?")) for n in found.notices)


@pytest.mark.parametrize("name", READABLE)
def test_the_blocks_of_a_hostile_file_are_its_text(name: str) -> None:
    text = decode((HERE / f"{name}.bib").read_bytes()).text

    found = blocks(text)
    assert "".join(text[b.start : b.end] for b in found) == text
    assert all(one.end == other.start for one, other in pairwise(found))


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_of_another_kind_is_refused_with_its_name_and_a_way_out(name: str) -> None:
    with pytest.raises(UnreadableInput, match=rf"^{name}\.bib cannot be read: it looks like .*\.$"):
        library(name)


def shared_case(name: str) -> tuple[Library, dict[str, Any]]:
    """Return a shared case as we read it, and what its answer says."""
    path = THEIRS[name]
    want: dict[str, Any] = json.loads(path.with_suffix(".expect.json").read_text("utf-8"))
    return read(path.read_bytes(), file=name), want


def name_parts(person: Person) -> dict[str, str]:
    names = ("family", "given", "prefix", "suffix", "literal")
    return {name: text for name in names if (text := getattr(person, name))}


def said(paper: Paper, name: str) -> str | None:
    """Return what a paper says of a field as `check` prints it."""
    return paper.fields.get(name) or getattr(paper, name, None)


@pytest.mark.skipif(not THEIRS, reason="the neighbouring folder of cases is not there")
@pytest.mark.parametrize("name", THEIRS)
def test_a_shared_case_is_read_as_it_says(name: str) -> None:
    found, want = shared_case(name)

    assert len(found) == want["entries"]
    assert values(found, "key") == want["keys"]
    for i, title in enumerate(want.get("titles") or ()):
        assert title is None or found.papers[i].title == title
    for i, people in enumerate(want.get("authors") or ()):
        assert people is None or [name_parts(p) for p in found.papers[i].authors] == people
    for i, year in enumerate(want.get("years") or ()):
        assert year is None or str(found.papers[i].year) == year
    for i, month in enumerate(want.get("months") or ()):
        assert month is None or found.papers[i].month == month
    for key, fields in (want.get("fields") or {}).items():
        paper = next(p for p in found.papers if p.key == key)
        assert {name: said(paper, name) for name in fields} == fields


@pytest.mark.skipif(not THEIRS, reason="the neighbouring folder of cases is not there")
@pytest.mark.parametrize("name", THEIRS)
def test_the_report_on_a_shared_case_names_what_it_must(name: str) -> None:
    found, want = shared_case(name)

    for warning in want.get("warnings", []):
        told = [n for n in found.notices if n.key == warning["key"] or not warning["key"]]
        near = [n for n in told if abs(n.line - warning["line"]) <= 1]
        assert any(n.severity == warning["severity"] for n in near), warning


@pytest.mark.skipif(not THEIRS, reason="the neighbouring folder of cases is not there")
@pytest.mark.parametrize("name", sorted(THEIRS))
def test_the_same_works_in_a_shared_case_are_told(name: str) -> None:
    found, want = shared_case(name)
    duplicates, versions = pairs(found.papers)

    assert _joined(duplicates) == sorted(map(sorted, want.get("duplicates", [])))
    assert _joined(versions) == sorted(map(sorted, want.get("versions", [])))


def _joined(found: list[tuple[int, int]]) -> list[list[int]]:
    """Return the groups that pairs hang together in."""
    groups: list[set[int]] = []
    for pair in found:
        touching = [group for group in groups if group & set(pair)]
        groups = [g for g in groups if g not in touching] + [set(pair).union(*touching)]
    return sorted(map(sorted, groups))

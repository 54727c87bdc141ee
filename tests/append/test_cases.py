"""Each BibTeX case: one entry more, every old byte in place; records written as their case says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from recommender.append import append
from recommender.errors import Conflict, UnreadableInput
from recommender.formats.bibtex import read
from recommender.formats.bibtex.scan import blocks
from recommender.papers import Paper, Person

HERE = Path(__file__).parents[1]
SHARED = HERE.parents[1] / "shared" / "cases"
FILES = sorted([*SHARED.glob("bibtex*/*.bib"), *(HERE / "cases").rglob("*.bib")])
EXPECTED = [
    path for path in sorted(SHARED.glob("bibtex*/*.expect.json")) if '"export"' in path.read_text()
]
NEW = Paper(
    type="article",
    title="New Leaves on Old Trees, at 5%",
    authors=(Person(family="Ives", given="Jo"), Person(literal="Ministry of Works and Parks")),
    year=2021,
    venue="Ledger & Ink",
)


@pytest.mark.parametrize("case", FILES or [None], ids=lambda path: path.stem if path else "none")
def test_appending_leaves_every_byte_and_makes_one_entry_more(
    case: Path | None, tmp_path: Path
) -> None:
    if case is None:
        pytest.skip("no cases beside the project")
    old = case.read_bytes()
    path = tmp_path / case.name
    path.write_bytes(old)

    try:
        append(path, [NEW])
    except (Conflict, UnreadableInput) as refusal:
        told = str(refusal)
    else:
        told = ""

    if told:
        assert told.endswith(".")
        assert path.read_bytes() == old
        return
    new = path.read_bytes()
    assert new.startswith(old)
    assert read(new).papers[: len(read(old))] == read(old).papers
    assert [paper.title for paper in read(new).papers[len(read(old)) :]] == [NEW.title]


def test_few_cases_are_refused(tmp_path: Path) -> None:
    """A file is refused where it ends inside something, not because it is odd elsewhere."""
    if not FILES:
        pytest.skip("no cases beside the project")
    refused = []
    for case in FILES:
        path = tmp_path / case.name
        path.write_bytes(case.read_bytes())
        try:
            append(path, [NEW])
        except Conflict:
            refused.append(case)
        except UnreadableInput:
            continue

    for case in refused:
        text = case.read_bytes().decode("utf-8", errors="replace")
        assert blocks(text)[-1].kind in ("broken", "comment", "text"), case


def paper_of(record: dict[str, Any]) -> Paper:
    literal = record.get("literal_authors", [])
    named = {"type", "title", "authors", "literal_authors", "year", "url", "doi", "journal"}
    return Paper(
        type=record["type"],
        title=record["title"],
        authors=tuple(
            Person(literal=name)
            if i in literal
            else Person(family=name.partition(", ")[0], given=name.partition(", ")[2])
            for i, name in enumerate(record["authors"])
        ),
        year=record.get("year"),
        url=record.get("url", ""),
        doi=record.get("doi", ""),
        venue=record.get("journal", ""),
        fields={name: str(value) for name, value in record.items() if name not in named},
    )


@pytest.mark.parametrize("case", EXPECTED or [None], ids=lambda path: path.stem if path else "none")
def test_records_are_written_as_their_case_says(case: Path | None, tmp_path: Path) -> None:
    if case is None:
        pytest.skip("no cases beside the project")
    expected = json.loads(case.read_text())
    path = tmp_path / "refs.bib"
    old = case.with_name(case.name.replace(".expect.json", ".bib")).read_bytes()
    path.write_bytes(old)
    papers = [paper_of(record) for record in expected["records"]]

    done = append(path, papers)

    added = path.read_bytes().removeprefix(old).decode()
    export = expected["export"]
    assert all(text in added for text in export.get("contains", []))
    assert not any(text in added for text in export.get("not_contains", []))
    assert not {key.lower() for _, key in done.added} & set(export.get("key_not_in", []))
    for paper, found in zip(papers, read(path.read_bytes()).papers[-len(papers) :], strict=True):
        assert (found.title, found.authors, found.year) == (paper.title, paper.authors, paper.year)
        assert (found.url, found.doi, found.venue) == (paper.url, paper.doi, paper.venue)

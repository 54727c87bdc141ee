"""`recommender check`: what was read, and every notice."""

from __future__ import annotations

import json
from pathlib import Path

from command import LIBRARY, run


def test_check_says_what_was_read() -> None:
    done = run("check", LIBRARY)

    assert "40 entries" in done.stdout


def test_check_as_json_names_lines(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text("@book{a, title={One}}\n@book{a, title={Two}}\n")

    report = json.loads(run("check", "a.bib", "-f", "json", cwd=tmp_path).stdout)

    assert [(e["key"], e["line"], e["title"]) for e in report["entries"]] == [
        ("a", 1, "One"),
        ("a", 2, "Two"),
    ]
    assert [(n["line"], n["key"]) for n in report["notices"]] == [(2, "a")]


def test_check_tells_of_one_doi_on_two_works(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(
        "@article{a, title={Trees of the north}, author={Lee, A}, year=2001, doi={10.5555/12}}\n"
        "@article{b, title={Rivers and their ice}, author={Roe, B}, year=2009, doi={10.5555/12}}\n"
    )

    done = run("check", "a.bib", cwd=tmp_path)

    assert "a.bib:2: warning: [b] It has the same doi 10.5555/12 as line 1" in done.stdout


def test_check_counts_hundreds_of_notices_by_kind(tmp_path: Path) -> None:
    entries = [f"@book{{same, title={{Number {i}}}, year = nope{i}}}\n" for i in range(30)]
    (tmp_path / "a.bib").write_text("".join(entries))

    short, whole = (run("check", "a.bib", *o, cwd=tmp_path).stdout for o in ((), ("--all",)))

    assert "29 warnings of the kind duplicate-key, the first:\n  a.bib:2: " in short
    assert "30 warnings of the kind undefined-string, the first:\n  a.bib:1: " in short
    assert short.endswith("59 notices in all: --all shows each.\n")
    assert len(whole.splitlines()) == 60


def test_check_tells_of_entries_without_a_key_that_are_one_work(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(
        "@book{, title={Slow growth of old trees in the far north}, author={Doe, Jane}}\n"
        "@book{b, title={Slow growth of old trees in the far north}, author={Doe, Jane}}\n"
    )

    done = run("check", "a.bib", cwd=tmp_path)

    assert "a.bib:2: info: [b] It is the same work as the entry (line 1)." in done.stdout

"""`recommender verdict`: the same verdicts on the command line and over HTTP."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from recommender.cli import group


@pytest.fixture
def library(tmp_path: Path) -> Path:
    path = tmp_path / "refs.bib"
    path.write_bytes(b"@misc{a, title = {Sparse autoencoders}}\n@misc{b, title = {Diffusion}}")
    return path


def run(*arguments: object, stdin: str = ""):
    return CliRunner().invoke(group, [*map(str, arguments)], input=stdin)


def suggested(library: Path) -> list[str]:
    said = run("suggest", library, "-f", "json")
    return [suggestion["key"] for suggestion in json.loads(said.stdout)["suggestions"]]


def test_a_dismissed_paper_is_held_back_until_it_is_taken_back(library) -> None:
    first = suggested(library)[0]
    said = run("verdict", library, first, "dismissed")
    without = suggested(library)
    run("verdict", library, first, "none")

    assert said.exit_code == 0
    assert first not in without
    assert suggested(library)[0] == first


def test_an_unknown_paper_is_refused(library) -> None:
    said = run("verdict", library, "nothing", "seen")

    assert said.exit_code == 1
    assert "nothing" in str(said.exception)


def test_a_file_that_is_not_there_is_refused(library) -> None:
    said = run("verdict", library.with_name("other.bib"), "key", "seen")

    assert said.exit_code == 1
    assert "check the name" in str(said.exception)


def test_an_unknown_verdict_is_wrong_usage(library) -> None:
    assert run("verdict", library, "key", "loved").exit_code == 2


def test_a_key_without_a_verdict_is_wrong_usage(library) -> None:
    said = run("verdict", library, "key")

    assert said.exit_code == 2
    assert "Say what key is: saved, dismissed, seen, or none." in said.stderr


def test_verdicts_are_listed_and_taken_back_all_at_once(library) -> None:
    keys = suggested(library)
    for key, verdict in zip(keys, ("dismissed", "saved", "seen"), strict=False):
        run("verdict", library, key, verdict)
    lines = f"{keys[0]} dismissed\n{keys[1]} saved\n{keys[2]} seen\n"

    listed = run("verdict", library)
    reset = run("verdict", library, "--reset")

    assert (listed.stdout, listed.stderr) == (lines, "")
    assert reset.stdout == lines
    assert "3 verdicts for refs.bib taken back" in reset.stderr
    assert suggested(library) == keys
    assert run("verdict", library).stdout == ""


def test_what_was_taken_back_can_be_given_back(library) -> None:
    first, second = suggested(library)[:2]
    run("verdict", library, first, "dismissed")
    run("verdict", library, second, "seen")
    lines = run("verdict", library, "--reset").stdout

    given = run("verdict", library, "-", stdin=f"\n{lines}\n")

    assert "2 verdicts for refs.bib remembered" in given.stderr
    assert run("verdict", library).stdout == lines
    assert first not in suggested(library)


@pytest.mark.parametrize("line", ["key loved", "key", "a\x1bb seen", "key seen twice", "ä seen"])
def test_lines_that_are_no_verdicts_are_refused_and_change_nothing(library, line) -> None:
    said = run("verdict", library, "-", stdin=f"key seen\n{line}\n")

    assert said.exit_code == 1
    assert "Line 2 is no verdict" in str(said.exception)
    assert run("verdict", library).stdout == ""


def test_a_reset_where_nothing_was_said_says_so(library) -> None:
    said = run("verdict", library, "--reset")

    assert (said.exit_code, said.stdout) == (0, "")
    assert "You have said nothing of any paper for refs.bib" in said.stderr


def test_a_reset_of_one_key_is_wrong_usage(library) -> None:
    first = suggested(library)[0]
    run("verdict", library, first, "seen")

    assert run("verdict", library, first, "none", "--reset").exit_code == 2
    assert run("verdict", library).stdout == f"{first} seen\n"


def test_the_verdicts_of_a_file_that_is_gone_can_be_listed_and_moved(library) -> None:
    first = suggested(library)[0]
    run("verdict", library, first, "dismissed")
    new = library.with_name("new.bib")
    new.write_bytes(library.read_bytes() + b"@misc{c, title = {Edited}}")
    library.unlink()

    lines = run("verdict", library).stdout
    before = suggested(new)
    run("verdict", new, "-", stdin=lines)

    assert lines == f"{first} dismissed\n"
    assert first in before
    assert first not in suggested(new)


def test_what_was_said_follows_a_file_under_its_new_name(library) -> None:
    first = suggested(library)[0]
    run("verdict", library, first, "dismissed")
    library.write_bytes(library.read_bytes() + b"@misc{c, title = {Edited}}")
    suggested(library)
    new = library.rename(library.with_name("new.bib"))

    said = run("suggest", new, "-f", "json")
    again = run("suggest", new, "-f", "json")

    assert first not in said.stdout
    assert f"{library} is gone and new.bib holds the same" in said.stderr
    assert (again.stdout, again.stderr) == (said.stdout, "")


def test_a_renamed_file_is_found_by_verdict_too(library) -> None:
    first = suggested(library)[0]
    run("verdict", library, first, "dismissed")
    new = library.rename(library.with_name("new.bib"))

    listed = run("verdict", new)

    assert listed.stdout == f"{first} dismissed\n"
    assert "is gone" in listed.stderr


def test_a_file_that_was_never_there_has_no_verdicts_to_list(library) -> None:
    said = run("verdict", library.with_name("other.bib"), "--reset")

    assert said.exit_code == 1
    assert "check the name" in str(said.exception)

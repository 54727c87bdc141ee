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


def suggested(library: Path, *options: object) -> list[str]:
    said = run("suggest", library, "-f", "json", *options)
    return [suggestion["key"] for suggestion in json.loads(said.stdout)["suggestions"]]


def listed(library: Path) -> list[list[str]]:
    """Return key and verdict, and the corpus, of each line that is listed."""
    return [line.split("\t")[:2] for line in run("verdict", library).stdout.splitlines()]


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
    pairs = zip(keys, ("dismissed", "saved", "seen"), strict=False)

    before = run("verdict", library)
    reset = run("verdict", library, "--reset")

    assert before.stderr == ""
    assert [line.split("\t")[0] for line in before.stdout.splitlines()] == [
        f"{key} {verdict}" for key, verdict in pairs
    ]
    assert {line.split("\t")[1] for line in before.stdout.splitlines()} == {"seeds"}
    assert reset.stdout == before.stdout
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


@pytest.mark.parametrize("line", ["key loved", "key", "a\x1bb seen", "key seen twice", "a,b seen"])
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
    assert listed(library) == [[f"{first} seen", "seeds"]]


def test_the_verdicts_of_a_file_that_is_gone_can_be_listed_and_moved(library) -> None:
    first = suggested(library)[0]
    run("verdict", library, first, "dismissed")
    new = library.with_name("new.bib")
    new.write_bytes(library.read_bytes() + b"@misc{c, title = {Edited}}")
    library.unlink()

    lines = run("verdict", library).stdout
    before = suggested(new)
    run("verdict", new, "-", stdin=lines)

    assert lines.startswith(f"{first} dismissed\tseeds\t")
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

    said = run("verdict", new)

    assert said.stdout.startswith(f"{first} dismissed\tseeds\t")
    assert "is gone" in said.stderr


def test_a_file_that_was_never_there_has_no_verdicts_to_list(library) -> None:
    said = run("verdict", library.with_name("other.bib"), "--reset")

    assert said.exit_code == 1
    assert "check the name" in str(said.exception)


OWLS = "Sparse autoencoders for the calls of invented owls"
TIDES = "Sparse autoencoders for the heights of made-up tides"
FORMS = {
    "preprint": f"@article{{smith2020, title = {{{OWLS}}}, author = {{Smith, Ada}},"
    " year = {2020}, eprint = {2001.00001}, archiveprefix = {arXiv}}",
    "published": f"@article{{smithOwls, title = {{{OWLS}}}, author = {{Smith, Ada}},"
    " year = {2021}, journal = {Journal of Parts}, doi = {10.1000/182}}",
    "namesake": f"@article{{smith2020, title = {{{TIDES}}}, author = {{Smith, Ben}},"
    " year = {2020}, journal = {Journal of Water}}",
}


@pytest.fixture
def corpora(tmp_path: Path) -> dict[str, Path]:
    """Three files of papers: two works of one key, and the published form of the first."""
    paths = {name: tmp_path / f"{name}.bib" for name in FORMS}
    for name, path in paths.items():
        path.write_text(FORMS[name], encoding="utf-8")
    return paths


def test_a_verdict_on_a_paper_of_one_corpus_leaves_its_namesake_of_another(
    library, corpora
) -> None:
    run("verdict", library, "smith2020", "dismissed", "-c", corpora["preprint"])

    assert suggested(library, "-c", corpora["preprint"]) == []
    assert suggested(library, "-c", corpora["namesake"]) == ["smith2020"]


def test_a_verdict_counts_for_the_published_form_and_is_taken_back_there(library, corpora) -> None:
    run("verdict", library, "smith2020", "dismissed", "-c", corpora["preprint"])
    without = suggested(library, "-c", corpora["published"])
    back = run("verdict", library, "smithOwls", "none", "-c", corpora["published"])

    assert without == []
    assert "What you said of smith2020 (preprint.bib) for refs.bib is forgotten" in back.stderr
    assert suggested(library, "-c", corpora["preprint"]) == ["smith2020"]


def test_taking_back_tells_what_counts_still(library, corpora) -> None:
    run("verdict", library, "smith2020", "saved", "-c", corpora["preprint"])
    run("verdict", library, "smithOwls", "dismissed", "-c", corpora["published"])

    back = run("verdict", library, "smithOwls", "none", "-c", corpora["published"])

    assert "What you said of smithOwls for refs.bib is forgotten" in back.stderr
    assert "counts as saved, as you said of its other version smith2020 (preprint" in back.stderr


def test_a_verdict_can_be_taken_back_without_naming_its_corpus(library, corpora) -> None:
    run("verdict", library, "smith2020", "dismissed", "-c", corpora["preprint"])

    back = run("verdict", library, "smith2020", "none")

    assert back.exit_code == 0
    assert listed(library) == []


def test_taking_back_what_is_nowhere_is_refused(library, corpora) -> None:
    run("verdict", library, "smith2020", "dismissed", "-c", corpora["preprint"])

    said = run("verdict", library, "smith2020", "none", "-c", corpora["published"])

    assert said.exit_code == 1
    assert "no paper smith2020" in str(said.exception)
    assert listed(library) == [["smith2020 dismissed", "preprint.bib"]]


def test_two_works_of_one_key_are_listed_and_said_again(library, corpora) -> None:
    run("corpus", "add", "water", corpora["namesake"])
    run("verdict", library, "smith2020", "dismissed", "-c", corpora["preprint"])
    run("verdict", library, "smith2020", "seen", "-c", "water")
    lines = run("verdict", library, "--reset").stdout

    given = run("verdict", library, "-", "-c", corpora["preprint"], stdin=lines)

    assert lines == (f"smith2020 dismissed\tpreprint.bib\t{OWLS}\nsmith2020 seen\twater\t{TIDES}\n")
    assert given.stderr == "2 verdicts for refs.bib remembered.\n"
    assert run("verdict", library).stdout == lines
    assert suggested(library, "-c", corpora["published"]) == []
    assert suggested(library, "-c", "water") == ["smith2020"]


def test_lines_whose_corpus_is_gone_count_for_the_title_that_they_name(library, corpora) -> None:
    run("verdict", library, "smith2020", "dismissed", "-c", corpora["preprint"])
    lines = run("verdict", library, "--reset").stdout
    copy = corpora["preprint"].rename(corpora["preprint"].with_name("moved.bib"))

    run("verdict", library, "-", stdin=lines)

    assert run("verdict", library).stdout == lines
    assert suggested(library, "-c", copy) == []
    assert suggested(library, "-c", corpora["namesake"]) == ["smith2020"]


def test_a_line_of_a_key_alone_is_of_the_corpus_that_is_named(library, corpora) -> None:
    run("verdict", library, "-", "-c", corpora["preprint"], stdin="smith2020 dismissed\n")

    assert listed(library) == [["smith2020 dismissed", "preprint.bib"]]
    assert suggested(library, "-c", corpora["namesake"]) == ["smith2020"]


def test_a_line_of_another_corpus_is_not_of_its_namesake_in_the_one_that_is_named(
    library, corpora
) -> None:
    run("verdict", library, "-", "-c", corpora["namesake"], stdin="smith2020 dismissed\tgone.bib\n")

    assert listed(library) == [["smith2020 dismissed", "gone.bib"]]


def test_a_key_that_no_corpus_has_counts_for_each_of_that_key_and_is_told(library, corpora) -> None:
    given = run("verdict", library, "-", stdin="smith2020 dismissed\n")

    assert "No corpus asked has smith2020" in given.stderr
    assert run("verdict", library).stdout == "smith2020 dismissed\n"
    assert suggested(library, "-c", corpora["preprint"]) == []
    assert suggested(library, "-c", corpora["namesake"]) == []


def test_a_title_that_would_move_the_cursor_is_listed_without_that(library, tmp_path) -> None:
    hostile = tmp_path / "hostile.bib"
    hostile.write_text("@misc{x, title = {A\x1b[2J title}, year = {2020}}", encoding="utf-8")
    run("verdict", library, "x", "seen", "-c", hostile)

    lines = run("verdict", library).stdout

    assert "\x1b" not in lines
    assert lines.startswith("x seen\thostile.bib\tA")

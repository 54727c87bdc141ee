"""What goes wrong is one sentence on stderr, and no escape character reaches the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from command import LIBRARY, run


@pytest.mark.parametrize(
    ("name", "content", "status", "says"),
    [
        ("absent.bib", None, 1, "no file"),
        (".", None, 1, "folder"),
        ("empty.bib", b"", 0, "holds no entry"),
        ("a.bib", b"%PDF-1.7 \x00\x01", 1, "PDF"),
        ("b.bib", b"<!doctype html><html><body>x</body></html>", 1, "web page"),
        ("c.bib", b"@misc{a, year = 2000}", 0, "no entry of the library has a title"),
    ],
)
def test_bad_input_gets_one_sentence(
    name: str, content: bytes | None, status: int, says: str, tmp_path: Path
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)

    done = run("suggest", name, cwd=tmp_path)

    assert done.returncode == status
    assert says in done.stderr.lower() or says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (("suggest", LIBRARY, "-n", "0"), 2, "1<=x<=200"),
        (("suggest", LIBRARY, "-n", "10000"), 2, "1<=x<=200"),
        (("suggest", LIBRARY, "-c", "nowhere"), 1, "no corpus"),
        (("suggest", LIBRARY, "-c", "seeds/."), 1, "is a folder"),
        (("suggest", LIBRARY, "--year", "soon"), 2, "span of years"),
        (("suggest", LIBRARY, "--added-since", "soon"), 2, "write 2025-01-31"),
        (("suggest", LIBRARY, "--why", "nobody2020"), 1, "nobody2020"),
        (("export", "nobody2020"), 1, "nobody2020"),
        (("export",), 2, "--all"),
        (("add", "absent.bib", "nobody2020"), 1, "nobody2020"),
        (("frobnicate",), 2, "No such command"),
    ],
)
def test_a_wrong_request_gets_one_sentence(
    arguments: tuple[str, ...], status: int, says: str
) -> None:
    done = run(*arguments)

    assert done.returncode == status
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_escape_characters_never_reach_the_terminal(tmp_path: Path) -> None:
    evil = tmp_path / "evil.bib"
    evil.write_text("@misc{a, title = {Sparse \x1b[31mautoencoders\x07 \u202eevil}}")

    done = run("suggest", LIBRARY, "-c", str(evil))

    assert "Sparse" in done.stdout
    assert not {"\x1b", "\x07", "\u202e"} & set(done.stdout + done.stderr)


def test_a_disk_that_refuses_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "corpora").write_text("in the way")

    done = run("--data", "data", "corpus", "add", "mine", LIBRARY, cwd=tmp_path)

    assert done.returncode == 1
    assert "corpora: File exists" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_data_folder_that_is_a_file_is_wrong_usage() -> None:
    done = run("--data", LIBRARY, "corpus", "list")

    assert done.returncode == 2
    assert "is a file" in done.stderr


def test_escape_characters_in_keys_never_reach_the_terminal(tmp_path: Path) -> None:
    evil = tmp_path / "evil.bib"
    evil.write_text("@misc{a\x1b[31m, title = nope}\n" * 2)

    for done in (run("check", str(evil)), run("suggest", str(evil))):
        assert "31m" in done.stdout + done.stderr
        assert "\x1b" not in done.stdout + done.stderr


def test_names_with_blanks_are_quoted_in_the_advice(tmp_path: Path) -> None:
    (tmp_path / "my refs.bib").write_text("@misc{a, title = nope}\n" * 9)

    done = run("suggest", "my refs.bib", cwd=tmp_path)

    assert "more: recommender check 'my refs.bib'" in done.stderr

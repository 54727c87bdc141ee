"""What is added is written in the encoding and line ends of the file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from appended import NEW, OLD
from recommender.append import append
from recommender.errors import Conflict
from recommender.formats.bibtex import read
from recommender.formats.bibtex.end import End
from recommender.formats.bibtex.write import new_entries

ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_encoding_mark_and_line_ends_are_kept(library: Path, encoding: str, line_end: str) -> None:
    old = "@article{a,\n  title = {Über Bäume}\n}\n".replace("\n", line_end).encode(encoding)
    library.write_bytes(old)

    append(library, [NEW])

    text = library.read_bytes().decode(encoding)
    assert library.read_bytes().startswith(old)
    assert "\ufeff" not in text
    assert "Rényi" in text
    assert set(text.replace(line_end, "")).isdisjoint("\r\n")


def test_a_latin_1_file_stays_latin_1(library: Path) -> None:
    old = "% Encoding: ISO8859_1\n@article{a, title={Über Bäume}}\n".encode("latin-1")
    library.write_bytes(old)

    append(library, [NEW])

    added = library.read_bytes().removeprefix(old).decode("latin-1")
    assert "Rényi" in added
    assert r"\ensuremath{\alpha}" in added
    assert read(library.read_bytes()).papers[1].title == NEW.title


def test_a_file_of_mixed_encodings_gets_ascii(library: Path) -> None:
    old = "@article{a, title={Über}}\n".encode() + "@article{b, title={Bäume}}\n".encode("cp1252")
    library.write_bytes(old)

    append(library, [NEW])

    assert library.read_bytes().removeprefix(old).isascii()


def test_a_file_whose_encoding_is_a_guess_gets_ascii(library: Path) -> None:
    old = "@article{b, title={Bäume}}\n".encode("cp1252")
    library.write_bytes(old)

    append(library, [NEW])

    assert library.read_bytes().removeprefix(old).isascii()
    assert read(library.read_bytes()).papers[1].title == NEW.title


@pytest.mark.parametrize("text", ["@misc{open,", "% @misc{renyi2021,\n}\n", "@misc{other,\n}\n"])
def test_what_would_be_read_otherwise_is_not_added(text: str) -> None:
    library = read(OLD)
    [entry] = new_entries([NEW], into=library)

    with pytest.raises(Conflict, match="would not be read as it was meant"):
        End(library).with_entries([replace(entry, text=text)])


def test_a_letter_that_cannot_be_written_is_refused(library: Path) -> None:
    library.write_bytes("% Encoding: ISO8859_1\n% é\n".encode("latin-1"))
    old = library.read_bytes()

    with pytest.raises(Conflict, match="no way to write “王”; save it as UTF-8"):
        append(library, [replace(NEW, title="王小明")])
    assert library.read_bytes() == old


@pytest.mark.parametrize(("windows", "all_lines"), [(2, 3), (1, 2), (1, 3), (0, 2)])
def test_mixed_line_ends_are_gone_on_with_as_most_lines_end(
    library: Path, windows: int, all_lines: int
) -> None:
    ends = [b"\r\n"] * windows + [b"\n"] * (all_lines - windows)
    old = b"".join(b"% a line" + end for end in ends)
    library.write_bytes(old)

    append(library, [NEW])

    added = library.read_bytes()[len(old) :]
    assert (b"\r\n" in added) is (windows * 2 > all_lines)

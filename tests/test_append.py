"""Appending to the user's file: old bytes stay, new entries are read back, nothing twice."""

from __future__ import annotations

import codecs
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recommender.append import append
from recommender.errors import Conflict, UnreadableInput
from recommender.formats.bibtex import read
from recommender.formats.bibtex.end import End
from recommender.formats.bibtex.write import new_entries
from recommender.papers import Paper, Person

OLD = b"@article{lee2020, title={Old Trees of the Northern Forest}, author={Lee, Ann}, year=2020}\n"
NEW = Paper(
    type="article",
    title="New Leaves on Old Trees: α and ő at 5%",
    authors=(Person(family="Rényi", given="Jo"), Person(literal="Ministry of Works and Parks")),
    year=2021,
    venue="Ledger & Ink",
    doi="10.5555/x_y",
)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    path = tmp_path / "refs.bib"
    path.write_bytes(OLD)
    return path


def test_old_bytes_come_first_and_one_entry_is_more(library: Path) -> None:
    done = append(library, [NEW])

    assert library.read_bytes().startswith(OLD + b"\n@article{")
    papers = read(library.read_bytes()).papers
    assert [paper.key for paper in papers] == ["lee2020", "renyi2021"]
    assert papers[1].title == NEW.title
    assert done.added == ((NEW, "renyi2021"),)
    assert (done.already, done.warnings) == ((), ())


def test_the_old_file_is_kept_as_backup(library: Path) -> None:
    done = append(library, [NEW])

    assert done.backup == library.with_name("refs.bib.recommender.bak")
    assert done.backup.read_bytes() == OLD
    assert sorted(library.parent.glob("*.bib*")) == [library, done.backup]


def test_a_backup_that_holds_what_the_file_lost_is_never_written_over(library: Path) -> None:
    for i in range(12):
        library.write_bytes(b"%% edited %d\n" % i + OLD)
        append(library, [NEW])

    kept = [path.read_bytes() for path in library.parent.glob("*.bak*")]
    assert len(kept) == 10
    assert all(b"%% edited %d\n" % i + OLD in kept for i in range(2, 12))


def test_doing_it_twice_adds_nothing_the_second_time(library: Path) -> None:
    append(library, [NEW])
    once = library.read_bytes()

    done = append(library, [NEW])

    assert library.read_bytes() == once
    assert (done.added, done.already, done.backup) == ((), ((NEW, "renyi2021", 3),), None)


def test_a_paper_named_twice_is_added_once(library: Path) -> None:
    assert len(append(library, [NEW, replace(NEW, key="other")]).added) == 1


def test_a_paper_of_the_library_is_told_with_key_and_line(library: Path) -> None:
    title = "Old trees of the northern forest"
    owned = Paper(title=title, authors=(Person(family="Lee"),), year=2020)

    assert append(library, [owned, NEW]).already == ((owned, "lee2020", 1),)


def test_another_version_is_added_with_a_warning(library: Path) -> None:
    library.write_bytes(OLD.replace(b"year", b"doi={10.48550/arXiv.2001.00001}, year"))
    published = Paper(
        type="article",
        title="Old Trees of the Northern Forest",
        authors=(Person(family="Lee", given="Ann"),),
        year=2021,
        venue="J",
        doi="10.5555/trees",
    )

    done = append(library, [published])

    assert len(done.added) == 1
    assert "another version of lee2020, line 1" in done.warnings[0]


TEXTS = [
    *("", "x", "Trees", "and", "%", "{", "}", "\\", "@article{x,", "$x_1$", "王", "é", "a, b"),
    *("<i>x</i>", "`", "10.1/x", "--", "&amp;", "~", '"', "'"),
]
WORDS = st.lists(st.sampled_from(TEXTS), max_size=4).map(" ".join)
ANY = st.builds(
    Paper,
    type=st.sampled_from(["article", "misc", "book"]),
    title=WORDS,
    authors=st.lists(st.builds(Person, family=WORDS, given=WORDS), max_size=2).map(tuple),
    year=st.none() | st.integers(1900, 2030),
    venue=WORDS,
    abstract=WORDS,
    doi=st.sampled_from(["", "10.5555/x_y", "10.5555/z"]),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ANY, min_size=1, max_size=3))
def test_any_papers_are_added_once(library: Path, papers: list[Paper]) -> None:
    library.write_bytes(OLD)

    first = append(library, papers)
    once = library.read_bytes()
    second = append(library, papers)

    assert once.startswith(OLD)
    assert len(read(once)) == 1 + len(first.added)
    assert second.added == ()
    assert library.read_bytes() == once


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


GAPS = {
    b"": b"@",
    codecs.BOM_UTF8: b"@",
    b"% text": b"\n\n@",
    b"% text\n": b"\n@",
    b"% text\n\n": b"@",
    b"@comment{jabref-meta: x;}": b"\n\n@",
}


@pytest.mark.parametrize(("old", "between"), GAPS.items(), ids=str)
def test_new_entries_stand_after_a_blank_line(library: Path, old: bytes, between: bytes) -> None:
    library.write_bytes(old)

    append(library, [NEW])

    assert library.read_bytes().startswith(old + between + b"article{")


OPEN_ENDS = {
    b"@article{a, title={Never closed": "line 1: entry a",
    OLD + b"@article{b,\n title = {x}": "line 2: entry b",
    OLD + b"@comment{never closed": "line 2",
    OLD + b"@article": "line 2",
    OLD + b"@preamble{ {": "line 2",
}


@pytest.mark.parametrize(("old", "place"), OPEN_ENDS.items(), ids=str)
def test_a_file_that_ends_inside_an_entry_is_refused_with_the_place(
    library: Path, old: bytes, place: str
) -> None:
    library.write_bytes(old)

    with pytest.raises(Conflict, match=place):
        append(library, [NEW])
    assert library.read_bytes() == old


HIDING = {
    b"@article{a, title = {Open {brace, year = 2001}\n\n" + OLD: "entry a is not closed .*:1",
    OLD + b"@article{b, note = {x {y,\n year = 1}\n@misc{c}\n": "entry b is not closed .*:2",
    OLD + b"@string{s = {open\n@misc{c}\n": "not closed .*:2",
    OLD + b"@preamble{{open\n@misc{c}\n": "not closed .*:2",
    OLD + b"% @article{\n": "not closed .*:2",
    b"\n\nme@example {k, title = {\n" + OLD: "not closed .*:3",
}


@pytest.mark.parametrize(("old", "warning"), HIDING.items(), ids=str)
def test_an_entry_that_hides_the_new_one_from_bibtex_is_told_with_its_place(
    library: Path, old: bytes, warning: str
) -> None:
    library.write_bytes(old)

    done = append(library, [NEW])

    assert len(done.added) == 1
    assert re.search(f"will not see what was added: .*{warning}", done.warnings[0])


SEEN = (
    b"@article{a, title = {x}}, year = 2001}\n" + OLD,
    b'@article{a, title = "open quote, year = 2001}\n' + OLD,
    b"@article{a, title = {x}, year = 2001\n" + OLD,
    b"@comment{never @ closed\n}\n" + OLD,
    b"me@example.org and @ and @article\n" + OLD,
    b"".join(b"@string{s%d = s%d # s%d}\n" % (i + 1, i, i) for i in range(80)) + OLD,
)


@pytest.mark.parametrize("old", SEEN, ids=lambda old: str(old[:30]))
def test_a_fault_behind_which_bibtex_goes_on_is_no_reason_to_warn(
    library: Path, old: bytes
) -> None:
    library.write_bytes(old)

    assert append(library, [NEW]).warnings == ()


def test_a_file_that_changed_since_the_choice_is_refused(library: Path) -> None:
    with pytest.raises(Conflict, match="changed by another program"):
        append(library, [NEW], expected=b"other")
    assert append(library, [NEW], expected=OLD).added


@pytest.mark.parametrize("name", ["refs.ris", "refs.json"])
def test_only_bibtex_files_are_added_to(library: Path, name: str) -> None:
    path = library.rename(library.with_name(name))

    with pytest.raises(Conflict, match="only BibTeX files are added to"):
        append(path, [NEW])


def test_a_file_of_another_kind_is_refused(library: Path) -> None:
    library.write_bytes(b"<!DOCTYPE html><html></html>")

    with pytest.raises(UnreadableInput):
        append(library, [NEW])


OWNERS = {
    b"Automatically generated by Mendeley Desktop 1.19.8\nAny changes will be lost\n": "Mendeley",
    b"% This file was created with Citavi 6.3.0.0\n": "Citavi",
    b"% == BibTeX quality report for a:\n": "Better BibTeX for Zotero",
    b"@misc{x, file = {PDF:/home/a/Zotero/storage/ABCD/x.pdf:application/pdf}}\n": "Zotero",
}


@pytest.mark.parametrize(("mark", "owner"), OWNERS.items(), ids=str)
def test_a_file_that_a_program_writes_is_warned_of(library: Path, mark: bytes, owner: str) -> None:
    library.write_bytes(mark + OLD)

    [warning] = append(library, [NEW]).warnings

    assert f"is written by {owner}" in warning
    assert "import the new entries" in warning


def test_new_keys_differ_from_keys_and_aliases_in_any_case(library: Path) -> None:
    library.write_bytes(
        b"@article{RENYI2021, title={A}}\n@article{b, ids={x, renyi2021A}, title={B}}\n"
        b"@article{ives2001, author={Ives, Jo}, title={Old One}, year=2001}\n"
    )

    assert append(library, [NEW]).added[0][1] == "renyi2021b"


def test_a_link_stays_a_link(library: Path) -> None:
    link = library.with_name("link.bib")
    link.symlink_to(library.name)

    append(link, [NEW])

    assert link.is_symlink()
    assert len(read(library.read_bytes())) == 2


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_the_mode_is_kept(library: Path, mode: int) -> None:
    library.chmod(mode)

    append(library, [NEW])

    assert library.stat().st_mode & 0o777 == mode


def test_what_is_no_plain_file_is_refused(library: Path) -> None:
    folder, pipe, second = (library.with_name(n) for n in ("folder", "pipe", "second.bib"))
    folder.mkdir()
    os.mkfifo(pipe)

    for path in (folder, pipe, Path(os.devnull)):
        with pytest.raises(Conflict, match="not a file that can be added to"):
            append(path, [NEW])
    with pytest.raises(UnreadableInput, match="There is no file"):
        append(library.with_name("absent.bib"), [NEW])
    second.hardlink_to(library)
    with pytest.raises(Conflict, match="second name"):
        append(library, [NEW])
    assert library.read_bytes() == OLD

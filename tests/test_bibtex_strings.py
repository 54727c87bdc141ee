"""@string names: those of other files, and those that nothing defines."""

from __future__ import annotations

import io
from pathlib import Path

from recommender.formats import read_file, read_files
from recommender.formats.bibtex.read import read
from recommender.service.runtime.linked_libraries import read as read_linked
from recommender.store import StoredLibrary

STRINGS = '@string{jl = "Journal of Lakes"}\n@STRING(jr = jl # { and Rivers})\n'
ENTRIES = """@article{a, title = {On ice}, journal = jl}
@article{b, title = {On snow}, journal = JR}
@article{c, title = {On rain}, journal = jx}
@article{d, title = {On hail}, journal = jx}
"""


def folder(place: Path, **files: str) -> Path:
    place.mkdir(exist_ok=True)
    for name, text in files.items():
        (place / f"{name}.bib").write_text(text)
    return place


def venues(file: Path) -> list[str]:
    return [paper.venue for paper in read_file(file).papers]


def test_names_are_shared_by_the_files_of_one_call(tmp_path: Path) -> None:
    one, other = folder(tmp_path / "a", strings=STRINGS), folder(tmp_path / "b", refs=ENTRIES)
    paths = [one / "strings.bib", other / "refs.bib"]

    for order in (paths, paths[::-1]):
        library = next(library for library in read_files(order) if len(library))
        assert [p.venue for p in library.papers[:2]] == [
            "Journal of Lakes",
            "Journal of Lakes and Rivers",
        ]
        assert [(n.line, n.code) for n in library.notices] == [(3, "undefined-string")]


def test_names_are_found_in_the_files_beside_and_the_file_is_told(tmp_path: Path) -> None:
    place = folder(
        tmp_path, strings=STRINGS, other="@misc{x, title = {No strings here}}", refs=ENTRIES
    )

    library = read_file(place / "refs.bib")
    assert library.papers[0].venue == "Journal of Lakes"
    told = next(n for n in library.notices if n.code == "string-of-another-file")
    assert (told.line, told.severity) == (1, "info")
    assert "strings.bib" in told.message


def test_a_definition_of_its_own_goes_before_those_of_other_files(tmp_path: Path) -> None:
    place = folder(tmp_path, strings=STRINGS, refs="@string{jl = {Lake Letters}}\n" + ENTRIES)

    assert venues(place / "refs.bib")[:2] == ["Lake Letters", "Journal of Lakes and Rivers"]


def test_a_definition_of_the_call_goes_before_those_beside(tmp_path: Path) -> None:
    given = folder(tmp_path / "given", mine="@string{jl = {Lake Letters}}")
    place = folder(tmp_path / "refs", strings=STRINGS, refs=ENTRIES)

    found = read_files([given / "mine.bib", place / "refs.bib"])[1]
    assert found.papers[0].venue == "Lake Letters"


def test_of_two_files_of_a_call_the_first_definition_counts(tmp_path: Path) -> None:
    place = folder(tmp_path, one="@string{jl = {One}}", two="@string{jl = {Two}}", refs=ENTRIES)

    found = read_files([place / f"{name}.bib" for name in ("refs", "one", "two")])[0]
    assert found.papers[0].venue == "One"


def test_the_standard_input_uses_the_names_of_the_files_of_its_call(tmp_path: Path) -> None:
    place = folder(tmp_path, strings=STRINGS)

    found = read_files([io.BytesIO(ENTRIES.encode()), place / "strings.bib"])[0]
    assert found.papers[0].venue == "Journal of Lakes"


def test_what_lies_beside_and_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    place = folder(tmp_path, refs=ENTRIES, broken="@string{jl = ")
    (place / "folder.bib").mkdir()
    (place / "dangling.bib").symlink_to(place / "nowhere")
    (place / "bytes.bib").write_bytes(b"\xff\xfe@string{\x00\xff")

    assert venues(place / "refs.bib")[0] == "jl"


def test_strings_of_another_file_that_double_are_bounded(tmp_path: Path) -> None:
    doubling = "@string{s0 = {word}}\n" + "".join(
        f"@string{{s{i} = s{i - 1} # s{i - 1}}}\n" for i in range(1, 60)
    )
    uses = "".join(f"@misc{{k{i}, title = s{i}, note = s59 # s59}}\n" for i in range(60))
    place = folder(tmp_path, strings=doubling, refs=uses)

    found = read_file(place / "refs.bib")
    assert sum(len(paper.fields.get("note", "")) for paper in found.papers) < 10_000_000


def test_a_name_that_nothing_defines_is_told_once_with_its_first_line() -> None:
    library = read(ENTRIES.encode())

    assert [(n.line, n.key) for n in library.notices] == [(1, "a"), (2, "b"), (3, "c")]
    assert "jx (used 2 times)" in library.notices[-1].message


def test_a_library_that_lives_in_a_file_uses_the_names_beside_it(tmp_path: Path) -> None:
    place = folder(tmp_path, strings=STRINGS, refs=ENTRIES)
    path = str(place / "refs.bib")
    stored = StoredLibrary(
        id="a" * 16, sequence=1, label="mine", origin="file", path=path, format="bibtex", added=""
    )

    assert read_linked(stored, "").papers[0].venue == "Journal of Lakes"

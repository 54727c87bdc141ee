"""What entries take from each other: crossref, xdata, and parts of other entries."""

from __future__ import annotations

import pytest

from recommender.formats.bibtex.read import read
from recommender.papers import Paper

PARENT = """
@book{stones, ids = {rocks, boulders}, author = {Hill, Ann and Elm, Bo}, title = {Stones},
  subtitle = {A field guide}, date = {2004-05}, publisher = {Lake House}}
@xdata{house-1, publisher = {Lake House}, location = {Lakeside}, author = {Hill, Ann and Elm, Bo}}
@xdata{chain, publisher = {xdata=house-1-publisher}}
@xdata{loop, publisher = {xdata=loop-publisher}}
"""


def child(entry: str) -> Paper:
    return read((PARENT + entry).encode()).papers[-1]


def test_a_month_of_its_own_does_not_keep_the_year_of_the_parent_away() -> None:
    found = child("@inbook{c, title = {Flint}, crossref = {stones}, month = jun}")

    assert (found.year, found.month) == (2004, 6)


def test_a_year_of_its_own_keeps_the_date_of_the_parent_away() -> None:
    found = child("@inbook{c, title = {Flint}, crossref = {stones}, year = 1999}")

    assert (found.year, found.month) == (1999, None)


@pytest.mark.parametrize("key", ["stones", "rocks", "boulders", "ROCKS"])
def test_a_parent_is_found_by_its_key_and_its_aliases(key: str) -> None:
    found = child(f"@incollection{{c, title = {{Flint}}, crossref = {{{key}}}}}")

    assert (found.title, found.venue) == ("Flint", "Stones: A field guide")


def test_a_key_of_its_own_goes_before_the_alias_of_another() -> None:
    found = child("@book{rocks, title = {Rocks}}\n@incollection{c, title={A}, crossref = {rocks}}")

    assert found.venue == "Rocks"


@pytest.mark.parametrize("kind", ["inbook", "incollection"])
def test_a_part_of_a_book_without_a_title_has_that_of_the_book(kind: str) -> None:
    found = child(f"@{kind}{{c, chapter = 3, crossref = {{stones}}}}")

    assert found.title == "Stones: A field guide"
    assert [str(author) for author in found.authors] == ["Ann Hill", "Bo Elm"]


def test_a_paper_without_a_title_is_not_called_by_that_of_its_meeting() -> None:
    found = child("@proceedings{p, title = {Meeting}}\n@inproceedings{c, crossref = {p}}")

    assert (found.title, found.venue) == ("", "Meeting")


@pytest.mark.parametrize(
    ("field", "name", "text"),
    [
        ("publisher = {xdata=house-1-publisher}", "publisher", "Lake House"),
        ("location = {xdata = {house-1-location}}", "location", "Lakeside"),
        ("publisher = {xdata=chain-publisher}", "publisher", "Lake House"),
        ("publisher = {xdata=loop-publisher}", "publisher", "xdata=loop-publisher"),
        ("publisher = {xdata=nowhere-publisher}", "publisher", "xdata=nowhere-publisher"),
        ("publisher = {xdata=house-1-author-9}", "publisher", "xdata=house-1-author-9"),
        ("publisher = {All xdata=x of it}", "publisher", "All xdata=x of it"),
    ],
)
def test_a_part_of_another_entry_is_filled_in(field: str, name: str, text: str) -> None:
    assert child(f"@book{{b, title = {{T}}, {field}}}").fields[name] == text


@pytest.mark.parametrize(
    ("author", "names"),
    [
        ("xdata=house-1-author", ["Ann Hill", "Bo Elm"]),
        ("xdata=house-1-author-2 and Lee, Cy", ["Bo Elm", "Cy Lee"]),
        ("Lee, Cy and xdata={house-1-author-1}", ["Cy Lee", "Ann Hill"]),
    ],
)
def test_names_of_another_entry_are_filled_in(author: str, names: list[str]) -> None:
    found = child(f"@book{{b, title = {{T}}, author = {{{author}}}}}")

    assert [str(person) for person in found.authors] == names


def test_a_part_that_is_nowhere_is_told() -> None:
    library = read(b"@book{b, title = {T},\n publisher = {xdata=nowhere-publisher}}")

    assert [(n.line, n.key, n.code) for n in library.notices] == [(2, "b", "missing-reference")]


def test_names_that_refer_to_long_lists_do_not_grow_without_bound() -> None:
    names = " and ".join(["Hill, Ann"] * 2_000)
    entry = "@book{{b{}, title = {{T}}, author = {{{}}}}}"
    uses = "\n".join(entry.format(i, " and ".join(["xdata=l-author"] * 90)) for i in range(40))

    papers = read(f"@xdata{{l, author = {{{names}}}}}\n{uses}".encode()).papers

    assert sum(len(paper.fields.get("author", "")) for paper in papers) < 20_000_000


@pytest.mark.parametrize(("generations", "inherits"), [(10, True), (11, False)])
def test_a_field_comes_from_ten_generations_back(generations: int, inherits: bool) -> None:
    chain = "".join(f"@xdata{{x{n}, xdata = {{x{n - 1}}}}}\n" for n in range(1, generations))
    source = f"@xdata{{x0, note = {{Old}}}}\n{chain}"

    library = read(f"{source}@book{{b, title = {{A}}, xdata = {{x{generations - 1}}}}}".encode())

    assert library.papers[-1].fields.get("note", "") == ("Old" if inherits else "")
    assert ("too-many-parents" in {n.code for n in library.notices}) is not inherits

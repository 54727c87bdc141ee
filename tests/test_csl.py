"""CSL JSON as Zotero, Crossref and pandoc write it: read with lines, written, read back."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recommender.errors import UnreadableInput
from recommender.formats.csl import read, write
from recommender.papers import Paper, Person

ZOTERO = """[
\t{
\t\t"id": "http://zotero.org/users/0/items/ABCD2345",
\t\t"citation-key": "devries2021",
\t\t"type": "paper-conference",
\t\t"title": "Attention in <i>Drosophila</i> at 5%",
\t\t"container-title": "Proceedings of Flies",
\t\t"author": [
\t\t\t{"family": "Vries", "given": "Anna", "non-dropping-particle": "de"},
\t\t\t{"literal": "World Health Organization"}
\t\t],
\t\t"issued": {"date-parts": [["2021", 7, 3]]},
\t\t"page": "1\u20139",
\t\t"DOI": "10.5555/X_Y",
\t\t"URL": "https://example.org/a_b"
\t},
\t{
\t\t"id": "lee2020",
\t\t"type": "article",
\t\t"title": "A Preprint",
\t\t"number": "arXiv:2101.00001",
\t\t"issued": {"raw": "May 2020"}
\t}
]
"""


def papers(text: str) -> tuple[Paper, ...]:
    return read(text.encode()).papers


def test_items_of_zotero_are_read() -> None:
    library = read(ZOTERO.encode(), file="z.json")

    first, second = library.papers
    assert first == Paper(
        key="devries2021",
        type="inproceedings",
        title="Attention in Drosophila at 5%",
        authors=(
            Person(family="Vries", given="Anna", prefix="de"),
            Person(literal="World Health Organization"),
        ),
        year=2021,
        month=7,
        venue="Proceedings of Flies",
        doi="10.5555/x_y",
        url="https://example.org/a_b",
        fields={"pages": "1-9"},
    )
    assert (second.key, second.arxiv) == ("lee2020", "2101.00001")
    assert (second.year, second.month) == (2020, 5)
    assert [entry.line for entry in library.entries] == [2, 17]
    assert library.notices == ()


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Sets {a, b} -- a~b at $5", "Sets {a, b} -- a~b at $5"),
        ("The <i>{x}</i> &amp; y", "The {x} & y"),
        (r"{G}r\"{o}bner bases", "Gröbner bases"),
        ("H$_2$O", "H₂O"),
    ],
)
def test_text_is_no_tex_unless_commands_show_it(written: str, shown: str) -> None:
    [paper] = papers(json.dumps([{"type": "book", "title": written}]))

    assert paper.title == shown


def test_lists_of_crossref_and_a_lone_item_are_read() -> None:
    [paper] = papers('{"type": "book", "title": ["One"], "ISBN": ["978-3-16-148410-0"]}')

    assert (paper.title, paper.isbn) == ("One", "9783161484100")
    assert [p.title for p in papers('{"items": [{"title": "A"}, {"title": "B"}]}')] == ["A", "B"]


BROKEN = {
    "no comma": ('[\n{"id": "a", "title" "A"},\n{"id": "b", "title": "B"}\n]', [2], ["B"]),
    "no item": ('[\n{"id": "a", "title": "A"},\n7,\n"x"]', [3, 4], ["A"]),
    "cut off": ('[\n{"id": "a", "title": "A"},\n{"id": "b", "title": "B', [3], ["A"]),
    "not a number": ('[\n{"id": "a", "title": NaN},\n{"title": "B"}]', [2], ["B"]),
    "many digits": ('[\n{"title": "A", "n": ' + "9" * 5000 + '},\n{"title": "B"}]', [2], ["B"]),
    "inner objects": (
        '[\n{"title": "A" "author": [{"family": "X"}, {"family": "Y"}]},\n{"title": "B"}]',
        [2],
        ["B"],
    ),
    "deep": ('[\n{"title": "A"},\n' + "[" * 100_000 + "]", [3], ["A"]),
}


@pytest.mark.parametrize(("text", "lines", "titles"), BROKEN.values(), ids=list(BROKEN))
def test_a_broken_item_is_told_by_its_line_and_the_others_are_read(
    text: str, lines: list[int], titles: list[str]
) -> None:
    library = read(text.encode())

    assert [paper.title for paper in library.papers] == titles
    assert [notice.line for notice in library.notices] == lines


@pytest.mark.parametrize("text", ["", "@article{a,}", "[]", "[1, 2]", "nonsense"])
def test_something_else_is_refused(text: str) -> None:
    with pytest.raises(UnreadableInput, match="CSL JSON"):
        read(text.encode())


WHOLE = Paper(
    key="lee2021",
    type="article",
    title="One Model: 50% & x_1",
    authors=(
        Person(family="Lee", given="Ann"),
        Person(family="Roux", given="C.", prefix="de", suffix="Jr."),
        Person(literal="World Health Organization"),
    ),
    year=2021,
    month=5,
    venue="Journal",
    abstract="A\nB",
    keywords=("a", "b, c"),
    doi="10.5555/x;y",
    pmid="123456",
    url="https://example.org/a;b",
    language="en",
    fields={"volume": "1", "number": "2", "pages": "3-9", "publisher": "P", "address": "Bonn"},
)


def test_a_paper_comes_back_from_its_item() -> None:
    text = write([WHOLE])

    assert json.loads(text)[0]["author"][1] == {
        "family": "de Roux",  # Zotero reads no other part of a name
        "given": "C., Jr.",
    }
    assert papers(text) == (replace(WHOLE, abstract="A B"),)


def test_no_paper_is_an_empty_list() -> None:
    assert json.loads(write([])) == []


@given(st.text(), st.text(), st.integers())
def test_any_text_is_written_as_strict_json(title: str, abstract: str, year: int) -> None:
    text = write([Paper(title=title, abstract=abstract, year=year)])

    assert len(json.loads(text.encode())) == 1


@given(st.binary() | st.text().map(lambda text: f'[{{"title": "T"}},{text}'.encode()))
def test_any_bytes_are_read_or_refused(source: bytes) -> None:
    try:
        library = read(source)
    except UnreadableInput:
        return

    assert library.source == source

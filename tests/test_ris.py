"""RIS as Zotero, EndNote and Mendeley write it: read with lines, written, read back."""

from __future__ import annotations

from dataclasses import replace

import pytest
import rispy
from hypothesis import given
from hypothesis import strategies as st

from recommender.errors import UnreadableInput
from recommender.formats.ris import read, write
from recommender.papers import Paper, Person

ZOTERO = """TY  - CONF
TI  - Attention in <i>Drosophila</i> at 5%
AU  - de Vries, Anna
AU  - World Health Organization
T2  - Proceedings of Flies
AB  - First line
second line
DA  - 2021/07/03/
PY  - 2021
SP  - 1
EP  - 9
DO  - 10.5555/X_Y
UR  - https://example.org/a;b_c?d=1
KW  - flies
KW  - attention
SN  - 1234-5678
ER  -

TY  - JOUR
TI  - Second
AU  - Lee, Ann, Jr.
T2  - Journal of Two
JF  - Journal of Two
VL  - 3
IS  - 4
Y1  - 2020/05//
N2  - Abstract in N2
ID  - lee2020
ER  -
"""
ENDNOTE = """\ufeff1. \r
TY  - JOUR\r
A1  - Smith, J.\r
T1  - Old Tags\r
JO  - J. Old\r
KW  - one\r
two\r
three\r
SP  - 5-8\r
PY  - 1999///\r
ER  - \r
"""
MENDELEY = """TY - JOUR
T1 - Single Blanks
AU - Roux, Anne
AB - AI - the future
JF - Journal
PY - 2015
ER -
"""


def papers(text: str) -> tuple[Paper, ...]:
    return read(text.encode()).papers


def test_a_record_of_zotero_is_read() -> None:
    library = read(ZOTERO.encode(), file="z.ris")

    first, second = library.papers
    assert first == Paper(
        type="inproceedings",
        title="Attention in Drosophila at 5%",
        authors=(
            Person(family="Vries", given="Anna", prefix="de"),
            Person(literal="World Health Organization"),
        ),
        year=2021,
        month=7,
        venue="Proceedings of Flies",
        abstract="First line second line",
        keywords=("flies", "attention"),
        doi="10.5555/x_y",
        url="https://example.org/a;b_c?d=1",
        fields={"pages": "1-9", "issn": "1234-5678"},
    )
    assert (second.key, second.year, second.month) == ("lee2020", 2020, 5)
    assert second.authors == (Person(family="Lee", given="Ann", suffix="Jr."),)
    assert (second.abstract, second.venue) == ("Abstract in N2", "Journal of Two")
    assert dict(second.fields) == {"volume": "3", "number": "4"}
    assert [entry.line for entry in library.entries] == [1, 19]
    assert library.notices == ()


def test_endnotes_numbers_tags_and_continued_keywords_are_read() -> None:
    [paper] = papers(ENDNOTE)

    assert (paper.title, paper.venue, paper.year) == ("Old Tags", "J. Old", 1999)
    assert paper.keywords == ("one", "two", "three")
    assert paper.fields["pages"] == "5-8"


def test_single_blanks_are_read_and_text_that_looks_like_a_tag_is_not() -> None:
    [paper] = papers(MENDELEY)

    assert (paper.title, paper.authors[0].given) == ("Single Blanks", "Anne")
    [standard] = papers("TY  - JOUR\nTI  - T\nAB  - one\nAI - two\nER  - \n")
    assert standard.abstract == "one AI - two"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings_are_read(encoding: str) -> None:
    [paper] = read("TY  - JOUR\nTI  - Über Bäume\nER  - \n".encode(encoding)).papers

    assert paper.title == "Über Bäume"


def test_identifiers_are_found_where_programs_put_them() -> None:
    [paper] = papers(
        "TY  - UNPB\nTI  - T\nUR  - https://arxiv.org/abs/2101.00001v2\nAN  - arXiv:2101.00001\n"
        "UR  - https://openreview.net/forum?id=abc123\nER  - \n"
    )

    assert (paper.arxiv, paper.openreview) == ("2101.00001", "abc123")
    [book] = papers("TY  - BOOK\nTI  - T\nSN  - 978-3-16-148410-0\nER  - \n")
    assert book.isbn == "9783161484100"


def test_a_record_without_end_is_told_and_kept() -> None:
    library = read(b"TY  - JOUR\nTI  - One\n\nTY  - JOUR\nTI  - Two\n", file="a.ris")

    assert [paper.title for paper in library.papers] == ["One", "Two"]
    assert [(n.line, n.code, n.file) for n in library.notices] == [
        (1, "record-not-closed", "a.ris"),
        (4, "record-not-closed", "a.ris"),
    ]


def test_empty_records_and_text_outside_are_told_and_left_out() -> None:
    library = read(b"hello\nTY  - JOUR\nER  - \nworld\nTY  - JOUR\nTI  - T\nER  - \n")

    assert len(library) == 1
    assert [(n.line, n.code) for n in library.notices] == [
        (1, "text-outside-records"),
        (2, "empty-record"),
        (4, "text-outside-records"),
    ]


def test_something_else_is_refused() -> None:
    with pytest.raises(UnreadableInput, match="TY  - "):
        read(b"@article{a, title={x}}")


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
    url="https://example.org/a;b",
    language="en",
    fields={"volume": "1", "number": "2", "pages": "3-9", "publisher": "P", "address": "Bonn"},
)


def test_a_paper_comes_back_from_its_record() -> None:
    text = write([WHOLE])

    assert text.startswith("TY  - JOUR\nAU  - Lee, Ann\n")
    assert text.endswith("ER  - \n")
    assert papers(text) == (replace(WHOLE, abstract="A B"),)


def test_another_reader_takes_what_we_write() -> None:
    [found] = rispy.loads(write([WHOLE]))

    assert (found["type_of_reference"], found["title"], found["year"]) == (
        *("JOUR", WHOLE.title, "2021"),
    )
    assert found["authors"] == ["Lee, Ann", "de Roux, C., Jr.", "World Health Organization,"]
    assert (found["doi"], found["start_page"], found["end_page"]) == (WHOLE.doi, "3", "9")


def test_an_arxiv_paper_is_found_again_by_its_id() -> None:
    [paper] = papers(write([Paper(key="k", title="T", arxiv="2101.00001")]))

    assert (paper.arxiv, paper.doi) == ("2101.00001", "10.48550/arxiv.2101.00001")


def test_no_paper_is_no_text() -> None:
    assert write([]) == ""


@given(st.text(), st.text(), st.lists(st.text(), max_size=3))
def test_no_text_makes_another_record(title: str, abstract: str, keywords: list[str]) -> None:
    paper = Paper(title=f"T {title}", abstract=abstract, keywords=tuple(keywords))

    assert len(read(write([paper, WHOLE]).encode())) == 2


@given(st.binary() | st.text().map(lambda text: f"TY  - JOUR\n{text}".encode()))
def test_any_bytes_are_read_or_refused(source: bytes) -> None:
    try:
        library = read(source)
    except UnreadableInput:
        return

    assert library.source == source


def test_a_manuscript_keeps_the_place_where_it_lies() -> None:
    paper = Paper(type="unpublished", title="Owls of the fens", venue="Fen Archive")

    assert read(write([paper]).encode()).papers[0].venue == "Fen Archive"

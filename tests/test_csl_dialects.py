"""CSL JSON as programs really write it: each kind of deviation, in several forms."""

from __future__ import annotations

import json
from typing import Any

import pytest

from recommender.formats.csl import read, write
from recommender.papers import Paper, Person


def one(**item: Any) -> Paper:
    known = {"title": "Snow algae", "type": "article-journal"}
    [paper] = read(
        json.dumps([known | {n.replace("_", "-"): v for n, v in item.items()}]).encode()
    ).papers
    return paper


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("journal-article", "article"),
        ("article-journal", "article"),
        ("proceedings-article", "inproceedings"),
        ("book-chapter", "incollection"),
        ("book-part", "incollection"),
        ("reference-entry", "incollection"),
        ("monograph", "book"),
        ("edited-book", "book"),
        ("dissertation", "phdthesis"),
        ("report", "techreport"),
        ("posted-content", "misc"),
        ("preprint", "misc"),
        ("article", "misc"),
        ("dataset", "dataset"),
        ("no-such-type", "misc"),
        (None, "misc"),
    ],
)
def test_types_of_csl_and_of_crossref_are_known(written: str | None, read_as: str) -> None:
    assert one(type=written, issued={"raw": "2020"}).type == read_as


def test_an_item_without_type_is_read() -> None:
    item = {"id": "a", "title": "Snow", "author": [{"family": "Dahl", "given": "Liv"}]}

    [paper] = read(json.dumps([item]).encode()).papers

    assert paper == Paper(key="a", title="Snow", authors=(Person(family="Dahl", given="Liv"),))


@pytest.mark.parametrize(
    ("issued", "year", "month"),
    [
        ({"date-parts": [[2015, 9, 18]]}, 2015, 9),
        ({"date-parts": [["2015", "09"]]}, 2015, 9),
        ({"date-parts": [2015, 9]}, 2015, 9),
        ({"date-parts": [[2015, 9], [2016, 1]]}, 2015, 9),
        ([2015, 9], 2015, 9),
        ([{"year": 2015}], 2015, None),
        ([{"year": "2015", "month": "9", "day": "1"}], 2015, 9),
        ({"year": 2015, "month": "September"}, 2015, 9),
        ({"year": 2015, "season": 2}, 2015, None),
        ({"literal": "printed 2015"}, 2015, None),
        ({"raw": "18 Sep 2015"}, 2015, 9),
        ({"date-time": "2015-09-18T10:00:00Z"}, 2015, 9),
        ("2015-09-18", 2015, 9),
        ("2015-09/2015-10", 2015, 9),
        ("2015~", 2015, None),
        (2015, 2015, None),
        ({"date-parts": [[964]]}, 964, None),
        ({"date-parts": [[-43]]}, -43, None),
        ({"date-parts": [[None]]}, None, None),
        ({"date-parts": [[2015, 21]]}, 2015, None),
        ({"date-parts": []}, None, None),
        ([], None, None),
        ({}, None, None),
    ],
    ids=str,
)
def test_dates_are_read_in_every_form(issued: object, year: int | None, month: int | None) -> None:
    paper = one(issued=issued)

    assert (paper.year, paper.month) == (year, month)


def test_a_work_that_was_not_issued_has_the_date_of_its_other_forms() -> None:
    nothing = {"date-parts": [[None]]}

    assert one(issued=nothing, published_online={"date-parts": [[2021, 3]]}).year == 2021
    assert one(issued=nothing, created={"date-parts": [[2021, 3]]}).year is None


@pytest.mark.parametrize(
    ("title", "subtitle", "whole"),
    [
        (["Snow"], ["A census"], "Snow: A census"),
        ("Snow", "A census", "Snow: A census"),
        ("Snow?", ["A census"], "Snow? A census"),
        (["Snow: A census"], ["A census"], "Snow: A census"),
        (["Snow"], [], "Snow"),
        (["<i>Snow</i>"], None, "Snow"),
    ],
)
def test_title_and_subtitle_are_read_together(title: object, subtitle: object, whole: str) -> None:
    assert one(title=title, subtitle=subtitle).title == whole


@pytest.mark.parametrize(
    "name",
    [
        {"family": "Cruz", "given": "Ana", "non-dropping-particle": "de la"},
        {"family": "Cruz", "given": "Ana", "dropping-particle": "de la"},
        {"family": "de la Cruz", "given": "Ana"},
        {"family": '"de la Cruz"', "given": "Ana"},
        "de la Cruz, Ana",
    ],
    ids=str,
)
def test_particles_are_known_however_they_are_written(name: object) -> None:
    assert one(author=[name]).authors == (Person(family="Cruz", given="Ana", prefix="de la"),)


@pytest.mark.parametrize(
    "name",
    [
        {"family": "King", "given": "Martin", "suffix": "Jr."},
        {"family": "King", "given": "Martin, Jr."},
        "King, Martin, Jr.",
    ],
    ids=str,
)
def test_a_suffix_is_known_however_it_is_written(name: object) -> None:
    assert one(author=[name]).authors == (Person(family="King", given="Martin", suffix="Jr."),)


@pytest.mark.parametrize(
    "name",
    [
        {"literal": "Snow Institute"},
        {"name": "Snow Institute", "sequence": "first"},
        {"family": "Snow Institute"},
        {"family": "", "given": "Snow Institute"},
    ],
    ids=str,
)
def test_an_organisation_stays_whole(name: object) -> None:
    assert one(author=[name]).authors == (Person(literal="Snow Institute"),)


@pytest.mark.parametrize(
    ("item", "venue"),
    [
        ({"type": "posted-content", "institution": [{"name": "bioRxiv"}]}, "bioRxiv"),
        ({"type": "article", "publisher": "medRxiv"}, "medRxiv"),
        ({"type": "article", "publisher": "arXiv", "number": "2101.00001"}, ""),
        ({"type": "paper-conference", "event": {"name": "Snow Days"}}, "Snow Days"),
        ({"type": "paper-conference", "event": "Snow Days"}, "Snow Days"),
        ({"type": "book-chapter", "container_title": ["A series", "A book"]}, "A book"),
        ({"container_title": ["Snow Letters", "Snow Lett."]}, "Snow Letters"),
        ({"type": "thesis", "publisher": "Elm University"}, "Elm University"),
    ],
)
def test_where_it_appeared_is_found(item: dict[str, Any], venue: str) -> None:
    assert one(**item).venue == venue


@pytest.mark.parametrize(
    "note",
    [
        "arXiv:2101.99999 [q-bio]\nCitation Key: moth\nPMID: 12345678\nDOI: 10.5555/moth.1",
        "DOI: 10.5555/MOTH.1\narXiv: 2101.99999\nPMID: 12345678\nCitation Key: moth\nRead it.",
        "doi:10.5555/moth.1\nPMID 12345678\narXiv:2101.99999v2\ncitation key: moth",
    ],
)
def test_identifiers_and_the_key_in_a_note_are_found(note: str) -> None:
    paper = one(id="http://zotero.org/users/0/items/ABCD2345", note=note)

    assert (paper.key, paper.doi, paper.arxiv, paper.pmid) == (
        *("moth", "10.5555/moth.1", "2101.99999", "12345678"),
    )


def test_a_note_is_kept_without_the_lines_of_programs() -> None:
    assert one(note="PMID: 12345678\nWith a map").fields["note"] == "With a map"


def test_a_preprint_is_written_as_zotero_reads_one() -> None:
    paper = Paper(key="k", title="T", arxiv="2101.00001", year=2021, month=2)

    [item] = json.loads(write([paper]))

    assert item == {
        **{"id": "k", "citation-key": "k", "type": "article", "title": "T", "genre": "preprint"},
        **{"issued": {"date-parts": [[2021, 2]], "raw": "2021-02"}, "publisher": "arXiv"},
        **{"number": "arXiv:2101.00001", "DOI": "10.48550/arXiv.2101.00001"},
        "URL": "https://arxiv.org/abs/2101.00001",
    }


def test_a_name_that_looks_like_nothing_is_a_name() -> None:
    people = [{"family": "Yang", "given": "Nan"}, {"family": "Null", "given": "Ann"}]

    assert [str(p) for p in one(author=people).authors] == ["Nan Yang", "Ann Null"]

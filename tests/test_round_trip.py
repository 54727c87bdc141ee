"""What is written in a format and read back says the same: on the seeds, and on made-up papers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recommender.formats import FORMATS, read_file
from recommender.formats.facts import doi_of, editors, pages
from recommender.papers import Paper, Person
from recommender.text.tidy import tidy

FORMS = ("bibtex", "ris", "csl-json")


def facts(paper: Paper) -> dict[str, Any]:
    """Return what must not differ."""
    return {
        "title": paper.title,
        "authors": paper.authors,
        "editors": editors(paper),
        "date": (paper.year, paper.month),
        "venue": paper.venue,
        "identifiers": (
            doi_of(paper).lower(),
            paper.arxiv,
            paper.openreview,
            paper.pmid,
            paper.isbn,
        ),
        "pages": pages(paper.fields.get("pages", "")),
    }


def back(papers: list[Paper], form: str) -> list[Paper]:
    return list(FORMATS[form].read(FORMATS[form].write(papers).encode()).papers)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["library.bib", "iclr-2025.bib", "icml-2025.bib"])
def test_the_seeds_come_back_whole(root: Path, form: str, name: str) -> None:
    papers = list(read_file(root / "seeds" / name).papers)

    assert list(map(facts, back(papers, form))) == list(map(facts, papers))


WORD = st.from_regex(r"[A-ZÄÉ][a-zäéß]{3,8}", fullmatch=True).filter(
    lambda word: word.lower() not in {"none", "null"}
)
TITLE = st.lists(WORD | st.sampled_from(["of", "5%", "A&B", "H2O", "—", "x_1"]), min_size=3).map(
    lambda words: tidy("Owls " + " ".join(words[:8]) + " forever")
)
PERSON = st.builds(
    Person,
    family=WORD,
    given=WORD | st.just("J. R."),
    prefix=st.sampled_from(["", "van", "de la"]),
    suffix=st.sampled_from(["", "Jr.", "III"]),
) | st.builds(lambda a, b: Person(literal=f"Institute for {a} of {b}"), WORD, WORD)
NUMBER = st.integers(1, 999).map(str)
PAPER = st.builds(
    Paper,
    key=st.from_regex(r"[a-z]{3,8}[0-9]{4}", fullmatch=True),
    type=st.sampled_from(
        [
            *("article", "inproceedings", "incollection", "book", "phdthesis", "mastersthesis"),
            *("techreport", "unpublished", "misc", "online"),
        ]
    ),
    title=TITLE,
    authors=st.lists(PERSON, min_size=1, max_size=4, unique=True).map(tuple),
    year=st.integers(1500, 2030),
    month=st.none() | st.integers(1, 12),
    venue=st.builds(lambda a, b: f"Letters on {a} and {b}", WORD, WORD),
    abstract=TITLE | st.just(""),
    doi=st.just("") | NUMBER.map("10.5555/owl.{}".format),
    arxiv=st.just("") | st.integers(10000, 99999).map("2101.{}".format),
    pmid=st.just("") | st.integers(10**6, 10**7).map(str),
    fields=st.fixed_dictionaries(
        {},
        optional={"volume": NUMBER, "pages": NUMBER | NUMBER.map("{}--1001".format)},
    ),
)
MORE = {  # type -> what it has besides, in each of the three formats
    "article": {"number": "4", "issn": "1234-5679", "note": "With a map"},
    "inproceedings": {"editor": "Fern, Ada and Hale, Ivy", "publisher": "Owl Press"},
    "incollection": {"editor": "Fern, Ada and Hale, Ivy", "address": "Elmton", "edition": "2"},
    "book": {"publisher": "Owl Press", "address": "Elmton", "edition": "2"},
    "phdthesis": {"address": "Elmton", "note": "With a map"},
    "mastersthesis": {"address": "Elmton"},
    "techreport": {"number": "17", "address": "Elmton"},
}


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=60)
@given(paper=PAPER)
def test_any_paper_comes_back(form: str, paper: Paper) -> None:
    [found] = back([paper], form)

    assert facts(found) == facts(paper)
    assert (found.key, found.abstract) == (paper.key, paper.abstract)


@pytest.mark.parametrize("form", ["ris", "csl-json", "bibtex"])
@pytest.mark.parametrize("kind", MORE)
def test_the_facts_of_each_type_come_back(form: str, kind: str) -> None:
    paper = Paper(
        key="k1",
        type=kind,
        title="Owls",
        authors=(Person(family="Vale", given="Ida"),),
        year=2020,
        venue="Where it appeared",
        fields=MORE[kind],
    )

    [found] = back([paper], form)

    assert found.type == kind
    assert found.venue == paper.venue
    assert {name: found.fields.get(name) for name in MORE[kind]} == MORE[kind]

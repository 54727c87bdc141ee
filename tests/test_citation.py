"""The readable citation: complete, plain text, for any paper."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recommender.formats.citation import citation
from recommender.papers import Paper, Person

LEE = Paper(
    type="article",
    title="One Model for mRNA: 50% of R&D in {sets} a_b",
    authors=(Person(family="Beethoven", given="L.", prefix="van"), Person(literal="Works & Parks")),
    year=2021,
    month=5,
    venue="Journal of Models",
    doi="10.5555/x_y",
    fields={"volume": "7", "number": "2", "pages": "10-19"},
)
CITED = {
    "article": "L. van Beethoven and Works & Parks. One Model for mRNA: 50% of R&D in {sets} a_b. "
    "Journal of Models, 7(2):10–19, May 2021. doi:10.5555/x_y.",
    "inproceedings": "L. van Beethoven and Works & Parks. One Model for mRNA: 50% of R&D in {sets} "
    "a_b. In Journal of Models, volume 7, 10–19. May 2021. doi:10.5555/x_y.",
    "misc": "L. van Beethoven and Works & Parks. One Model for mRNA: 50% of R&D in {sets} a_b. "
    "Journal of Models, May 2021. doi:10.5555/x_y.",
}


@pytest.mark.parametrize(("kind", "cited"), CITED.items())
def test_a_citation_names_authors_title_place_date_and_doi(kind: str, cited: str) -> None:
    assert citation(replace(LEE, type=kind)) == cited


@pytest.mark.parametrize("kind", ["book", "phdthesis", "techreport", "unpublished", "dataset"])
def test_a_type_whose_facts_are_missing_is_cited_without_them(kind: str) -> None:
    assert "One Model for mRNA" in citation(replace(LEE, type=kind, venue="", authors=()))


def test_a_paper_without_doi_is_cited_by_arxiv_or_address() -> None:
    paper = Paper(title="Trees", arxiv="2101.00001", url="https://example.org/a_b")

    assert citation(paper) == "Trees. arXiv:2101.00001."
    assert citation(replace(paper, arxiv="")) == "Trees. URL: https://example.org/a_b."


def test_a_paper_without_title_is_cited_by_its_first_words() -> None:
    assert (
        citation(Paper(abstract="Old trees grow.", year=2021)) == "[untitled] Old trees grow. 2021."
    )


@given(st.text(), st.text(), st.text(), st.sampled_from(["article", "book", "misc"]))
def test_any_paper_is_cited_in_one_line(title: str, name: str, venue: str, kind: str) -> None:
    people = (Person(family=name, given=name), Person(literal=name))

    cited = citation(Paper(type=kind, title=title, authors=people, venue=venue, year=2021))

    assert cited
    assert len(cited.splitlines()) == 1

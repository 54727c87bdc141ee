"""What we write is read back equal by our own reader."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from recommender.formats.bibtex.escape import tidy
from recommender.formats.bibtex.proof import prove
from recommender.formats.bibtex.read import read
from recommender.formats.bibtex.write import new_entries, write
from recommender.library import Library
from recommender.papers import Paper, Person

# Markup that a reader undoes wherever it stands: tags, entities, formulas, TeX's left quote.
MARKUP = re.compile(r"</?\w|&#?\w+;|`|\$.*\$", re.DOTALL)
BIBLATEX = "@article{a,\n  date = {2019-05},\n  journaltitle = {J},\n  location = {L},\n}\n"


def back(paper: Paper, source: str = "", encoding: str = "utf-8") -> Paper:
    into = read(source.encode(encoding)) if source else None
    [entry] = read(write([paper], into=into).encode(encoding)).entries
    return entry.paper


def texts() -> st.SearchStrategy[str]:
    special = st.sampled_from([*"\\{}$%&#_^~<>\"',@=- ", "--", "é", "王", "mRNA", "Ünï", "α"])
    return (
        st.lists(special | st.text(max_size=4), max_size=8)
        .map("".join)
        .filter(lambda text: not MARKUP.search(text))
        .map(tidy)
    )


@settings(max_examples=300)
@given(texts(), texts(), texts(), st.sampled_from(["", BIBLATEX]))
def test_texts_come_back_as_they_were(title: str, abstract: str, venue: str, into: str) -> None:
    paper = Paper(key="k", type="article", title=title, abstract=abstract, venue=venue)

    found = back(paper, into)

    assert (found.title, found.abstract) == (title, abstract)
    if venue and "://" not in venue:
        assert found.venue == venue


NAME = st.from_regex(r"[A-ZÄÉŁ][a-zäéł'’-]{0,8}", fullmatch=True).filter(
    lambda name: not name.endswith(("-", "'", "’")) and "--" not in name and "''" not in name
)


@settings(max_examples=100)
@given(
    st.lists(
        st.builds(
            Person,
            family=NAME,
            given=NAME | st.just("J. R."),
            prefix=st.sampled_from(["", "van", "de la"]),
            suffix=st.sampled_from(["", "Jr.", "III"]),
        )
        | st.builds(lambda a, b: Person(literal=f"{a} of {b} and Co."), NAME, NAME)
        | st.sampled_from([Person(family="王小明"), Person(family="Plato")]),
        min_size=1,
        max_size=4,
    )
)
def test_names_come_back_in_their_parts(people: list[Person]) -> None:
    assume(all("others" not in str(person).lower() for person in people))

    assert list(back(Paper(key="k", title="T", authors=tuple(people))).authors) == people


WHOLE = Paper(
    key="k2021",
    type="article",
    title="A Study of mRNA at 5% & R&D of C# in S_db {sets}",
    authors=(Person(family="Ives", given="Jo"), Person(literal="Ministry of Works and Parks")),
    year=2021,
    month=7,
    venue="Ledger & Ink",
    abstract="α < β: 100% of ~5 x^2.",
    keywords=("graphs", "deep learning"),
    doi="10.5555/x_y",
    arxiv="2101.00001",
    pmid="123456",
    url="https://example.org/a_b/~x?y=1%20&z=2#q",
    language="english",
)


@pytest.mark.parametrize("source", ["", BIBLATEX, '@Article{a,\n\tAuthor\t= "X"\n}\n'])
def test_every_fact_comes_back(source: str) -> None:
    found = back(WHOLE, source)

    assert replace(found, key=WHOLE.key, fields={}) == WHOLE


def test_accents_in_a_latin_1_file_come_back() -> None:
    paper = replace(WHOLE, title="Čech–Rényi: naïve ő", abstract="Łódź ß œ α → ∞ ≤ “q” …")

    found = back(paper, "% Encoding: ISO8859_1\n% é\n", "latin-1")

    assert (found.title, found.abstract) == (paper.title, paper.abstract)


def test_a_formula_stays_a_formula() -> None:
    paper = replace(WHOLE, title=r"Bounds for $\ell_1$ and $n$", abstract="for $5 or $6")

    text = write([paper])

    assert r"{$\ell_1$} and {$n$}" in text
    assert read(text.encode()).papers[0].title == "Bounds for ℓ₁ and n"
    assert read(text.encode()).papers[0].abstract == "for $5 or $6"


def test_proof_is_content_with_what_we_write() -> None:
    prove(new_entries([WHOLE, replace(WHOLE, title="Another")], into=Library(entries=())))

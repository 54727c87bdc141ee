"""What we write is read back equal by our own reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from recommender.errors import Conflict
from recommender.formats.bibtex.proof import prove
from recommender.formats.bibtex.read import read
from recommender.formats.bibtex.write import NewEntry, new_entries, write
from recommender.library import Library
from recommender.papers import Paper, Person
from recommender.text.tidy import tidy

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


LINES = st.lists(
    st.sampled_from(
        [
            *(
                "@Article{a,",
                "@book(b,",
                "  title = {x},",
                "\tTITLE={y}",
                '  Year   = "1999",',
                "}",
            ),
            *(
                "  date = {2019-05},",
                "  journaltitle = 3 # x,",
                "% comment",
                "",
                "\ufeff",
                "  é = {é}",
            ),
            *(
                "    a = {",
                "x" * 300,
                "\r",
                " " * 50,
                "@string{x = 1}",
                "% Encoding: GBK",
                "ids = {k",
            ),
        ]
    )
)


@settings(max_examples=200)
@given(LINES, st.sampled_from(["\n", "\r\n"]), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_any_library_has_a_style_that_can_be_read_back(
    lines: list[str], line_end: str, encoding: str
) -> None:
    library = read(line_end.join(lines).encode(encoding))

    entries = new_entries([WHOLE, replace(WHOLE, title='An "Odd" $x_1$ {')], into=library)

    prove(entries)
    assert all(c.isprintable() or c in "\n\t" for entry in entries for c in entry.text)


def test_a_library_of_another_format_gives_no_style() -> None:
    library = Library(entries=(), source=b"TY  - JOUR\n\tTITLE={y}\n", format="ris")

    assert write([WHOLE], into=library).startswith("@article{ivesStudyMRNA52021,\n  author = {")


def test_proof_holds_in_many_threads() -> None:
    good = new_entries([WHOLE])
    [bad] = good
    bad = replace(bad, text=bad.text.replace("title = {", "title = {{"))

    def judge(number: int) -> bool:
        try:
            prove(good if number % 2 else [bad])
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        verdicts = list(pool.map(judge, range(80)))

    assert verdicts == [bool(number % 2) for number in range(80)]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda e: replace(e, key="other"),
        lambda e: replace(e, type="book"),
        lambda e: replace(e, text=e.text.replace("Ives, Jo and ", "")),
        lambda e: replace(e, text=e.text + "\n@misc{more,}\n"),
        lambda e: replace(e, text=e.text.replace("R\\&D", "R")),
        lambda e: replace(e, paper=replace(e.paper, title="Another")),
    ],
)
def test_proof_finds_what_is_not_as_it_was_meant(spoil: Callable[[NewEntry], NewEntry]) -> None:
    [entry] = new_entries([WHOLE])
    prove([entry])  # as it is, it is content

    with pytest.raises(Conflict, match="read back"):
        prove([spoil(entry)])

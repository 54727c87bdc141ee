"""Listing pages: blocks of text in which each abstract is a paper."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from recommender.errors import UnreadableInput
from recommender.formats.listing import read
from recommender.text.markup import readable

LONG = "We count the legs of beetles in a garden and find six on each of them, always. " * 4
OTHER = "Rivers carve their beds more slowly in winter, as gauges on nine bridges tell us. " * 4


def papers(text: str) -> list[tuple[str, str, str]]:
    found = read(text.encode()).papers
    return [(p.title, "; ".join(map(str, p.authors)), ", ".join(p.keywords)) for p in found]


def test_bare_abstracts_become_papers_without_a_title() -> None:
    library = read(f"ICLR 2025 Papers\n\n{LONG}\n\n{OTHER}".encode())

    assert [p.label[:32] for p in library.papers] == [
        "[untitled] We count the legs of ",
        "[untitled] Rivers carve their be",
    ]
    assert {(p.venue, p.year, p.type) for p in library.papers} == {("ICLR", 2025, "inproceedings")}
    assert [e.line for e in library.entries] == [3, 5]


def test_topic_and_author_lines_belong_to_the_abstract_below() -> None:
    first = f"Zoology \u00b7 Legs, Feet\n\nAda Byron\n\n{LONG}"
    text = f"A list\n\n{first}\n\nRivers \u00b7 Ice\n\nB Bo, C Co\n\n{OTHER}"

    assert papers(text) == [
        ("", "Ada Byron", "Zoology, Legs, Feet"),
        ("", "B Bo; C Co", "Rivers, Ice"),
    ]


def test_a_title_line_is_told_from_an_author_line() -> None:
    first = f"Legs of Beetles\n\nAda Byron, Cy Dee\n\n{LONG}"
    text = f"{first}\n\nCold Rivers\n\nEd Fox, Gil Hu\n\n{OTHER}"

    assert papers(text) == [
        ("Legs of Beetles", "Ada Byron; Cy Dee", ""),
        ("Cold Rivers", "Ed Fox; Gil Hu", ""),
    ]


def test_a_block_of_title_authors_and_abstract_is_one_paper() -> None:
    text = f"Legs of Beetles\nAda Byron, Cy Dee\n{LONG}\n\nCold Rivers\nEd Fox, Gil Hu\n{OTHER}\n"

    assert [title for title, _, _ in papers(text)] == ["Legs of Beetles", "Cold Rivers"]


def test_a_hard_wrapped_abstract_is_one_abstract() -> None:
    wrapped = LONG.replace("garden ", "garden\n").replace(", always", ",\nalways")

    assert len(papers(f"{wrapped}\n\n{OTHER}")) == 2


def test_text_without_an_abstract_is_refused_with_what_is_needed() -> None:
    with pytest.raises(UnreadableInput, match="blank lines between its abstracts"):
        read(b"Only a heading\n\nand a line", file="page.txt")


def test_what_follows_the_last_abstract_is_told() -> None:
    library = read(f"{LONG}\n\nThe end".encode(), file="page.txt")

    assert [(n.line, n.code) for n in library.notices] == [(3, "listing-text-left-over")]


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        (r"a \emph{sparse} code", "a sparse code"),
        (r"{\color{black} new words} here", "new words here"),
        ("**C**ommonality of ***both*** and *one*", "Commonality of both and one"),
        ("the feature is_animal and _slanted_ text", "the feature is_animal and slanted text"),
        ("see [our page](https://example.org/a_b)", "see our page"),
        ("costs <2% of memory, over 70\\% less", "costs <2% of memory, over 70% less"),
        (
            "deep net- works and hue-, tone- and graph- and node",
            "deep networks and hue-, tone- and graph- and node",
        ),
        (r"Schr\"odinger with $\mathrm{L}_0$ norm", "Schrödinger with L₀ norm"),
        ("``quoted'' text --- and “more”", "“quoted” text — and “more”"),
        (r"about **16$\times$** more of $a*b*c$", "about 16× more of a*b*c"),
        ("2 * 3 * 4 stars", "2 * 3 * 4 stars"),
    ],
)
def test_markup_reads_as_a_person_would_read_it(written: str, seen: str) -> None:
    assert readable(written) == seen


@pytest.mark.parametrize(
    ("document", "count"), [("000", 19), ("001", 19), ("002", 20), ("004", 19)]
)
def test_the_given_pages_are_read_whole(shared: Path, document: str, count: int) -> None:
    (page,) = (shared / "seeds").glob(f"{document}_*.txt")

    library = read(page.read_bytes())

    assert len(library) == count
    assert all(len(p.abstract.split()) > 95 for p in library.papers)
    assert not [p for p in library.papers if re.search(r"\\[a-z]+|\*\*|\]\(|\$\\", p.abstract)]
    assert all(bool(p.authors) == (document == "002") for p in library.papers)

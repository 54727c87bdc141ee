"""Web pages that list papers, and plain lists of titles."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from recommender.cli import group
from recommender.errors import UnreadableInput
from recommender.formats import FORMATS, format_of, read_bytes
from recommender.library import Library
from recommender.papers import Paper

TITLES = ["Voles under snow", "Barn Owls and Wet Meadows", "What do owls hear? A survey"]
NAMES = [["Berg", "Lee"], ["Hill"], ["Cruz", "Oak", "Lee"]]
WHO = ["Ida Marie Berg, Ann Lee", "Bo Hill", "Juan de la Cruz, Cy Oak, Ann van der Lee"]
MENU = '<nav><ul><li><a href="/">Home of the owls</a></li></ul></nav>'
FOOT = "<footer><p><a href='/x'>Imprint and terms of use</a> Ann Web, Bo Site</p></footer>"


def page(entry: str) -> str:
    entries = "\n".join(
        entry.format(
            t=title,
            a=who,
            i=i,
            linked=", ".join(f"<a href='/p'>{n}</a>" for n in who.split(", ")),
            dots=who.replace(", ", " · "),
            placed=who.replace(",", " (Owl University),"),
        )
        for i, (title, who) in enumerate(zip(TITLES, WHO, strict=True), 1)
    )
    return (
        f"<!DOCTYPE html>\n<html><head><title>OWL 2025 Accepted Papers</title></head><body>{MENU}"
        f"<h1>Accepted Papers</h1><p>Welcome to the page.</p><div class='list'>{entries}</div>"
        f"{FOOT}</body></html>"
    )


PAGES = {
    "bold": "<li><b>{t}</b><br>{a}</li>",
    "italics": "<p><strong>{t}</strong><br><em>{a}</em></p>",
    "one-line": '<li><a href="https://owls.example/{i}">{t}</a>. {a}. [<a '
    'href="x.pdf">PDF</a>]</li>',
    "openreview": '<li class="note"><h4><a href="/forum?id=abcdEF{i}x">{t}</a> <a '
    'href="/pdf?id={i}">'
    '<img src="pdf.svg"></a></h4><div class="note-authors">{linked}</div></li>',
    "pmlr": '<div class="paper"><p class="title">{t}</p><p class="details"><span '
    'class="authors">{a}'
    '</span>;<span class="info"><i>Proceedings of the Owl Days</i>, PMLR 1:{i}-9</span></p>'
    '<p class="links">[<a href="x{i}.html">abs</a>][<a href="x.pdf">Download PDF</a>]</p></div>',
    "icml": "<tr><td></td><td><strong><a href='/virtual/2025/poster/{i}'>{t}</a></strong>"
    "<div class='indented'><i>{dots}</i></div></td></tr>",
    "neurips": '<li class="conference"><a title="paper title" '
    'href="/paper/{i}.html">{t}</a> <i>{a}</i></li>',
    "acl": "<p class='d-sm-flex'><span class='d-block'><strong><a "
    "class='align-middle' href='/2025.owl-main.{i}/'>"
    "{t}</a></strong><br>{linked}</span></p>",
    "places": "<div><h3>{t}</h3><div>{placed}</div></div>",
    "cvf": "<dt class='ptitle'><br><a href='/p{i}'>{t}</a></dt><dd>{linked}</dd>",
    "numbers": "<tr><td>{i}</td><td><b>{t}</b></td><td>{a}</td></tr>",
}


def read(text: str, file: str = "") -> Library:
    return read_bytes(text.encode(), file=file)


def families(papers: tuple[Paper, ...]) -> list[list[str]]:
    return [[person.family for person in paper.authors] for paper in papers]


@pytest.mark.parametrize("entry", PAGES.values(), ids=PAGES)
@pytest.mark.parametrize("file", ["", "x.html", "x.txt", "x"])
def test_a_page_gives_titles_and_authors(entry: str, file: str) -> None:
    library = read(page(entry), file)

    assert library.format == "html"
    assert [paper.title for paper in library.papers] == TITLES
    assert families(library.papers) == NAMES
    assert {(paper.venue, paper.year) for paper in library.papers} == {("OWL", 2025)}
    assert not library.notices


def test_a_page_gives_links_and_identifiers() -> None:
    reviewed = read(page(PAGES["openreview"])).papers[0]
    linked = read(page(PAGES["one-line"])).papers[0]

    assert (reviewed.openreview, reviewed.url) == (
        "abcdEF1x",
        "https://openreview.net/forum?id=abcdEF1x",
    )
    assert linked.url == "https://owls.example/1"


def test_a_table_with_headings_is_read_by_them() -> None:
    rows = "".join(
        f"<tr><td>{t}</td><td>{a}</td><td>2025</td></tr>" for t, a in zip(TITLES, WHO, strict=True)
    )
    library = read(f"<table><tr><th>Title</th><th>Authors</th><th>Year</th></tr>{rows}</table>")

    assert [paper.title for paper in library.papers] == TITLES
    assert families(library.papers) == NAMES


def test_titles_without_authors_are_told_as_doubtful(tmp_path: Path) -> None:
    path = tmp_path / "x.html"
    path.write_text(
        page("<li><a href='/virtual/2025/poster/{i}'>{t}: a long look</a></li>"), "utf-8"
    )

    done = CliRunner().invoke(group, ["corpus", "add", "owls", str(path)])

    assert [n.code for n in read(path.read_text("utf-8")).notices] == ["doubtful"]
    assert "3 found, 3 of them without authors" in done.output
    assert done.output.splitlines()[-1] == "owls: 3 papers; 3 new"


def test_abstracts_of_a_page_are_kept() -> None:
    text = "Owls hunt at night. " * 12
    entry = f"<li><b>{{t}}</b><br><i>{{a}}</i><p>Abstract: {text}</p></li>"

    assert {paper.abstract for paper in read(page(entry)).papers} == {text.strip()}


def test_a_page_without_papers_says_what_it_looks_like() -> None:
    with pytest.raises(UnreadableInput, match=r"looks like a web page \(Sign in\) without a list"):
        read("<html><title>Sign in</title><body><form>Name</form></body></html>", "x.bib")


def test_comments_that_never_end_cost_no_square_and_hide_nothing() -> None:
    text = page(PAGES["bold"]).replace("<h1>", "<!-- <li><b>Old owls of old</b></li> --><h1>")

    assert len(read(text.replace("<div", "<!--" * 50_000 + "<div", 1)).papers) == 3


def test_a_page_with_bibtex_is_read_as_that() -> None:
    assert read("<html><pre>\n@misc{a, title = {Owls}}\n</pre></html>").format == "bibtex"


LISTS = {
    "dashes": [f"{t} — {a}" for t, a in zip(TITLES, WHO, strict=True)],
    "stops": [f"{t}. {a}" for t, a in zip(TITLES, WHO, strict=True)],
    "numbers": [f"{i}. {t}, by {a}" for i, (t, a) in enumerate(zip(TITLES, WHO, strict=True), 1)],
    "brackets": [f"- {t} ({a})" for t, a in zip(TITLES, WHO, strict=True)],
    "turns": [line for t, a in zip(TITLES, WHO, strict=True) for line in (t, f"  {a}")],
    "blocks": [line for t, a in zip(TITLES, WHO, strict=True) for line in (t, f"\t{a}", "")],
    "years": [f"[{i}] {t} - {a} (2025)" for i, (t, a) in enumerate(zip(TITLES, WHO, strict=True))],
}


@pytest.mark.parametrize("lines", LISTS.values(), ids=LISTS)
@pytest.mark.parametrize("file", ["", "x.txt", "x", "x.md"])
def test_a_list_gives_titles_and_authors(lines: list[str], file: str) -> None:
    library = read("OWL 2025 accepted papers\n\n" + "\n".join(lines), file)

    assert [paper.title for paper in library.papers] == TITLES
    assert families(library.papers) == NAMES
    assert {(paper.venue, paper.year) for paper in library.papers} == {("OWL", 2025)}
    assert not library.notices


@pytest.mark.parametrize("file", ["", "x.txt", "x"])
def test_titles_alone_are_a_list_and_told(file: str) -> None:
    library = read("\n".join(TITLES), file)

    assert [paper.title for paper in library.papers] == TITLES
    assert [n.code for n in library.notices] == ["doubtful"]


def test_a_line_that_is_no_title_is_told_with_its_line() -> None:
    library = read("\n".join([*TITLES, "https://owls.example/", *TITLES]), "x.txt")

    assert [(n.line, n.severity) for n in library.notices] == [(1, "warning"), (4, "error")]


@pytest.mark.parametrize("text", ["Dear reader", "x = 1\ny = {2}\nz = 3\n", ""])
def test_a_text_without_titles_is_refused(text: str) -> None:
    with pytest.raises(UnreadableInput, match=r"no list of titles|no text|empty"):
        read(text, "x.txt")


def test_running_text_is_no_list_of_titles() -> None:
    text = "We counted the voles below\nnine roosts, and found that\nthey were many.\n"

    assert format_of(text.encode(), "").name == "bibtex"


@given(
    st.lists(
        st.sampled_from(
            [
                "<li>",
                "</li>",
                "<b>",
                "</b>",
                "<tr>",
                "<td>",
                "Ann Lee",
                ", ",
                "Of owls",
                "<!--",
                "<",
            ]
        )
    )
)
def test_any_elements_are_read_or_refused(parts: list[str]) -> None:
    for name in ("html", "listing"):
        try:
            FORMATS[name].read("".join(parts).encode())
        except UnreadableInput as error:
            assert str(error).endswith(".")  # noqa: PT017 - refused is as good as read

"""What we write: in the user's style, escaped, complete, and read back by strict pybtex."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pybtex.database import BibliographyData, parse_string

from recommender.formats.bibtex.read import read
from recommender.formats.bibtex.write import new_entries, write
from recommender.library import Library
from recommender.papers import Paper, Person
from recommender.text.tidy import tidy

LEE = Paper(
    key="lee2021",
    type="article",
    title="One Model for mRNA and 3D Data",
    authors=(Person(family="Lee", given="Ann B."), Person(family="Roux", prefix="de", given="C.")),
    year=2021,
    month=5,
    venue="Journal of Models",
    doi="10.5555/x_y",
    fields={"volume": "7", "number": "2", "pages": "10-19"},
)


def strict(text: str) -> BibliographyData:
    return parse_string(text, "bibtex")


def library(source: str, encoding: str = "utf-8", **kwargs: object) -> Library:
    return Library(entries=(), source=source.encode(encoding), encoding=encoding)


def field(paper: Paper, name: str, source: str = "") -> str:
    into = library(source) if source else None
    [entry] = new_entries([paper], into=into)
    return next((f.value for f in entry.fields if f.name == name), "")


def test_no_paper_is_no_text() -> None:
    assert write([]) == ""


def test_an_entry_without_a_library_has_the_default_style() -> None:
    assert write([LEE]) == (
        "@article{lee2021,\n"
        "  author = {Lee, Ann B. and de Roux, C.},\n"
        "  title = {One Model for {mRNA} and {3D} Data},\n"
        "  journal = {Journal of Models},\n"
        "  volume = {7},\n"
        "  number = {2},\n"
        "  pages = {10--19},\n"
        "  year = {2021},\n"
        "  month = may,\n"
        "  doi = {10.5555/x_y},\n"
        "}\n"
    )


def test_entries_are_parted_by_a_blank_line() -> None:
    text = write([LEE, replace(LEE, key="lee2022")])

    assert text.count("\n\n@article{lee2022,") == 1


TITLES = {
    "One Model for mRNA": "One Model for {mRNA}",
    "Learning in 3D": "Learning in {3D}",
    "BERT: Pre-training Revisited": "{BERT}: Pre-training Revisited",
    "GPT-4 and Self-Supervised Learning": "{GPT}-4 and Self-Supervised Learning",
    "Faster Than C++ and C#": r"Faster Than {C++} and {C\#}",
    "Plan B": "Plan {B}",
    "Networks: A Survey": "Networks: A Survey",
    "(LLMs) at the “Edge”": "({LLMs}) at the “Edge”",
    "The theorem of Bayes in modern statistics": "The theorem of {Bayes} in modern statistics",
    "The Theorem Of Bayes": "The Theorem Of Bayes",
    "A FORMAL PROOF": "A FORMAL PROOF",
    "Bounds for $L_1$ Norms": "Bounds for {$L_1$} Norms",
    "100% of R&D": r"100\% of {R\&D}",
}


@pytest.mark.parametrize(("said", "written"), TITLES.items())
def test_capitals_are_protected_word_by_word(said: str, written: str) -> None:
    assert field(replace(LEE, title=said), "title") == written


TEXTS = {
    "50% & more #1 a_b": r"50\% \& more \#1 a\_b",
    "$5 or $6": r"\$5 or \$6",
    "costs $5 for a_b and $6": r"costs \$5 for a\_b and \$6",
    "let $x_1$ be": "let $x_1$ be",
    "let $n$ be": "let $n$ be",
    r"norm $\ell_{2}$": r"norm $\ell_{2}$",
    r"odd $\ell_{2$": r"odd \${\textbackslash}ell\_{\textbraceleft}2\$",
    "x^2 ~ y": r"x{\textasciicircum}2 {\textasciitilde} y",
    "{set}": r"\{set\}",
    "lone }": r"lone {\textbraceright}",
    "lone {": r"lone {\textbraceleft}",
    "a < b > c": "a $<$ b $>$ c",
    r"C:\Users": r"C:{\textbackslash}Users",
    "a--b ``q''": "a-{}-b `{}`q'{}'",
    "line\nbreak\ttab": "line break tab",
    "nul\x00 esc\x1b half\ud800": "nul esc half",
    "e\u0301": "é",
}


@pytest.mark.parametrize(("said", "written"), TEXTS.items())
def test_text_is_escaped_and_formulas_are_kept(said: str, written: str) -> None:
    assert field(replace(LEE, abstract=said), "abstract") == written


ADDRESSES = {
    "https://e.org/a_b/~x?y=1%20&z=2#q": "https://e.org/a_b/~x?y=1%20&z=2#q",
    "https://e.org/{a}": "https://e.org/%7Ba%7D",
    'https://e.org/a b"c\\d': "https://e.org/a%20b%22c%5Cd",
}


@pytest.mark.parametrize(("said", "written"), ADDRESSES.items())
def test_addresses_stand_bare(said: str, written: str) -> None:
    assert field(replace(LEE, url=said), "url") == written


NAMES = {
    Person(family="Lee", given="Ann"): "Lee, Ann",
    Person(family="Beethoven", given="Ludwig", prefix="van"): "van Beethoven, Ludwig",
    Person(family="King", given="Martin", suffix="Jr."): "King, Jr., Martin",
    Person(literal="Ministry of Works and Parks"): "{Ministry of Works and Parks}",
    Person(literal="R&D, Inc."): r"{R\&D, Inc.}",
    Person(family="王小明"): "王小明",
    Person(family="Plato"): "Plato",
    Person(family="Garcia Marquez"): "{Garcia Marquez}",
    Person(family="de la Cruz", given="Ana"): "{de la Cruz}, Ana",
    Person(family="Smith, Jones", given="A."): "{Smith, Jones}, A.",
    Person(family="Rock and Roll", given="A."): "{Rock and Roll}, A.",
    Person(family="others"): "{others}",
    Person(given="Ann"): "Ann",
}


@pytest.mark.parametrize(("person", "written"), NAMES.items(), ids=[str(p) for p in NAMES])
def test_names_are_written_so_that_they_are_taken_apart_again(person: Person, written: str) -> None:
    assert field(replace(LEE, authors=(person,)), "author") == written


EDITORS = {
    r"A. Oak, B. C. Elm, D. Ash, \& E. F. Yew": "Oak, A. and Elm, B. C. and Ash, D. and Yew, E. F.",
    "Oak, A.; Elm, B.": "Oak, A. and Elm, B.",
    "{Oak Club} and Elm, Bo": "{Oak Club} and Elm, Bo",
    "{Oak and Elm Club} and von Yew, Jr., Ed": "{Oak and Elm Club} and von Yew, Jr., Ed",
    r"{The Oak \& Elm Club}": r"{The Oak \& Elm Club}",
    "a, b, c, d, e": "{a, b, c, d, e}",
    "A. Oak,, B. Elm": "Oak, A. and Elm, B.",
    "A. Oak, B. Elm (Eds.)": "Oak, A. and Elm, B.",
    r"Mar\textbackslash{}alpha, J. and \'Eti Roux": r"Mar{\textbackslash}alpha, J. and Roux, Éti",
}


@pytest.mark.parametrize(("read_as", "written"), EDITORS.items())
def test_editors_are_written_so_that_they_are_taken_apart_again(read_as: str, written: str) -> None:
    entry = f"@proceedings{{k, editor={{{read_as}}}, series={{P}}, title={{T}}}}"
    text = write(read(entry.encode()).papers)

    assert strict(text).entries["k"].persons["editor"]
    assert f"editor = {{{written}}}," in text


def test_braces_that_nest_too_deeply_for_readers_are_written_by_name() -> None:
    deep = "{" * 120 + "core" + "}" * 120
    papers = read(
        f"@misc{{k, title = {{In a {deep}}}, note = {{x}}}}\n@misc{{l, title={{B}}}}".encode()
    ).papers

    assert list(strict(write(papers)).entries) == ["k", "l"]


def test_all_authors_are_written() -> None:
    many = tuple(Person(family=f"Lee{i}", given="A.") for i in range(300))

    assert "others" not in field(replace(LEE, authors=many), "author")
    assert (
        len(strict(write([replace(LEE, authors=many)])).entries["lee2021"].persons["author"]) == 300
    )


def test_an_arxiv_paper_has_all_names_of_its_identifier() -> None:
    paper = Paper(key="k", title="Trees", arxiv="2101.00001")

    found = strict(write([paper])).entries["k"]

    assert found.type == "misc"
    assert dict(found.fields) == {
        "title": "Trees",
        "doi": "10.48550/arXiv.2101.00001",
        "eprint": "2101.00001",
        "eprinttype": "arxiv",
        "archiveprefix": "arXiv",
        "url": "https://arxiv.org/abs/2101.00001",
    }


def test_a_published_doi_stays_with_an_arxiv_paper() -> None:
    assert field(replace(LEE, arxiv="2101.00001"), "doi") == "10.5555/x_y"


def test_an_openreview_paper_has_the_address_of_its_forum() -> None:
    assert field(Paper(openreview="abc123"), "url") == "https://openreview.net/forum?id=abc123"


TYPES = {
    ("article", "J"): "article",
    ("article", ""): "misc",
    ("conference", "C"): "inproceedings",
    ("inbook", "B"): "incollection",
    ("thesis", "U"): "phdthesis",
    ("dataset", ""): "misc",
    ("preprint", "P"): "misc",
    ("evil}{", ""): "misc",
}


@pytest.mark.parametrize(("said", "written"), TYPES.items(), ids=str)
def test_types_are_known_to_every_program(said: tuple[str, str], written: str) -> None:
    kind, venue = said

    assert new_entries([Paper(type=kind, title="T", venue=venue)])[0].type == written


@pytest.mark.parametrize(
    ("pages", "written"),
    [
        ("1-5", "1--5"),
        ("1–5", "1--5"),
        ("1 -- 5, 7-9", "1--5, 7-9"),
        ("12-1–12-15", "12-1--12-15"),
        ("e123", "e123"),
    ],
)
def test_page_ranges_have_the_dash_of_tex(pages: str, written: str) -> None:
    assert field(replace(LEE, fields={"pages": pages}), "pages") == written


@pytest.mark.parametrize(("kind", "name"), [("phdthesis", "school"), ("techreport", "institution")])
def test_the_publisher_of_a_thesis_or_report_is_its_school_or_institution(
    kind: str, name: str
) -> None:
    paper = Paper(type=kind, title="One", venue="Lake", fields={"publisher": "Lake"})

    assert f"{name} = {{Lake}}," in write([paper])


def test_nothing_about_us_and_no_file_is_written() -> None:
    paper = replace(LEE, fields={"note": "n", "file": "f", "score": "1", "timestamp": "t"})

    assert not re.search(r"file|score|timestamp", write([paper]))
    assert "note = {n}" in write([paper])


TABS = '@Article{a,\r\n\tAuthor   = "X",\r\n\tYear     = 2019,\r\n\tTitle    = "x"\r\n}\r\n'
FOUR = "@ARTICLE{a,\n    AUTHOR={X},\n    TITLE={Y},\n    YEAR={1999}\n}\n"
BIBLATEX = "@article{a,\n  date = {2019-05},\n  journaltitle = {J},\n  location = {L},\n}\n"


def test_the_style_of_a_library_is_followed() -> None:
    assert write([LEE], into=library(TABS)) == (
        "@Article{leeOneModelMRNA2021,\n"
        '\tAuthor   = "Lee, Ann B. and de Roux, C.",\n'
        '\tTitle    = "One Model for {mRNA} and {3D} Data",\n'
        '\tJournal  = "Journal of Models",\n'
        "\tVolume   = 7,\n"
        "\tNumber   = 2,\n"
        '\tPages    = "10--19",\n'
        "\tYear     = 2021,\n"
        "\tMonth    = may,\n"
        '\tDoi      = "10.5555/x_y"\n'
        "}\n"
    )


def test_blanks_and_capitals_are_followed() -> None:
    assert write([LEE], into=library(FOUR)).startswith(
        "@ARTICLE{leeOneModelMRNA2021,\n    AUTHOR={Lee, Ann B. and de Roux, C.},\n"
    )


def test_values_that_are_aligned_stay_aligned() -> None:
    blanks = (
        "@article{a,\n  author =    {Elm, Bo},\n  title =     {Bark},\n  year =      {1999}\n}\n"
    )

    assert write([LEE], into=library(blanks)).startswith(
        "@article{leeOneModelMRNA2021,\n"
        "  author =    {Lee, Ann B. and de Roux, C.},\n"
        "  title =     {One Model for {mRNA} and {3D} Data},\n"
        "  journal =   {Journal of Models},\n"
    )


def test_values_that_tabs_align_stay_aligned() -> None:
    emacs = "@Article{a,\n  author =\t {Elm, Bo},\n  title =\t {Bark},\n  organization = {X}\n}\n"

    written = write([LEE], into=library(emacs)).splitlines()
    assert {line.index("{") for line in written[1:4]} == {17}


@pytest.mark.parametrize(
    ("old", "kind", "new"),
    [
        ("@InProceedings{a,\n title={T}}", "inproceedings", "@InProceedings{"),
        ("@InCollection{a,\n title={T}}\n@Article{b,\n x=1}", "inproceedings", "@InProceedings{"),
        ("@Inproceedings{a,\n title={T}}\n@Article{b,\n x=1}", "inproceedings", "@Inproceedings{"),
        ("@PhDThesis{a,\n title={T}}", "phdthesis", "@PhDThesis{"),
        ("@TechReport{a,\n title={T}}", "phdthesis", "@PhdThesis{"),
        ("@ARTICLE{a,\n title={T}}", "inproceedings", "@INPROCEEDINGS{"),
        ("@article{a,\n title={T}}\n@InProceedings{b,\n x=1}", "article", "@article{"),
    ],
)
def test_types_are_spelled_as_in_the_library(old: str, kind: str, new: str) -> None:
    paper = replace(LEE, type=kind, venue="Meeting", fields={"school": "S"})

    assert write([paper], into=library(old)).startswith(new)


def test_fields_are_spelled_as_in_the_library() -> None:
    old = "@article{a,\n  Author = {Elm, Bo},\n  Title = {T},\n  DOI = {10.5555/q}\n}\n"
    written = write([LEE], into=library(old))

    assert re.findall(r"^  (\w+) =", written, re.MULTILINE)[:3] == ["Author", "Title", "Journal"]
    assert "  DOI = {10.5555/x_y}\n" in written


ORDERS = {
    "title, author, year, journal": "title author year month journal volume number pages doi",
    "author, journal, year, title": "author journal volume number pages year month title doi",
    "author, doi, journal, title, year": "author doi journal month number pages title volume year",
    "title, author": "title author journal volume number pages year month doi",
}


@pytest.mark.parametrize(("old", "new"), ORDERS.items())
def test_fields_stand_in_the_order_of_the_library(old: str, new: str) -> None:
    body = ",\n".join(f"  {name} = {{10.5555/x}}" for name in old.split(", "))
    entries = "".join(f"@article{{k{i},\n{body}\n}}\n" for i in range(4))

    written = write([LEE], into=read(entries.encode()))
    assert re.findall(r"^  (\w+) =", written, re.MULTILINE) == new.split()


def test_without_a_habit_the_fields_stand_in_our_order() -> None:
    said = {"volume": "7", "series": "S", "publisher": "P", "pages": "1--9"}
    paper = replace(LEE, type="inproceedings", venue="Meeting", fields=said, month=None)

    found = re.findall(r"^  (\w+) =", write([paper]), re.MULTILINE)
    assert found[2:7] == ["booktitle", "series", "volume", "publisher", "pages"]


def test_a_venue_stands_where_those_of_other_types_stand() -> None:
    entry = "@article{k,\n  title = {T},\n  author = {A},\n  year = 1,\n  journal = {J}\n}\n"
    paper = replace(LEE, type="inproceedings", venue="Meeting", fields={}, month=None)

    written = write([paper], into=read(entry.encode()))
    assert re.findall(r"^  (\w+) =", written, re.MULTILINE) == [
        "title",
        "author",
        "year",
        "booktitle",
        "doi",
    ]


def test_a_library_of_mixed_orders_gets_ours() -> None:
    entries = (
        "@misc{a,\n  title={T},\n  author={A},\n year=1}\n@misc{b, year=1, author={A}, title={T}}"
    )

    written = write([LEE], into=read(entries.encode()))
    assert written.index("author") < written.index("title") < written.index("year")


def test_a_biblatex_library_gets_biblatex_names() -> None:
    found = strict(write([LEE], into=library(BIBLATEX))).entries["leeOneModelMRNA2021"].fields

    assert (found["date"], found["journaltitle"]) == ("2021-05", "Journal of Models")
    assert not {"year", "month", "journal"} & set(found)


def test_a_value_with_a_quote_stands_in_braces() -> None:
    paper = replace(LEE, title='The "Best" Model')

    assert strict(write([paper], into=library(TABS))).entries


def test_letters_that_the_encoding_lacks_are_tex_accents() -> None:
    paper = replace(LEE, title="Čech–Rényi and α: naïve", venue="Œuvres", abstract="ő ǘ ∞")

    text = write([paper], into=library("% é\n", "latin-1"))

    assert text.encode("latin-1")
    assert r"{\v{C}}ech" in text
    assert r"{\ensuremath{\alpha}}" in text
    assert "Rényi" in text
    assert strict(text)


def test_an_ascii_file_that_names_its_encoding_gets_no_other() -> None:
    into = Library(entries=(), source=b"% Encoding: ISO8859_1\n", encoding="utf-8")

    assert write([replace(LEE, title="Rényi Čech")], into=into).encode("latin-1")


def texts() -> st.SearchStrategy[str]:
    special = st.sampled_from([*"\\{}$%&#_^~<>\"'`-,@=", " and ", "$x_1$", "--", "é", "王", "mRNA"])
    return st.lists(special | st.text(max_size=4), max_size=8).map("".join)


def persons() -> st.SearchStrategy[Person]:
    parts = {name: texts() for name in ("family", "given", "prefix", "suffix", "literal")}
    return st.builds(Person, **parts)


def papers() -> st.SearchStrategy[Paper]:
    text_fields = ("volume", "number", "pages", "publisher", "series", "address", "editor")
    return st.builds(
        Paper,
        key=st.none() | texts(),
        type=st.sampled_from(["article", "inproceedings", "book", "misc", "phdthesis"]) | texts(),
        title=texts(),
        authors=st.lists(persons(), max_size=3).map(tuple),
        year=st.none() | st.integers(0, 9999),
        month=st.none() | st.integers(1, 12),
        venue=texts(),
        abstract=texts(),
        keywords=st.lists(texts(), max_size=3).map(tuple),
        doi=texts(),
        arxiv=texts(),
        url=texts(),
        isbn=texts(),
        fields=st.dictionaries(st.sampled_from(text_fields), texts()),
    )


STYLES = ["", TABS, FOUR, BIBLATEX]


@pytest.mark.slow
@settings(max_examples=300)
@given(st.lists(papers(), max_size=3), st.sampled_from(STYLES))
def test_whatever_we_write_strict_pybtex_reads_the_same(found: list[Paper], style: str) -> None:
    entries = new_entries(found, into=library(style) if style else None)

    read = strict("\n".join(entry.text for entry in entries)).entries

    assert list(read) == [entry.key for entry in entries]
    for entry, other in zip(entries, read.values(), strict=True):
        assert other.type == entry.type
        assert len(other.persons.get("author", [])) == sum(
            bool(tidy(str(author))) for author in entry.paper.authors
        )
        for said in entry.fields:
            if said.name in ("author", "editor"):
                continue
            if not said.bare:
                assert other.fields[said.name] == said.value


def test_only_a_preprint_gets_the_doi_of_arxiv() -> None:
    preprint = replace(LEE, arxiv="2101.00001", doi="", venue="")
    published = replace(preprint, venue="Journal of Models")

    assert field(preprint, "doi") == "10.48550/arXiv.2101.00001"
    assert field(published, "doi") == ""

"""Each fact of each type of paper, in each format that is written: where it stands, and back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from recommender.formats import FORMATS, facts
from recommender.formats.ris import read, write
from recommender.papers import Paper, Person

VALUES = {
    **{"volume": "3", "number": "4", "pages": "7-9", "publisher": "Owl Press", "address": "Elmton"},
    **{"edition": "2", "series": "Owl Books", "issn": "1234-5679", "chapter": "5", "eid": "e17"},
    **{"pagetotal": "250", "volumes": "2", "version": "1.2", "shorttitle": "Owls"},
    **{"shortjournal": "J. Owls", "eventtitle": "Owl Days", "pmcid": "PMC1234567"},
    **{"note": "With a map", "type": "Draft", "editor": "Fern, Ada and Hale, Ivy"},
    "translator": "Moss, Eli",
}
THESES = ("phdthesis", "mastersthesis")
REPORTS = (*THESES, "techreport")  # what published them is where they appeared
KINDS = ("article", "inproceedings", "incollection", "book", *REPORTS, "unpublished", "misc")
IN_ALL = {
    "ris": "volume number pages publisher address edition series issn chapter eid shorttitle pmcid"
    " note editor",
    "csl-json": "volume number pages publisher address edition series issn chapter pagetotal"
    " volumes version shorttitle shortjournal eventtitle pmcid note editor translator",
}
BESIDES = {  # format -> fact -> the types that have it too
    "ris": {"shortjournal": ("article",), "eventtitle": ("inproceedings",), "type": REPORTS},
    "csl-json": {"type": REPORTS},
}
ELSEWHERE = {  # format -> fact -> the types whose venue stands in its place
    "ris": {"series": ("book",), "publisher": (*REPORTS, "unpublished")},
    "csl-json": {"series": ("book",), "publisher": REPORTS, "eventtitle": ("unpublished",)},
}
OWL = Paper(
    key="vale2020",
    title="Owls hear voles",
    authors=(Person(family="Vale", given="Ida"), Person(literal="World Owl Fund")),
    year=2020,
    month=3,
    venue="Where it appeared",
    abstract="Owls hear voles under snow.",
    keywords=("owls", "voles, hearing of"),
    doi="10.5555/owl",
    arxiv="2001.01234",
    openreview="abCD1234",
    pmid="12345678",
    isbn="9780306406157",
    url="https://example.org/1",
    language="en",
)


def kept(form: str, kind: str) -> list[str]:
    """Return the facts that a paper of some type has in a format."""
    besides = [name for name, kinds in BESIDES[form].items() if kind in kinds]
    lost = {name for name, kinds in ELSEWHERE[form].items() if kind in kinds}
    return [name for name in (*IN_ALL[form].split(), *besides) if name not in lost]


@pytest.mark.parametrize("form", IN_ALL)
@pytest.mark.parametrize("kind", KINDS)
def test_each_fact_of_each_type_comes_back(form: str, kind: str) -> None:
    for name in kept(form, kind):
        paper = replace(OWL, type=kind, fields={name: VALUES[name]})

        [found] = FORMATS[form].read(FORMATS[form].write([paper]).encode()).papers

        assert found.fields.get(name) == VALUES[name], name


@pytest.mark.parametrize("form", IN_ALL)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "unpublished"])
def test_what_every_paper_has_comes_back(form: str, kind: str) -> None:
    paper = replace(OWL, type=kind)

    [found] = FORMATS[form].read(FORMATS[form].write([paper]).encode()).papers

    assert replace(found, fields={}) == paper


LINES = """
article | volume | 3 | VL  - 3
article | number | 4 | IS  - 4
article | issn | 1234-5679 | SN  - 1234-5679
article | pages | 7--9 | SP  - 7
article | pages | 7--9 | EP  - 9
article | pages | 7--9, 12--13 | SP  - 7-9, 12-13
article | pages | A1-3--A1-9 | SP  - A1-3-A1-9
article | eid | e17 | C7  - e17
article | pmcid | PMC1234567 | M2  - PMCID: PMC1234567
article | shortjournal | J. Owls | J2  - J. Owls
article | editor | Fern, Ada | A2  - Fern, Ada
article | series | Owl Books | T3  - Owl Books
inproceedings | number | 4 | IS  - 4
inproceedings | address | Elmton | C1  - Elmton
inproceedings | publisher | Owl Press | PB  - Owl Press
incollection | number | 4 | SV  - 4
incollection | editor | Fern, Ada | A2  - Fern, Ada
book | number | 4 | M1  - 4
book | editor | Fern, Ada | A3  - Fern, Ada
book | pagetotal | 250 | SP  - 250
book | pages | 7--9 | M2  - Pages: 7-9
book | issn | 1234-5679 | M2  - ISSN: 1234-5679
book | address | Elmton | CY  - Elmton
techreport | number | 4 | SN  - 4
techreport | editor | Fern, Ada | ED  - Fern, Ada
techreport | series | Owl Books | T2  - Owl Books
phdthesis | editor | Fern, Ada | M2  - Editor: Fern || Ada
phdthesis | type | Draft | M3  - Draft
phdthesis | note | With a map | M3  - PhD thesis
misc | series | Owl Books | M2  - Series: Owl Books
"""  # type, fact, value, the line of RIS in which Zotero looks for it
VENUES = [
    *(("article", "JF"), ("inproceedings", "C3"), ("incollection", "T2"), ("book", "T2")),
    *(("phdthesis", "PB"), ("techreport", "PB"), ("misc", "T2")),
]


@pytest.mark.parametrize("row", LINES.strip().splitlines())
def test_a_fact_stands_in_the_tag_of_its_type(row: str) -> None:
    kind, name, value, line = row.split(" | ")

    assert line in write([replace(OWL, type=kind, fields={name: value})]).splitlines()


@pytest.mark.parametrize(("kind", "tag"), VENUES)
def test_a_venue_stands_in_the_tag_of_its_type(kind: str, tag: str) -> None:
    assert f"{tag}  - Where it appeared" in write([replace(OWL, type=kind)]).splitlines()


@pytest.mark.parametrize("month", range(1, 13))
def test_a_month_has_two_digits(month: int) -> None:
    assert f"\nDA  - 2020/{month:02d}//\n" in write([replace(OWL, month=month)])


def test_a_key_with_a_colon_is_not_given_to_zotero_as_a_fact() -> None:
    assert "M2  - Citation Key: vale2020\n" in write([OWL])
    assert "Citation Key" not in write([replace(OWL, key="vale:2020")])
    assert "ID  - vale:2020\n" in write([replace(OWL, key="vale:2020")])


TEXTS = ("title", "venue", "abstract", "language", "url")
BREAKS = ["\n", "\r\n", "\r", "\n\n", "\x0b", "\x0c", "\x85", "\u2028", "\u2029"]


@pytest.mark.parametrize("kind", ["article", "book", "phdthesis", "misc"])
@pytest.mark.parametrize("sign", BREAKS)
def test_no_line_break_in_a_value_ends_its_line(kind: str, sign: str) -> None:
    """It would begin a line of its own, which a reader takes for another tag, or a record."""

    def owl(between: str) -> Paper:
        text = f"Owls{between}ER  - {between}TY  - BOOK"
        return replace(
            OWL,
            **dict.fromkeys(TEXTS, text),
            type=kind,
            authors=(Person(family=text, given=text), Person(literal=text)),
            keywords=(text, f"more {text}"),
            fields={name: text for name in VALUES if name not in ("editor", "translator")},
        )

    assert write([owl(sign)]) == write([owl(" ")])


READ = [  # the type and lines of a record, the fact that they tell, and its value
    ("JOUR", ["AB  - one", "N2  - two"], "abstract", "one"),
    ("JOUR", ["N2  - two", "N2  - three"], "abstract", "two"),
    ("JOUR", ["KW  - owls, barn"], "keywords", ("owls", "barn")),
    ("JOUR", ["KW  - owls, barn; voles"], "keywords", ("owls, barn", "voles")),
    ("JOUR", ["KW  - owls, barn", "KW  - voles"], "keywords", ("owls, barn", "voles")),
    ("JOUR", ["SN  - 1234567x"], "issn", "1234-567X"),
    ("JOUR", ["SN  - 978-0-306-40615-7"], "issn", ""),
    ("JOUR", ["SP  - 7", "EP  - 9"], "pages", "7-9"),
    ("JOUR", ["SP  - 7"], "pages", "7"),
    ("JOUR", ["CP  - 4"], "number", "4"),
    ("JOUR", ["M1  - 4"], "number", "4"),
    ("BOOK", ["M1  - 4"], "number", "4"),
    ("CHAP", ["SV  - 4"], "number", "4"),
    ("RPRT", ["SN  - 4"], "number", "4"),
    ("THES", ["SP  - 250"], "pages", ""),
    ("THES", ["SP  - 7", "EP  - 9"], "pages", "7-9"),
    ("THES", ["M3  - PhD thesis"], "type", ""),
    ("THES", ["M3  - Draft"], "type", "Draft"),
    ("THES", ["PB  - Owl School"], "publisher", ""),
    ("JOUR", ["PB  - Owl Press"], "publisher", "Owl Press"),
    ("CONF", ["C3  - Owl Days 1", "T2  - Owl Days"], "eventtitle", "Owl Days"),
    ("JOUR", ["N1  - Export Date: 3 May", "N1  - With a map"], "note", "With a map"),
    ("JOUR", ["A4  - Moss, Eli"], "translator", "Moss, Eli"),
]


@pytest.mark.parametrize(("kind", "lines", "name", "value"), READ)
def test_a_line_of_ris_tells_the_fact_of_its_type(
    kind: str, lines: list[str], name: str, value: object
) -> None:
    text = "\n".join([f"TY  - {kind}", "TI  - Owls hear voles", *lines, "ER  - ", ""])

    [paper] = read(text.encode()).papers

    found = getattr(paper, name) if hasattr(paper, name) and name != "type" else None
    assert (paper.fields.get(name, "") if found is None else found) == value


PEOPLE = [
    Person(family="Vale", given="Ida"),
    Person(family="Plato"),
    Person(family="Mies", prefix="van der", given="Ida"),
    Person(family="King", given="Ida", suffix="Jr."),
    Person(family="Vale Moss", given="Ida"),
    Person(literal="World Owl Fund"),
]


@pytest.mark.parametrize("form", ["bibtex", "ris", "csl-json"])
@pytest.mark.parametrize("person", PEOPLE, ids=str)
def test_a_name_comes_back_in_its_parts(form: str, person: Person) -> None:
    others = (Person(family="Moss", given="Eli"), Person(literal="Vole Trust"))
    papers = [replace(OWL, authors=(person, *others))]

    [found] = FORMATS[form].read(FORMATS[form].write(papers).encode()).papers

    assert found.authors == (person, *others)


def test_a_suffix_behind_a_family_alone_leaves_the_place_of_the_given_name_empty() -> None:
    king = Person(family="King", suffix="Jr.")

    assert "AU  - King,, Jr.\n" in write([replace(OWL, authors=(king,))])


@pytest.mark.parametrize(
    ("venue", "doi", "written"),
    [
        ("", "", "10.48550/arXiv.2001.01234"),
        ("arXiv", "", "10.48550/arXiv.2001.01234"),
        ("Journal of Owls", "", ""),
        ("Journal of Owls", "10.5555/owl", "10.5555/owl"),
        ("arXiv", "10.5555/owl", "10.5555/owl"),
    ],
)
def test_the_doi_of_a_preprint_is_not_given_to_a_published_paper(
    venue: str, doi: str, written: str
) -> None:
    assert facts.doi_of(replace(OWL, venue=venue, doi=doi)) == written

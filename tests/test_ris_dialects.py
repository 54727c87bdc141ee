"""RIS as programs really write it: each kind of deviation, in several forms."""

from __future__ import annotations

from typing import Any

import pytest

from recommender.formats.ris import read
from recommender.papers import Paper, Person

HEAD = "TY  - JOUR\nTI  - Owls in winter\nAU  - Vale, Ida\n"


def one(lines: str, kind: str = "JOUR") -> Paper:
    [paper] = read(f"TY  - {kind}\nTI  - Owls in winter\n{lines}\nER  - \n".encode()).papers
    return paper


def names(paper: Paper) -> list[str]:
    return [str(person) for person in paper.authors]


@pytest.mark.parametrize(
    "end", ["ER", "ER ", "ER  -", "ER -", "ER-", "  ER  - ", "EF  - ", "ER  – "]
)
def test_a_record_ends_at_any_form_of_its_last_line(end: str) -> None:
    library = read(f"{HEAD}{end}\n\n{HEAD}{end}".encode())

    assert [p.title for p in library.papers] == ["Owls in winter"] * 2
    assert library.notices == ()


@pytest.mark.parametrize(
    ("dates", "year", "month"),
    [
        ("Y1  - 2013/05/28\nPY  - 2013\nDA  - 2014/04/01", 2013, 5),
        ("PY  - 2013\nDA  - 2014/04/01", 2013, None),
        ("PY  - 2013\nDA  - 2013/04", 2013, 4),
        ("PY  - 2013\nDA  - May 28", 2013, 5),
        ("DA  - 28 May 2013", 2013, 5),
        ("DA  - 05/2013", 2013, 5),
        ("PY  - 2013/13/01", 2013, None),
        ("PY  - n.d.\nDA  - 2013-05-28", 2013, 5),
        ("PY  - 2013///Spring\nY2  - 2020/01/02", 2013, None),
        ("PY  - 0964", 964, None),
        ("PY  - -0043", -43, None),
    ],
)
def test_year_and_month_are_of_one_date(dates: str, year: int, month: int | None) -> None:
    paper = one(dates)

    assert (paper.year, paper.month) == (year, month)


@pytest.mark.parametrize(
    "line",
    [
        *("DO  - 10.5555/o.1", "DO  - https://doi.org/10.5555/O.1", "DI  - 10.5555/o.1"),
        *("N1  - doi: 10.5555/o.1", "N1  - 10.5555/o.1", "N1  - Cited By :5\nDOI:10.5555/o.1"),
        *("M3  - https://dx.doi.org/10.5555/o.1", "M3  - 10.5555/o.1", "L2  - doi.org/10.5555/o.1"),
        *("L3  - 10.5555/o.1", "AN  - 10.5555/o.1", "UR  - https://doi.org/10.5555/o.1", ""),
        *("UR  - https://example.org/r?eid=2&doi=10.5555%2fo.1&partner=4", "N1  - doi:10.5555/o.1"),
        *("ID  - 10.5555/o.1", "M2  - DOI: 10.5555/o.1", "DO  - doi:10.5555/o.1."),
    ],
)
def test_a_doi_is_found_in_any_tag_that_programs_take(line: str) -> None:
    assert one(line).doi == ("10.5555/o.1" if line else "")


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("A1  - Aalto, A\nAU  - Brand, L\nAU  - Costa, D", ["A Aalto", "L Brand", "D Costa"]),
        ("A1  - Aalto, A\nA1  - Brand, L\nAU  - Aalto, A", ["A Aalto", "L Brand"]),
        ("AU  - Aalto, A; Brand, L; Costa, D", ["A Aalto", "L Brand", "D Costa"]),
        ("AU  - Aalto, A. and Brand, L.", ["A. Aalto", "L. Brand"]),
        ("AU  - Aalto A, Brand L", ["A Aalto", "L Brand"]),
        ("AU  - A. Aalto, B. Brand, C. Costa", ["A. Aalto", "B. Brand", "C. Costa"]),
        ("AU  - Aalto, A., Brand, B., Costa, C.", ["A. Aalto", "B. Brand", "C. Costa"]),
        ("AU  - Aalto, Ann, Jr.", ["Ann Aalto, Jr."]),
        ("AU  - Aalto, Jr., Ann", ["Ann Aalto, Jr."]),
        ("AU  - None\nAU  - Brand, L", ["L Brand"]),
    ],
)
def test_all_authors_are_read_however_they_are_spread(lines: str, found: list[str]) -> None:
    assert names(one(lines)) == found


@pytest.mark.parametrize(
    ("name", "person"),
    [
        ("A. B. Lee", Person(given="A. B.", family="Lee")),
        ("J.-P. van der Roux", Person(given="J.-P.", prefix="van der", family="Roux")),
        ("Lee AB", Person(given="AB", family="Lee")),
        ("de la Cruz, Ana", Person(given="Ana", prefix="de la", family="Cruz")),
        ("World Health Organization", Person(literal="World Health Organization")),
        ("Ministry of Works and Parks,", Person(literal="Ministry of Works and Parks")),
        ("Plato", Person(family="Plato")),
    ],
)
def test_a_name_without_comma_is_divided_only_where_initials_tell(
    name: str, person: Person
) -> None:
    assert one(f"AU  - {name}").authors == (person,)


@pytest.mark.parametrize(
    ("lines", "venue"),
    [
        ("T2  - Example Journal of Trust\nJO  - EJT", "Example Journal of Trust"),
        ("JO  - Ex. J. Trust\nJF  - Example Journal of Trust", "Example Journal of Trust"),
        ("JA  - Ex J Trust\nJO  - Example Journal of Trust", "Example Journal of Trust"),
        ("T2  - EJT\nJO  - Example Journal of Trust", "Example Journal of Trust"),
        ("T2  - Exmpl. Jrnl. Trust\nJF  - Example Journal of Trust", "Example Journal of Trust"),
        ("J2  - Ex. J. Trust", "Ex. J. Trust"),
        ("JF  - Trust\nT2  - A special issue on seeds", "Trust"),
        ("BT  - Example Journal of Trust", "Example Journal of Trust"),
    ],
)
def test_the_full_name_of_a_journal_is_taken(lines: str, venue: str) -> None:
    assert one(lines).venue == venue


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x0b", "\x0c", "\x85", "\x1c", "\x1e"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_as_an_editor_does(mark: str, end: str) -> None:
    text = f"TY  - JOUR\nTI  - A\nAB  - One.{mark}Two.\nER  - \n\nTY  - JOUR\nTI  - B\nER  - \n"

    library = read(text.replace("\n", end).encode())

    assert [entry.line for entry in library.entries] == [1, 6]
    assert library.papers[0].abstract == "One. Two."


@pytest.mark.parametrize(
    "text",
    [
        "TY  -JOUR\nTI  -Owls in winter\nAU  -Vale, Ida\nPY  -2017\nER  -",
        "TY - JOUR\nTI - Owls in winter\nAU - Vale, Ida\nPY - 2017\nER -",
        "TY-JOUR\nTI-Owls in winter\nAU-Vale, Ida\nPY-2017\nER-",
        "TY\t- JOUR\nTI\t- Owls in winter\nAU\t- Vale, Ida\nPY\t- 2017\nER\t-",
        "TY  - JOUR\nTI - Owls in winter\nAU   - Vale, Ida\nPY  -  2017\nER -",
        "  TY  - JOUR\n  TI  - Owls in winter\n  AU  - Vale, Ida\n  PY  - 2017\n  ER  - ",
        "TY  –  JOUR\nTI  – Owls in winter\nAU  – Vale, Ida\nPY  – 2017\nER  –",
        "TY  - JOUR\nTI  -\nOwls in\nwinter\nAU  - Vale, Ida\nPY  - 2017\nER  - ",
    ],
)
def test_tags_are_seen_whatever_blanks_are_round_them(text: str) -> None:
    [paper] = read(text.encode()).papers

    assert (paper.title, names(paper), paper.year) == ("Owls in winter", ["Ida Vale"], 2017)


@pytest.mark.parametrize("nothing", ["None", "null", "nan", "NaN", "N/A", "undefined", " none "])
def test_what_a_program_wrote_for_nothing_is_nothing(nothing: str) -> None:
    tags = ("VL", "IS", "SP", "EP", "DO", "UR", "KW", "AB", "SN", "PB", "T2", "A2", "N1", "ID")

    paper = one("\n".join(f"{tag}  - {nothing}" for tag in tags))

    assert paper == Paper(type="article", title="Owls in winter")


@pytest.mark.parametrize(
    ("lines", "pmid", "pmcid"),
    [
        ("AN  - 22222222\nDB  - PubMed\nC2  - PMC3333333", "22222222", "PMC3333333"),
        ("AN  - 22222222\nDP  - NLM", "22222222", None),
        ("AN  - PMID: 22222222", "22222222", None),
        ("N1  - PMID:22222222\nPMCID: PMC3333333", "22222222", "PMC3333333"),
        ("UR  - https://www.ncbi.nlm.nih.gov/pubmed/22222222", "22222222", None),
        ("M2  - PMID: 22222222\nM2  - PMCID: PMC3333333", "22222222", "PMC3333333"),
        ("AN  - WOS:000222222222222\nDB  - Web of Science", "", None),
    ],
)
def test_a_pubmed_number_is_found(lines: str, pmid: str, pmcid: str | None) -> None:
    paper = one(lines)

    assert (paper.pmid, paper.fields.get("pmcid")) == (pmid, pmcid)


@pytest.mark.parametrize(
    "text",
    [
        "DB  - Example\nTI  - Owls in winter\nTY  - JOUR\nAU  - Vale, Ida\nER  - \n",
        "TI  - Owls\nin winter\nAU  - Vale, Ida\n\nTY  - JOUR\nER  - \n",
        "1.\nTI  - Owls in winter\nAU  - Vale, Ida\nTY  - JOUR\nER\n",
    ],
)
def test_tags_before_the_type_belong_to_the_record(text: str) -> None:
    library = read((text + text).encode())

    assert [(p.title, p.type, names(p)) for p in library.papers] == [
        ("Owls in winter", "article", ["Ida Vale"])
    ] * 2


def test_a_record_without_type_is_read_and_told() -> None:
    library = read(b"TI  - Owls in winter\nAU  - Vale, Ida\nER  - \n")

    assert [(p.title, p.type) for p in library.papers] == [("Owls in winter", "misc")]
    assert [(n.line, n.code) for n in library.notices] == [(1, "record-without-type")]


@pytest.mark.parametrize("sign", [";", "; ", " ", ", ", "|", "\n"])
def test_of_several_addresses_the_first_is_that_of_the_paper(sign: str) -> None:
    assert (
        one(f"UR  - http://example.org/a{sign}http://example.org/b").url == "http://example.org/a"
    )


KINDS: list[tuple[str, str, dict[str, Any]]] = [
    ("CHAP", "BT  - A book\nED  - Fern, Ada\nED  - Hale, Ivy", {"venue": "A book"}),
    ("EDBOOK", "AU  - Fern, Ada\nAU  - Hale, Ivy", {"type": "book", "authors": ()}),
    ("BOOK", "A3  - Fern, Ada\nA3  - Hale, Ivy\nT2  - A series", {"venue": "A series"}),
    ("CONF", "C3  - Proc.\nT2  - Meeting\nA2  - Fern, Ada; Hale, Ivy", {"venue": "Proc."}),
]


@pytest.mark.parametrize(("kind", "lines", "facts"), KINDS, ids=[k for k, _, _ in KINDS])
def test_venue_and_editors_are_found_where_the_type_has_them(
    kind: str, lines: str, facts: dict[str, Any]
) -> None:
    paper = one(lines, kind)

    assert paper.fields["editor"] == "Fern, Ada and Hale, Ivy"
    assert {name: getattr(paper, name) for name in facts} == facts


def test_titles_and_types_are_found_under_their_other_names() -> None:
    text = "TY  - WEB\nST  - Short\nER  - \nTY  - BOOK\nBT  - Whole\nER  - \n"
    text += "TY  - THES\nT1  - One\nM3  - MSc thesis\nPB  - Elm\nER  - \n"

    assert [(p.title, p.type, p.venue) for p in read(text.encode()).papers] == [
        ("Short", "online", ""),
        ("Whole", "book", ""),
        ("One", "mastersthesis", "Elm"),
    ]


def test_lines_of_a_program_before_the_first_record_are_told_once() -> None:
    library = read(b"Provider: Example\nDatabase: Xylem\n\nTY  - JOUR\nTI  - A\nER  - \n")

    assert [(n.line, n.code) for n in library.notices] == [(1, "text-outside-records")]


def test_what_a_database_adds_to_the_notes_is_no_note_of_the_paper() -> None:
    paper = one(
        "N1  - Cited By :5\nN1  - Export Date: 1 May 2020\nN1  - With a map\nSP  - 1\nEP  - 1"
    )

    assert dict(paper.fields) == {"note": "With a map", "pages": "1"}


def test_a_text_of_very_many_lines_is_read_line_by_line() -> None:
    long = "AB  - It rained\n" + "and rained\n" * 200_000

    library = read(f"{HEAD}{long}ER  - \n{HEAD}ER  - \n".encode())

    assert [len(p.abstract) for p in library.papers] == [9 + 11 * 200_000, 0]
    assert library.entries[1].line == 200_006

"""MEDLINE, Web of Science and EndNote's tagged form, as their programs write them."""

from __future__ import annotations

import pytest

from recommender.formats import format_of, read_bytes
from recommender.library import Library
from recommender.papers import Paper, Person

MEDLINE = """\
PMID- 34999001
OWN - NLM
STAT- MEDLINE
DCOM- 20210801
IS  - 1234-567X (Electronic)
IS  - 0101-0202 (Linking)
VI  - 12
IP  - 3
DP  - 2021 Mar 5
TI  - Barn owls and the voles of wet meadows: a survey of
      nine winters.
PG  - 1123-31
LID - 10.5555/owls.2021.77 [doi]
AB  - BACKGROUND: Owls hunt at night. METHODS: We counted
      voles below nine roosts.
FAU - Berg, Ida Marie
AU  - Berg IM
FAU - de la Cruz, Juan
AU  - de la Cruz J
CN  - Winter Owl Group
LA  - eng
PT  - Journal Article
PT  - Retracted Publication
PL  - Norway
TA  - J Owl Stud
JT  - Journal of owl studies
MH  - Strigiformes/*physiology
OT  - voles
AID - S0101-0202(21)00077-1 [pii]
AID - 10.5555/owls.2021.77 [doi]
PMC - PMC8123456
SO  - J Owl Stud. 2021 Mar 5;12(3):1123-31. doi: 10.5555/owls.2021.77.

PMID- 34999002
FAU - Lee, Ann
TI  - [Voles under snow].
DP  - 2020 Winter
TA  - Snow
PT  - Journal Article
"""
WEB_OF_SCIENCE = """\
FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Berg, IM
   Lee, A
AF Berg, Ida Marie
   Lee, Ann
TI Barn owls and the voles of wet
   meadows
SO JOURNAL OF OWL STUDIES
LA English
DT Article
DE owls; voles; wet meadows
ID POPULATION-DYNAMICS
AB We counted voles below nine roosts.
SN 0101-0202
EI 1234-567X
J9 J OWL STUD
PD MAR
PY 2021
VL 12
IS 3
BP 1123
EP 1131
DI 10.5555/owls.2021.77
UT WOS:000600000000001
PM 34999001
ER

PT S
AU Cruz, J
BE Hale, R
TI Counting from roosts
SO PROCEEDINGS OF THE OWL DAYS
CT Owl Days
DT Proceedings Paper
PY 2019
ER

EF
"""
ENDNOTE = """\
%0 Journal Article
%T Barn owls and the voles of wet meadows
%A Berg, Ida Marie
%A Lee, Ann
%J Journal of Owl Studies
%V 12
%N 3
%P 1123-1131
%@ 0101-0202
%D 2021
%R 10.5555/owls.2021.77
%K owls
voles
%X We counted voles
below nine roosts.
%U https://owls.example/77
%F Berg2021

%0 Thesis
%T Voles under snow
%A Ann Lee
%I University of Snow
%D 2020
"""


def read(text: str) -> Library:
    return read_bytes(text.encode())


def first(text: str) -> Paper:
    return read(text).papers[0]


def test_medline_gives_every_fact_of_a_paper() -> None:
    paper = first(MEDLINE)

    assert paper.title == "Barn owls and the voles of wet meadows: a survey of nine winters"
    assert paper.authors == (
        Person(family="Berg", given="Ida Marie"),
        Person(prefix="de la", family="Cruz", given="Juan"),
        Person(literal="Winter Owl Group"),
    )
    assert (paper.year, paper.month, paper.venue) == (2021, 3, "Journal of owl studies")
    assert (paper.doi, paper.pmid, paper.language) == ("10.5555/owls.2021.77", "34999001", "eng")
    assert paper.keywords == ("voles", "Strigiformes/physiology")
    assert paper.abstract.startswith("BACKGROUND: Owls hunt at night.")
    assert dict(paper.fields) == {
        **{"volume": "12", "number": "3", "pages": "1123-1131", "issn": "1234-567X"},
        **{"address": "Norway", "pmcid": "PMC8123456", "shortjournal": "J Owl Stud"},
        "status": "retracted",
    }


def test_medline_titles_lose_the_marks_of_a_translation() -> None:
    assert [paper.title for paper in read(MEDLINE).papers][1] == "Voles under snow"


@pytest.mark.parametrize(
    ("written", "meant"),
    [("1123-31", "1123-1131"), ("9-12", "9-12"), ("e77", "e77"), ("S12-9", "S12-9")],
)
def test_medline_pages_are_written_out(written: str, meant: str) -> None:
    assert first(f"PMID- 1\nTI  - Owls\nPG  - {written}\n").fields["pages"] == meant


def test_web_of_science_gives_every_fact_of_a_paper() -> None:
    paper = first(WEB_OF_SCIENCE)

    assert (paper.type, paper.title) == ("article", "Barn owls and the voles of wet meadows")
    assert paper.authors == (
        Person(family="Berg", given="Ida Marie"),
        Person(family="Lee", given="Ann"),
    )
    assert (paper.year, paper.month, paper.pmid) == (2021, 3, "34999001")
    assert (paper.venue, paper.doi) == ("JOURNAL OF OWL STUDIES", "10.5555/owls.2021.77")
    assert paper.keywords == ("owls", "voles", "wet meadows", "POPULATION-DYNAMICS")
    assert dict(paper.fields) == {
        **{"volume": "12", "number": "3", "pages": "1123-1131", "issn": "0101-0202"}
    }


def test_web_of_science_knows_papers_of_meetings_and_their_editors() -> None:
    paper = read(WEB_OF_SCIENCE).papers[1]

    assert (paper.type, paper.venue) == ("inproceedings", "PROCEEDINGS OF THE OWL DAYS")
    assert (paper.fields["editor"], paper.fields["eventtitle"]) == ("Hale, R", "Owl Days")


def test_endnote_gives_every_fact_of_a_paper() -> None:
    paper = first(ENDNOTE)

    assert (paper.key, paper.type) == ("Berg2021", "article")
    assert [person.family for person in paper.authors] == ["Berg", "Lee"]
    assert (paper.year, paper.venue) == (2021, "Journal of Owl Studies")
    assert (paper.doi, paper.url) == ("10.5555/owls.2021.77", "https://owls.example/77")
    assert paper.keywords == ("owls", "voles")
    assert paper.abstract == "We counted voles below nine roosts."
    assert dict(paper.fields) == {
        **{"volume": "12", "number": "3", "pages": "1123-1131", "issn": "0101-0202"}
    }


def test_endnote_records_are_parted_by_blank_lines_or_by_types() -> None:
    squeezed = ENDNOTE.replace("\n\n", "\n")

    assert [p.type for p in read(ENDNOTE).papers] == ["article", "phdthesis"]
    assert [p.title for p in read(squeezed).papers] == [p.title for p in read(ENDNOTE).papers]


@pytest.mark.parametrize("text", [MEDLINE, WEB_OF_SCIENCE, ENDNOTE])
def test_a_record_that_says_nothing_is_told_with_its_line(text: str) -> None:
    lines = text.split("\n")
    start = 2 if text is WEB_OF_SCIENCE else 0
    empty = [*lines[:start], {"PMI": "PMID- 7", "FN ": "PT J", "%0 ": "%0 Book"}[text[:3]], ""]
    library = read("\n".join([*empty, *lines[start:]]))

    assert len(library) == 2
    assert [(n.line, n.severity) for n in library.notices] == [(start + 1, "error")]


@pytest.mark.parametrize(
    ("text", "name"),
    [(MEDLINE, "medline"), (WEB_OF_SCIENCE, "web-of-science"), (ENDNOTE, "endnote")],
)
@pytest.mark.parametrize("file", ["", "export.txt", "savedrecs"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_the_format_is_told_by_how_a_file_begins(
    text: str, name: str, file: str, ends: str
) -> None:
    source = b"\xef\xbb\xbf" + text.replace("\n", ends).encode()

    assert format_of(source, file).name == name
    assert len(read_bytes(source, file=file)) == 2


FACTS = """
PMID- 1/TI  - Owls | VI  - 12 | volume | 12
PMID- 1/TI  - Owls | IP  - 3 | number | 3
PMID- 1/TI  - Owls | EN  - 2nd | edition | 2nd
PMID- 1/TI  - Owls | PB  - Owl Press | publisher | Owl Press
PMID- 1/TI  - Owls | PL  - Elmton | address | Elmton
PMID- 1/TI  - Owls | PMC - PMC8123456 | pmcid | PMC8123456
PMID- 1/TI  - Owls | IS  - 1234-567X (Print) | issn | 1234-567X
PMID- 1/TI  - Owls | TA  - J Owl Stud | shortjournal | J Owl Stud
PMID- 1/TI  - Owls | FED - Fern, Ada | editor | Fern, Ada
PMID- 1/TI  - Owls | PT  - Published Erratum | status | notice
PT J/TI Owls | VL 12 | volume | 12
PT J/TI Owls | IS 3 | number | 3
PT J/TI Owls | PU OWL PRESS | publisher | OWL PRESS
PT J/TI Owls | PI ELMTON | address | ELMTON
PT J/TI Owls | SN 0101-0202 | issn | 0101-0202
PT J/TI Owls | EI 0101-0203 | issn | 0101-0203
PT J/TI Owls | SE Owl Books | series | Owl Books
PT J/TI Owls | AR e17 | eid | e17
PT J/TI Owls | CT Owl Days | eventtitle | Owl Days
PT J/TI Owls | BE Fern, A | editor | Fern, A
PT J/TI Owls | DT Article; Retracted Publication | status | retracted
%0 Book/%T Owls | %V 12 | volume | 12
%0 Book/%T Owls | %N 3 | number | 3
%0 Book/%T Owls | %P 7-9 | pages | 7-9
%0 Book/%T Owls | %7 2nd | edition | 2nd
%0 Book/%T Owls | %I Owl Press | publisher | Owl Press
%0 Book/%T Owls | %C Elmton | address | Elmton
%0 Book/%T Owls | %Z With a map | note | With a map
%0 Book/%T Owls | %E Fern, Ada | editor | Fern, Ada
%0 Book/%T Owls | %@ 0101-0202 | issn | 0101-0202
"""  # the lines of a record, one line more, and the fact that it tells
TYPES = """
%0 Journal Article | article
%0 Conference Paper | inproceedings
%0 Conference Proceedings | inproceedings
%0 Book | book
%0 Edited Book | book
%0 Book Section | incollection
%0 Thesis | phdthesis
%0 Report | techreport
%0 Unpublished Work | unpublished
%0 Web Page | misc
%0 Web Page/%J Journal of Owls | article
PT J | article
PT B | book
PT B/SO OWL BOOKS | incollection
PT S/SO OWL BOOKS | incollection
PT C/CT Owl Days | inproceedings
PT J/DT Proceedings Paper | inproceedings
PMID- 1/PT  - Journal Article | article
PMID- 1/PT  - Preprint | misc
PMID- 1/PT  - Book | book
PMID- 1/BTI - The Book of Owls | incollection
"""


@pytest.mark.parametrize("row", FACTS.strip().splitlines())
def test_each_tag_tells_its_fact(row: str) -> None:
    record, line, name, value = row.split(" | ")

    assert first("\n".join([*record.split("/"), line, ""])).fields.get(name) == value


@pytest.mark.parametrize("row", TYPES.strip().splitlines())
def test_each_type_is_known(row: str) -> None:
    record, kind = row.split(" | ")
    lines = record.split("/")
    title = {"P": "TI Owls", "%": "%T Owls"}[record[0]]
    title = "TI  - Owls" if record.startswith("PMID") else title

    assert first("\n".join([lines[0], title, *lines[1:], ""])).type == kind

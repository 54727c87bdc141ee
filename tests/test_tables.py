"""Tables as databases and spreadsheets write them."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from recommender.cli import group
from recommender.errors import UnreadableInput
from recommender.formats import FORMATS, format_of, read_bytes
from recommender.library import Library
from recommender.papers import Paper, Person

SCOPUS = """\
"Authors","Author full names","Author(s) ID","Title","Year","Source title","Volume","Issue",\
"Art. No.","Page start","Page end","Page count","Cited by","DOI","Link","Abstract",\
"Author Keywords","Index Keywords","Publisher","ISSN","PubMed ID","Document Type","Source","EID"
"Berg I.M.; de la Cruz J.","Berg, Ida Marie (57200000001); de la Cruz, Juan (57200000002)",\
"57200000001; 57200000002","Barn owls and the ""voles"" of wet meadows","2021","Journal of Owls",\
"12","3","","1123","1131","8","4","10.5555/Owls.2021.77","https://owls.example/77",\
"We counted voles
below nine roosts.","owls; voles","Strigiformes","Owl Press","01010202","34999001","Article",\
"Scopus","2-s2.0-1"
"""
WEB_OF_SCIENCE = (
    "PT\tAU\tAF\tTI\tSO\tLA\tDT\tDE\tAB\tSN\tPD\tPY\tVL\tIS\tBP\tEP\tDI\tPM\n"
    'J\tBerg, IM; Lee, A\tBerg, Ida Marie; Lee, Ann\t"Voles" under snow\tOWL STUDIES\tEnglish\t'
    "Article\towls; voles\tWe counted.\t0101-0202\tMAR\t2021\t12\t3\t1123\t1131\t10.5555/o.7\t349\n"
)
WEB_OF_SCIENCE_SHEET = (
    "Publication Type\tAuthors\tAuthor Full Names\tArticle Title\tSource Title\tDocument Type\t"
    "Publication Date\tPublication Year\tDOI\n"
    "J\tBerg, IM\tBerg, Ida Marie\tVoles under snow\tOWL STUDIES\tArticle\t"
    "MAR 5\t2021\t10.5555/o.7\n"
)
IEEE = """\
"Document Title",Authors,"Author Affiliations","Publication Title","Date Added To Xplore",\
"Publication Year","Volume","Issue","Start Page","End Page","Abstract","ISSN","ISBNs","DOI",\
"PDF Link","Author Keywords","IEEE Terms","Document Identifier"
"Hearing owls with two microphones","I. M. Berg; A. Lee","Owl University","2021 IEEE Owl \
Conference (OC)","1 April 2021","2021","","","7","12","We hear owls.","","978-3-16-148410-0",\
"10.1109/OC.2021.1","https://ieee.example/1","Owls;Ears","Microphones","IEEE Conferences"
"""
LENS = """\
Lens ID,Title,Date Published,Publication Year,Publication Type,Source Title,ISSNs,Publisher,\
Author/s,Abstract,Volume,Issue Number,Start Page,End Page,Fields of Study,Keywords,PMID,DOI,PMCID
000-1,Voles under snow,2021-03-05,2021,journal article,Owl Studies,01010202,Owl Press,\
Ida Marie Berg; Ann Lee,We counted.,12,3,1,9,Zoology,owls; voles,349,10.5555/o.7,PMC8123456
"""
DIMENSIONS = """\
"About the data: Exported on Mar 05, 2021. Criteria: 'owls', in full data."
Rank,Publication ID,DOI,PMID,PMCID,Title,Abstract,Source title,Publication Date,PubYear,Volume,\
Issue,Pagination,Publication Type,Authors,Dimensions URL
500,pub.1,10.5555/o.7,349,PMC8123456,Voles under snow,We counted.,Owl Studies,2021-03-05,2021,12,\
3,1-9,Article,"Berg, Ida Marie; Lee, Ann",https://app.dimensions.example/pub.1
"""
ZOTERO = """\
"Key","Item Type","Publication Year","Author","Title","Publication Title","ISBN","ISSN","DOI",\
"Url","Abstract Note","Date","Pages","Issue","Volume","Publisher","Extra","Manual Tags"
"ABCD2345","journalArticle","2021","Berg, Ida Marie; Lee, Ann","Voles under snow","Owl Studies",\
"","0101-0202","","https://owls.example/7","We counted.","2021-03-05","1–9","3","12","",\
"PMID: 349
Citation Key: berg2021","owls; voles"
"""
SCHOLAR = """\
Authors,Title,Publication,Volume,Number,Pages,Year,Publisher
"Berg, Ida Marie; Lee, Ann; ",Voles under snow,Owl Studies,12,3,1-9,2021,Owl Press
"""
PERISH = """\
Cites,Authors,Title,Year,Source,Publisher,ArticleURL,Type,DOI
7,"IM Berg, A Lee...",Voles under snow,2021,Owl Studies,owls.example,https://owls.example/7,,
"""
PUBMED = """\
PMID,Title,Authors,Citation,First Author,Journal/Book,Publication Year,PMCID,DOI
349,Voles under snow.,"Berg IM, Lee A.",Owl Stud. 2021,Berg IM,Owl Studies,2021,,10.5555/o.7
"""
OPENALEX = """\
id,title,authorships.author.display_name,publication_year,doi
https://openalex.org/W1,Voles under snow,Ida Marie Berg|Ann Lee,2021,https://doi.org/10.5555/o.7
"""
EVERY = {
    **{"scopus": SCOPUS, "wos": WEB_OF_SCIENCE, "wos-sheet": WEB_OF_SCIENCE_SHEET, "ieee": IEEE},
    **{"lens": LENS, "dimensions": DIMENSIONS, "zotero": ZOTERO, "scholar": SCHOLAR},
    **{"perish": PERISH, "pubmed": PUBMED, "openalex": OPENALEX},
}


def read(text: str) -> Library:
    return read_bytes(text.encode())


def only(text: str) -> Paper:
    (paper,) = read(text).papers
    return paper


@pytest.mark.parametrize("text", EVERY.values(), ids=EVERY)
@pytest.mark.parametrize("file", ["", "export.txt", "export.csv", "export"])
@pytest.mark.parametrize("before", ["", "\ufeff"])
def test_a_table_is_told_by_its_headings(text: str, file: str, before: str) -> None:
    source = (before + text).replace("\n", "\r\n").encode()

    assert format_of(source, file).name == "table"
    assert len(read_bytes(source, file=file)) == 1


@pytest.mark.parametrize("text", EVERY.values(), ids=EVERY)
def test_every_database_gives_title_authors_and_year(text: str) -> None:
    paper = only(text)

    assert "ow" in paper.title
    assert paper.authors[0].family == "Berg"
    assert len(paper.authors) == (1 if text is WEB_OF_SCIENCE_SHEET else 2)
    assert paper.year == 2021


def test_scopus_gives_every_fact() -> None:
    paper = only(SCOPUS)

    assert (paper.type, paper.title) == ("article", 'Barn owls and the "voles" of wet meadows')
    assert paper.authors == (
        Person(family="Berg", given="Ida Marie"),
        Person(prefix="de la", family="Cruz", given="Juan"),
    )
    assert (paper.venue, paper.doi) == ("Journal of Owls", "10.5555/owls.2021.77")
    assert paper.abstract == "We counted voles below nine roosts."
    assert (paper.pmid, paper.url) == ("34999001", "https://owls.example/77")
    assert paper.keywords == ("owls", "voles")
    assert dict(paper.fields) == {
        **{"volume": "12", "number": "3", "pages": "1123-1131", "issn": "01010202"},
        "publisher": "Owl Press",
    }


def test_web_of_science_keeps_quotation_marks_of_cells_without_quoting() -> None:
    paper = only(WEB_OF_SCIENCE)

    assert (paper.title, paper.month, paper.pmid) == ('"Voles" under snow', 3, "349")
    assert paper.fields["pages"] == "1123-1131"


def test_ieee_gives_a_paper_of_a_conference() -> None:
    paper = only(IEEE)

    assert (paper.type, paper.venue) == ("inproceedings", "2021 IEEE Owl Conference (OC)")
    assert paper.authors[0] == Person(family="Berg", given="I. M.")
    assert (paper.fields["pages"], paper.isbn) == ("7-12", "9783161484100")


def test_zotero_keeps_what_stands_in_extra() -> None:
    paper = only(ZOTERO)

    assert (paper.key, paper.pmid, paper.month) == ("berg2021", "349", 3)
    assert (paper.keywords, paper.fields["pages"]) == (("owls", "voles"), "1-9")


@pytest.mark.parametrize(
    "headings",
    [
        *("Titel;Autoren;Jahr", "Titre;Auteurs;Année", "Título;Autores;Año", "Título;Autor;Ano"),
        *("Titolo;Autori;Anno", "Titel;Auteurs;Jaar", "Название;Авторы;Год", "题名;作者;年份"),
        *(
            "タイトル;著者;年",
            "제목;저자;연도",
            "TITLE;AUTHOR;YEAR",
            "Paper Title;Author(s);pub_year",
        ),
        *("Tytuł;Autorzy;Rok", "Titel;Författare;År", "title;authors;year"),
    ],
)
def test_headings_are_read_in_many_languages(headings: str) -> None:
    paper = only(f"sep=;\n{headings}\nVoles under snow;Ann Lee, Bo Hill;2021\n")

    assert (paper.title, paper.year) == ("Voles under snow", 2021)
    assert [person.family for person in paper.authors] == ["Lee", "Hill"]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "cp1252"])
def test_tables_are_read_as_spreadsheets_save_them(separator: str, codec: str) -> None:
    out = io.StringIO()
    csv.writer(out, delimiter=separator).writerows(
        [["Title", "Author", "Year"], [f'Käuze{separator}im "Winter"', "Böhm, Anné", "2021"]]
    )

    paper = read_bytes(out.getvalue().encode(codec)).papers[0]

    assert paper.title == f'Käuze{" " if separator.isspace() else separator}im "Winter"'
    assert paper.authors == (Person(family="Böhm", given="Anné"),)


def test_a_row_that_says_nothing_is_told_with_its_line() -> None:
    library = read('Title,Year\n"One\nowl",2020\n,2021\n,\nTwo owls,2022\n')

    assert [paper.title for paper in library.papers] == ["One owl", "Two owls"]
    assert [entry.line for entry in library.entries] == [2, 6]
    assert [(n.line, n.severity) for n in library.notices] == [(4, "error")]


def test_a_quotation_mark_that_is_never_closed_takes_one_row_alone() -> None:
    many = "".join(f"Owl number {i},Ann Lee,2020\n" for i in range(10_000))

    library = read(f'Title,Author,Year\n"Open owl,Ann Lee,2020\n{many}')

    assert len(library) == 10_001
    assert library.papers[0].title == "Open owl"


def test_a_row_with_more_cells_than_headings_is_told() -> None:
    (notice,) = read("Title,Year\nOwls, voles, and snow,2020\n").notices

    assert (notice.line, notice.code) == (2, "row-too-long")


@pytest.mark.parametrize("text", ["a,b,c\n1,2,3\n", "", "Title,Year\n", "Title,Year\n,2020\n"])
def test_a_table_without_papers_says_what_to_do(text: str) -> None:
    with pytest.raises(UnreadableInput, match=r"table.*\.$"):
        read_bytes(text.encode(), file="x.csv")


def test_a_table_is_a_corpus_and_tells_what_it_left_out(tmp_path: Path) -> None:
    path = tmp_path / "owls.csv"
    path.write_text("Title,Year\nOne owl,2020\n,2021\n", "utf-8")

    done = CliRunner().invoke(group, ["corpus", "add", "owls", str(path)])

    assert done.output.splitlines()[-1] == "owls: 1 paper; 1 new, 1 left out"
    assert f"{path}:3: error: A row without a title was left out." in done.output


@given(st.text(st.sampled_from(list('",;\n\t\r aB')), max_size=200))
def test_any_cells_are_read_or_refused(text: str) -> None:
    try:
        library = FORMATS["table"].read(f"Title,Year\n{text}".encode())
    except UnreadableInput as error:
        assert str(error).endswith(".")  # noqa: PT017 - refused is as good as read
    else:
        assert all(paper.title for paper in library.papers)

"""What an entry means: which field says what, in BibTeX and in biblatex."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from pybtex.database.input.bibtex import month_names

from recommender.formats.bibtex.read import read
from recommender.formats.facts import MONTHS
from recommender.papers import Paper


def paper(fields: str, kind: str = "article") -> Paper:
    return read(f"@{kind}{{k, {fields}}}".encode()).papers[0]


def test_the_months_are_those_of_pybtex() -> None:
    assert dict(month_names) == MONTHS


@pytest.mark.parametrize(
    ("fields", "month"),
    [
        ("month = feb", 2),
        ("month = FEB", 2),
        ("month = {Feb.}", 2),
        ("month = {february}", 2),
        ("month = 2", 2),
        ("month = {02}", 2),
        ('month = "3~" # feb', 2),
        ('month = feb # "/" # mar', 2),
        ("month = {Februar}", 2),
        ("month = {février}", 2),
        ("month = {maart}", 3),
        ("month = {2--4}", 2),
        ("date = {2020-02-03}", 2),
        ("date = {2020-02/2020-05}", 2),
        ("date = {3 February 2020}", 2),
        ("date = {2020}", None),
        ("month = {Spring}", None),
        ("month = {2nd quarter}", None),
        ("month = {14}", None),
    ],
)
def test_a_month_is_read_in_the_forms_that_people_write(fields: str, month: int | None) -> None:
    assert paper(fields).month == month


@pytest.mark.parametrize(
    ("kind", "fields", "venue"),
    [
        ("article", "journal = {J \\& K}", "J & K"),
        ("article", "journaltitle = {J}, series = {S}", "J"),
        ("inproceedings", "booktitle = {Meeting}, series = {LNCS}, publisher = {P}", "Meeting"),
        ("phdthesis", "school = {University of Lakes}", "University of Lakes"),
        ("report", "institution = {Institute}", "Institute"),
        ("misc", "howpublished = {\\url{https://x.org}}, publisher = {P}", "P"),
        ("misc", "note = {none}", ""),
        ("techreport", "institution = {Lake Institute}, series = {Grey Notes}", "Lake Institute"),
        ("report", "series = {Grey Notes}, organization = {Lake Board}", "Lake Board"),
        ("techreport", "series = {Grey Notes}", "Grey Notes"),
        ("thesis", "school = {University of Lakes}, series = {Grey Notes}", "University of Lakes"),
        (
            "article",
            "journaltitle = {Lakes}, journalsubtitle = {Water and ice}",
            "Lakes: Water and ice",
        ),
        (
            "inproceedings",
            "booktitle = {Meeting}, booksubtitle = {On ice}, booktitleaddon = {Day 2}",
            "Meeting: On ice. Day 2",
        ),
        ("article", "journalsubtitle = {Water and ice}, publisher = {P}", "P"),
    ],
)
def test_the_venue_is_where_it_appeared(kind: str, fields: str, venue: str) -> None:
    assert paper(fields, kind).venue == venue


@pytest.mark.parametrize(
    ("fields", "title"),
    [
        ("title = {Ice}, subtitle = {A study}", "Ice: A study"),
        ("title = {Ice?}, subtitle = {A study}", "Ice? A study"),
        ("title = {Ice}, subtitle = {A study}, titleaddon = {Part two}", "Ice: A study. Part two"),
        ("title = {Ice}, titleaddon = {Review of \\emph{Snow}}", "Ice. Review of Snow"),
        ("title = {Ice: A Study}, subtitle = {A study}", "Ice: A Study"),
        ("subtitle = {A study}", "A study"),
    ],
)
def test_a_subtitle_belongs_to_the_title(fields: str, title: str) -> None:
    assert paper(fields, "book").title == title


@pytest.mark.parametrize(
    ("fields", "year"),
    [
        ("date = {-0876}", -876),
        ("date = {-0043-03-15/-0042}", -43),
        ("date = {y-17000}", -17000),
        ("year = {-44}", -44),
        ("year = {44 BC}", -43),
        ("year = {987}", 987),
        ("date = {0987-05}", 987),
        ("year = {c. 870}", 870),
        ("year = {AD 79}", 79),
        ("year = {199X}", 1990),
        ("date = {20uu}", 2000),
        ("date = {19XX-XX}", 1900),
        ("year = {199?}", 1990),
        ("date = {1995~/1997?}", 1995),
        ("date = {../1995}", 1995),
        ("year = {1988--1990}", 1988),
        ("year = {in press}", None),
        ("date = {unknown}, year = {2001}", 2001),
    ],
)
def test_a_year_is_read_in_the_forms_that_people_write(fields: str, year: int | None) -> None:
    assert paper(fields).year == year


@pytest.mark.parametrize(
    ("fields", "identifier"),
    [
        ("doi = {10/GfxK6d}", ("doi", "10/gfxk6d")),
        ("url = {https://doi.org/10/gfxk6d}", ("doi", "10/gfxk6d")),
        ("url = {https://doi.org/gfxk6d}, doi = {10.5555/abc}", ("doi", "10.5555/abc")),
        (r"doi = {10.5555/ring{\\_}14}", ("doi", "10.5555/ring_14")),
        (r"doi = {10.5555/ring\\_14}", ("doi", "10.5555/ring_14")),
        (r"doi = {10.5555/ring{\textbackslash}{\_}14}", ("doi", "10.5555/ring_14")),
        (r"doi = {10.5555/ring$\backslash$\_14}", ("doi", "10.5555/ring_14")),
        (r"doi = {10.5555/ring{{\_}}14}", ("doi", "10.5555/ring_14")),
        ("doi = {https://doi.org/10.5555/ABC}", ("doi", "10.5555/abc")),
        ("note = {doi: 10.5555/abc.}", ("doi", "10.5555/abc")),
        ("eprint = {2001.01234v3}", ("arxiv", "2001.01234")),
        ("eprint = {arXiv:hep-th/9901001}, eprinttype = {arxiv}", ("arxiv", "hep-th/9901001")),
        ("volume = {abs/2001.01234}, journal = {CoRR}", ("arxiv", "2001.01234")),
        ("eprint = {123}, eprinttype = {pubmed}", ("pmid", "123")),
        ("url = {https://openreview.net/forum?id=aB_cd-1}", ("openreview", "aB_cd-1")),
        ("arxivId = {2001.01234}", ("arxiv", "2001.01234")),
        ("arxiv = {arXiv:2001.01234v2}", ("arxiv", "2001.01234")),
        ("isbn = {0-306-40615-2}", ("isbn", "9780306406157")),
    ],
)
def test_an_identifier_is_found_where_programs_put_it(
    fields: str, identifier: tuple[str, str]
) -> None:
    assert identifier in paper(fields).identifiers


def test_an_address_is_found_in_words_and_signs_round_it() -> None:
    assert paper("howpublished = {Found at: \\url{http://x.org/a_b}.}").url == "http://x.org/a_b"
    assert paper("url = {<http://x.org/a_b>}").url == "http://x.org/a_b"


def test_invisible_characters_are_no_part_of_a_name() -> None:
    assert paper("\u200btitle = {One}").title == "One"


@pytest.mark.parametrize("equals", ["==", ":=", " = = ", " :="])
def test_signs_round_an_equals_sign_cost_no_field(equals: str) -> None:
    library = read(f"@misc{{a, note={{x}}, title{equals}{{One}}, year=2020}}".encode())

    assert (library.papers[0].title, library.papers[0].year) == ("One", 2020)


def test_windows_quotes_in_what_is_called_latin1_are_read() -> None:
    library = read(b"% Encoding: ISO8859_1\n@misc{a, title={\x93Gr\xfc\xdfe\x94}}\n")

    assert (library.papers[0].title, library.encoding) == ("“Grüße”", "cp1252")


def test_an_eprint_elsewhere_is_not_arxiv() -> None:
    assert paper("eprint = {hal-01234567}, eprinttype = {hal}").arxiv == ""
    assert paper("eprint = {2001.01234}, eprinttype = {jstor}").arxiv == ""


def test_all_fields_are_kept_by_their_name_in_small_letters() -> None:
    found = paper("TITLE = {A {Title}}, Custom-Field = {x}, Author = {Ann Lee}")

    assert found.fields == {"title": "A Title", "custom-field": "x", "author": "Ann Lee"}


def test_a_library_knows_its_file_its_bytes_and_the_place_of_each_entry() -> None:
    source = b"% mine\r\n@misc{a}\r\n\r\n@misc{a}\r\n"
    library = read(source, file="refs.bib")

    assert library.source == source
    assert [(e.file, e.position, e.line) for e in library.entries] == [
        ("refs.bib", 0, 2),
        ("refs.bib", 1, 4),
    ]
    assert {n.file for n in library.notices} == {"refs.bib"}


def test_libraries_are_read_in_threads_without_mixing_their_notices() -> None:
    sources = [f"@misc{{k{i}, author = {{A, b, c, d{i}}}}}\n".encode() * (i + 1) for i in range(16)]
    alone = [read(source) for source in sources]

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(read, sources)) == alone


CHINESE = "@misc{k, title = {湖泊与冰的研究}, author = {王伟 and Hill, Ann}}\n"
OTHERS = (
    ("cp1252", "Étude «à glace» d’été, Müller und Søn"),
    ("cp1251", "О льде северных озёр и рек"),
    ("koi8-r", "О льде северных озёр и рек"),
    ("cp1253", "Μελέτη για τις λίμνες του βορρά"),
    ("cp1250", "Żółta gęś na łące"),
    ("euc-kr", "호수의 얼음에 관한 연구 그리고 북쪽 강의 변화에 대한 긴 보고서와 기록"),
    ("euc-jp", "湖の氷に関する研究とその変化について"),
    ("shift_jis", "湖の氷に関する研究とその変化について"),
    ("big5", "湖泊與冰的研究以及北方河流"),
)


@pytest.mark.parametrize("codec", ["gb2312", "gbk", "gb18030"])
def test_chinese_text_without_a_header_is_read(codec: str) -> None:
    library = read(CHINESE.encode(codec))

    assert (library.papers[0].title, library.encoding) == ("湖泊与冰的研究", "gb18030")
    assert "GB18030" in library.notices[0].message


@pytest.mark.parametrize(("codec", "title"), OTHERS)
def test_text_in_another_encoding_is_not_taken_for_chinese(codec: str, title: str) -> None:
    library = read(f"@misc{{k, title = {{{title}}}}}\n".encode(codec))

    assert library.encoding != "gb18030"


def test_letters_that_a_declared_encoding_lacks_are_told() -> None:
    source = "% Encoding: GBK\n@misc{k, title = {深度}}\n".encode("gbk") + b"\xff\n"
    library = read(source)

    assert library.papers[0].title == "深度"
    assert "could not be read" in library.notices[0].message


HEADERS = (
    "GBK",
    "GB2312",
    "GB18030",
    "Big5",
    "Shift_JIS",
    "EUC_JP",
    "EUC_KR",
    "ISO8859_1",
    "Cp1252",
)


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize(
    "title", ["深度学习", "湖の氷に関する研究", "호수의 얼음", "Price of €5 “lakes”"]
)
def test_a_header_does_not_make_utf_8_text_unreadable(header: str, title: str) -> None:
    library = read(f"% Encoding: {header}\n@misc{{k, title = {{{title}}}}}\n".encode())

    assert (library.papers[0].title, library.encoding) == (title, "utf-8")
    assert [n.code for n in library.notices] == ["encoding-header-wrong"]


@pytest.mark.parametrize("header", ["ISO8859_1", "Cp1252", "Cp1251", "KOI8_R"])
def test_a_header_of_one_byte_does_not_make_accents_unreadable(header: str) -> None:
    library = read(f"% Encoding: {header}\n@misc{{k, title = {{Über Bäume}}}}\n".encode())

    assert library.papers[0].title == "Über Bäume"
    assert [n.code for n in library.notices] == ["encoding-header-wrong"]


@pytest.mark.parametrize(("before", "after"), [(1_950, 0), (0, 2_900)])
@pytest.mark.parametrize("farther", [0, 200])
def test_a_header_is_looked_for_at_the_ends_of_a_file(
    before: int, after: int, farther: int
) -> None:
    """The first 2,000 bytes, and the last 3,000, where Emacs has its local variables."""
    header = "% Local Variables:\n% coding: koi8-r\n% End:\n" if after else "% Encoding: KOI8_R\n"
    entry = "@misc{k, title = {Лёд}}\n"
    front = "%\n" * ((before + farther) // 2 if before else 5_000)
    back = "%\n" * ((after + farther) // 2 if after else 5_000)
    source = f"{front}{header}{back}" if before else f"{front}{entry}{header}{back}"
    library = read((source + entry if before else source).encode("koi8-r"))

    assert (library.encoding == "koi8-r") is (farther == 0)


def test_editors_beside_an_organisation_keep_the_parts_of_their_names() -> None:
    names = "{Fund for Owls} and de la King, Jr., Ann"
    [paper] = read(f"@book{{k, title = {{Owls}}, editor = {{{names}}}}}".encode()).papers

    assert paper.fields["editor"] == names

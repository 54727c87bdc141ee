"""EndNote's XML and Zotero's RDF, and what no XML is read with."""

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
from recommender.papers import Person

STYLE = '<style face="normal" font="default" size="100%">'
ENDNOTE = f"""\
<?xml version="1.0" encoding="UTF-8" ?><xml><records><record><database name="o.enl" path="o.enl">\
o.enl</database><source-app name="EndNote" version="20.4">EndNote</source-app><rec-number>7\
</rec-number><ref-type name="Journal Article">17</ref-type><contributors><authors><author>\
{STYLE}Berg, Ida Marie</style></author><author>{STYLE}de la Cruz, Juan</style></author></authors>\
</contributors><titles><title>{STYLE}Barn owls and </style><style face="italic" font="default" \
size="100%">Microtus</style>{STYLE} of wet meadows</style></title><secondary-title>\
{STYLE}Journal of Owls</style></secondary-title></titles>\
<periodical><full-title>{STYLE}Journal of Owls</style>\
</full-title><abbr-1>J Owls</abbr-1></periodical><pages>{STYLE}1123-1131</style></pages><volume>\
{STYLE}12</style></volume><number>{STYLE}3</style></number><keywords><keyword>{STYLE}owls</style>\
</keyword><keyword>voles</keyword></keywords><dates><year>{STYLE}2021</style></year><pub-dates>\
<date>{STYLE}Mar 5</style></date></pub-dates></dates><isbn>0101-0202</isbn><accession-num>34999001\
</accession-num><abstract>{STYLE}We counted voles &lt; 9 &amp; owls.</style></abstract><urls>\
<related-urls><url>https://owls.example/77</url></related-urls></urls><electronic-resource-num>\
{STYLE}10.5555/owls.2021.77</style></electronic-resource-num><remote-database-name>PubMed\
</remote-database-name></record>
<record><rec-number>8</rec-number><ref-type name="Book">6</ref-type></record>
<record><rec-number>9</rec-number><ref-type name="Book Section">5</ref-type>\
<contributors><authors><author>Lee, Ann</author></authors>\
<secondary-authors><author>Hale, Rae</author></secondary-authors>\
</contributors><titles><title>Voles under snow</title><secondary-title>The Book of Snow\
</secondary-title></titles><dates><year>2020</year></dates></record>
</records></xml>
"""
RDF = """\
<rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:z="http://www.zotero.org/namespaces/export#"
 xmlns:dcterms="http://purl.org/dc/terms/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:bib="http://purl.org/net/biblio#"
 xmlns:foaf="http://xmlns.com/foaf/0.1/"
 xmlns:vcard="http://nwalsh.com/rdf/vCard#"
 xmlns:prism="http://prismstandard.org/namespaces/1.2/basic/">
    <bib:Article rdf:about="https://owls.example/77">
        <z:itemType>journalArticle</z:itemType>
        <dcterms:isPartOf rdf:resource="urn:issn:0101-0202"/>
        <bib:authors><rdf:Seq>
            <rdf:li><foaf:Person><foaf:surname>de la Cruz</foaf:surname>
              <foaf:givenName>Juan</foaf:givenName></foaf:Person></rdf:li>
            <rdf:li><foaf:Person><foaf:surname>Owl Group</foaf:surname></foaf:Person></rdf:li>
        </rdf:Seq></bib:authors>
        <dc:subject>owls</dc:subject>
        <dc:subject><z:AutomaticTag><rdf:value>voles</rdf:value></z:AutomaticTag></dc:subject>
        <dc:title>Barn owls of wet meadows</dc:title>
        <dcterms:abstract>We counted voles.</dcterms:abstract>
        <dc:date>2021-03-05</dc:date>
        <z:language>en</z:language>
        <bib:pages>1123-1131</bib:pages>
        <dc:identifier><dcterms:URI><rdf:value>https://owls.example/77</rdf:value></dcterms:URI>
        </dc:identifier>
        <dc:description>PMID: 34999001
Citation Key: cruz2021</dc:description>
    </bib:Article>
    <bib:Journal rdf:about="urn:issn:0101-0202">
        <dc:title>Journal of Owls</dc:title>
        <prism:volume>12</prism:volume>
        <prism:number>3</prism:number>
        <dc:identifier>DOI 10.5555/owls.2021.77</dc:identifier>
        <dc:identifier>ISSN 0101-0202</dc:identifier>
    </bib:Journal>
    <bib:BookSection rdf:about="#item_2">
        <z:itemType>bookSection</z:itemType>
        <dcterms:isPartOf><bib:Book><dc:title>The Book of Snow</dc:title>
          <dc:identifier>ISBN 978-3-16-148410-0</dc:identifier></bib:Book></dcterms:isPartOf>
        <dc:publisher><foaf:Organization><vcard:adr><vcard:Address><vcard:locality>Oslo\
</vcard:locality></vcard:Address></vcard:adr><foaf:name>Owl Press</foaf:name></foaf:Organization>
        </dc:publisher>
        <dc:title>Voles under snow</dc:title>
    </bib:BookSection>
    <bib:Thesis rdf:about="#item_3">
        <z:itemType>thesis</z:itemType>
        <dc:publisher><foaf:Organization><foaf:name>University of Snow</foaf:name>
        </foaf:Organization></dc:publisher>
        <dc:title>Snow</dc:title>
        <z:type>PhD</z:type>
    </bib:Thesis>
    <rdf:Description rdf:about="#item_4"><z:itemType>blogPost</z:itemType></rdf:Description>
    <z:Attachment rdf:about="#item_5"><z:itemType>attachment</z:itemType>
      <dc:title>PDF</dc:title></z:Attachment>
    <z:Collection rdf:about="#collection_1"><dc:title>Winter</dc:title>
      <dcterms:hasPart rdf:resource="#item_2"/></z:Collection>
</rdf:RDF>
"""
BOMB = """\
<?xml version="1.0"?>
<!DOCTYPE xml [<!ENTITY a "owls"><!ENTITY b "&a;&a;&a;&a;">]>
<xml><records><record><titles><title>&b;</title></titles></record></records></xml>
"""
OUTSIDE = BOMB.replace('<!ENTITY a "owls">', '<!ENTITY a SYSTEM "file:///etc/hostname">')


def read(text: str, file: str = "") -> Library:
    return read_bytes(text.encode(), file=file)


@pytest.mark.parametrize(
    ("text", "name"), [(ENDNOTE, "endnote-xml"), (RDF, "zotero-rdf"), (BOMB, "endnote-xml")]
)
@pytest.mark.parametrize("file", ["", "x.txt", "x.xml", "x.rdf", "x", "x.bib"])
@pytest.mark.parametrize("before", ["", "\ufeff", "<!-- a --><!-- b -->"])
def test_xml_is_told_by_its_root(text: str, name: str, file: str, before: str) -> None:
    source = (before if text is RDF or before == "\ufeff" else "") + text

    assert format_of(source.encode(), file).name == name


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16"])
def test_endnote_gives_every_fact(codec: str) -> None:
    text = ENDNOTE.replace("UTF-8", "UTF-16" if codec == "utf-16" else "UTF-8")

    paper = read_bytes(text.encode(codec)).papers[0]

    assert (paper.type, paper.title) == ("article", "Barn owls and Microtus of wet meadows")
    assert paper.authors == (
        Person(family="Berg", given="Ida Marie"),
        Person(prefix="de la", family="Cruz", given="Juan"),
    )
    assert (paper.year, paper.month, paper.venue) == (2021, 3, "Journal of Owls")
    assert (paper.doi, paper.pmid) == ("10.5555/owls.2021.77", "34999001")
    assert (paper.url, paper.keywords) == ("https://owls.example/77", ("owls", "voles"))
    assert paper.abstract == "We counted voles < 9 & owls."
    assert dict(paper.fields) == {
        **{"volume": "12", "number": "3", "pages": "1123-1131", "issn": "0101-0202"},
        "shortjournal": "J Owls",
    }


def test_endnote_gives_chapters_and_tells_the_line_of_what_it_left_out() -> None:
    library = read(ENDNOTE)

    assert [entry.line for entry in library.entries] == [1, 3]
    assert (library.papers[1].type, library.papers[1].venue) == ("incollection", "The Book of Snow")
    assert library.papers[1].fields["editor"] == "Hale, Rae"
    assert [(n.line, n.severity) for n in library.notices] == [(2, "error")]


def test_zotero_rdf_gives_every_fact() -> None:
    paper = read(RDF).papers[0]

    assert (paper.key, paper.type, paper.venue) == ("cruz2021", "article", "Journal of Owls")
    assert paper.authors == (
        Person(prefix="de la", family="Cruz", given="Juan"),
        Person(family="Owl Group"),
    )
    assert (paper.title, paper.abstract) == ("Barn owls of wet meadows", "We counted voles.")
    assert (paper.year, paper.month, paper.language) == (2021, 3, "en")
    assert (paper.doi, paper.pmid) == ("10.5555/owls.2021.77", "34999001")
    assert (paper.url, paper.keywords) == ("https://owls.example/77", ("owls", "voles"))
    assert dict(paper.fields) == {
        **{"volume": "12", "number": "3", "pages": "1123-1131", "issn": "0101-0202"}
    }


def test_zotero_rdf_gives_chapters_theses_and_collections() -> None:
    library = read(RDF)
    _, chapter, thesis = library.papers

    assert (chapter.type, chapter.venue, chapter.isbn) == (
        *("incollection", "The Book of Snow"),
        "9783161484100",
    )
    assert (chapter.fields["publisher"], chapter.fields["address"]) == ("Owl Press", "Oslo")
    assert (thesis.type, thesis.venue) == ("phdthesis", "University of Snow")
    assert [entry.collections for entry in library.entries] == [(), ("Winter",), ()]
    assert [n.severity for n in library.notices] == ["error"]


@pytest.mark.parametrize(
    "text", [BOMB, OUTSIDE, BOMB.replace("<xml>", RDF).replace("xml [", "a [")]
)
def test_entities_are_refused(text: str) -> None:
    with pytest.raises(UnreadableInput, match=r"x\.xml declares entities, .* export it again"):
        read(text, "x.xml")


def test_entities_that_html_names_are_read() -> None:
    text = ENDNOTE.replace("<xml>", '<!DOCTYPE xml SYSTEM "http://owls.example/e.dtd"><xml>')

    paper = read(text.replace("Barn owls and ", "Barn owls &eacute; and ")).papers[0]

    assert paper.title.startswith("Barn owls é and")


def test_a_broken_file_keeps_what_stood_before_and_tells_the_line() -> None:
    library = read(ENDNOTE[: ENDNOTE.index("</titles><dates><year>2020")])

    assert len(library) == 1
    assert library.notices[-1].line == 4 - 1
    assert "broken here" in library.notices[-1].message


@pytest.mark.parametrize("text", ["<xml><records></records></xml>", "<a>" * 5_000, "<xml><reco"])
@pytest.mark.parametrize("name", ["endnote-xml", "zotero-rdf"])
def test_xml_without_papers_is_refused_in_a_sentence(text: str, name: str) -> None:
    with pytest.raises(UnreadableInput, match=r"\.$"):
        FORMATS[name].read(text.encode(), file="x.xml")


def test_control_characters_are_no_reason_to_lose_a_record() -> None:
    assert len(read(ENDNOTE.replace("Barn", "Bar\x02n"))) == 2


@pytest.mark.parametrize(("text", "suffix"), [(ENDNOTE, "xml"), (RDF, "rdf")])
def test_xml_is_a_corpus_and_tells_what_it_left_out(tmp_path: Path, text: str, suffix: str) -> None:
    path = tmp_path / f"owls.{suffix}"
    path.write_text(text, "utf-8")

    done = CliRunner().invoke(group, ["corpus", "add", "owls", str(path)])

    assert "1 left out" in done.output.splitlines()[-1]
    assert f"{path}:" in done.output


@given(st.lists(st.sampled_from(["<record>", "</record>", "<title>", "</title>", "a", "&b;", "<"])))
def test_any_elements_are_read_or_refused(parts: list[str]) -> None:
    for name in ("endnote-xml", "zotero-rdf"):
        try:
            FORMATS[name].read(("<xml>" + "".join(parts)).encode())
        except UnreadableInput as error:
            assert str(error).endswith(".")  # noqa: PT017 - refused is as good as read

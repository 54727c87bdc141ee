"""Feeds of arXiv, of publishers and of anybody, read without a network."""

from __future__ import annotations

import socket
import sys
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

ARXIV = """\
<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">
  <title type="html">ArXiv Query: search_query=all:owls</title>
  <id>http://arxiv.org/api/x</id>
  <entry>
    <id>http://arxiv.org/abs/2103.01234v2</id>
    <updated>2022-04-05T00:00:00Z</updated>
    <published>2021-03-02T18:00:00Z</published>
    <title>Barn owls &lt; voles of
  wet meadows</title>
    <summary>  We counted voles
below nine roosts.
</summary>
    <author><name>Ida Marie Berg</name><arxiv:affiliation>Owl U</arxiv:affiliation></author>
    <author><name>Ann van der Lee</name></author>
    <arxiv:doi>10.5555/Owls.77</arxiv:doi>
    <arxiv:comment>9 pages, 2 figures</arxiv:comment>
    <arxiv:journal_ref>Owl Studies 12 (2021)</arxiv:journal_ref>
    <link href="http://arxiv.org/abs/2103.01234v2" rel="alternate" type="text/html"/>
    <link title="pdf" href="http://arxiv.org/pdf/2103.01234v2" rel="related"/>
    <arxiv:primary_category term="q-bio.PE" scheme="http://arxiv.org/schemas/atom"/>
    <category term="q-bio.PE" scheme="http://arxiv.org/schemas/atom"/>
    <category term="stat.AP" scheme="http://arxiv.org/schemas/atom"/>
  </entry>
  <entry><id>http://arxiv.org/abs/2103.01235v1</id><title></title></entry>
</feed>
"""
DAILY = """\
<?xml version='1.0' encoding='UTF-8'?>
<rss xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:dc="http://purl.org/dc/elements/1.1/" \
version="2.0"><channel><title>q-bio updates</title>
<item><title>Voles under snow</title><link>https://arxiv.org/abs/2103.01236</link>
<description>arXiv:2103.01236v1 Announce Type: new
Abstract: We dug for voles.</description>
<guid isPermaLink="false">oai:arXiv.org:2103.01236v1</guid><category>q-bio.PE</category>
<pubDate>Mon, 02 Mar 2026 00:00:00 -0500</pubDate><arxiv:announce_type>new</arxiv:announce_type>
<dc:creator>Ann Lee, Bo Hill</dc:creator></item></channel></rss>
"""
JOURNAL = """\
<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/">
<channel rdf:about="https://owls.example"><title>Owls: current issue</title>
<prism:publicationName>Owl Studies</prism:publicationName></channel>
<item rdf:about="https://owls.example/1"><title>Voles under snow</title>
<link>https://owls.example/1</link>
<description><![CDATA[<p>We dug for <i>voles</i>.</p>]]></description>
<dc:creator><![CDATA[Lee, A. B., Hill, C.]]></dc:creator><dc:date>2021-03-05</dc:date>
<dc:identifier>doi:10.5555/Owls.78</dc:identifier><prism:volume>12</prism:volume>
<prism:number>3</prism:number><prism:startingPage>7</prism:startingPage>
<prism:endingPage>9</prism:endingPage></item></rdf:RDF>
"""
PUBLISHER = """\
<rss version="2.0"><channel><title>Owls</title><item><title><![CDATA[Voles under snow]]></title>
<description><![CDATA[<p>Publication date: March 2021</p><p><b>Source:</b> Owls, Volume 12</p>\
<p>Author(s): Ann Lee, Bo Hill</p>]]></description><link>https://owls.example/1</link></item>
</channel></rss>
"""


def read(text: str) -> Library:
    return read_bytes(text.encode())


@pytest.mark.parametrize("text", [ARXIV, DAILY, JOURNAL, PUBLISHER])
@pytest.mark.parametrize("file", ["", "x.xml", "x.txt", "x", "x.rdf", "x.atom"])
def test_a_feed_is_told_by_its_root(text: str, file: str) -> None:
    assert format_of(text.encode(), file).name == "feed"


def test_arxiv_gives_its_own_elements() -> None:
    paper = read(ARXIV).papers[0]

    assert (paper.key, paper.arxiv) == ("arXiv:2103.01234", "2103.01234")
    assert paper.title == "Barn owls < voles of wet meadows"
    assert paper.authors == (
        Person(family="Berg", given="Ida Marie"),
        Person(prefix="van der", family="Lee", given="Ann"),
    )
    assert (paper.year, paper.month, paper.doi) == (2021, 3, "10.5555/owls.77")
    assert (paper.venue, paper.type) == ("Owl Studies 12 (2021)", "article")
    assert paper.abstract == "We counted voles below nine roosts."
    assert paper.keywords == ("q-bio.PE", "stat.AP")
    assert dict(paper.fields) == {"primaryclass": "q-bio.PE", "note": "9 pages, 2 figures"}


def test_an_entry_without_a_title_is_told_with_its_line() -> None:
    library = read(ARXIV)

    assert [entry.line for entry in library.entries] == [5]
    assert [(n.line, n.severity) for n in library.notices] == [(25, "error")]


def test_the_daily_list_of_arxiv_has_the_date_of_the_paper() -> None:
    (paper,) = read(DAILY).papers

    assert (paper.arxiv, paper.year, paper.abstract) == ("2103.01236", 2021, "We dug for voles.")
    assert [person.family for person in paper.authors] == ["Lee", "Hill"]


def test_the_feed_of_a_journal_gives_volume_and_pages() -> None:
    (paper,) = read(JOURNAL).papers

    assert (paper.venue, paper.year, paper.doi) == ("Owl Studies", 2021, "10.5555/owls.78")
    assert paper.abstract == "We dug for voles."
    assert paper.authors == (
        Person(family="Lee", given="A. B."),
        Person(family="Hill", given="C."),
    )
    assert dict(paper.fields) == {"volume": "12", "number": "3", "pages": "7-9"}


def test_what_stands_in_the_place_of_an_abstract_is_none() -> None:
    (paper,) = read(PUBLISHER).papers

    assert (paper.title, paper.abstract) == ("Voles under snow", "")
    assert [person.family for person in paper.authors] == ["Lee", "Hill"]


@pytest.mark.usefixtures("no_network")
@pytest.mark.parametrize("source", [b"http://owls.example/feed", b"/etc/hostname", ARXIV.encode()])
def test_nothing_that_a_feed_names_is_opened(source: bytes) -> None:
    try:
        papers = FORMATS["feed"].read(source).papers
    except UnreadableInput as error:
        assert "holds no paper as a feed" in str(error)  # noqa: PT017 - an address is no feed
    else:
        assert len(papers) == 1


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        pytest.fail("a network was asked for")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)


def test_entities_are_refused() -> None:
    bomb = ARXIV.replace("<feed", '<!DOCTYPE feed [<!ENTITY a "owls">]><feed')

    with pytest.raises(UnreadableInput, match="declares entities"):
        read(bomb)


def test_a_broken_feed_keeps_what_can_be_read_and_tells() -> None:
    library = read(ARXIV[: ARXIV.index("<arxiv:primary")])

    assert [paper.arxiv for paper in library.papers] == ["2103.01234"]
    assert [n.code for n in library.notices] == ["feed-broken"]


def test_a_long_broken_feed_is_read_up_to_the_break() -> None:
    many = "".join(f"<entry><title>Owl {i}</title></entry>\n" for i in range(5_000))
    library = read(f'<feed xmlns="http://www.w3.org/2005/Atom">\n{many}<entry><title>Voles & ')

    assert len(library) == 5_000
    assert [(n.line, n.severity) for n in library.notices] == [(5_002, "error")]
    assert library.entries[-1].line == 5_001


def test_without_its_extra_a_feed_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "feedparser", None)

    with pytest.raises(UnreadableInput, match=r"pip install 'bib-recommender\[feeds\]'"):
        read(ARXIV)


def test_a_feed_is_a_corpus_and_tells_what_it_left_out(tmp_path: Path) -> None:
    path = tmp_path / "owls"
    path.write_text(ARXIV, "utf-8")

    done = CliRunner().invoke(group, ["corpus", "add", "owls", str(path)])

    assert done.output.splitlines()[-1] == "owls: 1 paper; 1 new, 1 left out"
    assert f"{path}:25: error: An entry without a title was left out." in done.output


@given(
    st.lists(
        st.sampled_from(
            ["<feed>", "<item>", "<entry>", "</entry>", "<title>", "</title>", "a", "&"]
        )
    )
)
def test_any_elements_are_read_or_refused(parts: list[str]) -> None:
    try:
        FORMATS["feed"].read("".join(parts).encode())
    except UnreadableInput as error:
        assert str(error).endswith(".")  # noqa: PT017 - refused is as good as read

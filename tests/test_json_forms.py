"""JSON as services and lists give it: each form as a list, an answer, and a line each."""

from __future__ import annotations

import json
from typing import Any

import pytest

from recommender.errors import UnreadableInput
from recommender.formats import FORMATS, read_bytes
from recommender.library import Library
from recommender.papers import Paper

ABSTRACT = "Owls hear voles in the forest by their facial discs."
OPENALEX = {
    "id": "https://openalex.org/W10",
    "display_name": "Owls in loops",
    "publication_year": 2024,
    "type": "article",
    "authorships": [{"author": {"display_name": n}} for n in ("Ann Lee", "Berg, Ida")],
    "abstract_inverted_index": {word: [i] for i, word in enumerate(ABSTRACT.split())},
}
SEMANTIC_SCHOLAR = {
    "paperId": "e" * 40,
    "title": "Owls in loops",
    "abstract": ABSTRACT,
    "year": 2024,
    "authors": [{"authorId": "1", "name": "Ann Lee"}, {"authorId": "2", "name": "Berg, Ida"}],
    "externalIds": {"CorpusId": 11},
    "references": [{"paperId": "f" * 40, "title": "Another"}],
}
CROSSREF = {
    "DOI": "10.5555/cr.9",
    "type": "journal-article",
    "title": ["Owls in loops"],
    "author": [{"given": "Ann", "family": "Lee"}, {"given": "Ida", "family": "Berg"}],
    "issued": {"date-parts": [[2024]]},
    "abstract": f"<jats:p>{ABSTRACT}</jats:p>",
    "reference": [{"key": "1", "article-title": "Another"}],
}
OPENREVIEW = {
    "id": "abcDEF1234",
    "forum": "abcDEF1234",
    "content": {
        "title": {"value": "Owls in loops"},
        "abstract": {"value": ABSTRACT},
        "authors": {"value": ["Ann Lee", "Ida Berg"]},
        "venue": {"value": "OwlConf 2024 Poster"},
        "venueid": {"value": "owls.cc/OwlConf/2024/Conference"},
    },
}
OPENREVIEW_1 = {
    "id": "abcDEF1234",
    "forum": "abcDEF1234",
    "cdate": 1_717_200_000_000,
    "content": {"title": "Owls in loops", "abstract": ABSTRACT, "authors": ["Ann Lee", "Ida Berg"]},
}
DBLP = {
    "authors": {
        "author": [{"@pid": "1", "text": "Ann Lee 0001"}, {"@pid": "2", "text": "Ida Berg"}]
    },
    "title": "Owls in loops.",
    "venue": "OwlConf",
    "year": "2024",
    "type": "Conference and Workshop Papers",
    "key": "conf/owls/LeeB24",
    "ee": "https://doi.org/10.5555/owls.1",
    "url": "https://dblp.org/rec/conf/owls/LeeB24",
}
ARXIV = {
    "id": "2401.99991",
    "title": "Owls in\n  loops",
    "abstract": ABSTRACT,
    "authors": "Ann Lee and Ida Berg",
    "update_date": "2024-02-01",
}
ARXIV_PACKAGE = {
    "entry_id": "http://arxiv.org/abs/2401.99991v2",
    "title": "Owls in loops",
    "summary": ABSTRACT,
    "authors": [{"name": "Ann Lee"}, {"name": "Ida Berg"}],
    "published": "2024-01-01T00:00:00Z",
}
PAPER_LIST = {
    "title": "Owls in loops",
    "status": "Poster",
    "site": "https://openreview.net/forum?id=abcDEF1234",
    "keywords": "owls;loops",
    "abstract": ABSTRACT,
    "author": "Ann Lee;Ida Berg",
    "bibtex": "@inproceedings{lee,\nbooktitle={OwlConf},\nyear={2024}\n}",
}
EUROPE_PMC = {
    "id": "12345678",
    "pmid": "12345678",
    "title": "Owls in loops",
    "authorString": "Lee A, Berg I.",
    "authorList": {
        "author": [
            {"fullName": "Lee A", "firstName": "Ann", "lastName": "Lee"},
            {"fullName": "Berg I", "firstName": "Ida", "lastName": "Berg"},
        ]
    },
    "journalInfo": {"journal": {"title": "Owl Letters"}},
    "pubYear": "2024",
    "abstractText": ABSTRACT,
}
BIORXIV = {
    "doi": "10.1101/2024.01.01.99999",
    "title": "Owls in loops",
    "authors": "Lee, A.; Berg, I.;",
    "date": "2024-01-02",
    "server": "bioRxiv",
    "abstract": ABSTRACT,
}
SPRINGER = {
    "title": "Owls in loops",
    "creators": [{"creator": "Lee, Ann"}, {"creator": "Berg, Ida"}],
    "publicationName": "Owl Letters",
    "publicationDate": "2024-03-01",
    "abstract": ABSTRACT,
    "url": [{"format": "", "value": "https://example.org/x"}],
}
HAL = {
    "title_s": ["Owls in loops"],
    "abstract_s": [ABSTRACT],
    "authFullName_s": ["Ann Lee", "Ida Berg"],
    "producedDate_tdate": "2024-01-01T00:00:00Z",
}
WRAPPED: dict[str, tuple[dict[str, Any], tuple[Any, ...]]] = {
    "openalex": (OPENALEX, ("results",)),
    "semantic scholar": (SEMANTIC_SCHOLAR, ("data",)),
    "semantic scholar's recommendations": (SEMANTIC_SCHOLAR, ("recommendedPapers",)),
    "semantic scholar's citations": ({"contexts": [], "citedPaper": SEMANTIC_SCHOLAR}, ("data",)),
    "crossref": (CROSSREF, ("message", "items")),
    "openreview": (OPENREVIEW, ("notes",)),
    "openreview, version 1": (OPENREVIEW_1, ("notes",)),
    "dblp": ({"@score": "2", "info": DBLP}, ("result", "hits", "hit")),
    "arxiv": (ARXIV, ("papers",)),
    "arxiv package": (ARXIV_PACKAGE, ("entries",)),
    "daily papers": ({"paper": {**ARXIV_PACKAGE, "id": "2401.99991"}}, ("items",)),
    "paper list": (PAPER_LIST, ("papers",)),
    "europe pmc": (EUROPE_PMC, ("resultList", "result")),
    "biorxiv": (BIORXIV, ("collection",)),
    "springer": (SPRINGER, ("records",)),
    "hal": (HAL, ("response", "docs")),
    "elasticsearch": ({"_id": "1", "_source": PAPER_LIST}, ("hits", "hits")),
}
EVERY = pytest.mark.parametrize(("item", "way"), WRAPPED.values(), ids=list(WRAPPED))


def wrapped(items: list[Any], way: tuple[str, ...]) -> dict[str, Any]:
    value: Any = items
    for name in reversed(way):
        value = {"total": len(items), "next": None, name: value}
    return {"status": "ok", **value}


def read(text: str, name: str = "x.json") -> Library:
    return read_bytes(text.encode(), file=name)


def holds(paper: Paper) -> bool:
    people = [(p.family, p.given[:1]) for p in paper.authors]
    return (paper.title, people, paper.year) == (
        *("Owls in loops", [("Lee", "A"), ("Berg", "I")], 2024),
    )


@EVERY
@pytest.mark.parametrize("indent", [None, 1])
def test_a_list_and_an_answer_are_read_with_all_facts(
    item: dict[str, Any], way: tuple[str, ...], indent: int | None
) -> None:
    for value in ([item, item], wrapped([item, item], way)):
        library = read(json.dumps(value, indent=indent))

        assert len(library) == 2
        assert all(map(holds, library.papers))
        assert library.notices == ()


@EVERY
@pytest.mark.parametrize("name", ["x.jsonl", "x.json", "x.ndjson", "x"])
def test_records_and_answers_are_read_a_line_each(
    item: dict[str, Any], way: tuple[str, ...], name: str
) -> None:
    for values in ([item, item], [wrapped([item], way)] * 2):
        library = read("\n".join(map(json.dumps, values)) + "\n", name)

        assert [entry.line for entry in library.entries] == [1, 2]
        assert all(map(holds, library.papers))


@EVERY
def test_one_record_and_joined_answers_are_read(item: dict[str, Any], way: tuple[str, ...]) -> None:
    page = wrapped([item], way)

    assert [holds(p) for p in read(json.dumps(item, indent=1)).papers] == [True]
    assert [holds(p) for p in read(json.dumps([page, page], indent=1)).papers] == [True, True]


def test_the_facts_of_each_form_are_found() -> None:
    def one(item: object) -> Paper:
        [paper] = read(json.dumps([item])).papers
        return paper

    note, hit = one(OPENREVIEW), one({"info": DBLP})
    assert (note.key, note.openreview, note.venue) == (
        *("OpenReview:abcDEF1234", "abcDEF1234", "OwlConf 2024 Poster"),
    )
    assert (hit.key, hit.type, hit.venue, hit.doi) == (
        *("DBLP:conf/owls/LeeB24", "inproceedings", "OwlConf", "10.5555/owls.1"),
    )
    assert one(PAPER_LIST).keywords == ("owls", "loops")
    assert (one(PAPER_LIST).venue, one(PAPER_LIST).openreview) == ("OwlConf", "abcDEF1234")
    assert (one(EUROPE_PMC).pmid, one(EUROPE_PMC).venue) == ("12345678", "Owl Letters")
    assert (one(BIORXIV).doi, one(BIORXIV).venue) == ("10.1101/2024.01.01.99999", "bioRxiv")
    assert (one(SPRINGER).url, one(SPRINGER).month) == ("https://example.org/x", 3)
    assert (one(ARXIV_PACKAGE).arxiv, one(ARXIV_PACKAGE).abstract) == ("2401.99991", ABSTRACT)


@pytest.mark.parametrize(
    "authors",
    [
        ["Ann Lee", "Ida Berg"],
        ["Lee, Ann", "Berg, Ida"],
        ["Ann Lee 0001", "Ida Berg 0002"],
        [{"name": "Ann Lee"}, {"name": "Berg, Ida"}],
        [{"given": "Ann", "family": "Lee"}, {"first_name": "Ida", "last_name": "Berg"}],
        "Ann Lee; Ida Berg",
        "Lee, Ann; Berg, Ida",
        "Ann Lee and Ida Berg",
        "Lee, Ann and Berg, Ida",
        "Ann Lee, Ida Berg",
        "Ann Lee, and Ida Berg",
        {"authors": [{"full_name": "Ann Lee"}, {"full_name": "Ida Berg"}]},
    ],
    ids=str,
)
@pytest.mark.parametrize("name", ["authors", "author", "Authors", "paper_authors"])
def test_authors_are_read_in_every_form(authors: object, name: str) -> None:
    [paper] = read(json.dumps([{"title": "Owls", name: authors, "year": 2024}])).papers

    assert [(p.given, p.family) for p in paper.authors] == [("Ann", "Lee"), ("Ida", "Berg")]


def test_what_is_no_paper_is_told_by_its_line() -> None:
    library = read('[\n{"paperId": "1", "title": "A"},\nnull,\n7,\n{"theme": "dark"}\n]')

    assert [p.title for p in library.papers] == ["A"]
    assert [(n.line, n.severity) for n in library.notices] == [
        *((3, "error"), (4, "error"), (5, "error")),
    ]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{"settings": {"theme": "dark"}, "total": 0}', "an object with settings and total"),
        ('{"settings": {"title": "My page"}, "hits": []}', "an object with settings and hits"),
        ('{"menu": [{"title": "Home"}, {"title": "About"}]}', "an object with menu"),
        ("[]", "an empty list"),
        ("[1, 2]", "a list of 2 × 1"),
        ('[{"a": 1}]', "a list of 1 × an object with a"),
    ],
)
def test_json_without_papers_is_refused_with_what_it_is(text: str, what: str) -> None:
    with pytest.raises(UnreadableInput, match=what):
        read(text)


def test_lists_that_have_names_or_titles_are_read() -> None:
    titles = [{"title": "Owls"}, {"title": "Voles"}]
    for value in (
        {"title": "My list", "papers": titles},
        {"lee2024": {"title": "Owls", "year": 2024}, "berg2023": {"title": "Voles", "year": 2023}},
        {"references": titles, "version": 3},
    ):
        assert [p.title for p in read(json.dumps(value, indent=1)).papers] == ["Owls", "Voles"]


def test_records_under_their_keys_keep_them() -> None:
    library = read('{"lee2024": {"title": "Owls", "year": 2024}, "b": {"title": "C", "year": 2}}')

    assert [p.key for p in library.papers] == ["lee2024", "b"]


def test_lines_of_items_in_an_answer_are_those_of_the_file() -> None:
    text = json.dumps(wrapped([CROSSREF, CROSSREF], ("message", "items")), indent=1)
    begins = [
        i for i, line in enumerate(text.split("\n"), 1) if line.strip() == '"DOI": "10.5555/cr.9",'
    ]

    assert [entry.line for entry in read(text).entries] == [line - 1 for line in begins]


def test_an_answer_that_is_cut_off_is_read_as_far_as_it_goes() -> None:
    text = json.dumps(wrapped([CROSSREF, CROSSREF], ("message", "items")), indent=1)

    library = read(text[: text.rindex('"issued"')])

    assert [holds(p) for p in library.papers] == [True]
    assert [n.severity for n in library.notices] == ["error"]


@pytest.mark.parametrize("form", ["csl-json", "json-lines"])
@pytest.mark.parametrize("depth", [20, 300, 900, 100_000])
def test_nesting_is_read_or_refused(form: str, depth: int) -> None:
    for text in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth, "[" * depth):
        with pytest.raises(UnreadableInput):
            FORMATS[form].read(text.encode())


SOURCE = {"display_name": "Journal of Owls", "issn_l": "0101-0202", "type": "journal"}
AT_ARXIV = "http://arxiv.org/abs/2401.99991"
BOTH = ["JournalArticle", "Conference"]
OWLS = [{"display_name": "Owls"}, {"keyword": "Voles"}]
FACTS: list[tuple[dict[str, Any], dict[str, Any], str, object]] = [
    (OPENALEX, {"primary_location": {"source": SOURCE}}, "venue", "Journal of Owls"),
    (OPENALEX, {"primary_location": {"source": SOURCE}}, "issn", "0101-0202"),
    (OPENALEX, {"host_venue": {"display_name": "Journal of Owls"}}, "venue", "Journal of Owls"),
    (OPENALEX, {"primary_location": {"source": {"type": "conference"}}}, "type", "inproceedings"),
    (OPENALEX, {"primary_location": {"landing_page_url": "https://a.org/1"}}, "url", "https://a.org/1"),
    (OPENALEX, {"publication_year": None, "publication_date": "2023-04-05"}, "year", 2023),
    (OPENALEX, {"publication_date": "2024-04-05"}, "month", 4),
    (OPENALEX, {"ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/123"}}, "pmid", "123"),
    (OPENALEX, {"ids": {"pmcid": "https://ncbi.nlm.nih.gov/pmc/PMC1234"}}, "pmcid", "PMC1234"),
    (OPENALEX, {"locations": [{"landing_page_url": AT_ARXIV}]}, "arxiv", "2401.99991"),
    (OPENALEX, {"biblio": {"volume": "3", "issue": "4"}}, "volume", "3"),
    (OPENALEX, {"biblio": {"volume": "3", "issue": "4"}}, "number", "4"),
    (OPENALEX, {"biblio": {"first_page": "7", "last_page": "9"}}, "pages", "7-9"),
    (OPENALEX, {"biblio": {"first_page": "7", "last_page": "7"}}, "pages", "7"),
    (OPENALEX, {"keywords": OWLS}, "keywords", ("Owls", "Voles")),
    (OPENALEX, {"language": "en"}, "language", "en"),
    (OPENALEX, {}, "openalex", "W10"),
    (SEMANTIC_SCHOLAR, {}, "s2", "11"),
    (SEMANTIC_SCHOLAR, {"externalIds": {"PubMed": "123"}}, "pmid", "123"),
    (SEMANTIC_SCHOLAR, {"externalIds": {"PubMedCentral": "1234"}}, "pmcid", "PMC1234"),
    (SEMANTIC_SCHOLAR, {"externalIds": {"ArXiv": "2401.99991"}}, "arxiv", "2401.99991"),
    (SEMANTIC_SCHOLAR, {"externalIds": {"DOI": "10.5555/A"}}, "doi", "10.5555/a"),
    (SEMANTIC_SCHOLAR, {"journal": {"name": "J. Owls", "volume": "3"}}, "type", "article"),
    (SEMANTIC_SCHOLAR, {"journal": {"name": "J. Owls", "volume": "3"}}, "venue", "J. Owls"),
    (SEMANTIC_SCHOLAR, {"journal": {"name": "J. Owls", "volume": "3"}}, "volume", "3"),
    (SEMANTIC_SCHOLAR, {"journal": {"pages": " 7 - 9 "}}, "pages", "7-9"),
    (SEMANTIC_SCHOLAR, {"venue": "Owls", "journal": {"name": "J. Owls"}}, "venue", "Owls"),
    (SEMANTIC_SCHOLAR, {"publicationTypes": BOTH}, "type", "inproceedings"),
    (SEMANTIC_SCHOLAR, {"publicationTypes": ["Book Section"]}, "type", "incollection"),
    (SEMANTIC_SCHOLAR, {"publicationDate": "2024-04-05"}, "month", 4),
    (SEMANTIC_SCHOLAR, {"s2FieldsOfStudy": [{"category": "Owls"}]}, "keywords", ("Owls",)),
    (DBLP, {}, "title", "Owls in loops"),
    (DBLP, {}, "doi", "10.5555/owls.1"),
    (DBLP, {"volume": "abs/2401.99991"}, "arxiv", "2401.99991"),
    (DBLP, {"ee": "https://openreview.net/forum?id=abcDEF1234"}, "openreview", "abcDEF1234"),
    (DBLP, {"volume": "3"}, "volume", "3"),
    (DBLP, {"number": "4"}, "number", "4"),
    (DBLP, {"pages": "7-9"}, "pages", "7-9"),
    (DBLP, {"publisher": "Owl Press"}, "publisher", "Owl Press"),
    (DBLP, {"type": "Journal Articles"}, "type", "article"),
    (DBLP, {"type": "Informal and Other Publications"}, "type", "misc"),
    (DBLP, {"ee": None}, "url", "https://dblp.org/rec/conf/owls/LeeB24"),
    (OPENREVIEW, {}, "year", 2024),
    (OPENREVIEW, {"cdate": 1_400_000_000_000}, "year", 2024),
    (OPENREVIEW_1, {}, "year", 2024),
    (OPENREVIEW, {}, "venue", "OwlConf 2024 Poster"),
    (OPENREVIEW, {}, "type", "inproceedings"),
    (OPENREVIEW_1, {}, "type", "misc"),
    (ARXIV, {}, "venue", "arXiv"),
    (ARXIV, {"journal-ref": "J. Owls 3"}, "venue", "J. Owls 3"),
    (ARXIV, {"journal-ref": "J. Owls 3"}, "type", "article"),
    (ARXIV, {"doi": "10.5555/A"}, "doi", "10.5555/a"),
    (ARXIV, {"categories": "cs.LG cs.AI"}, "keywords", ("cs.LG", "cs.AI")),
    (ARXIV, {}, "year", 2024),
    (ARXIV, {"id": "math/9112001"}, "year", 1991),
    (ARXIV, {"id": "math/0012001"}, "year", 2000),
    (ARXIV, {"versions": [{"created": "Mon, 2 Oct 2023 10:00:00 GMT"}]}, "month", 10),
]  # fmt: skip


@pytest.mark.parametrize(("form", "more", "name", "value"), FACTS)
def test_each_member_tells_its_fact(
    form: dict[str, Any], more: dict[str, Any], name: str, value: object
) -> None:
    [paper] = read(json.dumps([form | more])).papers

    assert (getattr(paper, name) if hasattr(paper, name) else paper.fields.get(name)) == value

"""What records are compared by: identifiers, places, abstracts; which version is best."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

from recommender.papers import Paper, Person
from recommender.works import Works, best, marks, pairs
from recommender.works.marks import abstracts_alike
from recommender.works.preprints import is_archive_doi, is_preprint_doi, without_version

IDENTIFIERS = [
    (Paper(doi="10.5555/x.1"), ("doi", "10.5555/x.1")),
    (Paper(url="https://doi.org/10.5555/X.1"), ("doi", "10.5555/x.1")),
    (Paper(arxiv="2001.01234"), ("arxiv", "2001.01234")),
    (Paper(url="https://arxiv.org/abs/2001.01234v2"), ("arxiv", "2001.01234")),
    (Paper(doi="10.48550/arxiv.2001.01234"), ("arxiv", "2001.01234")),
    (Paper(pmid="123"), ("pmid", "123")),
    (Paper(url="https://pubmed.ncbi.nlm.nih.gov/123/"), ("pmid", "123")),
    (Paper(openreview="abCD-12"), ("openreview", "abCD-12")),
    (Paper(url="https://openreview.net/forum?id=abCD-12"), ("openreview", "abCD-12")),
    (Paper(fields={"pmcid": "PMC1234"}), ("pmcid", "PMC1234")),
    (Paper(url="https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1234/"), ("pmcid", "PMC1234")),
    (Paper(url="https://aclanthology.org/P19-1001.pdf"), ("acl", "p19-1001")),
    *(
        (Paper(type=kind, isbn="9780306406157"), ("isbn", "9780306406157"))
        for kind in ("book", "mvbook", "collection", "mvcollection", "proceedings", "manual")
    ),
]
PREPRINTS = """
10.1101/2020.01.01.123456 10.64898/2026.01.02.123456 10.48550/arxiv.2001.01234 10.2139/ssrn.123456
10.3386/w12345 10.3386/t0123 10.21203/rs.3.rs-12345/v1 10.20944/preprints202001.0001.v1
10.26434/chemrxiv-2020-abc 10.33774/coe-2020-abc 10.22541/au.12345 10.1002/essoar.10501234.1
10.36227/techrxiv.12345 10.7287/peerj.preprints.123 10.2196/preprints.12345
10.31219/osf.io/abcde 10.31223/x5abcd 10.31234/osf.io/abcde 10.31235/osf.io/abcde 10.32942/x2abcd
10.35542/osf.io/abcde 10.32388/abcdef 10.5194/acp-2019-12 10.5194/egusphere-2022-1
10.5194/acpd-9-1-2009 10.5194/essd-2020-1 10.1596/1813-9450-1234
"""
PUBLISHED = """
10.1101/gr.123456 10.5194/acp-20-1-2020 10.5194/essd-9-1-2017 10.5194/gmd-9-1-2016 10.2139/other.1
10.3386/b1234 10.1002/joc.123 10.2196/12345 10.7554/elife.12345 10.5555/x.1
"""
ARCHIVES = """
10.5281/zenodo.123 10.6084/m9.figshare.1 10.17605/osf.io/abcde 10.13140/rg.2.1.1 10.17863/cam.1
10.17615/abcd 10.7916/d8abc
"""
VERSIONS = [
    ("10.21203/rs.3.rs-12345/v12", "10.21203/rs.3.rs-12345"),
    ("10.20944/preprints202001.0001.v1", "10.20944/preprints202001.0001"),
    ("10.1101/2020.01.01.123456v2.full", "10.1101/2020.01.01.123456"),
    ("10.31234/osf.io/abcde_v1", "10.31234/osf.io/abcde"),
    ("10.7554/elife.12345.2", "10.7554/elife.12345"),
    ("10.12688/f1000research.123.2", "10.12688/f1000research.123"),
    ("10.5555/x.v1", "10.5555/x.v1"),
    ("10.5555/x.1", "10.5555/x.1"),
]


@pytest.mark.parametrize(("paper", "identifier"), IDENTIFIERS)
def test_a_work_is_known_by_its_identifiers_wherever_they_stand(
    paper: Paper, identifier: tuple[str, str]
) -> None:
    assert identifier in marks(paper).identifiers


@pytest.mark.parametrize("kind", ["incollection", "inbook", "inproceedings", "article", "misc"])
def test_the_isbn_of_what_is_no_book_is_that_of_another_work(kind: str) -> None:
    assert marks(Paper(type=kind, isbn="9780306406157")).identifiers == frozenset()


def test_the_chapters_of_one_book_are_works_of_their_own() -> None:
    chapters = [
        Paper(type=kind, isbn="9780306406157", title=title, authors=(Person(family="Lee"),))
        for kind in ("incollection", "inbook", "inproceedings")
        for title in (f"One {kind} on rain", f"Another {kind} on snow")
    ]

    assert pairs(chapters) == ([], [])
    assert Works(chapters[:1]).find(chapters[1]) is None


@pytest.mark.parametrize("doi", PREPRINTS.split())
def test_a_preprint_server_is_known_by_its_doi(doi: str) -> None:
    assert is_preprint_doi(doi)
    assert marks(Paper(doi=doi, venue="Journal")).preprint


@pytest.mark.parametrize("doi", PUBLISHED.split())
def test_a_published_work_is_known_by_its_doi(doi: str) -> None:
    assert not marks(Paper(doi=doi, arxiv="2001.01234", type="unpublished")).preprint


@pytest.mark.parametrize("doi", ARCHIVES.split())
def test_the_doi_of_an_archive_leaves_it_to_the_rest_of_a_record(doi: str) -> None:
    assert is_archive_doi(doi)
    assert marks(Paper(doi=doi, arxiv="2001.01234")).preprint
    assert not marks(Paper(doi=doi, venue="Journal of Winds")).preprint


@pytest.mark.parametrize(("doi", "work"), VERSIONS)
def test_the_versions_of_a_work_share_a_doi(doi: str, work: str) -> None:
    assert without_version(doi) == work


def words(first: int, last: int) -> str:
    """Return a text of made-up words, each another and of four letters."""
    letters = ((i // 676, i // 26 % 26, i % 26) for i in range(first, last))
    return " ".join("x" + "".join(chr(97 + n) for n in each) for each in letters)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ((0, 10), (5, 10), True),
        ((0, 10), (5, 11), None),
        ((0, 8), (6, 8), None),
        ((0, 8), (6, 9), False),
        ((0, 20), (4, 120), True),
        ((0, 20), (5, 120), False),
        ((0, 19), (0, 120), False),
        ((0, 0), (0, 9), None),
    ],
    ids=[
        *("half is shared", "less than half", "a quarter", "less than a quarter"),
        *("four fifths of twenty words", "less than that", "of nineteen words", "one says nothing"),
    ],
)
def test_abstracts_are_alike_by_the_words_that_they_share(
    one: tuple[int, int], other: tuple[int, int], alike: bool | None
) -> None:
    assert abstracts_alike(words(*one), words(*other)) is alike
    assert abstracts_alike(words(*other), words(*one)) is alike


@pytest.mark.parametrize(("n_same", "alike"), [(40, False), (400, True)])
def test_abstracts_are_compared_up_to_two_thousand_characters(n_same: int, alike: bool) -> None:
    same = words(0, n_same)
    one, other = (f"{same} {words(start, start + 2000)}" for start in (4000, 8000))

    assert abstracts_alike(one, other) is alike


def test_fifty_records_of_one_title_are_compared_and_no_more() -> None:
    title = "A Very Particular Study of Winds over Lakes"
    papers = [Paper(title=title, authors=(Person(family=name),)) for name in words(0, 51).split()]
    works = Works(papers)

    assert works.find(papers[49]) == (49, "same")
    assert works.find(papers[50]) is None


Qualities = tuple[bool, bool, bool, bool]


def version(qualities: Sequence[bool]) -> Paper:
    """Return a version of a work that is published, has a DOI, is newer, and has an abstract."""
    published, has_doi, newer, has_abstract = qualities
    return Paper(
        title="Owls",
        venue="Journal of Owls" if published else "",
        arxiv="2001.01234",
        doi=("10.5555/owls" if published else "10.48550/arxiv.2001.01234") if has_doi else "",
        year=2021 if newer else 2020,
        abstract="Owls hear." if has_abstract else "",
    )


@pytest.mark.parametrize("one", [*product([False, True], repeat=4)])
def test_the_best_version_is_published_then_citable_then_newest_then_fullest(
    one: Qualities,
) -> None:
    for other in product([False, True], repeat=4):
        assert best([version(one), version(other)]) == (0 if one >= other else 1)

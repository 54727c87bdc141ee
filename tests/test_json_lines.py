"""OpenAlex, arXiv, Semantic Scholar and plain records, a JSON object a line, become papers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from recommender.errors import UnreadableInput
from recommender.formats import FORMATS
from recommender.formats.json import arxiv, openalex, semantic_scholar
from recommender.formats.json import lines as json_lines
from recommender.formats.json.bounded import MAX_TEXT
from recommender.notices import Notice
from recommender.papers import Paper, Person

OPENALEX: dict[str, Any] = {
    "id": "https://openalex.org/W4385245566",
    "doi": "https://doi.org/10.48550/arXiv.1912.00001",
    "title": "Counting <i>sparse</i> features &amp; pairs",
    "publication_year": 2019,
    "publication_date": "2019-12-02",
    "type": "preprint",
    "language": "en",
    "primary_location": {
        "landing_page_url": "https://example.org/w",
        "source": {"display_name": "Journal of Counting", "type": "journal"},
    },
    "locations": [{"landing_page_url": "https://arxiv.org/abs/1912.00001v2"}],
    "authorships": [
        {"author": {"display_name": "Ada van der Byte"}},
        {"author": None, "raw_author_name": "B. Word"},
    ],
    "abstract_inverted_index": {"We": [0], "count": [1, 3], "and": [2], "again.": [4]},
    "keywords": [{"display_name": "Counting", "score": 0.8}],
    "biblio": {"volume": "3", "issue": None, "first_page": "1", "last_page": "9"},
    "ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/123456"},
}
ARXIV: dict[str, Any] = {
    "id": "hep-th/9901001",
    "title": 'On the index of\n  Schr\\"odinger operators',
    "abstract": "  We bound $\\alpha$ in a\nlattice.\n",
    "authors_parsed": [["Grün", "A. B.", ""], ["Doe", "J.", "Jr.", "MIT"], ["ATLAS", "", ""]],
    "categories": "hep-th math-ph",
    "journal-ref": "J. Index 12 (1999) 3-9",
    "doi": "10.1000/xyz.7",
    "versions": [{"version": "v1", "created": "Fri, 1 Jan 1999 10:00:00 GMT"}],
}
DATASET: dict[str, Any] = {
    "corpusid": 77,
    "externalids": {"ArXiv": "2001.00002", "DOI": "10.1000/ABC", "PubMed": None, "MAG": "5"},
    "title": "Ranking papers",
    "authors": [{"authorId": "1", "name": "Li Wei"}],
    "venue": "Conf. Rank.",
    "year": 2020,
    "s2fieldsofstudy": [{"category": "Computer Science", "source": "external"}],
    "publicationtypes": ["JournalArticle", "Conference"],
    "publicationdate": "2020-03-04",
    "journal": {"name": "Rank", "pages": "1 - 7", "volume": "8"},
}


def line(found: object) -> bytes:
    return json.dumps(found).encode()


def test_an_openalex_work_becomes_a_paper() -> None:
    paper = json_lines.paper(line(OPENALEX))

    assert paper == Paper(
        key="W4385245566",
        type="misc",
        title="Counting sparse features & pairs",
        authors=(
            Person(given="Ada", prefix="van der", family="Byte"),
            Person(given="B.", family="Word"),
        ),
        year=2019,
        month=12,
        venue="Journal of Counting",
        abstract="We count and count again.",
        keywords=("Counting",),
        doi="10.48550/arxiv.1912.00001",
        arxiv="1912.00001",
        pmid="123456",
        url="https://example.org/w",
        language="en",
        fields={"openalex": "W4385245566", "volume": "3", "pages": "1-9"},
    )


def test_an_arxiv_record_becomes_a_paper_without_tex() -> None:
    paper = json_lines.paper(line(ARXIV))

    assert (paper.key, paper.arxiv) == ("arXiv:hep-th/9901001", "hep-th/9901001")
    assert paper.title == "On the index of Schrödinger operators"
    assert paper.abstract == "We bound α in a lattice."
    assert [str(person) for person in paper.authors] == ["A. B. Grün", "J. Doe, Jr.", "ATLAS"]
    assert (paper.type, paper.venue, paper.year, paper.month) == (
        "article",
        ARXIV["journal-ref"],
        1999,
        1,
    )
    assert paper.keywords == ("hep-th", "math-ph")


def test_a_record_of_a_semantic_scholar_dataset_becomes_a_paper() -> None:
    paper = json_lines.paper(line(DATASET))

    assert (paper.key, paper.type, paper.doi, paper.arxiv) == (
        *("S2:77", "inproceedings", "10.1000/abc", "2001.00002"),
    )
    assert (paper.year, paper.month, paper.venue) == (2020, 3, "Conf. Rank.")
    assert paper.fields == {"s2": "77", "volume": "8", "pages": "1-7"}


def test_an_answer_of_the_semantic_scholar_api_becomes_the_same_paper() -> None:
    answer = {
        **{"paperId": "f" * 40, "externalIds": {"CorpusId": 77}, "title": "Ranking papers"},
        **{"abstract": "We rank.", "fieldsOfStudy": ["Computer Science"]},
        **{"publicationVenue": {"name": "Ranking Conference"}, "authors": [{"name": "Li Wei"}]},
    }

    paper = json_lines.paper(line(answer))

    assert (paper.key, paper.venue, paper.abstract) == ("S2:77", "Ranking Conference", "We rank.")


def test_a_plain_record_becomes_a_paper() -> None:
    found = {"id": 12, "title": "T", "authors": ["Ada Byte", {"name": "B. Word"}], "year": "1999"}

    paper = json_lines.paper(line(found))

    assert (paper.key, paper.year, len(paper.authors)) == ("12", 1999, 2)


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (b"{", "not JSON"),
        (b'{"title": "\xff"}', "not JSON"),
        (b"1", "not a JSON object"),
        (b"[1]", "a list of 1"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"title": ' + b"9" * 5000 + b"}", "not JSON"),
        (b'{"a": 1}', "an object with a, and no paper"),
        (b'{"corpusid": 1}', "neither title nor abstract"),
    ],
)
def test_a_broken_line_is_reported_with_its_number_and_left_out(broken: bytes, reason: str) -> None:
    lines = [line(ARXIV), b"", broken, line(DATASET)]

    found = list(json_lines.papers(lines, file="x.jsonl"))

    numbers, results = zip(*found, strict=True)
    assert numbers == (1, 3, 4)
    assert isinstance(results[1], Notice)
    assert results[1].line == 3
    assert reason in results[1].message


@pytest.mark.parametrize(
    "strange", [None, 3, -1.5, True, "x", [], {}, [[]], [{}], [None], {"a": {}}]
)
@pytest.mark.parametrize("record", [OPENALEX, ARXIV, DATASET])
def test_fields_of_strange_types_are_as_if_absent(record: dict[str, Any], strange: object) -> None:
    for name in record:
        changed = {**record, name: strange}
        for module in (openalex, arxiv, semantic_scholar):
            assert isinstance(module.paper(changed), Paper)


def test_an_abstract_of_impossible_positions_stays_small() -> None:
    index = {"a": [0, -5, 10**12, "x", None], "b": list(range(1, 100_000))}

    assert len(openalex.abstract(index)) <= MAX_TEXT + 3


def test_halves_of_characters_are_replaced() -> None:
    paper = json_lines.paper(rb'{"title": "a \ud800 b \ud83d\ude00"}')

    assert paper.title.encode() == "a ? b 😀".encode()


def test_a_file_without_any_paper_is_unreadable() -> None:
    with pytest.raises(UnreadableInput, match="no paper"):
        FORMATS["json-lines"].read(b'{"a": 1}\n', file="x.jsonl")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("$\\ell_1$ regression and $k$-means", "ℓ₁ regression and k-means"),
        (
            "Growth of <i>E. coli</i> in H<sub>2</sub>O &amp; salt",
            "Growth of E. coli in H₂O & salt",
        ),
        ("When a<b and c>d hold, at $5 to $10", "When a<b and c>d hold, at $5 to $10"),
        ("Sets {a, b} of 50% --- and more", "Sets {a, b} of 50% --- and more"),
        ('Schr\\"odinger\n operators', "Schrödinger operators"),
    ],
)
def test_titles_and_abstracts_are_read_as_a_person_reads_them(written: str, read: str) -> None:
    words = {word: [i] for i, word in enumerate(written.split())}
    records = (
        {"title": written, "abstract": written},
        {"corpusid": 7, "title": written, "abstract": written},
        {"id": "https://openalex.org/W1", "title": written, "abstract_inverted_index": words},
    )

    for found in map(json_lines.paper, map(line, records)):
        assert (found.title, found.abstract) == (read, read)


MEASURE = """
import resource, sys
from recommender.formats.json.lines import records
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
with open(sys.argv[1], "rb") as stream:
    for number, found in records(stream, file="x.jsonl"):
        print(number, type(found).__name__, getattr(found, "severity", "") or found.title)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
LONG = 100_000_000
SHORT = b'\n{"title": "After the flood"}\n'
FLOODS: dict[str, tuple[tuple[bytes, int, bytes], list[str]]] = {
    "a line of 100 MB": (
        (b'{"title": "', LONG, b'"}'),
        ["1 Notice error", "2 Paper After the flood"],
    ),
    "brackets without end": (
        (b"[", LONG, b""),
        ["1 Notice error", "2 Paper After the flood"],
    ),
}
UNFOLDED: dict[str, tuple[dict[str, Any], list[str]]] = {
    "one long word at many places": (
        {"abstract_inverted_index": {"a" * 1_000_000: list(range(20_000))}},
        ["1 Notice error", "1 Paper Owls", "2 Paper After the flood"],
    ),
    "many places of one word": (
        {"abstract_inverted_index": {"a": [7] * 4_000_000}},
        ["1 Paper Owls", "2 Paper After the flood"],
    ),
    "a million authors": (
        {"authorships": [{"author": {"display_name": "A B"}}] * 200_000},
        ["1 Paper Owls", "2 Paper After the flood"],
    ),
    "a whole text": (
        {"abstract_inverted_index": {f"w{i}": [i] for i in range(200_000)}},
        ["1 Notice error", "1 Paper Owls", "2 Paper After the flood"],
    ),
}
MAX_MEMORY_KB = 400_000  # of what the longest line that is read may take when it is decoded


def measured(path: Path) -> tuple[list[str], int]:
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, path], capture_output=True, text=True, check=True
    )
    *told, memory = done.stdout.splitlines()
    return told, int(memory)


@pytest.mark.parametrize(("flood", "told"), FLOODS.values(), ids=list(FLOODS))
def test_a_line_without_end_is_told_and_takes_no_memory(
    tmp_path: Path, flood: tuple[bytes, int, bytes], told: list[str]
) -> None:
    path = tmp_path / "x.jsonl"
    with path.open("wb") as file:
        start, length, end = flood
        file.write(start)
        for _ in range(length // 1_000_000):
            file.write(start[:1] * 1_000_000)
        file.write(end + SHORT)

    found, memory = measured(path)

    assert found == told
    assert memory < LONG // 1024


@pytest.mark.parametrize(("work", "told"), UNFOLDED.values(), ids=list(UNFOLDED))
def test_what_would_unfold_is_cut_and_told(
    tmp_path: Path, work: dict[str, Any], told: list[str]
) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(line({"id": "https://openalex.org/W1", "title": "Owls", **work}) + SHORT)

    found, memory = measured(path)

    assert found == told
    assert memory < MAX_MEMORY_KB

"""Records of one work become one paper; preprint and published form are linked."""

from __future__ import annotations

import gzip
import json
import re
from datetime import date, timedelta
from pathlib import Path

import pytest

from recommender.corpus import Filter, open_corpus
from recommender.corpus.ingest import Added, add
from recommender.corpus.keys import Keys
from recommender.errors import UnknownName, UnreadableInput
from recommender.papers import Paper
from recommender.text.keys import is_key

TODAY = date(2026, 1, 2)
TITLE = "Sparse autoencoders find rare features in language models"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def grow(data: Path, *records: dict[str, object]) -> Added:
    data.mkdir(exist_ok=True)
    (data / "x.jsonl").write_text("\n".join(map(json.dumps, records)))
    return add(data, "mine", [data / "x.jsonl"], today=TODAY)


def record(**changes: object) -> dict[str, object]:
    return {"title": TITLE, "authors": ["Ada Byte"], "year": 2024, **changes}


def test_records_of_one_work_become_one_paper_with_all_that_they_say(data: Path) -> None:
    added = grow(
        data,
        record(doi="10.1000/a", venue="J. Features"),
        record(doi="10.1000/A", abstract="We count features."),
    )

    (paper,) = open_corpus("mine", data=data).papers
    assert (added.counts.new, added.counts.merged) == (1, 1)
    assert (paper.venue, paper.abstract) == ("J. Features", "We count features.")


def test_what_the_first_record_of_a_work_says_goes_before_the_others(data: Path) -> None:
    grow(
        data,
        record(doi="10.1000/a", venue="J. Features", volume="3"),
        record(doi="10.1000/a", venue="Journal of Features", volume="4", pages="7-9", type="book"),
    )

    (paper,) = open_corpus("mine", data=data).papers
    assert (paper.venue, paper.fields["volume"]) == ("J. Features", "3")
    assert paper.fields["pages"] == "7-9"


def test_a_work_of_no_type_has_that_of_another_record(data: Path) -> None:
    grow(
        data,
        record(doi="10.1000/a", type="misc"),
        record(doi="10.1000/a", type="inproceedings"),
        record(doi="10.1000/b", title="Another study of rare features", type="article"),
        record(doi="10.1000/b", title="Another study of rare features", type="inproceedings"),
    )

    assert [p.type for p in open_corpus("mine", data=data).papers] == ["inproceedings", "article"]


def test_a_record_that_tells_more_of_a_known_paper_changes_it_and_keeps_its_key(data: Path) -> None:
    grow(data, record(key="byte2024", doi="10.1000/a"), record(title="Another one", year=2000))

    added = grow(data, record(key="other", doi="10.1000/a", abstract="Zebras are counted."))

    corpus = open_corpus("mine", data=data)
    paper = corpus.papers[corpus.number("byte2024")]
    assert (added.papers, added.counts.new, added.counts.merged) == (2, 0, 1)
    assert paper.abstract == "Zebras are counted."
    assert corpus.index.numbers(["zebra"])[0] >= 0


def test_a_paper_that_is_told_more_of_keeps_the_day_on_which_it_came(data: Path) -> None:
    grow(data, record(doi="10.1000/a"))
    (data / "x.jsonl").write_text(json.dumps(record(doi="10.1000/a", abstract="Zebras.")))
    later = TODAY + timedelta(days=9)
    add(data, "mine", [data / "x.jsonl"], today=later)

    corpus = open_corpus("mine", data=data)
    assert corpus.papers[0].abstract == "Zebras."
    assert corpus.passing(Filter(added_since=TODAY)).tolist() == [True]
    assert corpus.passing(Filter(added_since=later)).tolist() == [False]


def test_the_abstracts_of_semantic_scholar_join_their_papers(data: Path) -> None:
    grow(data, {"corpusid": 7, "title": "Short", "externalids": {}})

    grow(data, {"corpusid": 7, "abstract": "Of zebras."}, {"corpusid": 8, "abstract": "Alone."})

    abstracts = {paper.key: paper.abstract for paper in open_corpus("mine", data=data).papers}
    assert abstracts == {"S2:7": "Of zebras.", "S2:8": "Alone."}


def test_preprint_and_published_form_stay_two_papers_that_know_each_other(data: Path) -> None:
    grow(
        data, record(key="pre", arxiv="2401.00001", venue="arXiv"), record(title="Else", year=1990)
    )
    grow(data, record(key="pub", doi="10.1000/a", venue="J. Features", year=2025))

    corpus = open_corpus("mine", data=data)

    pre, pub = corpus.number("pre"), corpus.number("pub")
    assert corpus.versions(pre) == [pub]
    assert corpus.versions(pub) == [pre]
    assert corpus.versions(3 - pre - pub) == []


def test_links_between_versions_outlive_growth(data: Path) -> None:
    grow(
        data,
        record(key="pre", arxiv="2401.00001", venue="arXiv"),
        record(key="pub", doi="10.1000/a", venue="J. Features", year=2025),
    )
    grow(data, record(key="pre", arxiv="2401.00001", venue="arXiv", abstract="More."))

    corpus = open_corpus("mine", data=data)

    assert corpus.versions(corpus.number("pub")) == [corpus.number("pre")]
    assert corpus.versions(corpus.number("pre")) == [corpus.number("pub")]


def keys_given(data: Path, *own: str) -> list[str]:
    """Return the keys that a corpus gives to papers with these of their own."""
    grow(data, *(record(key=k, title=f"Work {i} of all works here") for i, k in enumerate(own)))
    return [paper.key or "" for paper in open_corpus("mine", data=data).papers]


def test_keys_are_kept_as_they_are_and_found_by_that_spelling(data: Path) -> None:
    own = ["DBLP:conf/x/Byte01", "дуб2004", "Ä+b.c", "x" * 200]

    assert keys_given(data, *own) == own
    assert all(open_corpus("mine", data=data).has(key) for key in own)


def test_keys_are_unique_in_any_case(data: Path) -> None:
    keys = keys_given(data, "Ä/b", "ä/B", "long" * 50, "LONG" * 50)

    assert (keys[0], keys[2]) == ("Ä/b", "long" * 50)
    assert len({key.lower() for key in keys}) == 4
    assert all(map(is_key, keys))


def test_any_number_of_like_papers_have_keys_of_their_own() -> None:
    key_of = Keys()

    made = [key_of(Paper(key="Byte2001", title=TITLE)) for _ in range(30)]

    assert made[0] == "Byte2001"
    assert len({key.lower() for key in made}) == 30
    assert all(map(is_key, made))


@pytest.mark.parametrize("key", ["", "a b", "a,b", "{a}", "x" * 201, "a\x1bb", "a\u202eb"])
def test_what_is_no_key_is_made_one(data: Path, key: str) -> None:
    [made] = keys_given(data, key)

    assert re.fullmatch(r"[A-Za-z0-9:_-]{1,64}", made)


def test_packed_files_are_read_and_cut_ones_refused(data: Path, tmp_path: Path) -> None:
    packed = gzip.compress(
        "\n".join(json.dumps(record(title=f"{TITLE} {i}")) for i in range(50)).encode()
    )
    (tmp_path / "x.jsonl.gz").write_bytes(packed)
    (tmp_path / "cut.jsonl.gz").write_bytes(packed[:-20])

    assert add(data, "mine", [tmp_path / "x.jsonl.gz"], today=TODAY).papers == 50
    with pytest.raises(UnreadableInput, match="ends too early"):
        add(data, "cut", [tmp_path / "cut.jsonl.gz"], today=TODAY)


def test_files_make_a_corpus_that_is_kept_for_the_next_time(data: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps(record()))

    first = open_corpus(path, data=data)
    again = open_corpus(path, data=data)

    assert len(list((data / "cache").iterdir())) == 1
    assert (first.generation, first.name) == (again.generation, "x.jsonl")
    path.write_text(json.dumps(record(title="Another title of a work")))
    assert open_corpus(path, data=data).papers[0].title == "Another title of a work"


def test_the_making_of_a_corpus_tells_how_far_it_is(data: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("\n".join(json.dumps(record(title=f"Work {i} of all")) for i in range(2000)))
    told: list[int] = []

    open_corpus(path, data=data, progress=told.append)
    n_told = len(told)
    open_corpus(path, data=data, progress=told.append)

    assert told == sorted(told)
    assert told[0] < 0.2 * path.stat().st_size < 0.5 * path.stat().st_size < told[-1]
    assert told[-1] < path.stat().st_size
    assert len(told) == n_told > 4  # the second time it was there already


def test_records_of_a_file_that_cannot_be_read_are_told(data: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(f"{json.dumps(record())}\n{{broken\n")

    found = open_corpus(path, data=data)

    assert len(found) == 1
    assert [notice.line for notice in found.notices] == [2]


def test_a_damaged_cache_is_made_again(data: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps(record()))
    open_corpus(path, data=data)
    for array in (data / "cache").rglob("arrays.bin"):
        array.write_bytes(array.read_bytes()[:-1])

    assert len(open_corpus(path, data=data)) == 1
    assert len(open_corpus(path, data=data)) == 1


def test_names_and_files_are_asked_together(data: Path, tmp_path: Path) -> None:
    grow(data, record(key="one"))
    (tmp_path / "y.jsonl").write_text(json.dumps(record(title="A work that is not the first one")))

    corpus = open_corpus("mine", tmp_path / "y.jsonl", data=data)

    assert (corpus.name, len(corpus)) == ("mine, y.jsonl", 2)


def test_the_seeds_are_there_without_any_data_folder(data: Path) -> None:
    assert len(open_corpus()) == 77
    assert open_corpus("seeds", data=data).generation == open_corpus().generation


def test_the_data_folder_may_be_named_by_the_environment(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grow(data, record())
    monkeypatch.setenv("RECOMMENDER_DATA", str(data))

    assert open_corpus("mine").papers[0].title == TITLE


def test_what_is_neither_name_nor_file_is_refused(data: Path) -> None:
    with pytest.raises(UnknownName, match="no corpus and no file nothing"):
        open_corpus("nothing", data=data)

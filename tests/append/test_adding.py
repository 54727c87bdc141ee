"""Papers are added to a user's file: old bytes first, each once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from appended import NEW, OLD
from recommender.append import append
from recommender.formats.bibtex import read
from recommender.papers import Paper, Person


def test_old_bytes_come_first_and_one_entry_is_more(library: Path) -> None:
    done = append(library, [NEW])

    assert library.read_bytes().startswith(OLD + b"\n@article{")
    papers = read(library.read_bytes()).papers
    assert [paper.key for paper in papers] == ["lee2020", "renyi2021"]
    assert papers[1].title == NEW.title
    assert done.added == ((NEW, "renyi2021"),)
    assert (done.already, done.warnings) == ((), ())


def test_the_old_file_is_kept_as_backup(library: Path) -> None:
    done = append(library, [NEW])

    assert done.backup == library.with_name("refs.bib.recommender.bak")
    assert done.backup.read_bytes() == OLD
    assert sorted(library.parent.glob("*.bib*")) == [library, done.backup]


def test_a_backup_that_holds_what_the_file_lost_is_never_written_over(library: Path) -> None:
    for i in range(12):
        library.write_bytes(b"%% edited %d\n" % i + OLD)
        append(library, [NEW])

    kept = [path.read_bytes() for path in library.parent.glob("*.bak*")]
    assert len(kept) == 10
    assert all(b"%% edited %d\n" % i + OLD in kept for i in range(2, 12))


def test_doing_it_twice_adds_nothing_the_second_time(library: Path) -> None:
    append(library, [NEW])
    once = library.read_bytes()

    done = append(library, [NEW])

    assert library.read_bytes() == once
    assert (done.added, done.already, done.backup) == ((), ((NEW, "renyi2021", 3),), None)


def test_a_paper_named_twice_is_added_once(library: Path) -> None:
    assert len(append(library, [NEW, replace(NEW, key="other")]).added) == 1


def test_a_paper_of_the_library_is_told_with_key_and_line(library: Path) -> None:
    title = "Old trees of the northern forest"
    owned = Paper(title=title, authors=(Person(family="Lee"),), year=2020)

    assert append(library, [owned, NEW]).already == ((owned, "lee2020", 1),)


def test_another_version_is_added_with_a_warning(library: Path) -> None:
    library.write_bytes(OLD.replace(b"year", b"doi={10.48550/arXiv.2001.00001}, year"))
    published = Paper(
        type="article",
        title="Old Trees of the Northern Forest",
        authors=(Person(family="Lee", given="Ann"),),
        year=2021,
        venue="J",
        doi="10.5555/trees",
    )

    done = append(library, [published])

    assert len(done.added) == 1
    assert "another version of lee2020, line 1" in done.warnings[0]


TEXTS = [
    *("", "x", "Trees", "and", "%", "{", "}", "\\", "@article{x,", "$x_1$", "王", "é", "a, b"),
    *("<i>x</i>", "`", "10.1/x", "--", "&amp;", "~", '"', "'"),
]


WORDS = st.lists(st.sampled_from(TEXTS), max_size=4).map(" ".join)


ANY = st.builds(
    Paper,
    type=st.sampled_from(["article", "misc", "book"]),
    title=WORDS,
    authors=st.lists(st.builds(Person, family=WORDS, given=WORDS), max_size=2).map(tuple),
    year=st.none() | st.integers(1900, 2030),
    venue=WORDS,
    abstract=WORDS,
    doi=st.sampled_from(["", "10.5555/x_y", "10.5555/z"]),
).filter(lambda paper: paper.title or paper.authors)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ANY, min_size=1, max_size=3))
def test_any_papers_are_added_once(library: Path, papers: list[Paper]) -> None:
    library.write_bytes(OLD)

    first = append(library, papers)
    once = library.read_bytes()
    second = append(library, papers)

    assert once.startswith(OLD)
    assert len(read(once)) == 1 + len(first.added)
    assert second.added == ()
    assert library.read_bytes() == once


def test_new_keys_differ_from_keys_and_aliases_in_any_case(library: Path) -> None:
    library.write_bytes(
        b"@article{RENYI2021, title={A}}\n@article{b, ids={x, renyi2021A}, title={B}}\n"
        b"@article{ives2001, author={Ives, Jo}, title={Old One}, year=2001}\n"
    )

    assert append(library, [NEW]).added[0][1] == "renyi2021b"


COLUMN = Paper(
    type="article",
    title="Letters",
    authors=(Person(family="Rényi", given="Jo"),),
    year=2021,
    venue="Ledger & Ink",
    fields={"volume": "3", "number": "1", "pages": "7--9"},
)


@pytest.mark.parametrize("title", [COLUMN.title, "A very particular study of winds over lakes"])
@pytest.mark.parametrize(("name", "other"), [("volume", "4"), ("number", "2"), ("pages", "17--19")])
def test_works_alike_but_for_a_number_are_all_added(
    library: Path, title: str, name: str, other: str
) -> None:
    one = replace(COLUMN, title=title)
    unlike = replace(one, fields={**one.fields, name: other})

    together = append(library, [one, unlike])
    library.write_bytes(OLD)
    append(library, [one])
    later = append(library, [unlike, one])

    assert [paper for paper, _ in together.added] == [one, unlike]
    assert [paper for paper, _ in later.added] == [unlike]
    assert [paper for paper, _, _ in later.already] == [one]

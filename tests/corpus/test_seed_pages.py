"""Listing pages of the bundled papers have no titles; what they lack is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from recommender.append import append
from recommender.corpus import open_corpus, seeds
from recommender.errors import Conflict
from recommender.papers import Paper, Person

ABSTRACT = " ".join(f"word{i} of a made-up abstract on owls" for i in range(12))
OTHER = " ".join(f"term{i} of another abstract on voles" for i in range(12))
BIB = "@inproceedings{owl2025, title = {Owls at Night}, author = {Berg, Ida}, year = 2025}\n"


@pytest.fixture
def own_seeds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "seeds"
    folder.mkdir()
    for name in seeds.SEED_FILES:
        (folder / name).write_text(BIB if name == seeds.SEED_FILES[0] else "")
    (folder / seeds.HASHES).write_text(f"{seeds.digest(ABSTRACT)} owl2025\n")
    monkeypatch.setattr(seeds, "seeds_dir", lambda: folder)


@pytest.mark.usefixtures("own_seeds")
def test_a_paper_of_a_listing_page_gets_what_its_abstract_tells(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text(f"ICLR 2025\n\n{ABSTRACT.replace('owls', '**owls**')}\n\n{OTHER}\n")

    known, unknown = open_corpus(page).papers

    assert (known.key, known.title, known.authors[0].family) == ("owl2025", "Owls at Night", "Berg")
    assert known.abstract == ABSTRACT
    assert (unknown.title, unknown.authors) == ("", ())


def test_each_hash_is_of_a_bundled_paper(root: Path) -> None:
    lines = (root / "seeds" / seeds.HASHES).read_text(encoding="ascii").splitlines()
    digests, keys = zip(*map(str.split, lines), strict=True)

    assert sorted(keys) == sorted(paper.key or "" for paper in open_corpus("seeds").papers)
    assert len(set(digests)) == len(digests)


def test_the_documents_of_the_seeds_name_all_their_papers(shared: Path) -> None:
    corpus = open_corpus(*sorted((shared / "seeds").glob("*.txt")))

    assert len(corpus) == 77
    assert all(paper.title and paper.authors for paper in corpus.papers)


def test_a_paper_without_title_and_author_is_not_added(tmp_path: Path) -> None:
    path = tmp_path / "refs.bib"
    path.write_text("@misc{a, title = {A}}\n")

    with pytest.raises(Conflict, match="no title and no author"):
        append(path, [Paper(key="bare", abstract=OTHER)])

    assert path.read_text() == "@misc{a, title = {A}}\n"


@pytest.mark.parametrize(
    ("paper", "lacks"),
    [
        (Paper(key="half", title="Owls"), "an author"),
        (Paper(key="half", authors=(Person(family="Berg"),), abstract=OTHER), "a title"),
    ],
)
def test_a_paper_that_lacks_one_of_them_is_added_with_a_warning(
    tmp_path: Path, paper: Paper, lacks: str
) -> None:
    path = tmp_path / "refs.bib"
    path.write_text("")

    assert f"half was added without {lacks}" in append(path, [paper]).warnings[0]

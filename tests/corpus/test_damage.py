"""A corpus that is damaged is never believed, and is repaired where it can be."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest

from grown_corpora import LONG, answer, flip, flip_in, grow, write_anew
from recommender.corpus import open_corpus
from recommender.corpus.registry import home, verify
from recommender.corpus.search import frequent_terms, top_k
from recommender.corpus.storage import manifest
from recommender.corpus.storage.generations import newest_first
from recommender.errors import (
    DamagedStore,
    RecommenderError,
)


def test_verify_names_each_damaged_file_and_the_next_use_repairs(data: Path) -> None:
    grow(data, range(12))
    expected = answer(open_corpus("mine", data=data))
    flip_in(newest_first(home(data, "mine"))[0], "rows.tf")

    damaged = verify(data, "mine")

    assert damaged == ["rows.tf"]
    corpus = open_corpus("mine", data=data)
    assert answer(corpus) == expected
    assert "rows.tf" in corpus.notices[0].message
    assert verify(data, "mine") == []


def test_without_sound_papers_the_generation_before_is_used(data: Path) -> None:
    grow(data, range(12))
    expected = answer(open_corpus("mine", data=data))
    grow(data, range(20))
    flip_in(newest_first(home(data, "mine"))[0], "papers.lines")

    corpus = open_corpus("mine", data=data)

    assert answer(corpus) == expected
    assert "generation before" in corpus.notices[0].message


def test_damage_without_repair_is_one_sentence_with_the_remedy(data: Path) -> None:
    grow(data, range(12))
    flip_in(newest_first(home(data, "mine"))[0], "papers.lines")

    with pytest.raises(DamagedStore, match="corpus remove mine"):
        open_corpus("mine", data=data)


@pytest.mark.parametrize(("size", "is_read"), [(64 << 20, True), ((64 << 20) + 1, False)])
def test_a_corpus_of_up_to_64_mebibytes_is_read_whole_when_it_is_opened(
    data: Path, size: int, is_read: bool
) -> None:
    grow(data, range(12))
    folder = newest_first(home(data, "mine"))[0]
    flip_in(folder, "rows.tf")
    os.truncate(folder / "arrays.bin", size)  # what is behind the arrays takes no place

    assert bool(open_corpus("mine", data=data).notices) is is_read


@pytest.mark.slow
@pytest.mark.parametrize("small", [0, manifest.SMALL_BYTES], ids=["by block", "whole"])
def test_no_flipped_bit_and_no_truncation_gives_a_wrong_answer(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small: int
) -> None:
    monkeypatch.setattr(manifest, "SMALL_BYTES", small)
    monkeypatch.setattr(frequent_terms, "LARGE", 0)  # with a table of common terms, and used
    monkeypatch.setattr(top_k.Search, "_is_dearer", lambda *_: False)
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)  # the machine does not lose power
    grow(data, range(12))
    right = [answer(open_corpus("mine", data=data))]
    grow(data, range(30))
    right.append(answer(open_corpus("mine", data=data)))
    rng = random.Random(5)
    outcomes = {"right": 0, "refused": 0}

    for trial in range(2500 if LONG else 110):
        copy = tmp_path / f"copy{trial}"
        shutil.copytree(data, copy, copy_function=os.link)
        damage(rng, newest_first(home(copy, "mine"))[0])
        outcomes[asked(copy, right)] += 1
        shutil.rmtree(copy)

    assert outcomes["right"] > 4 * outcomes["refused"]


def damage(rng: random.Random, folder: Path) -> None:
    """Flip a bit of some file of a corpus, or cut the file."""
    files = sorted(folder.iterdir(), key=lambda path: path.name)
    weights = [path.stat().st_size + 200 for path in files]
    path = rng.choices([*files, folder.parent / "CURRENT"], [*weights, 200])[0]
    if rng.random() < 0.75:
        flip(path, rng.randrange(path.stat().st_size * 8))
    else:
        write_anew(path, path.read_bytes()[: rng.randrange(path.stat().st_size)])


def asked(data: Path, right: list[list[tuple[str, str, float]]]) -> str:
    """Ask twice: the first may be refused, with a sentence; no answer may be wrong."""
    for _ in range(2):
        try:
            corpus = open_corpus("mine", data=data)
            found = answer(corpus)
        except RecommenderError as error:
            sentence = str(error)
        else:
            assert found in (right if corpus.notices else right[1:])
            return "right"
    assert sentence.endswith(".")
    return "refused"

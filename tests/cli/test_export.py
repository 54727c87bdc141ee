"""`recommender export` and `corpus list`: the papers themselves."""

from __future__ import annotations

from pybtex.database import parse_string

from command import run
from recommender.corpus import open_corpus


def test_export_all_gives_every_seed() -> None:
    done = run("export", "--all")

    assert len(parse_string(done.stdout, "bibtex").entries) == 77


def test_export_gives_the_named_papers_in_that_order() -> None:
    every = list(parse_string(run("export", "--all").stdout, "bibtex").entries)
    keys = [every[40], every[2]]

    done = run("export", *keys)

    assert list(parse_string(done.stdout, "bibtex").entries) == keys


def test_corpus_list_counts_the_seeds() -> None:
    done = run("corpus", "list")

    assert "seeds" in done.stdout
    assert "77" in done.stdout


def test_a_key_that_is_given_twice_is_exported_once() -> None:
    key = open_corpus().papers[0].key or ""

    done = run("export", key, key)

    assert list(parse_string(done.stdout, "bibtex").entries) == [key]

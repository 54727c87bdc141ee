"""`recommender suggest`: what is printed, and what it is asked about."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest
from pybtex.database import parse_string

from command import LIBRARY, run
from recommender import Library, suggest
from recommender.cli.table import markdown, table
from recommender.corpus import build
from recommender.library import Entry
from recommender.papers import Paper, Person


def test_suggest_lists_papers_with_reasons() -> None:
    done = run("suggest", LIBRARY, "-n", "5")

    assert done.returncode == 0
    assert "  1 " in done.stdout
    assert "  5 " in done.stdout
    assert "your" in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("--author", "seyedmorteza", "Zebrafinch"),
        ("--keyword", "sparse autoencoder", "zebrafinch"),
        ("--language", "English", "german"),
        ("--added-since", "2025", "9999-12-31"),
    ],
)
def test_suggest_keeps_to_what_passes_a_filter(
    name: str, good: str, bad: str, tmp_path: Path
) -> None:
    record = {
        "title": "Sparse autoencoders of language models",
        "authors": ["Seyedmorteza Sadat"],
        "keywords": ["sparse autoencoders"],
        "language": "en",
    }
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text(json.dumps(record))

    found, none = (run("suggest", LIBRARY, "-c", str(corpus), name, text) for text in (good, bad))

    assert "Sparse autoencoders of language models" in found.stdout
    assert none.stdout == ""
    assert "passes the filters" in none.stderr


def test_suggest_as_json_has_the_shape_of_the_contract() -> None:
    answer = json.loads(run("suggest", LIBRARY, "-f", "json", "-n", "10").stdout)

    assert len(answer["suggestions"]) == 10
    for s in answer["suggestions"]:
        assert s["in_library"] is None
        assert s["strength"] in {"strong", "fair", "weak"}
        assert 0 <= s["percentile"] <= 100
        assert len(s["why"]["terms"]) >= 3
        assert s["why"]["nearest"][0]["key"]
        assert set(s["why"]["rankers"]) >= {"bm25", "tfidf"}
        assert sum(t["share"] for t in s["why"]["terms"]) + s["why"]["rest"] == pytest.approx(
            s["score"], abs=1e-6
        )


def test_suggest_as_bibtex_is_read_by_strict_pybtex() -> None:
    done = run("suggest", LIBRARY, "-f", "bibtex", "-n", "7")

    assert len(parse_string(done.stdout, "bibtex").entries) == 7


def test_no_suggested_entry_has_a_key_of_the_library(tmp_path: Path) -> None:
    """Pasted into the file they would hide what is there, or be hidden by it."""
    library = tmp_path / "refs.bib"
    library.write_text(
        "@misc{Lee2021, title = {Sparse autoencoders}, author = {Hill, Bo}, year = 2019}\n"
        "@misc{b, ids = {lee2021A, c}, title = {Sparse keys}, author = {Elm, Jo}, year = 2018}\n"
    )
    corpus = tmp_path / "corpus.jsonl"
    papers = (
        {
            "key": "lee2021",
            "title": f"Sparse {word} of models",
            "authors": ["Ann Lee"],
            "year": 2021,
        }
        for word in ("autoencoders", "features", "dictionaries")
    )
    corpus.write_text("\n".join(map(json.dumps, papers)))

    done = run("suggest", str(library), "-c", str(corpus), "-f", "bibtex")

    keys = [key.lower() for key in parse_string(done.stdout, "bibtex").entries]
    assert len(keys) == len({*keys}) == 3
    assert {"lee2021", "b", "lee2021a", "c"}.isdisjoint(keys)
    whole = parse_string(library.read_text() + done.stdout, "bibtex")
    assert len(whole.entries) == 5


def test_a_library_comes_from_the_standard_input_too() -> None:
    text = Path(LIBRARY).read_text(encoding="utf-8")

    piped, named = (run("suggest", name, "-f", "json", stdin=text) for name in ("-", LIBRARY))

    first, second = (json.loads(done.stdout)["suggestions"] for done in (piped, named))
    assert first == second


def test_a_listing_page_is_a_corpus(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    sentence = "Sparse autoencoders take the activations of language models apart into features. "
    page.write_text(f"Some Papers\n\n{sentence * 5}\n\n{'Rivers run to the sea slowly. ' * 10}\n")

    done = run("suggest", LIBRARY, "-c", str(page), "-n", "1")

    assert "[untitled] Sparse autoencoders take" in done.stdout


def test_why_gives_rank_terms_and_nearest_entries_on_stdout() -> None:
    key = next(iter(parse_string(run("suggest", LIBRARY, "-f", "bibtex").stdout, "bibtex").entries))

    done = run("-q", "suggest", LIBRARY, "--why", key)

    assert done.stdout.startswith("Rank 1 of 77 for ")
    assert " %  " in done.stdout
    assert "(line " in done.stdout
    assert "Rank by each ranker: " in done.stdout
    assert "Jiecheng Lu and Shihao Yang. Linear Transformers as VAR Models:" in done.stdout


def test_why_as_json_keeps_the_sentence_out_of_the_result() -> None:
    key = next(iter(parse_string(run("suggest", LIBRARY, "-f", "bibtex").stdout, "bibtex").entries))

    done = run("suggest", LIBRARY, "--why", key, "-f", "json")

    assert json.loads(done.stdout)["suggestions"][0]["key"] == key
    assert done.stderr.startswith("Rank 1 of 77 for ")


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_other_versions_of_owned_papers_are_told_apart(form: str, tmp_path: Path) -> None:
    (tmp_path / "mine.bib").write_text(
        "@misc{pre, title={Sparse autoencoders find features}, author={Doe, Jane}, year={2020},"
        " eprint={2001.00001}, archiveprefix={arXiv}}\n"
    )
    (tmp_path / "new.bib").write_text(
        "@article{pub, title={Sparse autoencoders find features}, author={Doe, Jane}, year={2021},"
        " journal={Journal of Features}, doi={10.5555/77}}\n"
        "@article{other, title={Sparse features of rivers}, author={Roe, R.}, year={2021}}\n"
    )

    done = run("suggest", "mine.bib", "-c", "new.bib", "-f", form, cwd=tmp_path)

    suggested, versions = done.stdout.split("Other versions of what you have:")
    assert "Sparse features of rivers" in suggested
    assert "Sparse autoencoders find features" in versions


def test_options_of_a_manager_need_a_manager() -> None:
    for option in ("--address", "--collection"):
        done = run("suggest", LIBRARY, option, "x")

        assert done.returncode == 2
        assert "go with --from" in done.stderr


def test_verdicts_that_cannot_be_read_stop_nothing(tmp_path: Path) -> None:
    (tmp_path / "data" / "recommender.sqlite").mkdir(parents=True)

    done = run("--data", "data", "suggest", LIBRARY, "-n", "1", cwd=tmp_path)

    assert done.returncode == 0
    assert done.stdout
    assert "dismissed papers may appear" in done.stderr


@pytest.mark.parametrize("n", range(1, 6))
def test_up_to_three_authors_are_named(n: int) -> None:
    names = [f"Vale{i}" for i in range(n)]
    paper = Paper(title="Owls 1", authors=tuple(Person(family=name) for name in names))
    owls = Entry(paper=Paper(title="Owls"), position=0, line=1)

    listed = table(suggest(Library(entries=(owls,)), build("owls", [paper, Paper(title="Voles")])))

    assert f"{', '.join(names[:3])}{' et al.' if n > 3 else ''} · " in listed


@pytest.mark.parametrize("sign", list(r"\`*_[]<>#"))
def test_no_sign_of_a_title_is_markup_in_markdown(sign: str) -> None:
    paper = Paper(title=f"{sign}Owls{sign} 1", authors=(Person(family="Vale"),), venue=f"{sign}V")
    corpus = build("owls", [paper, Paper(title="Voles")])
    owls = Entry(paper=Paper(title="Owls"), position=0, line=1)

    listed = markdown(suggest(Library(entries=(owls,)), corpus))

    assert f"1. \\{sign}Owls\\{sign} 1  \n" in listed
    assert f"Vale · \\{sign}V" in listed


def test_an_address_cannot_end_a_markdown_link(tmp_path: Path) -> None:
    (tmp_path / "new.bib").write_text(
        "@misc{a, title={Sparse autoencoders}, url={https://example.org/a_(b) c}}"
    )

    done = run("suggest", LIBRARY, "-c", "new.bib", "-f", "markdown", cwd=tmp_path)

    assert "[Sparse autoencoders](https://example.org/a_%28b%29" in done.stdout


def test_a_running_zotero_is_asked_at_its_address(root: Path) -> None:
    stand_in = runpy.run_path(str(root / "tests" / "stand_ins" / "zotero.py"))["Zotero"]
    with stand_in() as zotero:
        zotero.add(title="Sparse autoencoders find interpretable features")

        done = run("suggest", "--from", "zotero", "--address", zotero.address, "-n", "1")

    assert "parse autoencoder" in done.stdout
    assert done.returncode == 0

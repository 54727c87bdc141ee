"""The command line as its users run it: results on stdout, sentences on stderr, exit statuses."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from pathlib import Path

import click
import pytest
from pybtex.database import parse_string

from recommender.cli import COMMANDS
from recommender.cli.table import table
from recommender.corpus import open_corpus
from recommender.formats import read_file
from recommender.recommend import suggest

ROOT = Path(__file__).parents[1]
LIBRARY = str(ROOT / "seeds" / "library.bib")
Done = subprocess.CompletedProcess[str]


def run(*arguments: str, stdin: str = "", cwd: Path = ROOT) -> Done:
    return subprocess.run(
        [sys.executable, "-c", "from recommender.cli import main; main()", *arguments],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        cwd=cwd,
        timeout=60,
        check=False,
    )


def test_it_runs_as_a_module_too(root: Path) -> None:
    command = [sys.executable, "-m", "recommender", "--version"]

    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)

    assert done.stdout.startswith("recommender, version ")


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


def test_check_says_what_was_read() -> None:
    done = run("check", LIBRARY)

    assert "40 entries" in done.stdout


def test_check_as_json_names_lines(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text("@book{a, title={One}}\n@book{a, title={Two}}\n")

    report = json.loads(run("check", "a.bib", "-f", "json", cwd=tmp_path).stdout)

    assert [(e["key"], e["line"], e["title"]) for e in report["entries"]] == [
        ("a", 1, "One"),
        ("a", 2, "Two"),
    ]
    assert [(n["line"], n["key"]) for n in report["notices"]] == [(2, "a")]


def test_add_appends_and_a_second_time_does_nothing(tmp_path: Path) -> None:
    mine = tmp_path / "refs.bib"
    mine.write_text("% my papers\n@book{a, title={One}}\n")
    key = next(iter(parse_string(run("export", "--all").stdout, "bibtex").entries))

    first, second = (run("add", str(mine), key) for _ in range(2))

    assert first.returncode == second.returncode == 0
    assert len(parse_string(mine.read_text(), "bibtex").entries) == 2
    assert mine.read_text().startswith("% my papers\n@book{a, title={One}}\n")
    assert "is there already" in second.stderr


@pytest.mark.parametrize(
    ("name", "content", "status", "says"),
    [
        ("absent.bib", None, 1, "no file"),
        (".", None, 1, "folder"),
        ("empty.bib", b"", 0, "holds no entry"),
        ("a.bib", b"%PDF-1.7 \x00\x01", 1, "PDF"),
        ("b.bib", b"<!doctype html><html><body>x</body></html>", 1, "web page"),
        ("c.bib", b"@misc{a, year = 2000}", 0, "no entry of the library has a title"),
    ],
)
def test_bad_input_gets_one_sentence(
    name: str, content: bytes | None, status: int, says: str, tmp_path: Path
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)

    done = run("suggest", name, cwd=tmp_path)

    assert done.returncode == status
    assert says in done.stderr.lower() or says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (("suggest", LIBRARY, "-n", "0"), 2, "1<=x<=200"),
        (("suggest", LIBRARY, "-n", "10000"), 2, "1<=x<=200"),
        (("suggest", LIBRARY, "-c", "nowhere"), 1, "no corpus"),
        (("suggest", LIBRARY, "-c", "seeds/."), 1, "is a folder"),
        (("suggest", LIBRARY, "--year", "soon"), 2, "span of years"),
        (("suggest", LIBRARY, "--added-since", "soon"), 2, "write 2025-01-31"),
        (("suggest", LIBRARY, "--why", "nobody2020"), 1, "nobody2020"),
        (("export", "nobody2020"), 1, "nobody2020"),
        (("export",), 2, "--all"),
        (("add", "absent.bib", "nobody2020"), 1, "nobody2020"),
        (("frobnicate",), 2, "No such command"),
    ],
)
def test_a_wrong_request_gets_one_sentence(
    arguments: tuple[str, ...], status: int, says: str
) -> None:
    done = run(*arguments)

    assert done.returncode == status
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_escape_characters_never_reach_the_terminal(tmp_path: Path) -> None:
    evil = tmp_path / "evil.bib"
    evil.write_text("@misc{a, title = {Sparse \x1b[31mautoencoders\x07 \u202eevil}}")

    done = run("suggest", LIBRARY, "-c", str(evil))

    assert "Sparse" in done.stdout
    assert not {"\x1b", "\x07", "\u202e"} & set(done.stdout + done.stderr)


def test_check_tells_of_one_doi_on_two_works(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(
        "@article{a, title={Trees of the north}, doi={10.5555/12}}\n"
        "@article{b, title={Rivers and their ice}, doi={10.5555/12}}\n"
    )

    done = run("check", "a.bib", cwd=tmp_path)

    assert "a.bib:2: warning: [b] It has the same doi 10.5555/12 as line 1" in done.stdout


def test_the_help_has_a_whole_line_for_each_command() -> None:
    done = run("--help")

    lines = done.stdout.split("Commands:\n")[1].splitlines()
    assert all(len(line) <= 80 and line.endswith(".") and "..." not in line for line in lines)
    assert [line.split()[0] for line in lines] == list(COMMANDS)


def test_a_disk_that_refuses_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "corpora").write_text("in the way")

    done = run("--data", "data", "corpus", "add", "mine", LIBRARY, cwd=tmp_path)

    assert done.returncode == 1
    assert "corpora: File exists" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_data_folder_that_is_a_file_is_wrong_usage() -> None:
    done = run("--data", LIBRARY, "corpus", "list")

    assert done.returncode == 2
    assert "is a file" in done.stderr


def test_colours_do_not_change_where_lines_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    answer = suggest(read_file(LIBRARY), open_corpus(), limit=9)

    lines = table(answer).splitlines()

    plain = [click.unstyle(line) for line in lines]
    assert plain != lines
    assert max(map(len, plain)) <= 80
    assert not any(line.strip().startswith("·") or line.endswith("·") for line in plain)
    assert all(any(line.endswith(s.paper.key or "?") for line in plain) for s in answer.suggestions)


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


def test_check_counts_hundreds_of_notices_by_kind(tmp_path: Path) -> None:
    entries = [f"@book{{same, title={{Number {i}}}, year = nope{i}}}\n" for i in range(30)]
    (tmp_path / "a.bib").write_text("".join(entries))

    short, whole = (run("check", "a.bib", *o, cwd=tmp_path).stdout for o in ((), ("--all",)))

    assert "29 warnings of the kind duplicate-key, the first:\n  a.bib:2: " in short
    assert "30 warnings of the kind undefined-string, the first:\n  a.bib:1: " in short
    assert short.endswith("59 notices in all: --all shows each.\n")
    assert len(whole.splitlines()) == 60


def test_check_tells_of_entries_without_a_key_that_are_one_work(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(
        "@book{, title={Slow growth of old trees in the far north}, author={Doe, Jane}}\n"
        "@book{b, title={Slow growth of old trees in the far north}, author={Doe, Jane}}\n"
    )

    done = run("check", "a.bib", cwd=tmp_path)

    assert "a.bib:2: info: [b] It is the same work as the entry (line 1)." in done.stdout


def test_escape_characters_in_keys_never_reach_the_terminal(tmp_path: Path) -> None:
    evil = tmp_path / "evil.bib"
    evil.write_text("@misc{a\x1b[31m, title = nope}\n" * 2)

    for done in (run("check", str(evil)), run("suggest", str(evil))):
        assert "31m" in done.stdout + done.stderr
        assert "\x1b" not in done.stdout + done.stderr


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


def test_names_with_blanks_are_quoted_in_the_advice(tmp_path: Path) -> None:
    (tmp_path / "my refs.bib").write_text("@misc{a, title = nope}\n" * 9)

    done = run("suggest", "my refs.bib", cwd=tmp_path)

    assert "more: recommender check 'my refs.bib'" in done.stderr


def test_a_key_that_is_given_twice_is_exported_once() -> None:
    key = open_corpus().papers[0].key or ""

    done = run("export", key, key)

    assert list(parse_string(done.stdout, "bibtex").entries) == [key]


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

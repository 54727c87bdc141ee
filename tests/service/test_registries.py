"""What is added to a registry is found wherever its kind is: one file and one entry are enough."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

TOY_FORMAT = """
from recommender.library import Entry, Library
from recommender.papers import Paper

def read(source, *, file=""):
    titles = [line.removeprefix("TOY ") for line in source.decode().splitlines()]
    papers = [Paper(key=f"toy{i}", title=title, year=2020) for i, title in enumerate(titles)]
    entries = [Entry(paper=p, position=i, line=i + 1, file=file) for i, p in enumerate(papers)]
    return Library(entries=tuple(entries), file=file, source=source)

def write(papers, *, into=None):
    return "".join(f"TOY {paper.title}\\n" for paper in papers)
"""
REGISTER_FORMAT = """
import re, sys
sys.path.insert(0, {folder!r})
from recommender.formats.registry import FORMATS, Format
FORMATS["toy"] = Format(
    name="toy", title="Toy Text", suffixes=(".toy",), media_type="application/x-toy",
    begins=re.compile("TOY ").match, example="TOY Related papers", module="toy_format", writes=True,
)
"""
OWLS = "TOY Denoising diffusion probabilistic models of owls\nTOY Owls in winter forests\n"


@pytest.fixture(scope="module")
def toy_format(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return what registers a format that is not ours."""
    folder = tmp_path_factory.mktemp("toy")
    (folder / "toy_format.py").write_text(TOY_FORMAT)
    return REGISTER_FORMAT.format(folder=str(folder))


def run(before: str, *arguments: str | Path) -> str:
    program = f"{before}\nfrom recommender.cli import main\nmain()\n"
    command = [sys.executable, "-c", program, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_a_format_of_one_file_and_one_entry_is_read_and_written(
    toy_format: str, tmp_path: Path, root: Path
) -> None:
    named, other = tmp_path / "owls.toy", tmp_path / "owls.txt"
    for path in (named, other):
        path.write_text(OWLS)

    assert "2 entries" in run(toy_format, "check", other)
    assert "2 papers; 2 new" in run(toy_format, "corpus", "add", "owls", other)
    assert "TOY Owls in winter" in run(toy_format, "export", "--all", "-c", named, "-f", "toy")
    suggested = run(
        toy_format, "suggest", root / "seeds" / "library.bib", "-c", "owls", "-f", "toy"
    )
    assert suggested.startswith("TOY Denoising diffusion")
    assert "diffusion" in run(toy_format, "suggest", other, "-n", "1")


def test_a_format_of_one_file_and_one_entry_is_told(toy_format: str, tmp_path: Path) -> None:
    (tmp_path / "odd.dat").write_text("Dear reader")

    refused = run(toy_format, "check", tmp_path / "odd.dat")
    assert "of no known format" in refused
    for told in (
        refused,
        run(toy_format, "suggest", "-h"),
        run(toy_format, "check", "-h"),
        run(toy_format, "corpus", "add", "-h"),
    ):
        assert "Toy Text (.toy)" in " ".join(told.split())
    assert "Toy Text" in run(toy_format, "-h")


def test_a_format_of_one_file_and_one_entry_is_served(
    toy_format: str, tmp_path: Path, run_server, bib
) -> None:
    rank = "/api/v1/suggestions"
    with run_server(tmp_path / "data", before=toy_format) as server:
        sent = server.ask("POST", rank, OWLS.encode(), Content_Type="application/x-toy")
        got = server.ask(
            "POST", rank, bib, Content_Type="application/x-bibtex", Accept="application/x-toy"
        )
        named = server.ask(
            "POST", f"{rank}?format=toy", OWLS.encode(), Content_Type="text/x-listing"
        )
        told = server.ask("GET", "/openapi.json").json
        start, results = server.ask("GET", "/"), server.ask("GET", "/example")

    assert (sent.status, sent.json["library"]["entries"]) == (200, 2)
    assert got.body.startswith(b"TOY ")
    assert 'filename="suggestions.toy"' in got.headers["content-disposition"]
    assert named.body.startswith(b"TOY ")
    operation = told["paths"][rank]["post"]
    body = operation["requestBody"]["content"]["application/x-toy"]["schema"]
    assert body["pattern"].startswith("^TOY ")
    assert "application/x-toy" in operation["responses"]["200"]["content"]
    formats = next(p for p in operation["parameters"] if p["name"] == "format")
    assert "toy" in formats["schema"]["enum"]
    assert "/api/v1/libraries/{library}/suggestions.toy" in told["paths"]
    page = start.body.decode()
    assert ".toy,application/x-toy" in page
    assert "Toy Text (.toy)" in page
    assert '<a data-format="toy" href="#" download>Toy Text</a>' in results.body.decode()


ROUTE = """
from recommender.service.api import health
from recommender.service.http.responses import json_response
from recommender.service.http.routes import Operation
def toy(*, key):
    return json_response({"toy": key})
health.OPERATIONS = (*health.OPERATIONS, Operation(
    method="GET", path="/api/v1/toys/{key}", view=toy, summary="A toy.",
    answers={200: "application/json"}, free=True,
))
"""


def test_a_route_of_one_view_and_one_entry_is_served_and_told(tmp_path: Path, run_server) -> None:
    with run_server(tmp_path / "data", before=ROUTE) as server:
        got = server.ask("GET", "/api/v1/toys/owl")
        odd = server.ask("GET", "/api/v1/toys/owl?size=2")
        told = server.ask("GET", "/openapi.json").json["paths"]["/api/v1/toys/{key}"]["get"]

    assert (got.status, got.json) == (200, {"toy": "owl"})
    assert odd.status == 400
    assert told["operationId"] == "toy"
    assert [p["name"] for p in told["parameters"]] == ["key"]


COMMAND = """
import sys, types
import click
from recommender.cli import COMMANDS
toy = types.ModuleType("recommender.cli.toy")
toy.command = click.Command("toy", callback=lambda: click.echo("Owl."))
sys.modules[toy.__name__] = toy
COMMANDS["toy"] = ("toy", "Say what owls say.")
"""


def test_a_command_of_one_file_and_one_entry_is_run_and_told() -> None:
    assert run(COMMAND, "toy") == "Owl.\n"
    assert "toy            Say what owls say." in run(COMMAND, "--help")


RANKER = """
from recommender.rankers import RANKERS
from recommender.rankers.tfidf import TfidfRanker
class Toy(TfidfRanker):
    pass
RANKERS["toy"] = Toy
"""


def test_a_ranker_of_one_file_and_one_entry_is_asked_and_told(
    tmp_path: Path, root: Path, run_server, bib
) -> None:
    rank = "/api/v1/suggestions?limit=1&ranker=toy"
    with run_server(tmp_path / "data", before=RANKER) as server:
        got = server.ask("POST", rank, bib, Content_Type="application/x-bibtex").json
        told = server.ask("GET", "/openapi.json").json
    library = root / "seeds" / "library.bib"
    said = run(RANKER, "suggest", library, "--ranker", "toy", "-n", "1", "-f", "json")

    for answer in (got, json.loads(said)):
        why = answer["suggestions"][0]["why"]
        assert why["rankers"]["toy"] == why["rankers"]["tfidf"]
    asked = told["paths"]["/api/v1/suggestions"]["post"]["parameters"]
    assert "toy" in next(p for p in asked if p["name"] == "ranker")["schema"]["enum"]
    assert "toy]" in run(RANKER, "suggest", "--help")


TELLING = f"""
{RANKER}
Toy.score = lambda *given, **more: print("toy ran") or TfidfRanker.score(*given, **more)
"""


def test_a_ranker_runs_where_it_is_chosen_and_is_compared_with_the_others(root: Path) -> None:
    library = root / "seeds" / "library.bib"
    compared = ("--ranking", "toy", "--case", "five")

    assert "toy ran" in run(TELLING, "suggest", library, "--ranker", "toy", "-n", "1")
    assert "toy ran" not in run(TELLING, "suggest", library, "-n", "1")
    assert "five  toy" in run(TELLING, "evaluate", library, *compared)

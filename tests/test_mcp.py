"""The MCP server, called by the official client: in memory, and as a process."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from recommender.corpus import open_corpus

LIBRARY = """@article{kipf2017,
  author = {Kipf, Thomas},
  title = {Semi-supervised classification with graph convolutional networks},
  year = {2017},
  abstract = {Graph neural networks smooth node features; depth brings oversmoothing.}
}
"""
Session = Callable[[Any], Awaitable[Any]]


@pytest.fixture
def refs(tmp_path: Path) -> Path:
    """A library of one paper."""
    path = tmp_path / "refs.bib"
    path.write_text(LIBRARY)
    return path


@pytest.fixture
def talk(need: Callable[[object, str], None], refs: Path) -> Callable[..., Any]:
    """Run a conversation with a server in memory; return what it returns."""
    need(find_spec("mcp"), "the extra mcp is not installed")
    from mcp.client import Client

    from recommender.mcp import Assistant, server

    def run(conversation: Session, *, may_write: bool = False) -> Any:
        made = server(Assistant(open_corpus(), [refs]), may_write=may_write)

        async def main() -> Any:
            async with Client(made) as client:
                return await conversation(client)

        return asyncio.run(main())

    return run


def call(name: str, **arguments: Any) -> Session:
    """Return a conversation of one call."""

    async def conversation(client: Any) -> Any:
        return await client.call_tool(name, arguments)

    return conversation


async def tool_names(client: Any) -> dict[str, bool]:
    listed = await client.list_tools()
    return {t.name: t.annotations.read_only_hint for t in listed.tools}


def test_the_tools_are_read_only_unless_asked(talk: Callable[..., Any]) -> None:
    reading = {"suggest_related": True, "explain": True, "export_bibtex": True}

    assert talk(tool_names) == reading
    assert talk(tool_names, may_write=True) == {**reading, "add_to_library": False}


@pytest.mark.parametrize("given", [{"bibtex": LIBRARY}, {"library": "refs.bib"}])
def test_papers_are_suggested_with_reasons(talk: Callable[..., Any], given: dict[str, str]) -> None:
    said = talk(call("suggest_related", limit=3, **given)).structured_content

    assert len(said["suggestions"]) == 3
    assert "graph convolutional networks" in said["suggestions"][0]["why"]
    assert said["suggestions"][0]["nearest"] == ["kipf2017"]
    assert "abstract" not in said["suggestions"][0]


@pytest.mark.parametrize(
    "narrow",
    [
        {"venue": "NeurIPS"},
        {"author": "Zebrafinch"},
        {"keyword": "zebrafinch"},
        {"language": "german"},
        {"added_since": "9999"},
    ],
)
def test_filters_narrow_what_is_suggested(talk: Callable[..., Any], narrow: dict[str, str]) -> None:
    said = talk(call("suggest_related", bibtex=LIBRARY, **narrow)).structured_content

    assert said["suggestions"] == []
    assert "passes the filters" in said["empty_because"]


def test_a_date_that_is_none_is_told(talk: Callable[..., Any]) -> None:
    said = talk(call("suggest_related", bibtex=LIBRARY, added_since="lately"))

    assert said.is_error
    assert "write 2025-01-31" in said.content[0].text


def test_a_paper_is_explained_and_exported_by_its_key(talk: Callable[..., Any]) -> None:
    first = talk(call("suggest_related", bibtex=LIBRARY, limit=1)).structured_content
    key = first["suggestions"][0]["key"]

    explained = talk(call("explain", key=key, library="refs.bib")).structured_content
    exported = talk(call("export_bibtex", keys=[key])).content[0].text

    shares = sum(term["share"] for term in explained["paper"]["why"]["terms"])
    assert shares == pytest.approx(explained["paper"]["score"], abs=1e-6)
    assert f"{{{key}," in exported


def test_papers_are_added_where_that_is_allowed(talk: Callable[..., Any], refs: Path) -> None:
    first = talk(call("suggest_related", library="refs.bib", limit=1)).structured_content
    key = first["suggestions"][0]["key"]
    add = call("add_to_library", keys=[key], library="refs.bib")

    once = talk(add, may_write=True).structured_content
    twice = talk(add, may_write=True).structured_content

    assert refs.read_text().startswith(LIBRARY)
    assert (len(once["added"]), twice["added"], len(twice["already"])) == (1, [], 1)


@pytest.mark.parametrize("library", ["../refs.bib", "/etc/passwd", "other.bib"])
def test_a_file_that_the_user_did_not_name_is_not_read(
    talk: Callable[..., Any], library: str
) -> None:
    said = talk(call("suggest_related", library=library))

    assert said.is_error
    assert "there is refs.bib" in said.content[0].text


def test_our_errors_reach_the_assistant_in_their_own_words(talk: Callable[..., Any]) -> None:
    unknown = talk(call("export_bibtex", keys=["nosuchkey"]))
    neither = talk(call("suggest_related"))

    assert unknown.is_error
    assert "nosuchkey" in unknown.content[0].text
    assert "either" in neither.content[0].text


def test_a_process_answers_over_standard_input_and_output(
    need: Callable[[object, str], None], refs: Path
) -> None:
    need(find_spec("mcp"), "the extra mcp is not installed")
    from mcp.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    program = ["-c", "from recommender.cli import main; main()", "mcp", str(refs)]
    command = StdioServerParameters(command=sys.executable, args=program)

    async def main() -> Any:
        async with Client(stdio_client(command)) as client:
            names = await tool_names(client)
            return names, await client.call_tool("suggest_related", {"library": "refs.bib"})

    names, said = asyncio.run(main())
    assert set(names) == {"suggest_related", "explain", "export_bibtex"}
    assert len(said.structured_content["suggestions"]) == 10

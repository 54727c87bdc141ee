"""The MCP server, called by the official client: in memory, and as a process."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from importlib.metadata import version
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
def talk_about(need: Callable[[object, str], None]) -> Callable[..., Any]:
    """Run a conversation with a server of these files in memory; return what it returns."""
    need(find_spec("mcp"), "the extra mcp is not installed")
    from mcp.client import Client

    from recommender.mcp import Assistant, server

    def run(paths: list[Path], conversation: Session, *, may_write: bool = False) -> Any:
        made = server(Assistant(open_corpus(), paths), may_write=may_write)

        async def main() -> Any:
            async with Client(made) as client:
                return await conversation(client)

        return asyncio.run(main())

    return run


@pytest.fixture
def talk(talk_about: Callable[..., Any], refs: Path) -> Callable[..., Any]:
    """Run a conversation with a server of one library."""
    return partial(talk_about, [refs])


def call(name: str, **arguments: Any) -> Session:
    """Return a conversation of one call."""

    async def conversation(client: Any) -> Any:
        return await client.call_tool(name, arguments)

    return conversation


def written(path: Path, text: str = LIBRARY) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


async def listed(client: Any) -> dict[str, Any]:
    return {t.name: t for t in (await client.list_tools()).tools}


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
    both = talk(call("suggest_related", bibtex=LIBRARY, library="refs.bib"))

    assert unknown.is_error
    assert unknown.content[0].text.startswith("The corpus seeds has no paper nosuchkey")
    assert both.content[0].text == "Give either `bibtex` or `library`, not both."


def test_two_libraries_of_one_name_are_told_apart(
    talk_about: Callable[..., Any], tmp_path: Path
) -> None:
    other = LIBRARY.replace("kipf2017", "other")
    paths = [
        written(tmp_path / "one" / "refs.bib"),
        written(tmp_path / "two" / "refs.bib", other),
        written(tmp_path / "third.bib"),
    ]

    def nearest(library: str) -> Any:
        said = talk_about(paths, call("suggest_related", library=library, limit=1))
        return said.is_error or said.structured_content["suggestions"][0]["nearest"]

    assert nearest("one/refs.bib") == ["kipf2017"]
    assert nearest("two/refs.bib") == ["other"]
    assert nearest("third.bib") == ["kipf2017"]
    assert nearest("refs.bib") is True


def test_a_paper_goes_into_the_library_that_was_named(
    talk_about: Callable[..., Any], tmp_path: Path
) -> None:
    one, two = written(tmp_path / "one" / "refs.bib"), written(tmp_path / "two" / "refs.bib")
    key = open_corpus().papers[0].key
    add = call("add_to_library", keys=[key], library="one/refs.bib")

    talk_about([one, two], add, may_write=True)

    assert one.read_text().startswith(LIBRARY)
    assert one.read_text().count("@") == 2
    assert two.read_text() == LIBRARY


def test_a_library_given_twice_is_one(talk_about: Callable[..., Any], refs: Path) -> None:
    again = refs.parent / "folder" / ".." / "refs.bib"

    said = talk_about([refs, again], call("suggest_related"))

    assert said.structured_content["suggestions"]


def test_the_only_library_is_the_default(talk: Callable[..., Any]) -> None:
    said = talk(call("suggest_related", limit=1)).structured_content
    key = said["suggestions"][0]["key"]

    assert said["suggestions"][0]["nearest"] == ["kipf2017"]
    assert talk(call("explain", key=key)).structured_content["standing"]
    assert talk(call("add_to_library", keys=[key]), may_write=True).structured_content["added"]


def test_of_several_libraries_one_must_be_named(
    talk_about: Callable[..., Any], refs: Path, tmp_path: Path
) -> None:
    several = talk_about([refs, written(tmp_path / "b.bib")], call("suggest_related"))
    none = talk_about([], call("suggest_related"))

    assert several.is_error
    assert "refs.bib, b.bib" in several.content[0].text
    assert "the user starts the server with files" in none.content[0].text


@pytest.mark.parametrize("tool", ["suggest_related", "explain", "export_bibtex", "add_to_library"])
def test_every_parameter_is_described(talk: Callable[..., Any], tool: str) -> None:
    schema = talk(listed, may_write=True)[tool].input_schema

    assert schema["additionalProperties"] is False
    assert all(about["description"] for about in schema["properties"].values())


def test_descriptions_tell_the_names_the_limit_and_where_keys_come_from(
    talk: Callable[..., Any],
) -> None:
    tools = talk(listed)
    suggest = tools["suggest_related"].input_schema["properties"]

    assert "refs.bib" in suggest["library"]["description"]
    assert (suggest["limit"]["minimum"], suggest["limit"]["maximum"]) == (1, 50)
    for tool, name in (("explain", "key"), ("export_bibtex", "keys")):
        about = tools[tool].input_schema["properties"][name]["description"]
        assert "suggest_related" in about


@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        ("suggest_related", {"limt": 3}, "There is no argument `limt`; there is bibtex, library,"),
        ("suggest_related", {"limit": 51}, "`limit` is a whole number from 1 to 50, not 51."),
        ("suggest_related", {"limit": 0}, "`limit` is a whole number from 1 to 50, not 0."),
        ("suggest_related", {"limit": "many"}, "`limit` is a whole number from 1 to 50, not"),
        ("suggest_related", {"limit": None}, "`limit` is a whole number from 1 to 50, not null."),
        ("suggest_related", {"library": ["a"]}, "`library` is a text, not "),
        ("explain", {}, "`key` is missing. The key of a paper of the corpus"),
        ("export_bibtex", {"keys": []}, "`keys` is a list of texts, at least one, not []."),
        ("export_bibtex", {"keys": "one"}, "`keys` is a list of texts, at least one, not"),
        ("export_bibtex", {"keys": [{}]}, "`keys` is a list of texts, at least one, not"),
    ],
)
def test_a_wrong_argument_is_told_in_a_sentence(
    talk: Callable[..., Any], tool: str, arguments: dict[str, Any], sentence: str
) -> None:
    said = talk(call(tool, **arguments))

    assert said.is_error
    assert said.content[0].text.startswith(sentence)
    assert "\n" not in said.content[0].text


def test_fifty_suggestions_can_be_had_and_a_year_can_be_a_number(
    talk_about: Callable[..., Any], root: Path
) -> None:
    talk = partial(talk_about, [root / "seeds" / "library.bib"])

    fifty = talk(call("suggest_related", limit=50)).structured_content["suggestions"]
    of_year = talk(call("suggest_related", year=2025)).structured_content["suggestions"]

    assert 20 < len(fifty) <= 50
    assert {s["year"] for s in of_year} == {2025}


@pytest.mark.parametrize("text", ["graph neural networks", "  ", "% no entry", "{}", "<html>"])
def test_text_that_is_not_bibtex_is_named_so(talk: Callable[..., Any], text: str) -> None:
    said = talk(call("suggest_related", bibtex=text))

    assert said.is_error
    assert said.content[0].text.startswith("`bibtex` is not BibTeX")


def test_the_server_tells_its_version(talk: Callable[..., Any]) -> None:
    async def told(client: Any) -> Any:
        return client.server_info.version

    assert talk(told) == version("bib-recommender")


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

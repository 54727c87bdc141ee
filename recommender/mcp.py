"""A server of the Model Context Protocol: suggestions for assistants, offline and read-only.

Needs the extra `mcp`. Assistants see the libraries that the user names at the start and no other
file; they can add to one only where the user allows it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations

from recommender.append import append
from recommender.corpus import Corpus
from recommender.errors import RecommenderError
from recommender.formats import FORMATS, read_bytes, read_file
from recommender.library import Library
from recommender.papers import Paper
from recommender.recommend import suggest
from recommender.why import explain_one
from recommender.wire.assistants import Explained, Suggested
from recommender.wire.delivery import Appended
from recommender.wire.shape import Shape, plain

INSTRUCTIONS = (
    "Suggests papers of a fixed corpus that are related to a bibliography, with reasons: shared "
    "terms and the nearest entries. It ranks; it does not judge whether a paper is right. Quote "
    "keys as they are given; export_bibtex turns them into entries."
)
MAX_SUGGESTIONS = 50
READING = ToolAnnotations(read_only_hint=True, open_world_hint=False)
WRITING = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)


class Assistant:
    """The tools of one server: a corpus, and the libraries that the user named."""

    def __init__(self, corpus: Corpus, libraries: Sequence[Path]) -> None:
        self.corpus = corpus
        self.libraries = {path.name: path for path in libraries}

    def suggest_related(  # noqa: PLR0913 - each is an argument that an assistant sees
        self,
        bibtex: str = "",
        library: str = "",
        limit: int = 10,
        interest: str = "",
        *,
        year: str = "",
        venue: str = "",
        author: str = "",
        keyword: str = "",
        language: str = "",
        added_since: str = "",
    ) -> dict[str, Any]:
        """Suggest papers related to a bibliography, best first, with the reasons.

        Give entries as `bibtex`, or the name of one of the user's `library` files. `interest`
        narrows to a part of the library whose label holds the text, `year` to a span such as
        2023:2025; `venue`, `author` and `keyword` to papers where one holds the text, `language`
        to those marked with it, such as en, `added_since` to those that came into the corpus from
        a date on.
        """
        read = self._library(bibtex, library)
        answer = suggest(
            read,
            self.corpus,
            limit=min(limit, MAX_SUGGESTIONS),
            interest=interest,
            year=year,
            venue=venue,
            author=author,
            keyword=keyword,
            language=language,
            added_since=added_since,
        )
        return members(Suggested.of(answer))

    def explain(self, key: str, bibtex: str = "", library: str = "") -> dict[str, Any]:
        """Explain how one paper of the corpus stands to a bibliography, suggested or not.

        The shares of the terms add up to the score; `nearest` are entries of the bibliography.
        """
        answer, standing = explain_one(self._library(bibtex, library), self.corpus, key)
        return members(Explained.of(answer, standing))

    def export_bibtex(self, keys: list[str]) -> str:
        """Return papers of the corpus as BibTeX entries, ready to be pasted."""
        return FORMATS["bibtex"].write(self._papers(keys))

    def add_to_library(self, keys: list[str], library: str) -> dict[str, Any]:
        """Append papers of the corpus to one of the user's files; what it has is left out."""
        return members(Appended.of(append(self._path(library), self._papers(keys))))

    def _papers(self, keys: list[str]) -> list[Paper]:
        return [self.corpus.papers[self.corpus.number(key)] for key in keys]

    def _library(self, bibtex: str, library: str) -> Library:
        if bool(bibtex) == bool(library):
            raise ToolError("Give either `bibtex` or `library`.")
        return read_bytes(bibtex.encode()) if bibtex else read_file(str(self._path(library)))

    def _path(self, library: str) -> Path:
        """Return the file of that name; never one that the user did not name."""
        if library not in self.libraries:
            known = ", ".join(self.libraries) or "none: the user starts the server with files"
            raise ToolError(f"There is no library {library!r}; there is {known}.")
        return self.libraries[library]


def members(shape: Shape) -> dict[str, Any]:
    """Return a shape as an assistant is given it."""
    found: dict[str, Any] = plain(shape)
    return found


def server(assistant: Assistant, *, may_write: bool = False) -> MCPServer[Any]:
    """Return a server of the tools; adding to a library only where that is allowed."""
    made = MCPServer("recommender", instructions=INSTRUCTIONS, log_level="WARNING")
    for tool in (assistant.suggest_related, assistant.explain, assistant.export_bibtex):
        made.add_tool(told(tool), annotations=READING)
    if may_write:
        made.add_tool(told(assistant.add_to_library), annotations=WRITING)
    return made


def told(tool: Callable[..., Any]) -> Callable[..., Any]:
    """Give our errors to the assistant in their own words."""

    @wraps(tool)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return tool(*args, **kwargs)
        except RecommenderError as error:
            raise ToolError(str(error)) from error

    return call

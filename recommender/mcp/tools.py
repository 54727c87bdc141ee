"""The server: which tools there are, and how it answers a call that cannot be met."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.metadata import version
from inspect import cleandoc
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp_types import ToolAnnotations
from pydantic import ValidationError

from recommender.errors import RecommenderError
from recommender.formats.bibtex.report import shortened
from recommender.mcp.assistant import Assistant

INSTRUCTIONS = (
    "Suggests papers of a fixed corpus that are related to a bibliography, with reasons: shared "
    "terms and the nearest entries. It ranks; it does not judge whether a paper is right. Quote "
    "keys as they are given; export_bibtex turns them into entries. The user's libraries: {}."
)
READING = ToolAnnotations(read_only_hint=True, open_world_hint=False)
WRITING = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
KINDS = {"string": "a text", "integer": "a whole number", "array": "a list of texts"}


class Server(MCPServer[Any]):
    """A server that says in a sentence what is wrong with a call."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Answer a call; raises ToolError, in our own words where we have some."""
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, RecommenderError):
                raise ToolError(str(cause)) from cause
            if isinstance(cause, ValidationError):
                schema = next(t for t in await self.list_tools() if t.name == name).input_schema
                raise ToolError(refusal(cause, schema)) from cause
            raise


def server(assistant: Assistant, *, may_write: bool = False) -> Server:
    """Return a server of the tools; adding to a library only where that is allowed."""
    names = assistant.libraries.listed()
    reading = (assistant.suggest_related, assistant.explain, assistant.export_bibtex)
    writing = (assistant.add_to_library,) if may_write else ()
    return Server(
        "recommender",
        version=version("bib-recommender"),
        instructions=INSTRUCTIONS.format(names),
        tools=[
            *(tool(each, READING, names) for each in reading),
            *(tool(each, WRITING, names) for each in writing),
        ],
        log_level="WARNING",
    )


def tool(function: Callable[..., Any], annotations: ToolAnnotations, names: str) -> Tool:
    """Return a tool that refuses unknown arguments and names the libraries to choose from."""
    about = cleandoc(function.__doc__ or "")
    made = Tool.from_function(function, description=about, annotations=annotations)
    metadata = made.fn_metadata
    metadata.arg_model = type(
        metadata.arg_model.__name__,
        (metadata.arg_model,),
        {"model_config": {"extra": "forbid", "coerce_numbers_to_str": True}},
    )
    made.parameters = metadata.arg_model.model_json_schema()
    if library := made.parameters["properties"].get("library"):
        library["description"] += f" There is {names}. A single one may be left out."
    return made


def refusal(error: ValidationError, schema: dict[str, Any]) -> str:
    """Return what is wrong with the arguments of a call, as a sentence."""
    first = error.errors()[0]
    name, known = str(first["loc"][0]), schema["properties"]
    if name not in known:
        return f"There is no argument `{shortened(name)}`; there is {', '.join(known)}."
    about = known[name]
    if first["type"] == "missing":
        return f"`{name}` is missing. {about['description']}"
    bounds = f" from {about['minimum']} to {about['maximum']}" if "minimum" in about else ""
    what = f"{KINDS[about['type']]}{bounds}{', at least one' if 'minItems' in about else ''}"
    return f"`{name}` is {what}, not {shortened(json.dumps(first['input']))}."

"""An operation: one method of one path, told once for the router, the parser and the document."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask, Response, current_app, request
from werkzeug.routing import BaseConverter, Rule

from recommender.errors import BadRequest, UnknownName
from recommender.service.http import parameters
from recommender.service.http.parameters import Parameter
from recommender.service.http.problems import Problem
from recommender.text.keys import SAYING, is_key

View = Callable[..., Response]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """What is asked, what it takes, what it gives, and whether it needs the token."""

    method: str
    path: str  # as OpenAPI writes it: /api/v1/papers/{key}
    view: View  # called with the values of path and query by name
    summary: str
    answers: Mapping[int, Any]  # status -> shape, media type, or None where there is no body
    query: tuple[Parameter, ...] = ()
    body: tuple[str, ...] = ()  # media types
    body_shape: Any = None  # for JSON
    papers: bool = False  # answers in the formats of papers too
    free: bool = False  # on loopback; every other operation needs the token
    secret: bool = False  # its address is the token
    page: bool = False  # for browsers: not in the document
    errors: tuple[int, ...] = ()  # beyond those that any operation may answer

    def __post_init__(self) -> None:
        unknown = [name for name in self.variables if name not in parameters.PATH]
        if unknown:
            raise ValueError(f"What does {unknown[0]} in {self.path} look like? Say it in PATH.")

    @property
    def variables(self) -> list[str]:
        """Return the names of the variables in its path."""
        return re.findall(r"{(\w+)}", self.path)

    @property
    def name(self) -> str:
        """Return the operation's id: the name of its view."""
        return self.view.__name__


class KeyConverter(BaseConverter):
    """The key of a paper, at the end of a path: it may hold slashes, `DBLP:conf/x/Y01`."""

    regex = ".+"
    part_isolating = False


def install(app: Flask, operations: tuple[Operation, ...]) -> None:
    """Give each operation its route; Flask adds HEAD and OPTIONS."""
    app.url_map.converters["key"] = KeyConverter
    for operation in operations:
        rule = operation.path.replace("{key}", "{key:key}").replace("{", "<").replace("}", ">")
        run = _runner(operation)
        app.add_url_rule(rule, operation.name, run, methods=[operation.method], merge_slashes=False)
    app.extensions["operations"] = {o.name: o for o in operations}


def of(rule: Rule | None) -> Operation | None:
    """Return the operation that a request was routed to."""
    found = current_app.extensions["operations"]
    return found.get(rule.endpoint) if rule else None


def _runner(operation: Operation) -> View:
    def run(**path: str) -> Response:
        if len(request.query_string) > parameters.MAX_QUERY:
            raise Problem(414, "query-too-long", "The query is longer than 20,000 characters.")
        if not operation.body and request.content_length:
            raise BadRequest("This request takes no body: send it without one.")
        if "key" in path and not is_key(path["key"]):
            raise UnknownName(f"There is no such key: a key is {SAYING}.")
        values = parameters.parse(operation.query, request.args)
        return operation.view(**path, **values)

    return run

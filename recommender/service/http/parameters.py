"""Query parameters, read strictly: one definition serves the parser and the OpenAPI document."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from recommender.errors import BadRequest
from recommender.ranking import query
from recommender.text.keys import PATTERN
from recommender.wire.shape import LINE, MAX_LINE

Schema = dict[str, Any]
ID = {"type": "string", "pattern": "^[a-z0-9]{16}$"}
PATH: dict[str, Schema] = {  # what the variables of paths look like
    "feed": {"type": "string", "pattern": "^[A-Za-z0-9_-]{43}$"},
    "job": ID,
    "key": {"type": "string", "pattern": f"^{PATTERN}$"},
    "library": ID,
    "name": {"type": "string"},
}
MAX_QUERY = 20_000  # characters of a whole query string


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One query parameter: how its text becomes a value, and its JSON Schema."""

    name: str
    read: Callable[[str], Any]  # raises BadRequest with the range in the message
    schema: Schema
    description: str
    default: Any = None
    most: int = 1  # how often it may be given; more than once makes it a list
    required: bool = False

    @property
    def many(self) -> bool:
        """Tell whether its value is a list."""
        return self.most > 1


def parse(parameters: Iterable[Parameter], given: MultiDict[str, str]) -> dict[str, Any]:
    """Return a value for each parameter; unknown, repeated and empty ones raise BadRequest."""
    known = {p.name: p for p in parameters}
    for name in given:
        if name not in known:
            raise BadRequest(f"There is no parameter {name[:40]!r}: use {_listed(known)}.")
    return {p.name: _value(p, given.getlist(p.name)) for p in known.values()}


def integer(name: str, low: int, high: int, default: int, description: str) -> Parameter:
    """Return a whole number within a range, in ASCII digits only."""

    def read(text: str) -> int:
        if re.fullmatch(r"[0-9]{1,9}", text) and low <= int(text) <= high:
            return int(text)
        raise BadRequest(f"{name} is a whole number from {low} to {high}.")

    schema = {"type": "integer", "minimum": low, "maximum": high, "default": default}
    return Parameter(name=name, read=read, schema=schema, default=default, description=description)


def choice(name: str, names: Iterable[str], default: str | None, description: str) -> Parameter:
    """Return one of several names."""
    allowed = list(names)

    def read(text: str) -> str:
        if text in allowed:
            return text
        raise BadRequest(f"{name} is one of {', '.join(allowed)}.")

    schema: Schema = {"type": "string", "enum": allowed}
    if default:
        schema["default"] = default
    return Parameter(name=name, read=read, schema=schema, default=default, description=description)


def text(name: str, description: str, limit: int = MAX_LINE) -> Parameter:
    """Return a short text, as a person types it."""

    def read(given: str) -> str:
        if len(given) <= limit and re.fullmatch(LINE, given):
            return given
        raise BadRequest(
            f"{name} is a text of 1 to {limit} printable characters, with no blank at its ends."
        )

    schema = {"type": "string", "minLength": 1, "maxLength": limit, "pattern": f"^{LINE}$"}
    return Parameter(name=name, read=read, schema=schema, description=description)


def pattern(name: str, regex: str, saying: str, description: str, *, most: int = 1) -> Parameter:
    """Return a text of a fixed form; `saying` tells a person what form."""
    form = re.compile(regex)

    def read(given: str) -> str:
        if form.fullmatch(given):
            return given
        raise BadRequest(f"{name} is {saying}.")

    schema = {"type": "string", "pattern": f"^{regex}$"}
    return Parameter(name=name, read=read, schema=schema, description=description, most=most)


def day(name: str, description: str) -> Parameter:
    """Return a date, perhaps only its month or its year."""

    def read(given: str) -> str:
        try:
            query.day(given)
        except BadRequest:
            raise BadRequest(f"{name} is a date: 2025-01-31, 2025-01 or 2025.") from None
        return given

    part = {"pattern": "^[0-9]{4}(-(0[1-9]|1[0-2]))?$"}
    schema = {
        "type": "string",
        "anyOf": [{"format": "date"}, part],
        "not": {"pattern": "^0000"},
    }
    return Parameter(name=name, read=read, schema=schema, description=description)


def _value(parameter: Parameter, given: list[str]) -> Any:
    name = parameter.name
    if not given:
        if parameter.required:
            raise BadRequest(f"Give {name}: {parameter.description}")
        return [] if parameter.many else parameter.default
    if "" in given:
        raise BadRequest(f"{name} is empty: give it a value or leave it out.")
    if parameter.many:
        if len(given) > parameter.most:
            raise BadRequest(f"Give {name} at most {parameter.most} times.")
        return [parameter.read(text) for text in given]
    if len(given) > 1:
        raise BadRequest(f"Give {name} once.")
    return parameter.read(given[0])


def _listed(known: Iterable[str]) -> str:
    return ", ".join(known) or "none"

"""Shapes: what leaves the product as JSON, each told once for its values and for its schema."""

from __future__ import annotations

import json
from typing import Annotated, Any

from msgspec import Meta, Struct, to_builtins
from msgspec.json import schema_components
from msgspec.structs import fields

from recommender.corpus.registry import NAME
from recommender.text.display import escaped
from recommender.text.keys import PATTERN

INK = r"[^\x00-\x20\x7f-\xa0]"  # no blank, no control character
LINE = rf"{INK}([^\x00-\x1f\x7f-\x9f]*{INK})?"  # begins and ends with ink, one line
MAX_LINE = 200  # characters of a text that a person types
REFERENCE = "#/components/schemas/{name}"

Count = Annotated[int, Meta(ge=0)]
CorpusName = Annotated[str, Meta(pattern=f"^{NAME.pattern}$")]
Id = Annotated[str, Meta(pattern="^[a-z0-9]{16}$")]
Key = Annotated[str, Meta(pattern=f"^{PATTERN}$")]


class Shape(Struct, kw_only=True, forbid_unknown_fields=True):
    """An object of exactly these members."""


def members(shape: type[Shape]) -> tuple[set[str], set[str]]:
    """Return the names of the members that a shape needs, and of those it may have."""
    needed = {field.encode_name for field in fields(shape) if field.required}
    return needed, {*shape.__struct_encode_fields__} - needed


def plain(value: Any) -> Any:
    """Return a shape, or what holds shapes, as dicts, lists and plain values."""
    return to_builtins(value)


def text(value: Any) -> str:
    """Return a shape as JSON for people's eyes, with a line break at its end."""
    return escaped(json.dumps(plain(value), ensure_ascii=False, indent=1)) + "\n"


def schema(shape: Any) -> dict[str, Any]:
    """Return the JSON Schema of a shape: a reference, where `schemas` has the shape by name."""
    return schema_components([shape], ref_template=REFERENCE)[0][0]


def schemas(shapes: list[Any]) -> dict[str, Any]:
    """Return the JSON Schemas of some shapes, and of all that they are made of, by name."""
    return schema_components(shapes, ref_template=REFERENCE)[1]

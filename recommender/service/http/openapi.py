"""The OpenAPI 3.1 document, made of the same operations that the router and parser use."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from http import HTTPStatus
from importlib.metadata import version
from typing import Any

from flask import Response

from recommender.formats import DEFAULT, FORMATS
from recommender.formats.registry import TITLE, Format
from recommender.service.http.parameters import PATH, Parameter
from recommender.service.http.problems import MEDIA_TYPE
from recommender.service.http.request_bodies import JSON, MULTIPART
from recommender.service.http.responses import REPRESENTATIONS, json_response
from recommender.service.http.routes import Operation
from recommender.wire.service import Problem
from recommender.wire.shape import schema, schemas

Document = dict[str, Any]
SPECIAL = re.compile(r"[\\^$.|?*+()\[\]{}]")
WORDS = "[A-Z][a-z]{3,12}( [a-z]{3,12}){2,5}"  # a title, whoever reads it
ALWAYS = (400, 403, 421, 431)  # what the access rules and the strict parser may answer to anything


def library_schema(form: Format) -> Document:
    """Return what is taken for certain, read off the example; readers forgive much more."""
    if not form.media_type.endswith("+json"):
        text = SPECIAL.sub(r"\\\g<0>", form.example).replace(TITLE, WORDS)
        return {"type": "string", "pattern": f"^{text}$"}
    (item,) = json.loads(form.example)
    title = {"type": "string", "minLength": 1, "pattern": "[A-Za-z]"}
    named = {"type": "object", "properties": dict.fromkeys(item, title), "required": [*item]}
    return {"type": "array", "contains": named}


LIBRARIES = {f.media_type: library_schema(f) for f in FORMATS.values()}


def document(operations: Sequence[Operation]) -> Document:
    """Return the document; pages for browsers are not in it."""
    paths: Document = {}
    for operation in operations:
        if not operation.page:
            paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Recommender",
            "version": version("bib-recommender"),
            "description": "Related papers for the library you already have.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas(_shapes(operations)),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _shapes(operations: Iterable[Operation]) -> list[Any]:
    """Return the shapes that operations take and give, in their order."""
    found: list[Any] = [Problem]
    for operation in operations:
        found += [operation.body_shape, *operation.answers.values()]
    return [shape for shape in found if shape is not None and not isinstance(shape, str)]


def _operation(operation: Operation) -> Document:
    told: Document = {
        "operationId": operation.name,
        "summary": operation.summary,
        "parameters": [*_path_parameters(operation), *map(_parameter, operation.query)],
        "responses": _responses(operation),
    }
    if operation.body:
        told["requestBody"] = {"required": True, "content": _content(operation)}
    if not (operation.free or operation.secret):
        told["security"] = [{"token": []}]
    return told


def _path_parameters(operation: Operation) -> list[Document]:
    return [
        {"name": name, "in": "path", "required": True, "schema": PATH[name]}
        for name in operation.variables
    ]


def _parameter(parameter: Parameter) -> Document:
    schema = parameter.schema
    if parameter.many:
        schema = {"type": "array", "items": schema, "maxItems": parameter.most}
    return {
        "name": parameter.name,
        "in": "query",
        "required": parameter.required,
        "description": parameter.description,
        "schema": schema,
    }


def _content(operation: Operation) -> Document:
    return {kind: {"schema": _body_schema(kind, operation)} for kind in operation.body}


def _body_schema(kind: str, operation: Operation) -> Document:
    if kind == JSON:
        return schema(operation.body_shape)
    if kind == MULTIPART:
        file = LIBRARIES[DEFAULT.media_type]
        return {"type": "object", "properties": {"file": file}, "required": ["file"]}
    return LIBRARIES[kind]


def _responses(operation: Operation) -> Document:
    found = {str(s): _answer(s, shape, operation) for s, shape in operation.answers.items()}
    needs_token = () if operation.free or operation.secret else (401,)
    for status in sorted({*ALWAYS, *needs_token, *operation.errors}):
        found[str(status)] = {
            "description": HTTPStatus(status).phrase,
            "content": {MEDIA_TYPE: {"schema": schema(Problem)}},
        }
    return found


def _answer(status: int, shape: Any, operation: Operation) -> Document:
    told: Document = {"description": HTTPStatus(status).phrase}
    if shape is None:
        return told
    if isinstance(shape, str):
        told["content"] = {shape: {}}
    else:
        told["content"] = {JSON: {"schema": schema(shape)}}
    if operation.papers:
        told["content"] |= {kind: {} for kind in REPRESENTATIONS.values() if kind != JSON}
    return told


def view(operations: Iterable[Operation]) -> Operation:
    """Return the operation that gives the document of some operations, itself included."""

    @cache
    def whole() -> Document:
        return document([*operations, itself])

    def openapi() -> Response:
        return json_response(whole())

    itself = Operation(
        method="GET",
        path="/openapi.json",
        view=openapi,
        summary="This document.",
        answers={200: JSON},
        free=True,
    )
    return itself

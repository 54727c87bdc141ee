"""The OpenAPI 3.1 document, made of the same operations that the router and parser use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from http import HTTPStatus
from importlib.metadata import version
from typing import Any

from flask import Response

from recommender.formats import FORMATS
from recommender.service.http.parameters import Parameter
from recommender.service.http.problems import MEDIA_TYPE
from recommender.service.http.request_bodies import JSON, MULTIPART
from recommender.service.http.responses import REPRESENTATIONS, json_response
from recommender.service.http.routes import Operation
from recommender.service.http.schemas import A_KEY, ID, SCHEMAS, ref

Document = dict[str, Any]
WORDS = "[A-Za-z]{3,12}( [A-Za-z]{3,12}){0,5}"
LIBRARIES: Mapping[str, Document] = {  # what is taken for certain; readers forgive much more
    FORMATS["bibtex"].media_type: {
        "type": "string",
        "pattern": rf"^@misc\{{[a-z]{{1,9}}, title = \{{{WORDS}\}}\}}$",
    },
    FORMATS["ris"].media_type: {
        "type": "string",
        "pattern": rf"^TY  - JOUR\r\nTI  - {WORDS}\r\nER  - $",
    },
    FORMATS["csl-json"].media_type: {
        "type": "array",
        "contains": {
            "type": "object",
            "properties": {"title": {"type": "string", "minLength": 1, "pattern": "[A-Za-z]"}},
            "required": ["title"],
        },
    },
}
PATH_SCHEMAS = {"key": A_KEY, "feed": {"type": "string", "pattern": "^[A-Za-z0-9_-]{43}$"}}
ALWAYS = (400, 403, 421, 431)  # what the access rules and the strict parser may answer to anything


def document(operations: Iterable[Operation]) -> Document:
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
            "schemas": SCHEMAS,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(operation: Operation) -> Document:
    told: Document = {
        "operationId": operation.name,
        "summary": operation.summary,
        "parameters": [*_path_parameters(operation.path), *map(_parameter, operation.query)],
        "responses": _responses(operation),
    }
    if operation.body:
        told["requestBody"] = {"required": True, "content": _content(operation)}
    if not (operation.free or operation.secret):
        told["security"] = [{"token": []}]
    return told


def _path_parameters(path: str) -> list[Document]:
    return [
        {"name": name, "in": "path", "required": True, "schema": PATH_SCHEMAS.get(name, ID)}
        for name in re.findall(r"{(\w+)}", path)
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
        return ref(operation.body_schema or "")
    if kind == MULTIPART:
        file = LIBRARIES[FORMATS["bibtex"].media_type]
        return {"type": "object", "properties": {"file": file}, "required": ["file"]}
    return LIBRARIES[kind]


def _responses(operation: Operation) -> Document:
    found = {str(s): _answer(s, shape, operation) for s, shape in operation.answers.items()}
    needs_token = () if operation.free or operation.secret else (401,)
    for status in sorted({*ALWAYS, *needs_token, *operation.errors}):
        found[str(status)] = {
            "description": HTTPStatus(status).phrase,
            "content": {MEDIA_TYPE: {"schema": ref("Problem")}},
        }
    return found


def _answer(status: int, shape: str | None, operation: Operation) -> Document:
    told: Document = {"description": HTTPStatus(status).phrase}
    if shape is None:
        return told
    if shape in SCHEMAS:
        told["content"] = {JSON: {"schema": ref(shape)}}
    else:
        told["content"] = {shape: {}}
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

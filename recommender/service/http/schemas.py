"""JSON Schemas of what goes over the wire, by name; the OpenAPI document is made of them."""

from __future__ import annotations

from typing import Any

from recommender.service.http.parameters import KEY, LINE, MAX_KEYS
from recommender.verdicts import VERDICTS
from recommender.wire import ATOM, FILES

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
MAYBE_TEXT: Schema = {"type": ["string", "null"]}
COUNT: Schema = {"type": "integer", "minimum": 0}
NUMBER: Schema = {"type": "number"}
A_KEY: Schema = {"type": "string", "pattern": f"^{KEY.pattern}$"}
ID: Schema = {"type": "string", "pattern": "^[a-z0-9]{16}$"}
STATUS: Schema = {"type": "integer", "minimum": 400, "maximum": 599}


def record(**members: Schema) -> Schema:
    """Return an object of exactly these members."""
    return {
        "type": "object",
        "properties": members,
        "required": list(members),
        "additionalProperties": False,
    }


def many(item: Schema) -> Schema:
    """Return a list of items."""
    return {"type": "array", "items": item}


def by_name(item: Schema) -> Schema:
    """Return an object whose members are named by the data."""
    return {"type": "object", "additionalProperties": item}


def ref(name: str) -> Schema:
    """Return a reference to a schema of this module."""
    return {"$ref": f"#/components/schemas/{name}"}


PAPER = {
    "key": {"type": ["string", "null"]},
    "type": TEXT,
    "title": TEXT,
    "authors": many(ref("Person")),
    "year": {"type": ["integer", "null"]},
    "venue": MAYBE_TEXT,
    "doi": MAYBE_TEXT,
    "arxiv": MAYBE_TEXT,
    "url": MAYBE_TEXT,
    "abstract": MAYBE_TEXT,
}
STORED = {
    "id": ID,
    "label": TEXT,
    "origin": {"enum": ["upload", "file", "zotero"]},
    "format": TEXT,
    "size": COUNT,
    "added": TEXT,
    "state": {"enum": ["reading", "ready"]},
    "feed": {"anyOf": [{"$ref": "#/components/schemas/Feed"}, {"type": "null"}]},
}
INTEREST = record(id=TEXT, label=TEXT)
PLACE = record(rank=COUNT, score=NUMBER)
OWNED = record(key=MAYBE_TEXT, relation={"enum": ["same", "version"]})
KEYS: Schema = {"type": "array", "items": A_KEY, "minItems": 1, "maxItems": MAX_KEYS}
CORPUS: Schema = {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"}
GIVEN: Schema = {"type": "object", "required": ["keys"], "additionalProperties": False}
SEVERITIES = dict.fromkeys(("info", "warning", "error"), COUNT)

SCHEMAS: dict[str, Schema] = {
    "Health": record(product={"const": "recommender"}, version=TEXT, instance=ID),
    "Problem": record(type=TEXT, title=TEXT, status=STATUS, detail=TEXT, instance=TEXT),
    "Person": {
        "type": "object",
        "properties": dict.fromkeys(("family", "given", "prefix", "suffix", "literal"), TEXT),
        "additionalProperties": False,
    },
    "Paper": record(**PAPER),
    "Papers": record(papers=many(ref("Paper"))),
    "Corpus": record(name=TEXT, papers=COUNT, generation=TEXT),
    "Corpora": record(corpora=many(ref("Corpus"))),
    "Notice": record(
        file=MAYBE_TEXT,
        line=COUNT,
        key=MAYBE_TEXT,
        severity={"enum": ["info", "warning", "error"]},
        code=TEXT,
        message=TEXT,
    ),
    "Why": record(
        sentence=TEXT,
        terms=many(record(term=TEXT, share=NUMBER, keys=many(MAYBE_TEXT))),
        nearest=many(record(key=MAYBE_TEXT, title=TEXT, line=COUNT, similarity=NUMBER)),
        rankers=by_name(PLACE),
    ),
    "Suggestion": record(
        **PAPER,
        rank=COUNT,
        percentile={"type": "number", "minimum": 0, "maximum": 100},
        strength={"enum": ["strong", "fair", "weak"]},
        score=NUMBER,
        corpus=TEXT,
        interest=INTEREST,
        in_library={"anyOf": [OWNED, {"type": "null"}]},
        verdict={"enum": [*VERDICTS, None]},
        why=ref("Why"),
    ),
    "Answer": record(
        suggestions=many(ref("Suggestion")),
        versions=many(ref("Suggestion")),
        interests=many(INTEREST),
        library=record(entries=COUNT, notices=many(ref("Notice"))),
        corpus=ref("Corpus"),
        empty_because=MAYBE_TEXT,
    ),
    "Library": record(**STORED),
    "Libraries": record(libraries=many(ref("Library"))),
    "Import": record(**STORED, entries=COUNT, notices=many(ref("Notice"))),
    "Entry": record(
        **{**PAPER, "title": MAYBE_TEXT},
        month={"type": ["integer", "null"]},
        line=COUNT,
        collections=many(TEXT),
        fields=by_name(TEXT),
    ),
    "Report": record(
        **STORED,
        report=record(
            file=MAYBE_TEXT,
            encoding=TEXT,
            entries=many(ref("Entry")),
            duplicates=many(many(COUNT)),
            versions=many(many(COUNT)),
            notices=many(ref("Notice")),
            summary=record(
                entries=COUNT,
                with_title=COUNT,
                with_abstract=COUNT,
                duplicates=COUNT,
                versions=COUNT,
                notices=record(**SEVERITIES),
            ),
        ),
    ),
    "Job": record(
        id=ID,
        library=ID,
        state={"enum": ["waiting", "running", "done", "failed"]},
        step=COUNT,
        steps=COUNT,
        error=MAYBE_TEXT,
    ),
    "GivenVerdict": record(verdict={"enum": list(VERDICTS)}),
    "Verdict": record(key=A_KEY, verdict={"enum": list(VERDICTS)}),
    "Verdicts": record(verdicts=by_name({"enum": list(VERDICTS)})),
    "Managers": record(
        managers=many(
            record(
                name={"enum": ["zotero", "jabref"]},
                state={"enum": ["ready", "closed", "absent"]},
                message=TEXT,
            )
        )
    ),
    "GivenKeys": {**GIVEN, "properties": {"keys": KEYS, "corpus": CORPUS}},
    "GivenSend": {
        **GIVEN,
        "properties": {
            "to": {"enum": ["zotero", "jabref"]},
            "keys": KEYS,
            "corpus": CORPUS,
            "collection": {"type": "string", "maxLength": 200, "pattern": f"^{LINE}$"},
        },
        "required": ["to", "keys"],
    },
    "Sent": record(
        place=TEXT,
        added=many(TEXT),
        already=many(TEXT),
        failed=many(record(key=TEXT, message=TEXT)),
        warnings=many(TEXT),
    ),
    "Appended": record(
        added=many(record(**{"key": TEXT, "as": TEXT})),
        already=many(record(**{"key": TEXT, "as": MAYBE_TEXT, "line": COUNT})),
        backup=MAYBE_TEXT,
        warnings=many(TEXT),
    ),
    "Feed": record(**dict.fromkeys((*FILES, ATOM), TEXT)),
}

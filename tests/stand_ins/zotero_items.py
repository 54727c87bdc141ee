"""Zotero's items as a running one takes and gives them: by schema, leniently, in its formats.

What a type lacks is never refused: it goes to Extra. What Extra names, goes into an empty field.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

# Fields by type: of schema 31 (Zotero 7.0), what 39 (7.0.31) added, what 40 (7.0.32) added.
SCHEMA = json.loads((Path(__file__).parents[1] / "zotero" / "schema.json").read_text())
FIELDS, BASE, CREATORS = SCHEMA["fields"], SCHEMA["base"], SCHEMA["creators"]
PLAIN = {"itemType", "creators", "tags", "collections", "relations", "key", "version"}
UNSAID = {"id", "itemID", "notes", "attachments", "seeAlso", "dateAdded", "dateModified", "deleted"}
BIBTEX_TYPES = {
    "article": "journalArticle", "inproceedings": "conferencePaper", "unpublished": "manuscript",
    "online": "webpage", "book": "book", "incollection": "bookSection", "phdthesis": "thesis",
    "techreport": "report",
}  # fmt: skip
CSL_TYPES = {
    "journalArticle": "article-journal", "conferencePaper": "paper-conference", "book": "book",
    "bookSection": "chapter", "thesis": "thesis", "report": "report", "webpage": "webpage",
    "preprint": "article", "manuscript": "manuscript",
}  # fmt: skip
LINE = re.compile(r"([A-Za-z][A-Za-z -]*): ([^:\n]+)")  # a value with a colon stays in Extra


def schema(version: str) -> int:
    """Return the version of the schema that a Zotero came with."""
    numbers = tuple(int(n) for n in re.findall(r"\d+", version)[:3])
    return 31 if numbers < (7, 0, 31) else 39 if numbers < (7, 0, 32) else 40


def fields(kind: str, schema: int) -> set[str]:
    """Return the fields of an item type."""
    first, later, last = FIELDS[kind]
    found = {*SCHEMA["common"], *first}
    if schema >= 39:
        found |= {*later, "citationKey"}
    return found | {*last} if schema >= 40 else found


def from_json(given: dict[str, Any], schema: int) -> dict[str, Any]:
    """Return the item that Zotero makes of JSON, refusing nothing but an unknown type."""
    kind = given["itemType"]
    known = fields(kind, schema)
    extra = given.get("extra", "")
    item = {name: given[name] for name in PLAIN & given.keys()}
    for name, value in given.items():
        if name in PLAIN | UNSAID | {"extra"} or not value:
            continue
        if own := field_of(name, known):
            item[own] = str(value)
        else:
            extra += f"\n{spelled(name)}: {value}"
    moved = moved_from_extra(item, extra.strip(), schema)
    moved["creators"] = [known_creator(c, moved["itemType"]) for c in moved.get("creators", ())]
    moved["tags"] = [plain_tag(tag) for tag in moved.get("tags", ())]
    return moved


def field_of(name: str, known: set[str]) -> str | None:
    """Return the field of a type that a name means: itself, or the type's own word for it."""
    if name in known:
        return name
    return next((own for own in BASE.get(name, ()) if own in known), None)


def spelled(name: str) -> str:
    """Return a name as Extra has it: numPages is Num Pages."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name[0].upper() + name[1:])


def moved_from_extra(item: dict[str, Any], extra: str, schema: int) -> dict[str, Any]:
    """Return an item with those lines of its Extra in fields that name one that is empty."""
    left = []
    for line in extra.split("\n"):
        found = LINE.fullmatch(line.strip())
        name = found and re.sub(r"[ -]", "", found[1]).lower()
        if found and name == "type" and found[2] in FIELDS:
            item["itemType"] = found[2]
            continue
        known = {f.lower(): f for f in fields(item["itemType"], schema)}
        if found and name in known and not item.get(known[name]):
            item[known[name]] = found[2].strip()
        elif line:
            left.append(line)
    return item | ({"extra": "\n".join(left)} if left else {})


def known_creator(creator: dict[str, Any], kind: str) -> dict[str, Any]:
    """Return a creator; one of a role that the type lacks becomes its first one."""
    roles = CREATORS[kind]
    role = creator.get("creatorType")
    return {**creator, "creatorType": role if role in roles else roles[0]}


def plain_tag(tag: Any) -> dict[str, Any]:
    """Return a tag as JSON has it: the kind 0 is left out."""
    whole = {"tag": tag} if isinstance(tag, str) else dict(tag)
    if not whole.get("type"):
        whole.pop("type", None)
    return whole


def imported(text: str) -> list[dict[str, Any]] | None:
    """Return what Zotero's importers make of a text; None where none recognises it."""
    if text.lstrip().startswith(("[", "{")):
        return [{"itemType": "document", "title": i["title"]} for i in json.loads(text)]
    found = re.findall(r"@(\w+)\s*\{\s*([^,\s]*)\s*,(.*?)\n\}", text, re.DOTALL)
    return [bibtex_item(kind.lower(), body) for kind, _, body in found] or None


def bibtex_item(kind: str, body: str) -> dict[str, Any]:
    """Return an entry as Zotero imports it: no citation key, no preprint."""
    pairs = re.findall(r"^\s*(\w+)\s*=\s*\{(.*?)\},?\s*$", body, re.MULTILINE | re.DOTALL)
    said = {n.lower(): re.sub(r"[{}]", "", v) for n, v in pairs}
    item: dict[str, Any] = {"itemType": BIBTEX_TYPES.get(kind, "document"), "tags": []}
    names = {"title": "title", "abstract": "abstractNote", "year": "date", "url": "url"}
    item |= {own: said[n] for n, own in {**names, "doi": "DOI"}.items() if n in said}
    item["creators"] = [
        dict(
            zip(("lastName", "firstName"), (*name.split(", "), "")[:2], strict=True),
            creatorType="author",
        )
        for name in said.get("author", "").split(" and ")
        if name
    ]
    words = re.split(r"\s*[,;]\s*", said.get("keywords", ""))
    item["tags"] = [{"tag": w, "type": 1} for w in words if w]
    return item


def item_json(item: dict[str, Any]) -> dict[str, Any]:
    """Return an item as the local API gives it."""
    library = {"type": "user", "id": 0, "name": "My Library", "links": {}}
    return {
        "key": item["key"], "version": item["version"], "library": library, "links": {},
        "meta": {}, "data": item,
    }  # fmt: skip


def csl(item: dict[str, Any]) -> dict[str, Any]:
    """Return an item as CSL: no tags, and an id that names the item only where it has no key."""
    names = {
        "title": "title", "abstractNote": "abstract", "DOI": "DOI", "url": "URL",
        "publicationTitle": "container-title", "proceedingsTitle": "container-title",
        "extra": "note",
    }  # fmt: skip
    found: dict[str, Any] = {csl: item[own] for own, csl in names.items() if item.get(own)}
    year = re.match(r"\d{4}", str(item.get("date", "")))
    if year:
        found["issued"] = {"date-parts": [[int(year[0])]]}
    authors = [
        {"family": c.get("lastName", ""), "given": c.get("firstName", "")} for c in item["creators"]
    ]
    own_key = item.get("citationKey") or re.search(r"Citation Key: (\S+)", item.get("extra", ""))
    key = own_key if isinstance(own_key, str) else own_key and own_key[1]
    return {
        "id": key or f"http://zotero.org/users/0/items/{item['key']}",
        "type": CSL_TYPES.get(item["itemType"], "document"),
        **found,
        "author": authors,
    }


def bibtex(item: dict[str, Any]) -> str:
    """Return an item as BibTeX, with its key or one that Zotero makes up."""
    key = item.get("citationKey") or item["key"].lower()
    return f"@article{{{key},\n\ttitle = {{{item.get('title', '')}}},\n}}"

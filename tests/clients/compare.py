"""Compare what a client made of our files with what they say: `compare.py FOLDER CLIENT SET`."""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from recommender.formats.bibtex import read
from recommender.text.latex import plain

Found = list[dict[str, Any]]  # key, title, names, first, year, month, doi, as far as a client tells


def of_pybtex(folder: Path, name: str) -> Found:
    from pybtex.database import parse_file

    entries = parse_file(str(folder / f"{name}.bib")).entries
    return [
        {
            "key": key,
            "title": plain(entry.fields["title"]),
            "names": len(entry.persons.get("author", ())),
            "year": entry.fields["year"],
            "doi": entry.fields.get("doi", ""),
        }
        for key, entry in entries.items()
    ]


def of_bibtex(folder: Path, name: str) -> Found:
    log = (folder / f"{name}.blg").read_text(encoding="utf-8", errors="replace")
    troubles = re.findall(r"^(?:Warning--.*|.*---line.*|I .*)$", log, re.MULTILINE)
    if troubles:
        raise SystemExit("\n".join(troubles))
    text = (folder / f"{name}.bbl").read_text(encoding="utf-8")
    text = re.sub(r"\n {2}", " ", text)  # BibTeX breaks lines at 79 characters
    found = []
    for block in text.split("KEY ")[1:]:
        key, *lines = block.strip().split("\n")
        facts = dict(line.partition(" ")[::2] for line in lines)
        spoiled = [
            w for w in ("mRNA", "3D", "GPT") if w in facts["TITLE"] and w not in facts["LOWER"]
        ]
        if spoiled:
            raise SystemExit(f"{key}: {spoiled} in lower case")
        found.append(
            {
                "key": key,
                "title": plain(facts["TITLE"]),
                "names": int(facts.get("NAMES", "0")),
                "year": facts.get("YEAR"),
                "month": facts.get("MONTH"),
            }
        )
    return found


def of_plain(folder: Path, name: str) -> Found:
    """Only the keys: the rest is set as a bibliography."""
    log = (folder / f"{name}.blg").read_text(encoding="utf-8", errors="replace")
    troubles = re.findall(r"^(?:Warning--.*|.*---line.*|I .*)$", log, re.MULTILINE)
    if troubles:
        raise SystemExit("\n".join(troubles))
    text = (folder / f"{name}.bbl").read_text(encoding="utf-8")
    return [{"key": key} for key in sorted(re.findall(r"\\bibitem\{([^}]*)\}", text))]


def of_biber(folder: Path, name: str) -> Found:
    logs = [*folder.glob(f"{name}.bib.blg"), *folder.glob(f"{name}.blg")]
    troubles = re.findall(r"^.*(?:WARN|ERROR) - .*$", logs[0].read_text(), re.MULTILINE)
    if troubles:
        raise SystemExit("\n".join(troubles))
    return [
        {
            "key": paper.key,
            "title": paper.title,
            "names": len(paper.authors),
            "first": str(paper.authors[0]) if paper.authors else "",
            "year": paper.year,
            "month": paper.month,
        }
        for paper in read((folder / f"{name}.out").read_bytes()).papers
    ]


def of_pandoc(folder: Path, name: str) -> Found:
    found = []
    for item in json.loads((folder / f"{name}.csl").read_text(encoding="utf-8")):
        date = item["issued"]["date-parts"][0]
        found.append(
            {
                "key": item["id"],
                "title": unescape(re.sub(r"</?(?:span|sub|sup|i)\b[^>]*>", "", item["title"])),
                "names": len(item.get("author", ())),
                "year": date[0],
                "month": date[1] if date[1:] else None,
                "doi": item.get("DOI", ""),
            }
        )
    return found


def of_jabref(folder: Path, name: str) -> Found:
    if name.endswith("-ris"):  # of which it takes no keys
        papers = read((folder / f"{name}.xml").read_bytes()).papers
        return [{"title": paper.title, "year": paper.year} for paper in papers]
    root = ElementTree.parse(folder / f"{name}.xml").getroot()
    space = "{http://bibtexml.sf.net/}"
    found = []
    for entry in root.iter(f"{space}entry"):
        facts = {field.tag.removeprefix(space): field.text or "" for field in entry.iter()}
        found.append(
            {"key": entry.get("id"), "title": plain(facts["title"]), "year": facts.get("year")}
            | {"doi": facts.get("doi", "")}
        )
    return found


CLIENTS: dict[str, Callable[[Path, str], Found]] = {
    "pybtex": of_pybtex,
    "bibtex": of_bibtex,
    "plain.bst": of_plain,
    "biber": of_biber,
    "pandoc": of_pandoc,
    "jabref": of_jabref,
}


def folded(name: str, value: object) -> str:
    """Return a fact without what clients write in other ways: TeX, signs, capitals of a doi."""
    if name == "title":
        value = unicodedata.normalize("NFKC", str(value)).casefold()
        return "".join(filter(str.isalnum, value))
    return str(value or "").lower()


if __name__ == "__main__":
    folder, client, name = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    base = re.sub(r"-(?:ris|json)$", "", name)
    expected = json.loads((folder / f"{base}.expected").read_text(encoding="utf-8"))
    found = CLIENTS[client](folder, name)
    part = "key" if "key" in found[0] else "title"
    order = {folded(part, fact[part]): i for i, fact in enumerate(expected)}
    if sorted(order) != sorted(folded(part, fact[part]) for fact in found):
        raise SystemExit(f"{len(found)} entries, or other ones, in place of {len(expected)}")
    for fact in found:
        said = expected[order[folded(part, fact[part])]]
        for name, value in fact.items():
            if folded(name, value) != folded(name, said[name]):
                raise SystemExit(f"{said['key']}: {name} is {value!r}, not {said[name]!r}")
    print(f"{len(found)} entries, all as written")

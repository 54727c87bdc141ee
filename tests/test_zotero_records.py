"""Twenty records of all types into Zotero by `send`, read back and compared field by field.

`zotero/records.json` has each as a paper and as the item that it should be in today's Zotero.
"""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from recommender.formats import read_bytes, write
from recommender.managers.zotero import Zotero, connector, reading, writing
from recommender.papers import Paper, Person

TESTS = Path(__file__).parent
StandIn: Any = runpy.run_path(str(TESTS / "stand_ins" / "zotero.py"))["Zotero"]
RECORDS = json.loads((TESTS / "zotero" / "records.json").read_text(encoding="utf-8"))
OURS = {"key", "version", "collections"}
TODAY = "10.0.8"
OLD = "7.0.0"  # its schema has no DOI for a book, no ISSN for a meeting, few citation keys


def paper(facts: dict[str, Any]) -> Paper:
    """Return a paper as a corpus gives it."""
    people = tuple(Person(**person) for person in facts["authors"])
    return Paper(**facts | {"authors": people, "keywords": tuple(facts.get("keywords", ()))})


PAPERS = [paper(record["paper"]) for record in RECORDS]


def saved(zotero: Any, way: str) -> list[dict[str, Any]]:
    """Return what Zotero holds once the papers went in by one of the two ways."""
    program = Zotero(zotero.address)
    if way == "consent":
        zotero.answers = ["always"]
        writing.add(program, PAPERS, writing.Consent())
    else:
        connector.add(program, PAPERS)
    return [{k: v for k, v in item.items() if k not in OURS} for item in zotero.items.values()]


@pytest.mark.parametrize("way", ["connector", "consent"])
def test_every_fact_of_every_type_stands_in_its_own_field(way: str) -> None:
    with StandIn(version=TODAY) as zotero:
        found = saved(zotero, way)

    for record, item in zip(RECORDS, found, strict=True):
        own = {"tag": "suggested"}
        assert item == record["item"] | {"tags": [*record["item"]["tags"], own]}


def test_an_older_zotero_keeps_in_extra_what_it_has_no_field_for() -> None:
    with StandIn(version=OLD) as zotero:
        found = saved(zotero, "connector")

    for record, item in zip(RECORDS, found, strict=True):
        for name in record["item"].keys() - {"extra"} - item.keys():
            value = record["item"][name]
            assert f"{value}" in item["extra"], (item["title"], name)


@pytest.mark.parametrize("version", [TODAY, OLD])
def test_what_was_sent_is_read_back_as_the_same_papers(version: str) -> None:
    with StandIn(version=version) as zotero:
        saved(zotero, "connector")
        back = reading.read(Zotero(zotero.address)).papers

    names = ("key", "title", "authors", "year", "month", "abstract", "keywords", "pmid", "isbn")
    for sent, found in zip(PAPERS, back, strict=True):
        assert [getattr(found, n) for n in names] == [getattr(sent, n) for n in names]
        assert (found.arxiv, found.openreview) == (sent.arxiv, sent.openreview)
        assert sent.doi in ("", found.doi)
        assert sent.fields.get("editor", "") == found.fields.get("editor", "")


@pytest.mark.parametrize("wrapped", [False, True])
def test_a_file_of_items_is_told_from_csl_json_and_read(wrapped: bool) -> None:
    items = json.loads(write(PAPERS, "zotero-json"))
    written = [{"key": "A", "data": item} for item in items] if wrapped else items

    found = read_bytes(json.dumps(written, indent=1).encode(), file="refs.json")

    assert (found.format, len(found)) == ("zotero-json", len(RECORDS))
    assert [p.title for p in found.papers] == [p.title for p in PAPERS]


def test_what_was_sent_is_not_sent_twice() -> None:
    with StandIn(version=TODAY) as zotero:
        saved(zotero, "connector")
        again = connector.add(Zotero(zotero.address), PAPERS)

    assert (len(again.already), again.added) == (len(PAPERS), ())


def test_better_bibtex_json_keeps_keys_and_collections() -> None:
    text = """{
      "config": {"label": "BetterBibTeX JSON", "options": {"exportNotes": false}},
      "version": {"zotero": "7.0.1", "bbt": "7.0.2"},
      "collections": {"K1": {"key": "K1", "name": "Winter", "items": [7], "collections": []}},
      "items": [
        {"itemID": 7, "itemType": "journalArticle", "citationKey": "lee2021", "title": "Voles",
         "creators": [{"creatorType": "author", "firstName": "Ann", "lastName": "Lee"}],
         "publicationTitle": "Owl Studies", "date": "2021-03-05", "DOI": "10.5555/o.7"},
        {"itemID": 8, "itemType": "attachment", "title": "PDF"}
      ]}"""

    (entry,) = read_bytes(text.encode()).entries

    assert (entry.paper.key, entry.paper.title, entry.paper.year) == ("lee2021", "Voles", 2021)
    assert entry.collections == ("Winter",)

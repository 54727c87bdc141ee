"""Papers are sent to Zotero through its Connector's way, against a stand-in."""

from __future__ import annotations

from typing import Any

import pytest

from recommender.errors import ManagerError, UnknownName
from recommender.managers.zotero import Zotero, connector
from stand_in_managers import FOREST, PREPRINT, many, titles

# -- the connector -----------------------------------------------------------


def test_papers_go_into_the_selected_collection_with_a_tag(zotero: Any) -> None:
    trees = zotero.add_collection("Trees")
    zotero.selected = "Trees"

    sent = connector.add(Zotero(zotero.address), [FOREST])

    (saved,) = zotero.items.values()
    assert (sent.place, sent.added, sent.failed) == ("Trees", (FOREST,), ())
    assert (saved["title"], saved["DOI"], saved["collections"]) == (
        FOREST.title, FOREST.doi, [trees],
    )  # fmt: skip
    assert [t["tag"] for t in saved["tags"]] == ["forest", "suggested"]


def test_papers_go_into_a_named_collection(zotero: Any) -> None:
    trees = zotero.add_collection("Trees")

    sent = connector.add(Zotero(zotero.address), [FOREST], "trees")

    assert sent.place == "Trees"
    assert next(iter(zotero.items.values()))["collections"] == [trees]


def test_each_import_uses_a_fresh_session(zotero: Any) -> None:
    program = Zotero(zotero.address)
    connector.add(program, [FOREST])
    connector.add(program, [PREPRINT])

    assert titles(zotero) == [FOREST.title, PREPRINT.title]


def test_an_arxiv_paper_keeps_a_way_to_it(zotero: Any) -> None:
    connector.add(Zotero(zotero.address), [PREPRINT])

    assert next(iter(zotero.items.values()))["url"] == "https://arxiv.org/abs/2501.00001"


def test_what_zotero_has_is_not_sent_again(zotero: Any) -> None:
    zotero.add(title="random forests made plain", date="2025", DOI="10.1000/ABC")

    sent = connector.add(Zotero(zotero.address), [FOREST, PREPRINT])

    assert (sent.already, sent.added) == ((FOREST,), (PREPRINT,))
    assert len(zotero.items) == 2


def test_with_the_local_api_off_papers_are_sent_and_the_missing_check_is_said(zotero: Any) -> None:
    zotero.api_enabled = False

    sent = connector.add(Zotero(zotero.address), [FOREST])

    assert sent.added == (FOREST,)
    assert "Not checked for duplicates" in sent.warnings[0]


def test_a_read_only_selection_is_refused_in_words(zotero: Any) -> None:
    zotero.editable = False

    with pytest.raises(ManagerError, match="read-only"):
        connector.add(Zotero(zotero.address), [FOREST])


def test_a_collection_to_save_into_that_is_not_there_is_said(zotero: Any) -> None:
    with pytest.raises(UnknownName, match="it has: My Library"):
        connector.add(Zotero(zotero.address), [FOREST], "Nowhere")


def test_what_a_selected_group_has_is_not_sent_again(zotero: Any) -> None:
    zotero.add(title="Deep Trees", date="2025")
    zotero.groups["Foresters"] = [zotero.items.pop(zotero.add(title=FOREST.title, DOI=FOREST.doi))]
    zotero.selected = "Foresters"

    sent = connector.add(Zotero(zotero.address), [FOREST, PREPRINT])

    assert (sent.place, sent.already, sent.added) == ("Foresters", (FOREST,), (PREPRINT,))


def test_a_second_batch_that_fails_does_not_hide_the_first(zotero: Any) -> None:
    zotero.saves = [201, 500]

    sent = connector.add(Zotero(zotero.address), many(25))

    assert (len(sent.added), len(sent.failed)) == (20, 5)
    assert "HTTP 500" in sent.failed[0][1]


def test_a_used_session_is_said(zotero: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    same = type("Same", (), {"hex": "same"})
    monkeypatch.setattr("recommender.managers.zotero.connector.uuid4", lambda: same)
    program = Zotero(zotero.address)
    connector.add(program, [FOREST])

    with pytest.raises(ManagerError, match="sent this already"):
        connector.add(program, [PREPRINT])

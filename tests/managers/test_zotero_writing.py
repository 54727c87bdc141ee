"""Papers are written through Zotero's own API, once the user consents, against a stand-in."""

from __future__ import annotations

import json
from typing import Any

import pytest

from recommender.errors import ManagerError
from recommender.formats.zotero import item
from recommender.managers.zotero import Zotero, writing
from recommender.papers import Paper, Person
from stand_in_managers import FOREST, PREPRINT, RunningZotero, many

# -- the write API -----------------------------------------------------------


def test_after_consent_papers_keep_key_type_and_collection(zotero: Any) -> None:
    trees = zotero.add_collection("Trees")
    zotero.answers = ["always"]

    sent = writing.add(Zotero(zotero.address), [FOREST, PREPRINT], writing.Consent(), "Trees")

    first, second = zotero.items.values()
    assert sent.added == (FOREST, PREPRINT)
    assert (first["itemType"], first["citationKey"], first["proceedingsTitle"]) == (
        "conferencePaper", "weng2025forest", "ICML",
    )  # fmt: skip
    assert (second["itemType"], second["archiveID"]) == ("preprint", "arXiv:2501.00001")
    assert first["collections"] == [trees]


def test_a_lasting_key_is_handed_back_and_used_without_asking(zotero: Any) -> None:
    zotero.answers = ["always"]
    consent = writing.Consent()
    writing.add(Zotero(zotero.address), [FOREST], consent)

    writing.add(Zotero(zotero.address), [PREPRINT], writing.Consent(consent.key))

    assert consent.lasting
    assert zotero.asked == 1


def test_denied_consent_is_said_and_writes_nothing(zotero: Any) -> None:
    zotero.answers = ["deny"]

    with pytest.raises(ManagerError, match="denied"):
        writing.add(Zotero(zotero.address), [FOREST], writing.Consent())
    assert zotero.items == {}


def test_a_key_for_one_write_is_asked_for_again_for_the_next(zotero: Any) -> None:
    zotero.answers = ["allow", "allow"]

    sent = writing.add(Zotero(zotero.address), many(60), writing.Consent())

    assert (len(sent.added), zotero.asked) == (60, 2)


def test_a_second_batch_that_is_denied_does_not_hide_the_first(zotero: Any) -> None:
    zotero.answers = ["allow", "deny"]

    sent = writing.add(Zotero(zotero.address), many(60), writing.Consent())

    assert (len(sent.added), len(sent.failed)) == (50, 10)
    assert "denied" in sent.failed[0][1]


def test_a_remembered_key_that_no_longer_holds_is_asked_for_anew(zotero: Any) -> None:
    zotero.answers = ["always"]

    sent = writing.add(Zotero(zotero.address), [FOREST], writing.Consent("long gone"))

    assert sent.added == (FOREST,)


def test_too_many_questions_are_said_with_the_wait(zotero: Any) -> None:
    zotero.asked = 5

    with pytest.raises(ManagerError, match="60 seconds"):
        writing.add(Zotero(zotero.address), [FOREST], writing.Consent())


def test_an_older_zotero_is_told_the_other_way() -> None:
    with (
        RunningZotero(version="8.0.5") as old,
        pytest.raises(ManagerError, match="without --consent"),
    ):
        writing.add(Zotero(old.address), [FOREST], writing.Consent())


@pytest.mark.parametrize("status", [*writing.REFUSALS, 401, 500])
def test_every_refusal_of_a_write_is_a_sentence(zotero: Any, status: int) -> None:
    zotero.answers, zotero.refuse = ["always", "always"], [status, status]

    with pytest.raises(ManagerError, match=r"^[A-Z].*\.$"):
        writing.add(Zotero(zotero.address), [FOREST], writing.Consent())


def test_a_partial_failure_names_the_paper_and_the_reason(
    zotero: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    zotero.answers = ["always"]
    broken = Paper(key="b", type="article", title="Broken")
    kinds = {"Broken": {"itemType": "nonsense"}}
    monkeypatch.setattr(
        "recommender.managers.zotero.writing.item", lambda p: item(p) | kinds.get(p.title, {})
    )

    sent = writing.add(Zotero(zotero.address), [FOREST, broken], writing.Consent())

    assert sent.added == (FOREST,)
    assert sent.failed[0][0] == broken
    assert "nonsense" in sent.failed[0][1]


@pytest.mark.parametrize(
    "kind",
    ["article", "book", "conference", "inbook", "incollection", "inproceedings", "mastersthesis",
     "misc", "online", "phdthesis", "techreport", "unpublished", "whatever"],
)  # fmt: skip
@pytest.mark.parametrize("arxiv", ["", "2501.00001"])
def test_every_type_becomes_an_item_that_zotero_takes(zotero: Any, kind: str, arxiv: str) -> None:
    zotero.answers = ["always"]
    extra = {"volume": "1", "number": "2", "pages": "3--4", "publisher": "P", "series": "S",
             "edition": "2", "school": "X"}  # fmt: skip
    paper = Paper(
        key="k", type=kind, title="T", year=2020, month=3, venue="V", arxiv=arxiv, isbn="1",
        doi="10.1/x", pmid="7", keywords=("a", "a"), fields=extra, language="en",
        authors=(Person(literal="The Group"), Person(family="Beek", prefix="van", suffix="Jr.")),
    )  # fmt: skip

    sent = writing.add(Zotero(zotero.address), [paper], writing.Consent())

    assert sent.failed == ()
    assert "10.1/x" in json.dumps(item(paper))

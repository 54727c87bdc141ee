"""Papers that are never suggested, by what their sources, titles and texts say."""

from __future__ import annotations

import json

import pytest

from recommender.formats import csl
from recommender.formats.json import arxiv, openalex, plain
from recommender.papers import Paper
from recommender.works.withheld import UNTITLED, status, status_of, withheld

TITLES = [
    ("RETRACTED: Owls", "retracted"),
    ("Retracted Article: Owls", "retracted"),
    ("[Retracted] Owls", "retracted"),
    ("Owls at night (Retracted article. See vol. 3, pg. 7, 2019)", "retracted"),
    ("WITHDRAWN: Owls", "withdrawn"),
    ("TEMPORARY REMOVAL: Owls", "withdrawn"),
    ("Owls [withdrawn]", "withdrawn"),
    ("Erratum", "notice"),
    ("Erratum to: Owls", "notice"),
    ("Corrigendum to “Owls” [J. Owls 12 (2010)]", "notice"),
    ("Correction: Owls", "notice"),
    ("Author Correction: Owls", "notice"),
    ("Publisher's Note: Owls", "notice"),
    ("Addendum: Owls", "notice"),
    ("Retraction note: Owls", "notice"),
    ("Statement of Retraction: Owls", "notice"),
    ("Expression of concern: Owls", "notice"),
    ("Owl Letters: front matter", "front matter"),
    ("Front Cover", "front matter"),
    ("Table of contents", "front matter"),
    ("Editorial Board", "front matter"),
    ("Preface", "front matter"),
    ("RETRACTED-Owls", "retracted"),
    ("Temporary Removal: Owls", "withdrawn"),
    ("Correction for Vale et al., Owls", "notice"),
    ("Rétraction : Owls", "notice"),
    ("Owls (vol 3, pg 9, 2020)", "notice"),
    ("Notice of Violation of IEEE Publication Principles: Owls", "notice"),
    ("Front Matter: Volume 1234", "front matter"),
    ("Cover Image, Volume 3, Issue 4", "front matter"),
    ("Front Cover: Owls at Night (Owl Lett. 3/2020)", "front matter"),
]
ORDINARY = [
    "Retracted gaze in owls",
    "Withdrawn youth in towns",
    "Withdrawal from opioids in mice",
    "Retraction of the upper lip in owls",
    "Correction of refraction errors in owls",
    "Corrections to the entropy of black owls",
    "Removal of phosphorus",
    "Errata in owl codes",
    "Table of contents generation with transformers",
    "Contents of owl pellets",
    "Preface to a theory of owls",
    "Copyright law of owls",
    "Corrections to vole counts by Oak and Elm",
    "Owls of the north (a survey of vol. 3)",
    "Cover crops and owls",
    "Front matters: owls before storms",
    "Retracted-wing gliding of owls",
]
TEXTS = [
    ("This paper has been withdrawn by the author due to an error in Lemma 2.", "withdrawn"),
    ("Withdrawn by the author", "withdrawn"),
    ("withdrawn", "withdrawn"),
    ("[Withdrawn] Owls hear voles.", "withdrawn"),
    ("arXiv admin note: This paper has been withdrawn by arXiv admins.", "withdrawn"),
    ("This submission has been withdrawn by arXiv administrators.", "withdrawn"),
    ("The authors have withdrawn this manuscript owing to a mistake.", "withdrawn"),
    ("Owls hear voles. This paper has been withdrawn.", "withdrawn"),
    ("This article has been retracted.", "retracted"),
    ("Half of the voles were withdrawn from the pen by night.", None),
    ("Withdrawn patients were asked.", None),
    ("Retracted papers are cited for years.", None),
    ("We withdrew water from owls.", None),
]


@pytest.mark.parametrize(("title", "known"), TITLES)
def test_a_title_says_what_is_no_paper(title: str, known: str) -> None:
    assert status(Paper(title=title)) == known


@pytest.mark.parametrize("title", ORDINARY)
def test_a_title_with_such_a_word_is_a_paper(title: str) -> None:
    assert status(Paper(title=title)) is None


@pytest.mark.parametrize(("abstract", "known"), TEXTS)
def test_a_text_says_that_a_paper_was_withdrawn(abstract: str, known: str | None) -> None:
    assert status(Paper(title="Owls", abstract=abstract)) == known


@pytest.mark.parametrize(
    ("kinds", "known"),
    [
        (["Journal Article", "Retracted Publication"], "retracted"),
        (["Published Erratum"], "notice"),
        (["retraction"], "notice"),
        (["expression_of_concern"], "notice"),
        (["paratext"], "front matter"),
        (["peer-review"], "notice"),
        (["article", "review"], None),
        ([], None),
    ],
)
def test_the_types_of_sources_say_what_is_no_paper(kinds: list[str], known: str | None) -> None:
    assert status_of(kinds) == known


def test_a_record_without_a_title_is_withheld_beside_titled_ones() -> None:
    untitled = Paper(abstract="Owls hear voles.")

    assert withheld(untitled) == UNTITLED
    assert withheld(untitled, beside_titled=False) == ""
    assert withheld(Paper(title="Owls")) == ""


def test_openalex_flags_are_read() -> None:
    work = {"id": "https://openalex.org/W1", "title": "Owls", "type": "article"}

    assert status(openalex.paper(work | {"is_retracted": True})) == "retracted"
    assert status(openalex.paper(work | {"is_paratext": True})) == "front matter"
    assert status(openalex.paper(work | {"type": "erratum"})) == "notice"
    assert status(openalex.paper(work | {"is_retracted": False})) is None


def test_crossref_updates_are_read() -> None:
    def read(**facts: object) -> Paper:
        item = {"type": "journal-article", "title": "Owls", **facts}
        return csl.read(json.dumps([item]).encode()).papers[0]

    assert status(read(**{"updated-by": [{"type": "retraction"}]})) == "retracted"
    assert status(read(**{"updated-by": [{"type": "correction"}]})) is None
    assert status(read(**{"update-to": [{"type": "retraction"}]})) == "notice"
    assert status(read(**{"update-to": [{"type": "new_version"}]})) is None
    assert status(read(**{"update-to": [{"type": "partial_retraction"}]})) == "notice"


def test_remarks_and_flags_of_other_sources_are_read() -> None:
    snapshot = {"id": "1804.99901", "title": "Owls", "journal-ref": None}
    remark = "This paper has been withdrawn by the author due to an error"

    assert status(arxiv.paper(snapshot | {"comments": remark})) == "withdrawn"
    assert status(arxiv.paper(snapshot | {"comments": "12 pages"})) is None
    assert status(plain.paper({"title": "Owls", "is_retracted": True})) == "retracted"
    assert status(Paper(title="Owls", venue="ICLR 2024 Conference Withdrawn Submission"))


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"status": "Withdraw"}, "withdrawn"),
        ({"type": "erratum"}, "notice"),
        ({"type": "paratext"}, "front matter"),
        ({"publicationTypes": ["Journal Article", "Retracted Publication"]}, "retracted"),
        ({"venueid": "Owls.cc/2024/Conference/Withdrawn_Submission"}, "withdrawn"),
        ({"comment": "withdrawn due to an error in lemma 2"}, "withdrawn"),
        ({"note": "Retracted"}, "retracted"),
        ({"type": "article", "comment": "12 pages"}, None),
    ],
)
def test_lists_of_any_form_say_what_is_no_paper(said: dict[str, object], expected: str) -> None:
    assert status(plain.paper({"title": "Owls", **said})) == expected


def test_long_titles_and_texts_are_read_in_little_time() -> None:
    long = Paper(title="(retracted " * 20_000, abstract="This paper. withdrawn " * 20_000)

    assert status(long) is None

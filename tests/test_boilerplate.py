"""What of an abstract is content, and what only stands there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recommender.papers import Paper
from recommender.text.boilerplate import content
from recommender.text.terms import paper_terms

OWLS = "Owls hear voles by night."
PLACEHOLDERS = [
    "[No abstract available]",
    "No abstract",
    "Abstract not available.",
    "ABSTRACT NOT AVAILABLE",
    "There is no abstract available for this article.",
    "This article does not have an abstract.",
    "An abstract is not available for this content.",
    "n/a",
    "N.A.",
    "null",
    "-",
    "International audience",
    "Graphical abstract",
    "Kein Abstract verfügbar",
    "© 2021 Elmfield Publishing B.V. All rights reserved.",
    "First page preview",
]
AROUND = [
    f"{OWLS} © 2021 Elmfield Publishing B.V. All rights reserved.",
    f"{OWLS} Copyright © 2010 John Elm & Sons, Ltd.",
    f"{OWLS} (C) 2003 Elm Science B.V. All rights reserved.",
    f"{OWLS} © The Author(s) 2020.",
    f"{OWLS} © 2013 The Authors. Published by Elsevier Ltd. All rights reserved.",
    f"{OWLS} © 2011 Elm Periodicals, Inc. J Owl Chem, 2011",
    f"{OWLS} (PsycINFO Database Record (c) 2012 APA, all rights reserved)",
    f"{OWLS} This article is protected by copyright. All rights reserved.",
    f"{OWLS} Copyright of J. Owls is the property of Elm Inc. and may not be copied. Users may.",
    f"{OWLS} This is an open access article under the CC BY license (http://example.org/4.0/).",
    f"© 2019 Elmfield Ltd{OWLS}",
    f"© 2017 IEEE. {OWLS}",
    f"© 2020 by the authors. Licensee Elm, Basel. {OWLS}",
    f"BACKGROUND: {OWLS}",
    f"Abstract: {OWLS}",
    f"UNLABELLED: {OWLS}",
    f"Purpose – {OWLS}",
    f"METHODS {OWLS}",
    f"Materials and Methods: {OWLS}",
    f"Conclusions and Relevance: {OWLS}",
    f"Design/methodology/approach — {OWLS}",
    f"Hintergrund: {OWLS}",
    f"Résultats : {OWLS}",
    f"International audience; {OWLS}",
    f"{OWLS} [Image: see text]",
    f"{OWLS} [Display omitted]",
    f"Graphical abstract: {OWLS}",
    f"{OWLS} Comment: 12 pages, 5 figures",
]
CONTENT = [
    "Copyright law of owls is old.",
    "All owls have rights.",
    "An international audience of owls heard it.",
    "Methods of owls: a review.",
    "We treat a decision (MDP) problem: owls decide.",
    "In this setting – of owls – voles hide.",
    "Results matter.",
    "No abstract thought is known of owls, as we show in this long study of their minds.",
    "Backgrounds of owls vary.",
    "None of the owls flew.",
]


@pytest.mark.parametrize("abstract", PLACEHOLDERS)
def test_a_placeholder_says_nothing(abstract: str) -> None:
    assert content(abstract) == ""


@pytest.mark.parametrize("abstract", AROUND)
def test_what_stands_around_an_abstract_is_not_of_it(abstract: str) -> None:
    assert content(abstract).strip() == OWLS


@pytest.mark.parametrize("abstract", CONTENT)
def test_what_an_abstract_says_stays(abstract: str) -> None:
    assert content(abstract) == abstract


def test_labels_without_a_sign_go_where_several_stand() -> None:
    found = content("Background Owls age. Methods We sat. Results They hear. Conclusions Good.")

    assert found.split() == ["Owls", "age.", "We", "sat.", "They", "hear.", "Good."]


def test_labels_in_lines_of_their_own_go() -> None:
    assert content("BACKGROUND:\nOwls age.\n\nMETHODS:\nWe sat.").split() == [
        "Owls",
        "age.",
        "We",
        "sat.",
    ]


def test_boilerplate_is_in_no_term_and_stays_in_the_abstract() -> None:
    paper = Paper(
        title="Owls", abstract="RESULTS: Voles. © 2021 Elmfield Press. All rights reserved."
    )

    assert set(paper_terms(paper)) == {"owl", "vole"}
    assert "Elmfield" in paper.abstract


@given(st.text(alphabet="© (c)2021.:[]\nABCabc", max_size=400))
def test_content_is_never_longer_and_any_text_is_read(abstract: str) -> None:
    assert len(content(abstract)) <= len(abstract) + abstract.count("©") + abstract.count("c") + 9

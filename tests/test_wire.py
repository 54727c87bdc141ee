"""The shapes that leave the product: values and schemas of one definition; the cut of the terms."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import recommender
from recommender.cli import group
from recommender.managers.send import MANAGERS
from recommender.ranking.reasons import TermShare
from recommender.recommend import Answer as Found
from recommender.report import report
from recommender.service.app import OPERATIONS
from recommender.wire.answers import SCORE_DIGITS, Answer
from recommender.wire.delivery import GivenSend, ManagerName
from recommender.wire.reports import ImportReport
from recommender.wire.shape import Shape, members, plain, schema, schemas, text
from recommender.wire.terms import AT_LEAST, MOST, named

shares = st.lists(st.floats(-1, 10), max_size=40).map(lambda found: sorted(found, reverse=True))


@pytest.fixture(scope="module")
def found(root: Path) -> Found:
    library = recommender.read(root / "seeds" / "library.bib")
    return recommender.suggest(library, recommender.open_corpus("seeds"), limit=20)


def terms(shares: list[float]) -> list[TermShare]:
    return [TermShare(term=str(i), share=share, keys=()) for i, share in enumerate(shares)]


@given(shares)
def test_the_named_terms_carry_most_and_no_fewer_do(shares: list[float]) -> None:
    whole = sum(shares)
    shown = [term.share for term in named(terms(shares))]

    assert shown == shares[: len(shown)]
    assert len(shown) >= min(AT_LEAST, len(shares))
    if len(shown) < len(shares):
        assert sum(shown) >= MOST * whole - 1e-9
    if len(shown) > AT_LEAST:
        assert sum(shown[:-1]) < MOST * whole + 1e-9


@given(shares)
def test_all_terms_are_named_where_that_is_asked(shares: list[float]) -> None:
    assert named(terms(shares), "all") == terms(shares)


@pytest.mark.parametrize("how", ["most", "all"])
def test_shares_and_rest_add_up_to_the_score(found: Found, how: str) -> None:
    told = Answer.of(found, how)

    assert told.suggestions
    for suggestion in told.suggestions:
        added = sum(term.share for term in suggestion.why.terms) + suggestion.why.rest
        assert added == pytest.approx(suggestion.score, abs=1e-6)
    rests = {suggestion.why.rest for suggestion in told.suggestions}
    assert (rests == {0.0}) is (how == "all")


def test_all_terms_say_what_most_say_and_more(found: Found) -> None:
    most, every = (plain(Answer.of(found, how)) for how in ("most", "all"))

    for short, whole in zip(most["suggestions"], every["suggestions"], strict=True):
        n = len(short["why"]["terms"])
        assert short["why"]["terms"] == whole["why"]["terms"][:n]
        rest = sum(term["share"] for term in whole["why"]["terms"][n:])
        assert short["why"].pop("rest") == pytest.approx(rest, abs=10**-SCORE_DIGITS * 100)
        del short["why"]["terms"], whole["why"]["terms"], whole["why"]["rest"]
        assert short == whole


def test_the_command_line_names_all_terms_where_that_is_asked(root: Path) -> None:
    asked = ["suggest", str(root / "seeds" / "library.bib"), "-n", "3", "-f", "json"]
    most, every = (
        json.loads(CliRunner().invoke(group, [*asked, *more]).stdout)
        for more in ([], ["--terms", "all"])
    )
    key = most["suggestions"][0]["key"]
    why = json.loads(CliRunner().invoke(group, [*asked, "--why", key]).stdout)

    assert all(s["why"]["rest"] == 0 for s in every["suggestions"])
    assert len(json.dumps(most)) < len(json.dumps(every))
    assert why["suggestions"][0]["why"]["terms"] == every["suggestions"][0]["why"]["terms"]


def test_values_have_the_members_of_their_schema(root: Path, found: Found) -> None:
    made = report(recommender.read(root / "seeds" / "library.bib"))

    for shape in (Answer.of(found), ImportReport.of(made)):
        assert not list(strangers(plain(shape), schema(type(shape)), schemas([type(shape)])))


def strangers(value: Any, told: dict[str, Any], known: dict[str, Any]) -> Any:
    """Yield the members that a schema has not, or wants and does not find."""
    if "$ref" in told:
        told = known[told["$ref"].rpartition("/")[2]]
    if "anyOf" in told:
        if value is not None:
            yield from strangers(value, told["anyOf"][0], known)
    elif told.get("type") == "object":
        inside = told.get("properties", {})
        others = told["additionalProperties"]
        yield from set(told.get("required", ())) - set(value)
        for name, member in value.items():
            if name in inside or others:
                yield from strangers(member, inside.get(name, others), known)
            else:
                yield name
    elif told.get("type") == "array":
        for item in value:
            yield from strangers(item, told["items"], known)


def test_every_shape_refuses_members_that_it_does_not_tell() -> None:
    shapes = [
        shape
        for operation in OPERATIONS
        for shape in (*operation.answers.values(), operation.body_shape)
        if isinstance(shape, type) and issubclass(shape, Shape)
    ]

    assert shapes
    assert all(told["additionalProperties"] is False for told in schemas(shapes).values())


def test_the_text_of_a_shape_is_json_that_people_can_read(found: Found) -> None:
    told = text(Answer.of(found))

    assert told.endswith("}\n")
    assert json.loads(told) == plain(Answer.of(found))


def test_the_shapes_name_the_managers_that_there_are() -> None:
    assert set(get_args(ManagerName)) == set(MANAGERS)
    assert members(GivenSend) == ({"to", "keys"}, {"corpus", "collection"})

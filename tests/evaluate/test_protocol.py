"""The protocol: splits, cases, measures and intervals."""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from recommender.evaluate.protocol import (
    CASES,
    average_precision,
    chance,
    gain,
    interval,
    metrics,
    ranks,
    shown,
    split,
)


def test_splits_are_those_of_the_protocol(theirs: ModuleType) -> None:
    names = [f"paper{i}" for i in range(57)]

    assert all(
        split(f"library {n}", names[:n], seed) == theirs.split(f"library {n}", names[:n], seed)
        for n in range(10, 57)
        for seed in (0, 1, 2)
    )


def test_cases_are_those_of_the_protocol(theirs: ModuleType) -> None:
    items = {f"p{i}": {"id": f"p{i}", "abstract": "text"} for i in range(40)}
    options: dict[str, dict[str, Any]] = {
        "whole": {},
        "titles": {"blank": 1.0},
        "thirty": {"blank": 0.7},
        "five": {"keep": 5},
    }
    seen: dict[str, dict[str, bool]] = {}
    for case, wanted in options.items():

        def rank(library: list[Any], candidates: list[Any], case: str = case) -> list[str]:
            seen[case] = {item["id"]: bool(item["abstract"]) for item in library}
            return []

        theirs.evaluate(rank, items, {"a/b:c.bib": list(items)}, seeds=(1,), **wanted)

    kept, _ = split("a/b:c.bib", items, 1)
    assert {case: shown("a/b:c.bib", kept, CASES[case], 1) for case in options} == seen


def test_metrics_are_those_of_the_protocol(theirs: ModuleType) -> None:
    rng = np.random.default_rng(0)
    names = [f"p{i}" for i in range(300)]
    for n_hidden in (1, 3, 30):
        order = rng.permutation(names)[:150].tolist()
        hidden = rng.choice(names, n_hidden, replace=False).tolist()

        ours_, others = metrics(ranks(order, hidden)), theirs.metrics(order, hidden)
        assert ours_ == pytest.approx({name: others[name] for name in ours_})


def test_intervals_are_near_those_of_the_protocol(theirs: ModuleType) -> None:
    values = np.random.default_rng(0).random(40).tolist()

    assert interval(values) == pytest.approx(theirs.interval(values), abs=0.01)


def test_metrics_count_by_hand() -> None:
    found = metrics(ranks(["a", "x", "b", *"cdefghijk"], ["x", "b", "absent", "k"]))

    assert found["recall@10"] == 0.5
    assert found["recall@50"] == 0.75
    assert found["MRR@100"] == 0.5
    ideal = 1 + 1 / math.log2(3) + 1 / 2 + 1 / math.log2(5)
    assert found["nDCG@10"] == pytest.approx((1 / math.log2(3) + 1 / 2) / ideal)


def test_nothing_found_is_worth_nothing() -> None:
    assert set(metrics(ranks(["a"], ["b"])).values()) == {0.0}
    assert average_precision(ranks(["a"], ["b"])) == 0


def test_average_precision_counts_by_hand() -> None:
    found = average_precision(ranks(["a", "x", "b", "y"], ["a", "b", "absent"]))

    assert found == pytest.approx((1 / 1 + 2 / 3 + 0) / 3)


def test_a_gain_has_an_interval_around_the_paired_difference() -> None:
    better = [0.5, 0.6, 0.9, 0.2]

    assert gain(better, [v - 0.1 for v in better]) == pytest.approx((0.1, 0.1, 0.1))


def test_chance_is_spread_over_zero_to_one() -> None:
    drawn = [chance("seed", i) for i in range(1000)]

    assert 0 <= min(drawn) < 0.01
    assert 0.99 < max(drawn) < 1
    assert np.mean(drawn) == pytest.approx(0.5, abs=0.03)


@pytest.mark.parametrize(
    ("rank", "recalls", "ndcg", "mrr"),
    [
        (1, (1, 1, 1), 1, 1),
        (10, (1, 1, 1), 1 / np.log2(11), 1 / 10),
        (11, (0, 1, 1), 0, 1 / 11),
        (50, (0, 1, 1), 0, 1 / 50),
        (51, (0, 0, 1), 0, 1 / 51),
        (100, (0, 0, 1), 0, 1 / 100),
        (101, (0, 0, 0), 0, 0),
        (np.inf, (0, 0, 0), 0, 0),
    ],
)
def test_a_hidden_paper_counts_up_to_its_places(
    rank: float, recalls: tuple[int, ...], ndcg: float, mrr: float
) -> None:
    found = metrics(np.array([rank], np.float64))

    assert tuple(found[f"recall@{k}"] for k in (10, 50, 100)) == recalls
    assert (found["nDCG@10"], found["MRR@100"]) == (pytest.approx(ndcg), pytest.approx(mrr))


@pytest.mark.parametrize(("n_papers", "n"), [(1, 1), (4, 1), (7, 1), (8, 2), (50, 10), (100, 20)])
def test_a_fifth_of_a_library_is_hidden(n_papers: int, n: int) -> None:
    kept, hidden = split("owls", map(str, range(n_papers)), seed=1)

    assert (len(hidden), len(kept)) == (n, n_papers - n)

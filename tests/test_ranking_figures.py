"""The ranking on a small sample of real libraries, beside the formulas of others: 30 seconds.

`recommender evaluate --dataset` measures all of them; a sample only tells that nothing broke.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from recommender.evaluate import dataset, reviews
from recommender.evaluate.rankings import BASE
from recommender.evaluate.rows import Row

pytestmark = pytest.mark.slow

EACH = 8  # every so many libraries
Rows = dict[tuple[str, str], Row]


@pytest.fixture(scope="module")
def rows(shared: Path) -> Rows:
    data = dataset.read(shared / "eval" / "mlbib")
    sample = dict(list(data.libraries.items())[::EACH])
    found = dataset.evaluate(
        dataset.DataSet(pool=data.pool, libraries=sample),
        cases=["whole", "titles", "five"],
        rankings=["fused", "nearest", "decayed-mean", BASE, "random"],
        seeds=[0],
        progress=lambda done, total: None,
    )
    return {(row.case, row.ranking): row for row in found}


@pytest.mark.parametrize("case", ["whole", "titles", "five"])
@pytest.mark.parametrize("peer", [BASE, "random"])
def test_fused_finds_more_than_a_plain_query(rows: Rows, case: str, peer: str) -> None:
    assert rows[case, "fused"].means["recall@50"] > rows[case, peer].means["recall@50"]


@pytest.mark.parametrize("peer", ["nearest", "decayed-mean"])
def test_fused_finds_more_of_whole_libraries_than_averages(rows: Rows, peer: str) -> None:
    assert rows["whole", "fused"].means["recall@50"] > rows["whole", peer].means["recall@50"]


def test_fused_gains_over_the_plain_query_more_than_chance_explains(rows: Rows) -> None:
    gain, low, _ = rows["whole", "fused"].gain(rows["whole", BASE])

    assert gain > 0.05
    assert low > 0


def test_random_finds_one_in_a_hundred(rows: Rows) -> None:
    assert rows["whole", "random"].means["recall@100"] < 0.05


def test_fused_orders_screened_reviews_better_than_the_plain_query(shared: Path) -> None:
    read = [reviews.read(path) for path in reviews.files(shared / "eval" / "reviews")]

    found = reviews.evaluate(
        read, rankings=["fused", BASE], draws=4, progress=lambda done, total: None
    )

    by = {(row.case, row.ranking): row.means["AP"] for row in found}
    assert all(by[review.name, "fused"] > by[review.name, BASE] for review in read)

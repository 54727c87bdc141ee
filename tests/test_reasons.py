"""The reasons on a few real libraries; `benchmarks/reasons.py` measures more of them."""

from __future__ import annotations

import importlib.util
import statistics
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytestmark = pytest.mark.slow

N_LIBRARIES = 6


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    path = Path(__file__).parent / "benchmarks" / "reasons.py"
    spec = importlib.util.spec_from_file_location("benchmark_reasons", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def held(benchmark: ModuleType, shared: Path) -> list[Any]:
    corpus, found = benchmark.libraries(shared / "eval" / "mlbib")
    few = islice(found, N_LIBRARIES)
    return [one for library in few for one in benchmark.reasons(library, corpus, limit=6)]


def test_a_score_falls_when_the_nearest_entry_leaves_the_library(held: list[Any]) -> None:
    assert statistics.mean(one.falls for one in held) >= 0.97


def test_five_terms_carry_half_of_most_scores(held: list[Any]) -> None:
    assert statistics.median(one.of_terms for one in held) >= 0.5


def test_shares_add_up_to_the_score_that_ranked_the_paper(held: list[Any]) -> None:
    assert max(one.missed for one in held) < 1e-6

"""With numba, a server's kernels give what scipy's product gives."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from recommender.corpus import Corpus, build
from recommender.corpus.search import numba_kernels
from recommender.papers import Paper

WORDS = ["sparse", "graph", "kernel", "bandit", "protein", "speech", "lattice", "library"]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    rng = np.random.default_rng(4)
    return build("some", [Paper(title=" ".join(rng.choice(WORDS, 30))) for _ in range(200)])


@pytest.mark.parametrize("matrix", ["bm25", "tfidf"])
def test_the_kernel_gives_what_the_product_gives(
    corpus: Corpus,
    matrix: str,
    need: Callable[[object, str], None],
) -> None:
    need(importlib.util.find_spec("numba"), "numba is not installed")
    numbers = np.arange(corpus.index.n_terms)
    weights = np.linspace(0.1, 3, len(numbers))
    expected = corpus.index.scores(matrix, numbers, weights)  # type: ignore[arg-type]

    corpus.index.use(numba_kernels.Kernels())
    found = corpus.index.scores(matrix, numbers, weights)  # type: ignore[arg-type]
    corpus.index.use(None)

    assert found == pytest.approx(expected, rel=1e-6)


def test_nothing_is_compiled_unasked(root: Path) -> None:
    code = (
        "import json, sys; from recommender.corpus import open_corpus\n"
        "index = open_corpus().index\n"
        "index.scores('bm25', [0], [1.0])\n"
        "print(json.dumps([index.kernels is not None, 'numba' in sys.modules]))"
    )

    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, check=True)

    assert json.loads(done.stdout) == [False, False]

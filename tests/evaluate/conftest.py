"""Made-up papers of four topics, and a data set of two libraries."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from made_datasets import record_of, write_records
from recommender.evaluate.candidates import Pool, Task, library_of
from recommender.papers import Paper

TOPICS = {
    "sparse": "sparse autoencoder features dictionary learning interpretability neurons",
    "bandit": "bandit regret exploration arms confidence bounds sequential decision",
    "protein": "protein folding structure residue amino acid sequence design",
    "graph": "graph neural network message passing nodes edges spectral",
}


N_EACH = 30


@pytest.fixture(scope="module")
def papers() -> dict[str, Paper]:
    """Return made-up papers of four topics: two words of the topic in the title, five in all."""
    rng = np.random.default_rng(3)
    common = [f"word{i}" for i in range(60)]
    found = {}
    for topic, text in TOPICS.items():
        words = text.split()
        for i in range(N_EACH):
            title = [*rng.choice(words, 2, replace=False), *rng.choice(common, 3), f"number{i}"]
            body = [*rng.choice(words, 5), *rng.choice(common, 20)]
            key = f"{topic}{i:02}"
            found[key] = Paper(
                key=key, title=" ".join(title), abstract=" ".join(body), year=2000 + i % 20
            )
    return found


@pytest.fixture
def pool(papers: dict[str, Paper]) -> Pool:
    return Pool(papers)


@pytest.fixture
def task(pool: Pool) -> Task:
    kept = [f"sparse{i:02}" for i in range(20)]
    library = library_of([pool[name] for name in kept])
    return Task(library=library, candidates=pool.without(set(kept)), limit=10)


@pytest.fixture
def folder(tmp_path: Path, papers: dict[str, Paper]) -> Path:
    """Return a data set of two libraries."""
    write_records(tmp_path / "items.jsonl.gz", [record_of(paper) for paper in papers.values()])
    libraries = [
        {"id": f"{topic}.bib", "part": part, "items": [f"{topic}{i:02}" for i in range(20)]}
        for topic, part in (("sparse", "tune"), ("bandit", "report"))
    ]
    (tmp_path / "libraries.json").write_text(json.dumps(libraries))
    return tmp_path


@pytest.fixture(scope="module")
def theirs(shared: Path) -> ModuleType:
    """Return the protocol that this one must equal."""
    spec = importlib.util.spec_from_file_location("protocol", shared / "eval" / "protocol.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

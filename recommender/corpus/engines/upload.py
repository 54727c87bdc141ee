"""Generations whose papers are searched by an engine outside: given to it, opened, forgotten."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from recommender.corpus.corpus import Corpus
from recommender.corpus.engines.embedded import batches
from recommender.corpus.search.engine import Engine
from recommender.corpus.storage.array_writers import FileWriter
from recommender.corpus.storage.generations import Label
from recommender.corpus.storage.manifest import Manifest, collection
from recommender.errors import RecommenderError

COLUMNS = ("columns.papers", "columns.tf", "columns.bm25")  # what the engine keeps instead of us


def upload(files: FileWriter, label: Label, generation: str) -> None:
    """Give the papers of a new generation to its engine, if it has one, before it is current."""
    if not label.engine:
        return
    store = _qdrant().Qdrant.at(label.engine, collection(label.name, generation))
    store.create()
    corpus = Corpus(name=label.name, generation=generation, arrays=files.arrays())
    for batch in batches(corpus):
        store.upsert(batch)
    store.close()
    for name in COLUMNS:
        files.remove(name)


def engine_of(manifest: Manifest) -> Engine | None:
    """Return the engine of a generation, None where its arrays are searched."""
    if not manifest.engine:
        return None
    found: Engine = _qdrant().Qdrant.at(manifest.engine, manifest.collection)
    return found


def forget(corpus: Manifest, kept: list[Manifest]) -> None:
    """Delete what an engine holds of a corpus, but for the generations that are kept."""
    if corpus.engine:
        names = {manifest.collection for manifest in kept}
        store = _qdrant().Qdrant.at(corpus.engine, corpus.collection)
        store.sweep(f"{corpus.name}@", names)
        store.close()


def _qdrant() -> ModuleType:
    try:
        return import_module("recommender.corpus.engines.qdrant")
    except ImportError as error:
        raise RecommenderError(
            "A Qdrant server needs its client: pip install 'bib-recommender[qdrant]'."
        ) from error

"""The store: libraries and verdicts in one SQLite file that survives a crash."""

from recommender.store.database import FILE
from recommender.store.rows import StoredLibrary
from recommender.store.store import Store

__all__ = ["FILE", "Store", "StoredLibrary"]

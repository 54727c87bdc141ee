"""The store: libraries and verdicts in one SQLite file that survives a crash."""

from recommender.store.database import FILE, Database
from recommender.store.store import Store, StoredLibrary

__all__ = ["FILE", "Database", "Store", "StoredLibrary"]

"""Records and files of made-up data sets."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from recommender.papers import Paper


def record_of(paper: Paper, **more: object) -> dict[str, object]:
    """Return a paper as a data set writes it."""
    record = {"id": paper.key, "title": paper.title, "abstract": paper.abstract}
    return record | {"year": paper.year, "venue": paper.venue} | more


def write_records(path: Path, records: list[dict[str, object]]) -> None:
    """Write records, a line each."""
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(record) + "\n" for record in records)


def quiet(done: int, total: int) -> None:
    """Tell nobody how far it is."""

"""Files to papers, one after the other, with what was wrong about them."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from recommender.corpus.progress import Progress, quiet
from recommender.corpus.seeds import Seeds
from recommender.errors import UnreadableInput
from recommender.files.refusals import reason
from recommender.formats import records
from recommender.notices import Notice
from recommender.papers import Paper


def papers(path: Path, progress: Progress = quiet) -> Iterator[Paper | Notice]:
    """Yield the papers and the notices of a file; raises UnreadableInput."""
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            file: BinaryIO = gzip.GzipFile(fileobj=raw) if packed else raw  # type: ignore[assignment]
            yield from _papers(path, file, lambda: progress(raw.tell()))
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise UnreadableInput(f"{path} is damaged or ends too early; get it again.") from error
    except OSError as error:
        what, remedy, _ = reason(error)
        raise UnreadableInput(f"Cannot read {path}: {what}; {remedy}.") from error


def _papers(path: Path, file: BinaryIO, told: Callable[[], None]) -> Iterator[Paper | Notice]:
    seeds = Seeds()
    for number, (_, found) in enumerate(records(file, file=str(path)), 1):
        if number % 1000 == 0:
            told()
        yield seeds.completed(found) if isinstance(found, Paper) else found
    told()

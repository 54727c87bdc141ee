"""Files to papers, one after the other, with what was wrong about them."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from recommender.corpus.progress import Progress, quiet
from recommender.errors import UnreadableInput
from recommender.formats import FORMATS, Reader, json_lines
from recommender.formats.json_lines import MAX_LINE_BYTES
from recommender.notices import Notice
from recommender.papers import Paper

LINES = (".jsonl", ".ndjson")
MAX_FILE_BYTES = 1 << 30  # of a format that is read as a whole
_HINT = "give .bib, .ris, CSL .json, a listing .txt, or JSON Lines, plain or as .gz"


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
        raise UnreadableInput(f"Cannot read {path}: {error.strerror or error}.") from error


def _papers(path: Path, file: BinaryIO, told: Callable[[], None]) -> Iterator[Paper | Notice]:
    suffix = Path(path.name.removesuffix(".gz")).suffix.lower()
    if _is_lines(file, suffix):
        for line, found in json_lines.papers(_lines(file), file=str(path)):
            if line % 1000 == 0:
                told()
            yield found
    else:
        source = file.read(MAX_FILE_BYTES + 1)
        if len(source) > MAX_FILE_BYTES:
            raise UnreadableInput(f"{path} is larger than 1 GB; split it, or give JSON Lines.")
        library = _reader(path, suffix)(source, file=str(path))
        yield from (notice for notice in library.notices if notice.severity == "error")
        yield from library.papers
    told()


def _is_lines(file: BinaryIO, suffix: str) -> bool:
    """Return whether a file is JSON Lines: by its name, else by its first line."""
    first = file.readline(MAX_LINE_BYTES).strip(b"\xef\xbb\xbf \t\r\n")
    file.seek(0)
    if suffix in LINES or not first.startswith(b"{"):
        return suffix in LINES
    try:
        return isinstance(json.loads(first), dict)
    except (ValueError, RecursionError):
        return False


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield lines, an overlong one cut off; it is no JSON then, and reported."""
    while line := file.readline(MAX_LINE_BYTES + 2):
        yield line
        while len(line) == MAX_LINE_BYTES + 2 and not line.endswith(b"\n"):
            line = file.readline(MAX_LINE_BYTES + 2)


def _reader(path: Path, suffix: str) -> Reader:
    if suffix == ".txt":
        from recommender.formats import listing

        return listing.read
    for known in FORMATS.values():
        if suffix in known.suffixes:
            return known.read
    raise UnreadableInput(f"{path} is of no known format; {_HINT}.")

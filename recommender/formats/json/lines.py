"""JSON Lines of any known form to papers, a line at a time; broken lines become notices."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from recommender.formats.json.bounded import bounded
from recommender.formats.json.forms import LONE, paper_of, without_halves
from recommender.formats.json.unwrapped import papers_in
from recommender.notices import Notice
from recommender.papers import Paper

MAX_LINE_BYTES = 1 << 24
BLANK = b"\xef\xbb\xbf \t\r\n"


def records(stream: BinaryIO, *, file: str = "") -> Iterator[tuple[int, Paper | Notice]]:
    """Yield the papers of a file of any length, and the notices of lines that cannot be used."""
    return papers(_lines(stream), file=file)


def papers(lines: Iterable[bytes], *, file: str = "") -> Iterator[tuple[int, Paper | Notice]]:
    """Yield (line number, paper), or the notice of what cannot be used; a line may be an answer."""
    for number, line in enumerate(lines, 1):
        if not line.strip(BLANK):
            continue
        try:
            for found in papers_in(_decoded(line)):
                yield from _paper(found, number, file)
        except ValueError as error:
            yield number, _left_out(number, file, f"This line is left out: {error}.")


def _paper(found: dict[str, Any], number: int, file: str) -> Iterator[tuple[int, Paper | Notice]]:
    paper, cut = bounded(paper_of(found), number, file)
    yield from ((number, notice) for notice in cut)
    yield number, paper


def _left_out(number: int, file: str, message: str) -> Notice:
    return Notice(line=number, code="broken-record", message=message, severity="error", file=file)


def paper(line: bytes) -> Paper:
    """Return the first paper of a line; ValueError, with the reason, where there is none."""
    return paper_of(next(papers_in(_decoded(line))))


def _decoded(line: bytes) -> dict[str, Any] | list[Any]:
    if len(line) > MAX_LINE_BYTES:
        raise ValueError("it is longer than 16 MB; give each paper a line of its own")
    try:
        text = line.lstrip(BLANK).decode()
        found = json.loads(text)
        found = without_halves(found) if LONE.search(text) else found
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"it is not JSON ({str(error).rstrip('.')})") from None
    if not isinstance(found, (dict, list)):
        raise ValueError("it is not a JSON object")
    return found


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield lines, an overlong one cut off; it is no JSON then, and reported."""
    while line := stream.readline(MAX_LINE_BYTES + 2):
        yield line
        while len(line) == MAX_LINE_BYTES + 2 and not line.endswith(b"\n"):
            line = stream.readline(MAX_LINE_BYTES + 2)

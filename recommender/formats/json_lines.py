"""JSON Lines of any known kind to papers, a line at a time; broken lines become notices."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, BinaryIO

from recommender.notices import Notice
from recommender.papers import Paper

KINDS = ("openalex", "arxiv", "semantic_scholar", "plain_json")  # the first that fits reads it
_LONE = re.compile(rb"\\u[dD][89a-fA-F]")  # half of a character, perhaps without its other half
MAX_LINE_BYTES = 1 << 24


def records(stream: BinaryIO, *, file: str = "") -> Iterator[tuple[int, Paper | Notice]]:
    """Yield the papers of a file of any length, and the notices of lines that cannot be used."""
    return papers(_lines(stream), file=file)


def papers(lines: Iterable[bytes], *, file: str = "") -> Iterator[tuple[int, Paper | Notice]]:
    """Yield (line number, paper), or the notice of a line that cannot be used."""
    for number, line in enumerate(lines, 1):
        if not line.strip(b"\xef\xbb\xbf \t\r\n"):
            continue
        try:
            yield number, paper(line)
        except ValueError as error:
            message = f"This line is left out: {error}."
            yield (
                number,
                Notice(
                    line=number, code="broken-record", message=message, severity="error", file=file
                ),
            )


def paper(line: bytes) -> Paper:
    """Return the paper of a line; ValueError, with the reason, where there is none."""
    found = _decoded(line)
    for module in _kinds():
        if module.fits(found):
            read: Paper = module.paper(found)
            if not read.title and not read.abstract:
                raise ValueError("it has neither title nor abstract")
            return read
    raise ValueError("its fields are those of no known kind of paper")


@cache
def _kinds() -> tuple[Any, ...]:
    return tuple(import_module(f"recommender.formats.{kind}") for kind in KINDS)


def _decoded(line: bytes) -> dict[str, Any]:
    if len(line) > MAX_LINE_BYTES:
        raise ValueError("it is longer than 16 MB")
    try:
        found = json.loads(line.lstrip(b"\xef\xbb\xbf"))
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"it is not JSON ({str(error).rstrip('.')})") from None
    if not isinstance(found, dict):
        raise ValueError("it is not a JSON object")
    return _whole(found) if _LONE.search(line) else found


def _whole(found: dict[str, Any]) -> dict[str, Any]:
    """Replace the halves of characters that no text may hold."""
    text = json.dumps(found, ensure_ascii=False).encode(errors="replace")
    whole: dict[str, Any] = json.loads(text)
    return whole


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield lines, an overlong one cut off; it is no JSON then, and reported."""
    while line := stream.readline(MAX_LINE_BYTES + 2):
        yield line
        while len(line) == MAX_LINE_BYTES + 2 and not line.endswith(b"\n"):
            line = stream.readline(MAX_LINE_BYTES + 2)

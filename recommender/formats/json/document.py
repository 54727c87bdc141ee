"""A whole text of JSON to its papers, with their lines; what cannot be read is passed over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from recommender.errors import UnreadableInput
from recommender.formats import facts
from recommender.formats.decode import decode
from recommender.formats.json.bounded import bounded
from recommender.formats.json.forms import LONE, described, paper_of, without_halves
from recommender.formats.json.items import Broken, Items
from recommender.formats.json.unwrapped import papers_in
from recommender.library import Entry, Library
from recommender.notices import Notice


def read(source: bytes, *, file: str = "") -> Library:
    """Read the papers of a list, of an answer of a service, of one record alone, or of lines."""
    decoded = decode(source)
    entries: list[Entry] = []
    notices: list[Notice] = []
    values = list(_values(decoded.text))
    halves = LONE.search(decoded.text) is not None
    for line, value in values:
        try:
            records = [paper_of(found) for found in papers_in(_sound(value, halves=halves))]
        except ValueError as error:
            notices.append(_left_out(line, f"This is left out: {error}."))
            continue
        for record in records:
            paper, cut = bounded(record, line, file)
            notices += cut
            entries.append(Entry(paper=paper, position=len(entries), line=line, file=file))
    if not entries:
        raise UnreadableInput(_without_papers(file, decoded.text, [v for _, v in values]))
    return Library(
        entries=tuple(entries),
        notices=tuple(facts.in_file(n, file) for n in (*decoded.notices, *notices)),
        file=file,
        source=source,
        encoding=decoded.encoding,
        format="csl-json",
    )


def _values(text: str) -> Iterator[tuple[int, Any]]:
    """Yield each value with the line on which it begins."""
    line, counted = 1, 0
    for start, value in Items(text):
        line += text.count("\n", counted, start)
        counted = start
        yield line, value


def _sound(value: Any, *, halves: bool) -> Any:
    if isinstance(value, Broken):
        raise ValueError(f"it is no sound JSON: {value.start!r}")
    try:
        return without_halves(value) if halves else value
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _left_out(line: int, message: str) -> Notice:
    return Notice(line=line, code="broken-item", message=message, severity="error")


def _without_papers(file: str, text: str, values: list[Any]) -> str:
    name = file or "The text"
    if not text.lstrip().startswith(("[", "{")) or any(isinstance(v, Broken) for v in values):
        return f"{name} holds no CSL JSON item and no other JSON with papers."
    is_list = text.lstrip().startswith("[")
    what = described(values if is_list else values[0])
    return f"{name} holds no CSL JSON item and no paper in another form: it is {what}."

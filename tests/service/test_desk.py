"""What was read and ranked is kept: asking again neither parses nor ranks."""

from __future__ import annotations

from pathlib import Path

from recommender.formats import read_bytes
from recommender.library import Library
from recommender.service.desk import Desk, Reader


def test_a_library_is_parsed_once_for_its_content(tmp_path: Path, root: Path) -> None:
    source, parsed = (root / "seeds" / "library.bib").read_bytes(), []
    desk = Desk(tmp_path)
    corpus = desk.corpus([])

    def read() -> Library:
        parsed.append(1)
        return read_bytes(source, file="library.bib")

    first = desk.answer(Reader(stamp=source, read=read), corpus, {"limit": 5})
    other = desk.answer(Reader(stamp=source, read=read), corpus, {"limit": 3})
    again = desk.answer(Reader(stamp=source, read=read), corpus, {"limit": 5})
    desk.answer(Reader(stamp=source + b"\n", read=read), corpus, {"limit": 5})

    assert again is first
    assert other.suggestions == first.suggestions[:3]
    assert len(parsed) == 2

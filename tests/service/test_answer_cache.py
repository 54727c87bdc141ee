"""What was read and ranked is kept: asking again neither parses nor ranks."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path

import pytest

from recommender.corpus.search import frequent_terms
from recommender.formats import read_bytes
from recommender.library import Library
from recommender.service.runtime.answer_cache import AnswerCache, Reader


def test_kernels_are_compiled_for_a_large_corpus(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, need: Callable[[object, str], None]
) -> None:
    need(importlib.util.find_spec("numba"), "numba is not installed")
    desk = AnswerCache(tmp_path)
    desk.corpus([])
    before = desk._kernels
    monkeypatch.setattr(frequent_terms, "LARGE", 77)

    index = desk.corpus([]).index

    assert before is None
    assert desk._kernels is not None
    assert desk._kernels.result(60) is index.kernels


def test_a_library_is_parsed_once_for_its_content(tmp_path: Path, root: Path) -> None:
    source, parsed = (root / "seeds" / "library.bib").read_bytes(), []
    desk = AnswerCache(tmp_path)
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

"""Hostile inputs cost in proportion to their length, and what exceeds a cap is kept raw."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from recommender.formats.bibtex import scan
from recommender.formats.bibtex.hiding import hiding
from recommender.formats.bibtex.read import read


def _benchmark() -> ModuleType:
    path = Path(__file__).parent / "benchmarks" / "read_bibtex.py"
    spec = importlib.util.spec_from_file_location("read_bibtex", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


HOSTILE = _benchmark().HOSTILE


def calls(source: bytes, work: Callable[[bytes], object] = read) -> int:
    """Return how many functions are called to read a file: an amount of work without a clock."""
    n = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal n
        n += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work(source)
    finally:
        sys.setprofile(before)
    return n


@pytest.mark.parametrize("name", HOSTILE)
def test_four_times_a_hostile_input_is_at_most_six_times_the_work(name: str) -> None:
    small, large = (HOSTILE[name](n).encode() for n in (300, 1_200))
    read(small)  # fills caches and loads what is loaded late

    assert calls(large) < 6 * calls(small)


@pytest.mark.parametrize("name", HOSTILE)
def test_four_times_a_hostile_input_is_at_most_six_times_the_work_to_look_behind(name: str) -> None:
    small, large = (HOSTILE[name](n).encode() for n in (300, 1_200))
    look(small)

    assert calls(large, look) < 6 * calls(small, look)


def look(source: bytes) -> object:
    """Ask whether BibTeX sees an entry behind a text."""
    text = source.decode()
    return hiding(f"{text}\n@misc{{new,}}", len(text), ["new"])


def test_a_hundred_thousand_braces_are_one_entry_kept_raw() -> None:
    value = "{" * 100_000 + "x" + "}" * 100_000
    library = read(f"@misc{{one, title = {{T}}, note = {value}}}\n@misc{{two}}".encode())

    assert [p.key for p in library.papers] == ["one", "two"]
    assert library.papers[0].fields["note"] == value[1:-1]
    assert "too-deep" in {n.code for n in library.notices}


def test_a_field_of_ten_megabytes_is_told_and_kept() -> None:
    text = 'many \\"words {of} text ' * 450_000
    library = read(f"@misc{{one, title = {{T}}, note = {{{text}}}}}\n@misc{{two}}".encode())

    assert [p.key for p in library.papers] == ["one", "two"]
    assert library.papers[0].fields["note"] == text.strip()
    assert {"entry-too-long", "field-too-long"} <= {n.code for n in library.notices}


def test_strings_that_double_give_no_more_than_a_few_times_the_file() -> None:
    defined = "".join(f"@string{{s{i + 1} = s{i} # s{i}}}\n" for i in range(200))
    used = "".join(f"@misc{{k{i}, note = s9 # s9 # s9}}\n" for i in range(200))
    source = ("@string{s0 = {12345678}}\n" + defined + used).encode()

    library = read(source)
    total = sum(len(text) for p in library.papers for text in p.fields.values())
    assert total < 5 * len(source) + (1 << 20)
    assert "expansion-too-long" in {n.code for n in library.notices}


def test_five_thousand_names_are_read_and_more_are_told() -> None:
    library = read(f"@misc{{k, author = {{{' and '.join(['Lee, A.'] * 5_001)}}}}}".encode())

    assert len(library.papers[0].authors) == 5_000
    assert "too-many-authors" in {n.code for n in library.notices}


def test_entries_beyond_the_cap_are_told_and_stay_in_the_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scan, "MAX_ENTRIES", 3)
    text = "@misc{a, note={x}}\n" * 5

    library = read(text.encode())
    assert len(library) == 3
    assert ("too-many-entries", 4) in {(n.code, n.line) for n in library.notices}
    assert "".join(text[b.start : b.end] for b in scan.blocks(text)) == text


def test_after_much_waste_entries_end_at_the_next_line_that_begins_one() -> None:
    nested = "@misc{a, title = {\n" * 2_000 + "}! }\n" * 2_000
    library = read((nested + "@misc{last, title = {T}}\n").encode())

    assert library.papers[-1].key == "last"
    assert len(library) == 2_001


def test_notices_of_one_kind_are_counted_beyond_ten_thousand() -> None:
    library = read(b"@misc{k}\n" * 10_050)

    told = [n for n in library.notices if n.code == "duplicate-key"]
    assert len(told) == 10_001
    assert told[0].message.startswith("49 more notices")

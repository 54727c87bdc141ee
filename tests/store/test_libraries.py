"""Libraries in the store: their bytes, their order, what changes and what is unknown."""

from __future__ import annotations

import pytest

from recommender.errors import UnknownName


def test_the_bytes_come_back_as_they_were(store, add) -> None:
    source = bytes(range(256)) * 40

    library = add(store, source)

    assert store.source(library) == source
    assert len(library) == 16


def test_the_same_bytes_are_kept_once(store, bib) -> None:
    first, new = store.add(bib, label="one", form="bibtex")
    second, again = store.add(bib, label="two", form="bibtex")

    assert (new, again) == (True, False)
    assert first == second


def test_libraries_come_in_the_order_they_were_added(store, add, bib) -> None:
    ids = [add(store, bib + bytes([i])) for i in range(20)]

    assert [library.id for library in store.libraries()] == ids


def test_a_changed_library_keeps_its_verdicts_and_feed(store, add, by_key, say) -> None:
    library = add(store)
    say(store, library, "key", "dismissed")
    store.set_feed(library, "secret")

    store.change(library, b"@misc{b}", label="", form="bibtex")

    assert store.source(library) == b"@misc{b}"
    assert by_key(store.verdicts(library)) == {"key": "dismissed"}
    assert store.by_feed("secret").label == "refs.bib"


@pytest.mark.parametrize("call", ["library", "source", "delete", "ready", "forget_verdicts"])
def test_an_unknown_library_is_told(store, call) -> None:
    with pytest.raises(UnknownName, match="library"):
        getattr(store, call)("a" * 16)

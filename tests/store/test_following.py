"""A file of the user's keeps what was said for it, under links and under a new name."""

from __future__ import annotations

from pathlib import Path

import pytest

BIB = b"@article{a, title = {Sparse autoencoders}}"


def test_a_file_is_known_by_where_links_lead(store, tmp_path, by_key, say) -> None:
    path = tmp_path / "refs.bib"
    path.write_bytes(BIB)
    (tmp_path / "link.bib").symlink_to(path)

    first, second = store.add_file(path), store.add_file(tmp_path / "link.bib")
    say(store, first.id, "key", "saved")

    assert first.id == second.id
    assert by_key(store.verdicts_on_file(tmp_path / "link.bib")) == {"key": "saved"}
    assert by_key(store.verdicts_on_file(tmp_path / "other.bib")) == {}


def file(folder: Path, name: str, source: bytes = BIB) -> Path:
    path = folder / name
    path.write_bytes(source)
    return path


def test_a_renamed_file_keeps_its_verdicts_and_feed_there_and_back(
    store, tmp_path, by_key, say
) -> None:
    old, new = file(tmp_path, "old.bib"), tmp_path / "new.bib"
    known = store.add_file(old)
    say(store, known.id, "key", "saved")
    store.set_feed(known.id, "secret")

    old.rename(new)
    told = store.follow(new)
    there = store.known_file(new)
    new.rename(old)

    assert told == old
    assert (there.id, there.label, there.feed) == (known.id, "new.bib", "secret")
    assert store.add_file(old).id == known.id
    assert by_key(store.verdicts_on_file(old)) == {"key": "saved"}


def test_an_edit_that_was_seen_does_not_hide_a_renaming(store, tmp_path, say) -> None:
    old = file(tmp_path, "old.bib")
    say(store, store.add_file(old).id, "key", "saved")
    file(tmp_path, "old.bib", BIB + b"@misc{b}")
    store.follow(old)

    new = old.rename(tmp_path / "new.bib")

    assert store.follow(new) == old


@pytest.mark.parametrize("left", ["old stays", "other bytes", "nothing said", "forgotten"])
def test_nothing_follows_a_file_that_is_another(store, tmp_path, left, by_key, say) -> None:
    old = file(tmp_path, "old.bib")
    known = store.add_file(old)
    if left != "nothing said":
        say(store, known.id, "key", "saved")
    if left == "forgotten":
        store.forget_verdicts(known.id)
    new = file(tmp_path, "new.bib", BIB + b" " * (left == "other bytes"))
    if left != "old stays":
        old.unlink()

    assert store.follow(new) is None
    assert by_key(store.verdicts_on_file(new)) == {}


def test_a_file_with_verdicts_of_its_own_takes_no_others(store, tmp_path, by_key, say) -> None:
    old, new = file(tmp_path, "old.bib"), file(tmp_path, "new.bib", BIB + b" ")
    say(store, store.add_file(old).id, "key", "saved")
    say(store, store.add_file(new).id, "other", "seen")
    old.replace(new)

    assert store.follow(new) is None
    assert by_key(store.verdicts_on_file(new)) == {"other": "seen"}

"""A store of an earlier version, opened: every verdict where it was, and a copy of it beside.

`version-1.sql` was written by the code of that version: verdicts by key, of any corpus.
"""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

import recommender
from libraries import library_of
from recommender.corpus import Corpus, build
from recommender.errors import DamagedStore, RecommenderError
from recommender.papers import Paper, Person
from recommender.store import FILE, Store
from recommender.store.database import VERSION
from recommender.verdicts import Judgement

DUMP = Path(__file__).with_name("version-1.sql")
OWLS, TIDES, SLOW = "3ewgzdyua7xdgh9r", "ggrer55cdvc4teyg", "vlfnb0an5a3zy059"
SAID = {  # by label: key and verdict, the oldest first
    "owls.bib": [
        ("jones1999", "seen"),
        ("smith2020", "saved"),
        ("DBLP:conf/x/Y01", "dismissed"),
        ("Дуб2001", "dismissed"),
    ],
    "tides.ris": [("smith2020", "dismissed")],
    "slow.bib": [],
    "refs.bib": [("smith2020", "dismissed"), ("lee2011", "seen")],
    "thesis.bib": [("jones1999", "saved"), ("smith2020", "seen")],
    "My Library": [("lee2011", "dismissed")],
}
SMITH = Paper(
    key="smith2020",
    title="Sparse codes of invented owls at night",
    authors=(Person(family="Smith"),),
    year=2020,
)
NAMESAKE = Paper(
    key="smith2020",
    title="Sparse codes of made-up tides by day",
    authors=(Person(family="Smith"),),
    year=2020,
)


def written(folder: Path, change: str = "") -> Path:
    """Write the old store into a folder."""
    folder.mkdir(exist_ok=True)
    connection = sqlite3.connect(folder / FILE)
    connection.executescript(DUMP.read_text(encoding="utf-8") + change)
    connection.close()
    return folder


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return written(tmp_path / "data")


def said(store: Store) -> dict[str, list[tuple[str, str]]]:
    found = {library.label: store.verdicts(library.id) for library in store.libraries()}
    return {label: [(j.key, j.verdict) for j in verdicts] for label, verdicts in found.items()}


def corpus(*papers: Paper, name: str) -> Corpus:
    return build(name, papers)


def test_every_verdict_is_where_it_was(old: Path) -> None:
    store = Store(old)

    assert said(store) == SAID
    assert [library.verdicts for library in store.libraries()] == [4, 1, 0, 2, 2, 1]
    store.close()
    again = Store(old)
    assert said(again) == SAID
    again.close()


def test_libraries_come_over_as_they_were(old: Path) -> None:
    store = Store(old)
    owls, tides, slow, refs, thesis, zotero = store.libraries()

    assert (owls.id, tides.id, slow.id) == (OWLS, TIDES, SLOW)
    assert store.source(OWLS).startswith(b"@article{own1,")
    assert store.by_feed("made-up-secret-of-a-feed") == owls
    assert slow.state == "reading"
    assert (refs.path, thesis.path) == ("/home/ada/papers/refs.bib", "/home/ada/papers/thesis.bib")
    assert (zotero.path, zotero.origin) == ("zotero:library", "zotero")
    store.close()


def test_a_file_renamed_meanwhile_is_found_by_its_bytes(old: Path, tmp_path: Path) -> None:
    store = Store(old)
    here = tmp_path / "new.bib"
    fields = "  title = {Invented bridges},\n  author = {Loe, Kim},\n  year = {2016},\n"
    here.write_text(f"@article{{own3,\n{fields}}}\n", encoding="utf-8")

    told = store.follow(here)

    assert told == Path("/home/ada/papers/refs.bib")
    assert [(j.key, j.verdict) for j in store.verdicts_on_file(here)] == SAID["refs.bib"]
    store.close()


def test_an_old_verdict_counts_for_its_key_in_each_corpus_as_it_did(old: Path) -> None:
    store = Store(old)
    verdicts = store.verdicts(TIDES)
    corpora = [corpus(SMITH, name="one"), corpus(NAMESAKE, name="two")]

    for each in corpora:
        assert [a.verdict for a in verdicts.on(each).values()] == ["dismissed"]
    store.close()


def test_what_is_said_now_is_of_a_work_and_takes_no_old_verdict_away(old: Path) -> None:
    store, one, two = Store(old), corpus(SMITH, name="one"), corpus(NAMESAKE, name="two")

    store.set_verdicts(TIDES, [Judgement.on(SMITH, "seen", "one")])
    verdicts = store.verdicts(TIDES)

    assert verdicts.on(one)[0].verdict == "seen"
    assert verdicts.on(two)[0].verdict == "dismissed"
    store.close()


def test_an_old_verdict_is_taken_back_with_what_was_said_of_the_work_since(old: Path) -> None:
    store, one = Store(old), corpus(SMITH, name="one")
    store.set_verdicts(TIDES, [Judgement.on(SMITH, "seen", "one")])

    gone = store.forget_verdicts(TIDES, lambda said: said.behind_key("smith2020", one))

    assert [j.verdict for j in gone] == ["dismissed", "seen"]
    assert store.verdicts(TIDES).on(one) == {}
    assert said(store) == {**SAID, "tides.ris": []}
    store.close()


def test_an_old_dismissed_paper_is_not_suggested(old: Path) -> None:
    store = Store(old)
    owned = Paper(key="own", title="Sparse codes of owls and of tides")
    library = library_of(owned)
    filler = [Paper(key=f"f{i}", title=f"Wings of bee number {i}") for i in range(5)]

    one = corpus(SMITH, *filler, name="one")
    before = recommender.suggest(library, one)
    after = recommender.suggest(library, one, verdicts=store.verdicts(TIDES))

    assert [s.paper.key for s in before.suggestions] == ["smith2020"]
    assert after.suggestions == ()
    store.close()


def test_a_copy_of_the_old_store_is_kept_and_can_be_opened(old: Path, tmp_path: Path) -> None:
    Store(old).close()
    (copy,) = (old / "backups").glob("recommender-version-1-*.sqlite")
    connection = sqlite3.connect(copy)
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    rows = connection.execute("SELECT key FROM verdicts WHERE library = ?", (TIDES,)).fetchall()
    connection.close()
    mode = copy.stat().st_mode & 0o777
    restored = tmp_path / "restored"
    restored.mkdir()
    (restored / FILE).write_bytes(copy.read_bytes())
    again = Store(restored)

    assert (version, rows, mode) == (1, [("smith2020",)], 0o600)
    assert said(again) == SAID
    again.close()


def test_a_library_deleted_later_goes_from_the_copy_too(old: Path) -> None:
    store = Store(old)
    store.delete(OWLS)
    store.close()

    left = [
        path for path in old.rglob("*") if path.is_file() and OWLS.encode() in path.read_bytes()
    ]

    assert left == []


def test_a_migration_that_fails_leaves_the_old_store(old: Path, tmp_path: Path) -> None:
    """Two verdicts of one number: what was never written cannot be taken over."""
    broken = written(tmp_path / "broken", "UPDATE verdicts SET sequence = 6 WHERE sequence = 9;")

    with pytest.raises(DamagedStore, match="backups"):
        Store(broken)

    connection = sqlite3.connect(broken / FILE)
    assert connection.execute("PRAGMA user_version").fetchone()[0] == 1
    assert connection.execute("SELECT count(*) FROM verdicts").fetchone()[0] == 10
    connection.close()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE verdicts SET verdict = 'saved' WHERE sequence = 13",
        "UPDATE verdicts SET key = 'smith2021' WHERE sequence = 13",
        "DELETE FROM verdicts WHERE sequence = 13",
    ],
)
def test_damage_in_an_old_verdict_is_told_and_harms_no_other(tmp_path: Path, damage: str) -> None:
    store = Store(written(tmp_path / "data", damage + ";"))

    with pytest.raises(DamagedStore):
        store.verdicts(TIDES)
    assert [(j.key, j.verdict) for j in store.verdicts(OWLS)] == SAID["owls.bib"]
    store.close()


@pytest.mark.slow
def test_a_flipped_bit_of_an_old_store_is_never_served(old: Path, tmp_path: Path) -> None:
    content, wrong = (old / FILE).read_bytes(), []
    for number in range(60):
        folder, chance = tmp_path / str(number), random.Random(number)
        folder.mkdir()
        changed = bytearray(content)
        changed[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        (folder / FILE).write_bytes(changed)
        try:
            store = Store(folder)
            found = said(store)
            store.close()
        except RecommenderError:
            continue
        if found != SAID:
            wrong.append(number)

    assert wrong == []


def test_two_that_open_an_old_store_at_once_both_find_everything(old: Path) -> None:
    first, second = Store(old), Store(old)

    assert said(first) == said(second) == SAID
    connection = sqlite3.connect(old / FILE)
    assert connection.execute("PRAGMA user_version").fetchone()[0] == VERSION == 2
    connection.close()
    first.close()
    second.close()

"""Zotero's library is read without a plugin, against a stand-in."""

from __future__ import annotations

import socket
import threading
from typing import Any

import pytest

from recommender.errors import BadRequest, ManagerError, UnknownName
from recommender.formats.zotero import paper as paper_of_item
from recommender.managers.zotero import Zotero, reading
from recommender.papers import Paper
from stand_in_managers import RunningJabRef

# -- reading -----------------------------------------------------------------


def test_a_library_is_read_with_its_texts_and_collections(zotero: Any) -> None:
    trees = zotero.add_collection("Trees")
    deep = zotero.add_collection("Deep", parent=trees)
    author = {"creatorType": "author", "lastName": "Weng", "firstName": "Ada"}
    zotero.add(title="Forests", abstractNote="They vote.", date="2001-05", creators=[author])
    zotero.add(title="Networks", collections=[trees, deep])

    library = reading.read(Zotero(zotero.address))

    first, second = library.entries
    assert (first.paper.title, first.paper.abstract, first.paper.year) == (
        "Forests", "They vote.", 2001,
    )  # fmt: skip
    assert str(first.paper.authors[0]) == "Ada Weng"
    assert second.collections == ("Trees", "Trees/Deep")


def test_a_library_of_more_than_a_page_is_read_whole(zotero: Any) -> None:
    for i in range(2_300):
        zotero.add(title=f"Paper {i}")

    library = reading.read(Zotero(zotero.address))

    assert [e.paper.title for e in library.entries] == [f"Paper {i}" for i in range(2_300)]
    pages = [path for _, path in zotero.requests if "/items/top" in path]
    assert len(pages) == 3, "a thousand items a request: each takes Zotero half a second"


@pytest.mark.parametrize("name", ["deep", "Trees/Deep"])
def test_a_collection_is_read_alone_by_name_or_path(zotero: Any, name: str) -> None:
    deep = zotero.add_collection("Deep", parent=zotero.add_collection("Trees"))
    zotero.add(title="Inside", collections=[deep])
    zotero.add(title="Outside")

    library = reading.read(Zotero(zotero.address), name)

    assert [p.title for p in library.papers] == ["Inside"]


def test_an_unknown_collection_is_answered_with_those_there_are(zotero: Any) -> None:
    zotero.add_collection("Trees")

    with pytest.raises(UnknownName, match="it has: Trees"):
        reading.read(Zotero(zotero.address), "Treees")


def test_a_name_of_two_collections_is_answered_with_their_paths(zotero: Any) -> None:
    for parent in ("A", "B"):
        zotero.add_collection("Deep", parent=zotero.add_collection(parent))

    with pytest.raises(BadRequest, match="A/Deep, B/Deep"):
        reading.read(Zotero(zotero.address), "Deep")


def test_an_empty_library_is_said(zotero: Any) -> None:
    with pytest.raises(ManagerError, match="no papers"):
        reading.read(Zotero(zotero.address))


def test_a_local_api_that_is_off_is_said_with_the_switch(zotero: Any) -> None:
    zotero.api_enabled = False

    with pytest.raises(ManagerError, match="Settings → Advanced"):
        reading.read(Zotero(zotero.address))


# -- who answers -------------------------------------------------------------


def test_jabref_on_the_port_is_told_from_zotero() -> None:
    with RunningJabRef() as jabref, pytest.raises(ManagerError, match="JabRef answers"):
        Zotero(jabref.address)


def test_no_zotero_is_said_with_the_address() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"

    with pytest.raises(ManagerError, match="start Zotero"):
        Zotero(address)


def test_a_program_that_hangs_up_without_a_word_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        hang_up = threading.Thread(target=lambda: server.accept()[0].close(), daemon=True)  # noqa: PLW0108
        hang_up.start()

        with pytest.raises(ManagerError, match="does not answer"):
            Zotero(f"http://127.0.0.1:{server.getsockname()[1]}")


@pytest.mark.parametrize(
    "address",
    ["http://192.168.1.2:23119", "https://127.0.0.1", "http://zotero.org", "file:///etc/passwd",
     "http://127.0.0.1.evil.example", "http://user@127.0.0.1:23119", ""],
)  # fmt: skip
def test_an_address_off_this_computer_is_refused(address: str) -> None:
    with pytest.raises(BadRequest, match="not an address of this computer"):
        Zotero(address)


def paper_of(**fields: Any) -> Paper:
    """Return one item of Zotero's as it is read."""
    return paper_of_item({"itemType": "journalArticle", "title": "Forests", **fields})


@pytest.mark.parametrize(
    ("extra", "name", "value"),
    [
        ("DOI: 10.1000/ABC", "doi", "10.1000/abc"),
        ("tex.note: x\ndoi:10.1000/abc", "doi", "10.1000/abc"),
        ("PMID: 77\nPMCID: PMC7", "pmid", "77"),
        ("arXiv:2501.00001 [cs.LG]", "arxiv", "2501.00001"),
        ("Citation Key: weng2025", "key", "weng2025"),
        ("ISBN: 978-3-16-148410-0", "isbn", "9783161484100"),
    ],
)
def test_what_older_zoteros_keep_in_extra_is_read(extra: str, name: str, value: str) -> None:
    assert getattr(paper_of(itemType="book", extra=extra), name) == value


@pytest.mark.parametrize(
    ("names", "key"),
    [
        (["Weng"], "Weng 2001"),
        (["Weng", "Beek"], "Weng and Beek 2001"),
        (["Weng", "Beek", "Ruiz"], "Weng et al. 2001"),
        ([], "2001"),
    ],
)
def test_an_entry_is_called_as_the_list_in_zotero_shows_it(names: list[str], key: str) -> None:
    creators = [{"creatorType": "author", "lastName": name, "firstName": "A."} for name in names]

    assert paper_of(creators=creators, date="2001-05", key="8URQUXNZ").key == key


def test_keywords_are_read_but_not_our_own_tag(zotero: Any) -> None:
    zotero.add(title="Forests", tags=[{"tag": "trees", "type": 1}, {"tag": "suggested"}])

    assert reading.read(Zotero(zotero.address)).papers[0].keywords == ("trees",)


def test_notes_and_files_are_no_papers_and_shift_no_collection(zotero: Any) -> None:
    trees = zotero.add_collection("Trees")
    zotero.add(itemType="note", note="<p>Look</p>")
    zotero.add(title="Forests", citationKey="weng2025", collections=[trees])

    (entry,) = reading.read(Zotero(zotero.address)).entries

    assert (entry.paper.key, entry.collections) == ("weng2025", ("Trees",))

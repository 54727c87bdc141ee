"""Zotero read and written without a plugin, against a stand-in; pyzotero against it too."""

from __future__ import annotations

import json
import runpy
import socket
import threading
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from recommender.errors import BadRequest, ManagerError, UnknownName
from recommender.formats.zotero import item
from recommender.formats.zotero import paper as paper_of_item
from recommender.managers.zotero import Zotero, connector, reading, writing
from recommender.papers import Paper, Person

STAND_INS = Path(__file__).parent / "stand_ins"
StandIn: Any = runpy.run_path(str(STAND_INS / "zotero.py"))["Zotero"]
JabRef: Any = runpy.run_path(str(STAND_INS / "jabref.py"))["JabRef"]
FOREST = Paper(
    key="weng2025forest",
    type="inproceedings",
    title="Random Forests Made Plain",
    authors=(Person(family="Weng", given="Ada"),),
    year=2025,
    venue="ICML",
    abstract="Trees vote.",
    keywords=("forest",),
    doi="10.1000/abc",
)
PREPRINT = Paper(key="li2025trees", title="Deep Trees", year=2025, arxiv="2501.00001")


@pytest.fixture
def zotero() -> Iterator[Any]:
    """A Zotero 10 with the local API on and an empty library."""
    with StandIn() as running:
        yield running


def many(n: int) -> list[Paper]:
    """Return papers that are not alike."""
    return [Paper(key=f"k{i}", title=f"Subject number {i} of {n}", year=2025) for i in range(n)]


def titles(zotero: Any) -> list[str]:
    return [i["title"] for i in zotero.items.values()]


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
    with JabRef() as jabref, pytest.raises(ManagerError, match="JabRef answers"):
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


# -- the connector -----------------------------------------------------------


def test_papers_go_into_the_selected_collection_with_a_tag(zotero: Any) -> None:
    trees = zotero.add_collection("Trees")
    zotero.selected = "Trees"

    sent = connector.add(Zotero(zotero.address), [FOREST])

    (saved,) = zotero.items.values()
    assert (sent.place, sent.added, sent.failed) == ("Trees", (FOREST,), ())
    assert (saved["title"], saved["DOI"], saved["collections"]) == (
        FOREST.title, FOREST.doi, [trees],
    )  # fmt: skip
    assert [t["tag"] for t in saved["tags"]] == ["forest", "suggested"]


def test_papers_go_into_a_named_collection(zotero: Any) -> None:
    trees = zotero.add_collection("Trees")

    sent = connector.add(Zotero(zotero.address), [FOREST], "trees")

    assert sent.place == "Trees"
    assert next(iter(zotero.items.values()))["collections"] == [trees]


def test_each_import_uses_a_fresh_session(zotero: Any) -> None:
    program = Zotero(zotero.address)
    connector.add(program, [FOREST])
    connector.add(program, [PREPRINT])

    assert titles(zotero) == [FOREST.title, PREPRINT.title]


def test_an_arxiv_paper_keeps_a_way_to_it(zotero: Any) -> None:
    connector.add(Zotero(zotero.address), [PREPRINT])

    assert next(iter(zotero.items.values()))["url"] == "https://arxiv.org/abs/2501.00001"


def test_what_zotero_has_is_not_sent_again(zotero: Any) -> None:
    zotero.add(title="random forests made plain", date="2025", DOI="10.1000/ABC")

    sent = connector.add(Zotero(zotero.address), [FOREST, PREPRINT])

    assert (sent.already, sent.added) == ((FOREST,), (PREPRINT,))
    assert len(zotero.items) == 2


def test_with_the_local_api_off_papers_are_sent_and_the_missing_check_is_said(zotero: Any) -> None:
    zotero.api_enabled = False

    sent = connector.add(Zotero(zotero.address), [FOREST])

    assert sent.added == (FOREST,)
    assert "Not checked for duplicates" in sent.warnings[0]


def test_a_read_only_selection_is_refused_in_words(zotero: Any) -> None:
    zotero.editable = False

    with pytest.raises(ManagerError, match="read-only"):
        connector.add(Zotero(zotero.address), [FOREST])


def test_a_collection_to_save_into_that_is_not_there_is_said(zotero: Any) -> None:
    with pytest.raises(UnknownName, match="it has: My Library"):
        connector.add(Zotero(zotero.address), [FOREST], "Nowhere")


def test_what_a_selected_group_has_is_not_sent_again(zotero: Any) -> None:
    zotero.add(title="Deep Trees", date="2025")
    zotero.groups["Foresters"] = [zotero.items.pop(zotero.add(title=FOREST.title, DOI=FOREST.doi))]
    zotero.selected = "Foresters"

    sent = connector.add(Zotero(zotero.address), [FOREST, PREPRINT])

    assert (sent.place, sent.already, sent.added) == ("Foresters", (FOREST,), (PREPRINT,))


def test_a_second_batch_that_fails_does_not_hide_the_first(zotero: Any) -> None:
    zotero.saves = [201, 500]

    sent = connector.add(Zotero(zotero.address), many(25))

    assert (len(sent.added), len(sent.failed)) == (20, 5)
    assert "HTTP 500" in sent.failed[0][1]


def test_a_used_session_is_said(zotero: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    same = type("Same", (), {"hex": "same"})
    monkeypatch.setattr("recommender.managers.zotero.connector.uuid4", lambda: same)
    program = Zotero(zotero.address)
    connector.add(program, [FOREST])

    with pytest.raises(ManagerError, match="sent this already"):
        connector.add(program, [PREPRINT])


# -- the write API -----------------------------------------------------------


def test_after_consent_papers_keep_key_type_and_collection(zotero: Any) -> None:
    trees = zotero.add_collection("Trees")
    zotero.answers = ["always"]

    sent = writing.add(Zotero(zotero.address), [FOREST, PREPRINT], writing.Consent(), "Trees")

    first, second = zotero.items.values()
    assert sent.added == (FOREST, PREPRINT)
    assert (first["itemType"], first["citationKey"], first["proceedingsTitle"]) == (
        "conferencePaper", "weng2025forest", "ICML",
    )  # fmt: skip
    assert (second["itemType"], second["archiveID"]) == ("preprint", "arXiv:2501.00001")
    assert first["collections"] == [trees]


def test_a_lasting_key_is_handed_back_and_used_without_asking(zotero: Any) -> None:
    zotero.answers = ["always"]
    consent = writing.Consent()
    writing.add(Zotero(zotero.address), [FOREST], consent)

    writing.add(Zotero(zotero.address), [PREPRINT], writing.Consent(consent.key))

    assert consent.lasting
    assert zotero.asked == 1


def test_denied_consent_is_said_and_writes_nothing(zotero: Any) -> None:
    zotero.answers = ["deny"]

    with pytest.raises(ManagerError, match="denied"):
        writing.add(Zotero(zotero.address), [FOREST], writing.Consent())
    assert zotero.items == {}


def test_a_key_for_one_write_is_asked_for_again_for_the_next(zotero: Any) -> None:
    zotero.answers = ["allow", "allow"]

    sent = writing.add(Zotero(zotero.address), many(60), writing.Consent())

    assert (len(sent.added), zotero.asked) == (60, 2)


def test_a_second_batch_that_is_denied_does_not_hide_the_first(zotero: Any) -> None:
    zotero.answers = ["allow", "deny"]

    sent = writing.add(Zotero(zotero.address), many(60), writing.Consent())

    assert (len(sent.added), len(sent.failed)) == (50, 10)
    assert "denied" in sent.failed[0][1]


def test_a_remembered_key_that_no_longer_holds_is_asked_for_anew(zotero: Any) -> None:
    zotero.answers = ["always"]

    sent = writing.add(Zotero(zotero.address), [FOREST], writing.Consent("long gone"))

    assert sent.added == (FOREST,)


def test_too_many_questions_are_said_with_the_wait(zotero: Any) -> None:
    zotero.asked = 5

    with pytest.raises(ManagerError, match="60 seconds"):
        writing.add(Zotero(zotero.address), [FOREST], writing.Consent())


def test_an_older_zotero_is_told_the_other_way() -> None:
    with StandIn(version="8.0.5") as old, pytest.raises(ManagerError, match="without --consent"):
        writing.add(Zotero(old.address), [FOREST], writing.Consent())


@pytest.mark.parametrize("status", [*writing.REFUSALS, 401, 500])
def test_every_refusal_of_a_write_is_a_sentence(zotero: Any, status: int) -> None:
    zotero.answers, zotero.refuse = ["always", "always"], [status, status]

    with pytest.raises(ManagerError, match=r"^[A-Z].*\.$"):
        writing.add(Zotero(zotero.address), [FOREST], writing.Consent())


def test_a_partial_failure_names_the_paper_and_the_reason(
    zotero: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    zotero.answers = ["always"]
    broken = Paper(key="b", type="article", title="Broken")
    kinds = {"Broken": {"itemType": "nonsense"}}
    monkeypatch.setattr(
        "recommender.managers.zotero.writing.item", lambda p: item(p) | kinds.get(p.title, {})
    )

    sent = writing.add(Zotero(zotero.address), [FOREST, broken], writing.Consent())

    assert sent.added == (FOREST,)
    assert sent.failed[0][0] == broken
    assert "nonsense" in sent.failed[0][1]


@pytest.mark.parametrize(
    "kind",
    ["article", "book", "conference", "inbook", "incollection", "inproceedings", "mastersthesis",
     "misc", "online", "phdthesis", "techreport", "unpublished", "whatever"],
)  # fmt: skip
@pytest.mark.parametrize("arxiv", ["", "2501.00001"])
def test_every_type_becomes_an_item_that_zotero_takes(zotero: Any, kind: str, arxiv: str) -> None:
    zotero.answers = ["always"]
    extra = {"volume": "1", "number": "2", "pages": "3--4", "publisher": "P", "series": "S",
             "edition": "2", "school": "X"}  # fmt: skip
    paper = Paper(
        key="k", type=kind, title="T", year=2020, month=3, venue="V", arxiv=arxiv, isbn="1",
        doi="10.1/x", pmid="7", keywords=("a", "a"), fields=extra, language="en",
        authors=(Person(literal="The Group"), Person(family="Beek", prefix="van", suffix="Jr.")),
    )  # fmt: skip

    sent = writing.add(Zotero(zotero.address), [paper], writing.Consent())

    assert sent.failed == ()
    assert "10.1/x" in json.dumps(item(paper))


# -- the stand-in itself -----------------------------------------------------


def get(url: str, data: bytes | None = None, **headers: str) -> tuple[int, bytes, Any]:
    """Ask as another program does: (status, body, headers)."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        with urlopen(Request(url, data, named), timeout=5) as reply:
            return reply.status, reply.read(), reply.headers
    except HTTPError as error:
        return error.code, error.read(), error.headers


@pytest.mark.parametrize("headers", [{"User_Agent": "Mozilla/5.0"}, {"Origin": "http://127.0.0.1"}])
def test_the_stand_in_hangs_up_on_web_pages(zotero: Any, headers: dict[str, str]) -> None:
    url = f"{zotero.address}/connector/ping"

    with pytest.raises((ConnectionError, OSError)):
        get(url, **headers)
    assert get(url, **headers, Zotero_Allowed_Request="1")[0] == 200


def test_the_stand_in_refuses_a_foreign_host(zotero: Any) -> None:
    assert get(f"{zotero.address}/connector/ping", Host="zotero.example")[0] == 400


def test_the_stand_in_has_the_trap_of_the_missing_session(zotero: Any) -> None:
    url, entry = f"{zotero.address}/connector/import", b"@misc{a,\n title = {A}\n}"

    assert [get(url, entry)[0], get(url, entry)[0]] == [201, 409]
    assert get(f"{url}?session=x", b"nonsense")[0] == 400


def test_the_stand_in_saves_items_as_a_browser_sends_them(zotero: Any) -> None:
    url, kind = f"{zotero.address}/connector/saveItems", {"Content_Type": "application/json"}

    def body(session: str, kind: str) -> bytes:
        return json.dumps({"sessionID": session, "items": [{"itemType": kind}]}).encode()

    assert get(url, body("1", "document"), **kind)[:2] == (201, b"")
    assert get(url, body("1", "document"), **kind)[0] == 409
    assert get(url, body("2", "nonsense"), **kind)[0] == 500
    assert get(url, b"nonsense", **kind)[0] == 400
    assert get(f"{zotero.address}/connector/nothing", b"")[0] == 404


def test_the_stand_in_pages_and_polls_like_the_local_api(zotero: Any) -> None:
    for i in range(5):
        zotero.add(title=f"Paper {i}")
    url = f"{zotero.address}/api/users/0/items"
    status, body, headers = get(f"{url}?format=versions&limit=2&start=1")

    assert (status, len(json.loads(body)), headers["Total-Results"]) == (200, 2, "5")
    assert get(url, If_Modified_Since_Version=headers["Last-Modified-Version"])[0] == 304
    assert len(json.loads(get(f"{url}?since=3")[1])) == 2
    assert [get(f"{url}?{q}")[0] for q in ("format=x", "sort=x", "v=2")] == [400, 400, 501]
    assert get(f"{zotero.address}/api/users/7/items")[0] == 400


def test_the_stand_in_guards_writes_as_zotero_10_does(zotero: Any) -> None:
    url, body = f"{zotero.address}/api/users/0/items", b"[]"
    server = {"Zotero_Server_ID": zotero.server_id}
    zotero.keys = {"once": False}

    def post(**headers: str) -> int:
        return get(url, body, Content_Type="application/json", **headers)[0]

    assert (post(), post(Zotero_Server_ID="other"), post(**server)) == (428, 412, 401)
    assert post(**server, Zotero_API_Key="once") == 200
    assert post(**server, Zotero_API_Key="once") == 401


def test_the_stand_in_of_an_older_zotero_knows_no_writes() -> None:
    with StandIn(version="9.0.6") as old:
        status, text, headers = get(f"{old.address}/api/users/0/items", b"[]")

    assert (status, text) == (400, b"Endpoint does not support method")
    assert "Zotero-Server-ID" not in headers


def test_pyzotero_is_content_with_the_stand_in(
    zotero: Any, need: Callable[[object, str], None]
) -> None:
    need(find_spec("pyzotero"), "pyzotero is not installed")
    from pyzotero.zotero import Zotero as Pyzotero

    zotero.answers = ["always"]
    zotero.add(title="Forests", tags=[{"tag": "t"}])
    client = Pyzotero("0", "user", local=True)
    client.endpoint = f"{zotero.address}/api"
    client.authorize_local("tests")
    made = client.create_items([{"itemType": "preprint", "title": "Trees", "tags": []}])
    trees = client.item(made["success"]["0"])
    client.update_item({**trees["data"], "title": "Deep Trees"})
    client.create_collections([{"name": "Reading"}])
    client.delete_item(client.items(q="forests")[0])

    assert [i["data"]["title"] for i in client.everything(client.top())] == ["Deep Trees"]
    assert [c["data"]["name"] for c in client.collections()] == ["Reading"]
    assert list(client.item_versions()) == [trees["key"]]


def test_pyzotero_is_denied_as_by_the_user(
    zotero: Any, need: Callable[[object, str], None]
) -> None:
    need(find_spec("pyzotero"), "pyzotero is not installed")
    from pyzotero.zotero import Zotero as Pyzotero
    from pyzotero.zotero_errors import PyZoteroError

    client = Pyzotero("0", "user", local=True)
    client.endpoint = f"{zotero.address}/api"

    with pytest.raises(PyZoteroError):
        client.authorize_local("tests")

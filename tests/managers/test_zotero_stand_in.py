"""The stand-in of Zotero is as unkind as Zotero; pyzotero is content with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from stand_in_managers import RunningZotero

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


def sent(zotero: Any, **item: Any) -> dict[str, Any]:
    """Return what becomes of an item that a browser's button sends."""
    body = {"sessionID": str(len(zotero.sessions)), "items": [{"title": "T", **item}]}
    kind = {"Content_Type": "application/json"}
    get(f"{zotero.address}/connector/saveItems", json.dumps(body).encode(), **kind)
    found: dict[str, Any] = list(zotero.items.values())[-1]
    return found


def test_the_stand_in_refuses_no_field_but_puts_it_into_extra(zotero: Any) -> None:
    odd = sent(zotero, itemType="journalArticle", edition="2", numPages="7", nonsense="x")

    assert odd["extra"] == "Edition: 2\nNum Pages: 7\nNonsense: x"
    assert sent(zotero, itemType="preprint", publisher="arXiv")["repository"] == "arXiv"


def test_the_stand_in_makes_an_author_of_a_creator_whom_a_type_lacks(zotero: Any) -> None:
    editor = {"creatorType": "editor", "lastName": "S", "firstName": "A"}

    (creator,) = sent(zotero, itemType="thesis", creators=[editor])["creators"]

    assert creator["creatorType"] == "author"


def test_the_stand_in_moves_lines_of_extra_into_empty_fields(zotero: Any) -> None:
    extra = "DOI: 10.5555/x\nArchive ID: arXiv:1\nhello\nType: preprint"

    item = sent(zotero, itemType="document", extra=extra)

    assert (item["itemType"], item["DOI"]) == ("preprint", "10.5555/x")
    assert item["extra"] == "Archive ID: arXiv:1\nhello"


def test_what_the_browser_sends_has_automatic_tags(zotero: Any) -> None:
    tags = ["a", {"tag": "b", "type": 0}]

    assert {tag["type"] for tag in sent(zotero, itemType="document", tags=tags)["tags"]} == {1}


@pytest.mark.parametrize(
    ("version", "citation_key", "doi"),
    [("7.0.0", False, False), ("7.0.31", True, True), ("8.0.5", True, True)],
)
def test_the_stand_in_has_the_fields_of_its_version(
    version: str, citation_key: bool, doi: bool
) -> None:
    with RunningZotero(version=version) as zotero:
        item = sent(zotero, itemType="book", citationKey="k", DOI="10.5555/x")

    assert ("citationKey" in item, "DOI" in item) == (citation_key, doi)


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
    with RunningZotero(version="9.0.6") as old:
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

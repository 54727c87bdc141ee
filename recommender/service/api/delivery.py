"""Chosen papers to where the user keeps theirs: a running manager, or their own file."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import Any

from flask import Response, request

from recommender.append import append
from recommender.errors import BadRequest, ManagerError
from recommender.managers.jabref import JabRef
from recommender.managers.send import MANAGERS, send
from recommender.managers.zotero import Zotero
from recommender.managers.zotero.connection import Closed
from recommender.papers import Paper
from recommender.service.api.params import CORPUS, KEYS, LIBRARIES, LIBRARY
from recommender.service.http import request_bodies
from recommender.service.http.parameters import Parameter, choice, text
from recommender.service.http.problems import Problem
from recommender.service.http.responses import json_response
from recommender.service.http.routes import Operation
from recommender.service.runtime import linked_libraries
from recommender.service.runtime.service import current
from recommender.wire.delivery import (
    MAX_KEYS,
    Appended,
    GivenKeys,
    GivenSend,
    Manager,
    Managers,
    Sent,
)
from recommender.wire.libraries import Import, imported
from recommender.wire.shape import Shape, members

TO = choice("to", MANAGERS, None, "Which manager.")
COLLECTION = text("collection", "A collection of Zotero's, or a group of JabRef's.")
one_at_a_time = Lock()  # a manager is one program, a file one file


def managers() -> Response:
    """Tell which managers run here, and whether their libraries can be read."""
    settings = current().settings
    zotero, jabref = _zotero_state(settings.zotero), _jabref_state(settings.jabref)
    return json_response(Managers(managers=[zotero, jabref]))


def send_papers() -> Response:
    """Put papers into a running manager."""
    given = _members(request_bodies.json_object(request), GivenSend)
    _check(TO, given["to"])
    address = getattr(current().settings, given["to"])
    with one_at_a_time:
        sent = send(
            given["to"], _papers(given), address=address, collection=given.get("collection")
        )
    return json_response(Sent.of(sent))


def append_papers(*, library: str) -> Response:
    """Append papers to the user's own file, safely."""
    stored = current().store.library(library)
    if stored.origin != "file" or not stored.path:
        raise Problem(
            409, "no-file", "This library is no file of yours: download the papers instead."
        )
    given = _members(request_bodies.json_object(request), GivenKeys)
    with one_at_a_time:
        appended = append(Path(stored.path), _papers(given))
    return json_response(Appended.of(appended))


def read_zotero_library() -> Response:
    """Know Zotero's library, and read it where it is."""
    service = current()
    label = "Zotero: My Library"
    stored = service.store.add_living(
        linked_libraries.ZOTERO, label=label, form="zotero-json", origin="zotero"
    )
    read = service.work.done(lambda: service.library(stored))
    return json_response(
        imported(stored, read, service.origin(request)), Location=f"{LIBRARIES}/{stored.id}"
    )


def _zotero_state(address: str) -> Manager:
    try:
        Zotero(address).ask("GET", "/api/users/0/collections?limit=1")
    except Closed as error:
        return Manager(name="zotero", state="closed", message=str(error))
    except ManagerError as error:
        return Manager(name="zotero", state="absent", message=str(error))
    return Manager(
        name="zotero", state="ready", message="Zotero runs, and lets its library be read."
    )


def _jabref_state(address: str) -> Manager:
    try:
        JabRef(address)
    except ManagerError as error:
        return Manager(name="jabref", state="absent", message=str(error))
    return Manager(name="jabref", state="ready", message="JabRef runs, and takes entries.")


def _members(given: dict[str, Any], shape: type[Shape]) -> dict[str, Any]:
    """Check the members of a request; raises BadRequest with what is taken."""
    needed, more = members(shape)
    if not needed <= set(given) <= needed | more:
        raise BadRequest(f"Send {', '.join(sorted(needed))}; {', '.join(sorted(more))} if need be.")
    keys = given["keys"]
    if not isinstance(keys, list) or not 1 <= len(keys) <= MAX_KEYS:
        raise BadRequest(f"keys is a list of 1 to {MAX_KEYS} keys.")
    for key in keys:
        _check(KEYS, key)
    for parameter in (CORPUS, COLLECTION):
        if parameter.name in given:
            _check(parameter, given[parameter.name])
    return given


def _check(parameter: Parameter, value: object) -> None:
    if not isinstance(value, str):
        raise BadRequest(f"{parameter.name} is a text.")
    parameter.read(value)


def _papers(given: dict[str, Any]) -> list[Paper]:
    corpus = current().corpus([given["corpus"]] if "corpus" in given else [])
    return [corpus.papers[corpus.number(key)] for key in dict.fromkeys(given["keys"])]


OPERATIONS = (
    Operation(
        method="GET",
        path="/api/v1/managers",
        view=managers,
        summary="Which reference managers run here.",
        answers={200: Managers},
    ),
    Operation(
        method="POST",
        path="/api/v1/send",
        view=send_papers,
        summary="Put chosen papers into a running Zotero or JabRef.",
        body=(request_bodies.JSON,),
        body_shape=GivenSend,
        answers={200: Sent},
        errors=(404, 411, 413, 415, 502),
    ),
    Operation(
        method="POST",
        path="/api/v1/zotero",
        view=read_zotero_library,
        summary="Use the library of the running Zotero, read where it is.",
        answers={200: Import},
        errors=(502, 503),
    ),
    Operation(
        method="POST",
        path=LIBRARY + "/append",
        view=append_papers,
        summary="Append chosen papers to the user's own file; not a byte of it changes.",
        body=(request_bodies.JSON,),
        body_shape=GivenKeys,
        answers={200: Appended},
        errors=(404, 409, 411, 413, 415, 422),
    ),
)

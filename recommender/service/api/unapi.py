"""unAPI, by which the Zotero Connector's button saves what a page shows."""

from __future__ import annotations

from contextlib import suppress
from xml.etree import ElementTree

from flask import Response

from recommender.corpus.registry import NAME
from recommender.errors import UnknownName
from recommender.formats import FORMATS
from recommender.papers import Paper
from recommender.service.http import parameters
from recommender.service.http.problems import Problem
from recommender.service.http.responses import PaperFile
from recommender.service.http.routes import Operation
from recommender.service.runtime.service import current
from recommender.text.keys import PATTERN

MAX_NAME = 64  # characters of a corpus's name
# The Connector takes RIS before BibTeX, in which Zotero knows no preprints and loses keys.
OFFERED = ("ris", "bibtex")
MEDIA_TYPE = "application/xml"
ID = parameters.pattern(
    "id",
    f"{NAME.pattern}[.]{PATTERN}",
    "CORPUS.KEY as the page gives it",
    "A paper: the corpus and its key.",
)
FORM = parameters.text("format", f"One of {', '.join(OFFERED)}.")


def unapi(*, id: str | None, format: str | None) -> Response:
    """Walk the unAPI dialogue: formats, formats of a paper, the paper."""
    if id is None:
        return _formats()
    paper = _paper(id)
    if format is None:
        return _formats(id, status=300)
    if format not in OFFERED:
        raise Problem(406, "no-such-representation", f"There is {' and '.join(OFFERED)}.")
    return PaperFile(papers=[paper], name="paper").response(format)


def _paper(unapi_id: str) -> Paper:
    stops = (at for at, sign in enumerate(unapi_id[: MAX_NAME + 1]) if sign == ".")
    for stop in stops:  # in a name and in a key there may be others
        with suppress(UnknownName):
            corpus = current().corpus([unapi_id[:stop]])
            return corpus.papers[corpus.number(unapi_id[stop + 1 :])]
    raise UnknownName(f"There is no paper {unapi_id}.")


def _formats(unapi_id: str = "", status: int = 200) -> Response:
    root = ElementTree.Element("formats", {"id": unapi_id} if unapi_id else {})
    for name in OFFERED:
        ElementTree.SubElement(root, "format", name=name, type=FORMATS[name].media_type)
    body = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return Response(body, status, content_type=MEDIA_TYPE)


OPERATIONS = (
    Operation(
        method="GET",
        path="/unapi",
        view=unapi,
        summary='For "Save to Zotero" in the browser.',
        query=(ID, FORM),
        answers={200: MEDIA_TYPE, 300: MEDIA_TYPE},
        free=True,
        errors=(404, 406),
    ),
)

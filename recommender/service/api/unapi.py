"""unAPI, by which the Zotero Connector's button saves what a page shows."""

from __future__ import annotations

from xml.etree import ElementTree

from flask import Response

from recommender.corpus.registry import NAME
from recommender.formats import FORMATS
from recommender.papers import Paper
from recommender.service.http import parameters
from recommender.service.http.problems import Problem
from recommender.service.http.responses import PaperFile
from recommender.service.http.routes import Operation
from recommender.service.runtime.service import current

FORMAT = "bibtex"  # alone: the Connector would take RIS before it, and types are right in BibTeX
MEDIA_TYPE = "application/xml"
ID = parameters.pattern(
    "id",
    f"{NAME.pattern}[.]{parameters.KEY.pattern}",
    "CORPUS.KEY as the page gives it",
    "A paper: the corpus and its key.",
)
FORM = parameters.text("format", "bibtex, the one format there is.")


def unapi(*, id: str | None, format: str | None) -> Response:
    """Walk the unAPI dialogue: formats, formats of a paper, the paper."""
    if id is None:
        return _formats()
    paper = _paper(id)
    if format is None:
        return _formats(id, status=300)
    if format != FORMAT:
        raise Problem(406, "no-such-representation", f"There is only the format {FORMAT}.")
    return PaperFile(papers=[paper], name="paper").response(FORMAT)


def _paper(unapi_id: str) -> Paper:
    name, _, key = unapi_id.rpartition(".")
    corpus = current().corpus([name])
    return corpus.papers[corpus.number(key)]


def _formats(unapi_id: str = "", status: int = 200) -> Response:
    root = ElementTree.Element("formats", {"id": unapi_id} if unapi_id else {})
    ElementTree.SubElement(root, "format", name=FORMAT, type=FORMATS[FORMAT].media_type)
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

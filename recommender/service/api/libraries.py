"""Stored libraries: import, replace, delete, report, and the bytes as they came."""

from __future__ import annotations

from dataclasses import asdict

from flask import Response, request

from recommender.report import report
from recommender.service.api.params import LABEL, LIBRARIES, LIBRARY
from recommender.service.http import request_bodies
from recommender.service.http.request_bodies import Upload
from recommender.service.http.responses import json_response
from recommender.service.http.routes import Operation
from recommender.service.runtime.service import Service, current
from recommender.wire.libraries import Import, Job, Libraries, Library, Report, imported
from recommender.wire.reports import ImportReport

LARGE_BYTES = 1024 * 1024  # a larger library is read in the background
UNNAMED = "library"


def list_libraries() -> Response:
    """List the stored libraries."""
    found, origin = current().store.libraries(), current().origin(request)
    return json_response(Libraries(libraries=[Library.of(library, origin) for library in found]))


def import_library(*, label: str | None) -> Response:
    """Store a library; the same bytes are stored once."""
    service, upload = current(), _labelled(request_bodies.upload(request), label)
    if len(upload.source) > LARGE_BYTES:
        return _in_background(service, upload)
    read = service.work.done(upload.read)
    stored, new = service.store.add(upload.source, label=upload.label or UNNAMED, form=read.format)
    report = imported(stored, read, service.origin(request))
    return json_response(report, 201 if new else 200, Location=f"{LIBRARIES}/{stored.id}")


def library_report(*, library: str) -> Response:
    """Tell what was read of a library, entry by entry, and every oddity."""
    service = current()
    stored = service.store.library(library)
    read = service.work.done(lambda: service.library(stored))
    made = ImportReport.of(report(read))
    return json_response(Report.of(stored, service.origin(request), report=made))


def library_source(*, library: str) -> Response:
    """Give back the bytes as they came."""
    service = current()
    stored = service.store.library(library)
    return Response(
        service.library(stored).source if stored.path else service.store.source(library),
        headers={"Content-Disposition": f'attachment; filename="library-{stored.id}"'},
        content_type="application/octet-stream",
    )


def replace_library(*, library: str, label: str | None) -> Response:
    """Replace a library; its verdicts and feed stay."""
    service = current()
    service.store.library(library)
    upload = _labelled(request_bodies.upload(request), label)
    read = service.work.done(upload.read)
    stored = service.store.change(library, upload.source, label=upload.label, form=read.format)
    return json_response(imported(stored, read, service.origin(request)))


def delete_library(*, library: str) -> Response:
    """Forget a library and all that was said about it."""
    current().forget(library)
    return Response(status=204)


def job(*, job: str) -> Response:
    """Tell how far an import in the background is."""
    return json_response(Job(**asdict(current().jobs.job(job))))


def _labelled(upload: Upload, label: str | None) -> Upload:
    name = request_bodies.label(label or "") or upload.label
    return Upload(source=upload.source, format=upload.format, label=name)


def _in_background(service: Service, upload: Upload) -> Response:
    """Store the bytes now, so that nothing is lost, and read them later."""
    form = upload.format or "bibtex"
    stored, _ = service.store.add(
        upload.source, label=upload.label or UNNAMED, form=form, state="reading"
    )
    started = service.read_later(stored)
    return json_response(Job(**asdict(started)), 202, Location=f"/api/v1/jobs/{started.id}")


IMPORT_ERRORS = (411, 413, 415, 422, 503)


OPERATIONS = (
    Operation(
        method="GET",
        path=LIBRARIES,
        view=list_libraries,
        summary="The stored libraries.",
        answers={200: Libraries},
    ),
    Operation(
        method="POST",
        path=LIBRARIES,
        view=import_library,
        summary="Store a library; a large one is read in the background.",
        query=(LABEL,),
        body=request_bodies.LIBRARY_TYPES,
        answers={201: Import, 200: Import, 202: Job},
        errors=IMPORT_ERRORS,
    ),
    Operation(
        method="GET",
        path=LIBRARY,
        view=library_report,
        summary="What was read of a library, and every oddity.",
        answers={200: Report},
        errors=(404, 503),
    ),
    Operation(
        method="GET",
        path=LIBRARY + "/source",
        view=library_source,
        summary="The library's bytes as they came.",
        answers={200: "application/octet-stream"},
        errors=(404,),
    ),
    Operation(
        method="PUT",
        path=LIBRARY,
        view=replace_library,
        summary="Replace a library; its verdicts stay.",
        query=(LABEL,),
        body=request_bodies.LIBRARY_TYPES,
        answers={200: Import},
        errors=(404, *IMPORT_ERRORS),
    ),
    Operation(
        method="DELETE",
        path=LIBRARY,
        view=delete_library,
        summary="Forget a library and all that was said about it.",
        answers={204: None},
        errors=(404,),
    ),
    Operation(
        method="GET",
        path="/api/v1/jobs/{job}",
        view=job,
        summary="How far an import in the background is.",
        answers={200: Job},
        errors=(404,),
    ),
)

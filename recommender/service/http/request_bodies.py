"""Request bodies: a library in one of the formats, or strict JSON; whole or not at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Request

from recommender.errors import BadRequest
from recommender.formats import FORMATS, read_bytes
from recommender.library import Library
from recommender.service.http import strict_json
from recommender.service.http.problems import Problem

MULTIPART = "multipart/form-data"
JSON = "application/json"
MEDIA_TYPES = {f.media_type: f for f in FORMATS.values()}
LIBRARY_TYPES = (*MEDIA_TYPES, MULTIPART)
MAX_LABEL = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A library as it came: its bytes, its format by name, and what the sender calls it."""

    source: bytes
    format: str
    label: str

    def read(self) -> Library:
        """Read it; raises UnreadableInput where nothing is usable."""
        return read_bytes(self.source, file=self.label, said=self.format)


def upload(request: Request) -> Upload:
    """Return the library in the body, raw or as the one file of a form."""
    kind = _type(request, LIBRARY_TYPES)
    if kind == MULTIPART:
        return _form_file(request)
    source = _whole(request)
    if not source.strip():
        raise BadRequest("The body is empty: send the library in it.")
    return Upload(source=source, format=MEDIA_TYPES[kind].name, label="")


def json_object(request: Request) -> dict[str, Any]:
    """Return the JSON object in the body."""
    _type(request, (JSON,))
    return strict_json.loads(_whole(request))


def _type(request: Request, taken: tuple[str, ...]) -> str:
    if request.content_length is None:
        raise Problem(411, "length-required", "Send a Content-Length with the body.")
    kind = request.mimetype
    if kind not in taken:
        raise Problem(
            415,
            "wrong-type",
            f"Send the body as {', or '.join(taken)}.",
            {"Accept": ", ".join(taken)},
        )
    return kind


def _whole(request: Request) -> bytes:
    source = request.get_data(cache=False)
    if len(source) != request.content_length:
        raise BadRequest("The body ended before its Content-Length: send it again.")
    return source


def _form_file(request: Request) -> Upload:
    """Return the one file of a form; text that was pasted into the field does as well."""
    files, texts = request.files.getlist("file"), request.form.getlist("file")
    if len(files) + len(texts) != 1:
        raise BadRequest("Send the library as the one file of the form, in the field `file`.")
    source = files[0].read() if files else texts[0].encode()
    if not source.strip():
        raise BadRequest("The file is empty: choose the library's own file.")
    return Upload(source=source, format="", label=label(files[0].filename or "") if files else "")


def label(name: str) -> str:
    """Return what a sender calls a library, fit to be shown; never used as a path."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(c for c in last if c.isprintable())[:MAX_LABEL].strip()

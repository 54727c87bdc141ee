"""The log: one JSON line a request, with no title, query, key, path or token in it."""

from __future__ import annotations

import json
import logging
import sys
import time
import traceback
from pathlib import PurePath

LOGGER = logging.getLogger("recommender.service")


class JsonLines(logging.Formatter):
    """Writes a record as one JSON line; escapes control characters, so no line can be forged."""

    def format(self, record: logging.LogRecord) -> str:
        """Return time, level, and the fields of the record; never the arguments of strangers."""
        fields = getattr(record, "fields", None)
        if fields is None:  # from waitress: its messages may hold paths, so only their kind is kept
            fields = {"event": "server", "where": f"{record.name}:{record.lineno}"}
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        return json.dumps({"time": stamp + "Z", "level": record.levelname.lower(), **fields})


def start(*, requests: bool) -> None:
    """Log to stderr: every request if asked, failures always."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    LOGGER.addHandler(handler)
    LOGGER.setLevel(logging.INFO if requests else logging.ERROR)
    LOGGER.propagate = False
    waitress = logging.getLogger("waitress")
    waitress.addHandler(handler)
    waitress.setLevel(logging.ERROR)
    waitress.propagate = False


def request(**fields: object) -> None:
    """Log that a request was answered."""
    LOGGER.info("request", extra={"fields": {"event": "request", **fields}})


def failure(error: BaseException, request_id: str) -> None:
    """Log where something unexpected happened, without the values at hand."""
    frames = traceback.extract_tb(error.__traceback__)
    fields = {
        "event": "failure",
        "request": request_id,
        "error": type(error).__name__,
        "where": [f"{PurePath(f.filename).name}:{f.lineno} {f.name}" for f in frames[-12:]],
    }
    LOGGER.error("failure", extra={"fields": fields})

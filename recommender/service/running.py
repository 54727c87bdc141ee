"""A service from start to stop: one for a data folder, known by its lock."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from filelock import FileLock, Timeout

from recommender.errors import BadRequest, StoreInUse
from recommender.service import log
from recommender.service.app import create_app
from recommender.service.runtime import server
from recommender.service.runtime.service import Service
from recommender.service.runtime.token import token
from recommender.service.settings import LOOPBACK, Settings, is_loopback

LOCK = "serving.lock"
WHO = "serving.json"  # read only to name who holds the lock


def serve(
    settings: Settings,
    *,
    files: Sequence[Path] = (),
    log_requests: bool,
    say: Callable[[str], None],
) -> None:
    """Serve until stopped; raises StoreInUse or PortInUse before it starts."""
    if not is_loopback(settings.host) and os.geteuid() == 0:
        raise BadRequest(
            "Run the service as a user of its own, not as root, to listen off loopback."
        )
    key = token(settings.data)
    with _alone(settings.data) as announce:
        sockets = server.listen(settings.host, settings.port)
        settings = replace(settings, port=sockets[0].getsockname()[1])
        service = Service(settings, key)
        for path in files:
            service.store.add_file(path)
        service.resume()
        log.start(requests=log_requests)
        local, url = address(settings), settings.public_url.rstrip("/") or address(settings)
        announce(url)
        say(f"Recommender answers on {local} until Ctrl-C. Its page, your libraries included:")
        say(f"{url}/?token={key}")
        server.run(create_app(service), sockets)
        service.close()


def serving_at(folder: Path) -> str:
    """Return where the service of a data folder is reached, "" where none runs."""
    lock = FileLock(folder / LOCK, mode=0o600)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        return str(_known(folder / WHO).get("url", ""))
    lock.release()
    return ""


def address(settings: Settings) -> str:
    """Return where a browser on this computer finds the service."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    if settings.host in ("0.0.0.0", "::"):
        host = LOOPBACK
    return f"http://{host}:{settings.port}"


@contextmanager
def _alone(folder: Path) -> Iterator[Callable[[str], None]]:
    """Hold the folder's lock; yields the function that says where we serve."""
    who = folder / WHO
    lock = FileLock(folder / LOCK, mode=0o600)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise StoreInUse(
            f"Another service holds this data folder{_holder(who)}: use it, stop it, "
            "or choose another folder with --data."
        ) from None
    try:
        yield lambda url: _write_private(who, {"pid": os.getpid(), "url": url})
    finally:
        who.unlink(missing_ok=True)
        lock.release()


def _holder(who: Path) -> str:
    known = _known(who)
    return f" (process {known['pid']}, {known['url']})" if known else ""


def _known(who: Path) -> dict[str, object]:
    try:
        known = json.loads(who.read_text("utf-8"))
        return {"pid": known["pid"], "url": known["url"]}
    except (OSError, ValueError, KeyError):
        return {}


def _write_private(path: Path, value: object) -> None:
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        json.dump(value, file)

"""The token: 256 bits in a file that only its owner can read."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

NAME = "token"


def token(folder: Path) -> str:
    """Return the token of a data folder; makes one where there is none."""
    path = folder / NAME
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        return _written(path)
    except FileExistsError:
        os.chmod(path, 0o600)  # noqa: PTH101
        return path.read_text("ascii").strip()


def renewed(folder: Path) -> str:
    """Replace the token; whoever holds the old one is shut out once the service restarts."""
    (folder / NAME).unlink(missing_ok=True)
    return token(folder)


def _written(path: Path) -> str:
    """Write a fresh token whole or not at all: a link to a finished file, never an open one."""
    made = secrets.token_urlsafe(32)
    draft = path.with_name(f".{NAME}-{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(made + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    finally:
        draft.unlink()
    return made

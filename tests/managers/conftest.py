"""A running Zotero, as the stand-in plays it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from stand_in_managers import RunningZotero


@pytest.fixture
def zotero() -> Iterator[Any]:
    """A Zotero 10 with the local API on and an empty library."""
    with RunningZotero() as running:
        yield running

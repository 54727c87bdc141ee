"""A data folder that is not there yet."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a data folder that is not there yet."""
    return tmp_path / "data"

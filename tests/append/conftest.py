"""A library of one entry, to be added to."""

from __future__ import annotations

from pathlib import Path

import pytest

from appended import OLD


@pytest.fixture
def library(tmp_path: Path) -> Path:
    path = tmp_path / "refs.bib"
    path.write_bytes(OLD)
    return path

"""`recommender send`, as its users run it, into stand-ins of the managers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from recommender.cli import group
from recommender.corpus import open_corpus
from recommender.errors import ManagerError
from stand_in_managers import RunningJabRef


@pytest.fixture
def keys() -> list[str]:
    """Two keys of the bundled corpus."""
    return [str(paper.key) for paper in open_corpus().papers[:2]]


def run(*arguments: str, data: Path) -> Result:
    everything = ["--data", str(data), "send", *arguments]
    return CliRunner().invoke(group, everything, catch_exceptions=False)


def test_papers_are_sent_and_each_is_named(zotero: Any, keys: list[str], tmp_path: Path) -> None:
    first = run("zotero", *keys, "--address", zotero.address, data=tmp_path)
    again = run("zotero", keys[0], "--address", zotero.address, data=tmp_path)

    assert first.stdout.count("added to My Library: ") == 2
    assert again.stdout.startswith("already there: ")
    assert len(zotero.items) == 2


def test_consent_for_good_is_kept_for_its_owner_alone(
    zotero: Any, keys: list[str], tmp_path: Path
) -> None:
    zotero.answers = ["always"]
    for key in keys:
        run("zotero", key, "--consent", "--address", zotero.address, data=tmp_path)

    assert zotero.asked == 1
    assert [i["citationKey"] for i in zotero.items.values()] == keys
    assert (tmp_path / "zotero-key").stat().st_mode & 0o777 == 0o600


def test_a_paper_that_is_not_taken_ends_in_an_error(zotero: Any, tmp_path: Path) -> None:
    zotero.saves = [201, 500]
    keys = [str(paper.key) for paper in open_corpus().papers[:21]]

    with pytest.raises(ManagerError, match="Not every paper"):
        run("zotero", *keys, "--address", zotero.address, data=tmp_path)


def test_jabref_gets_papers_in_a_group(keys: list[str], tmp_path: Path) -> None:
    with RunningJabRef() as jabref:
        done = run("jabref", *keys, "--address", jabref.address, data=tmp_path)

    assert done.stdout.count("added to JabRef, group “Suggested”: ") == 2
    assert list(jabref.groups) == ["Suggested"]


def test_consent_is_for_zotero_alone(keys: list[str], tmp_path: Path) -> None:
    assert run("jabref", keys[0], "--consent", data=tmp_path).exit_code == 2

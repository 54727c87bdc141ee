"""Stand-ins of running managers, and papers to send to them."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from recommender.papers import Paper, Person

STAND_INS = Path(__file__).parents[1] / "stand_ins"
RunningZotero: Any = runpy.run_path(str(STAND_INS / "zotero.py"))["Zotero"]
RunningJabRef: Any = runpy.run_path(str(STAND_INS / "jabref.py"))["JabRef"]
FOREST = Paper(
    key="weng2025forest",
    type="inproceedings",
    title="Random Forests Made Plain",
    authors=(Person(family="Weng", given="Ada"),),
    year=2025,
    venue="ICML",
    abstract="Trees vote.",
    keywords=("forest",),
    doi="10.1000/abc",
)
PREPRINT = Paper(key="li2025trees", title="Deep Trees", year=2025, arxiv="2501.00001")


def many(n: int) -> list[Paper]:
    """Return papers that are not alike."""
    return [Paper(key=f"k{i}", title=f"Subject number {i} of {n}", year=2025) for i in range(n)]


def titles(zotero: Any) -> list[str]:
    """Return the titles of what a stand-in holds."""
    return [i["title"] for i in zotero.items.values()]

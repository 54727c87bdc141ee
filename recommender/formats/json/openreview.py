"""Notes of OpenReview's API: version 2 has each value in an object, version 1 as it is.

Reference: the Note object in OpenReview's documentation. A note that answers another one, a review
say, is no paper.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from recommender.formats.json.values import in_bibtex, persons, prose, record, text, texts
from recommender.papers import Paper
from recommender.text import identifiers
from recommender.works.withheld import STATUS, status_of

DATES = ("pdate", "odate", "cdate", "tcdate")  # in milliseconds
YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def fits(found: dict[str, Any]) -> bool:
    """Tell whether a record is the note of a submission."""
    content = record(found.get("content"))
    forum, own = found.get("forum"), found.get("id")
    return "title" in content and (forum is None or own is None or forum == own)


def paper(found: dict[str, Any]) -> Paper:
    """Return the paper of a note."""
    content = {name: _value(value) for name, value in record(found.get("content")).items()}
    number = text(found.get("forum")) or text(found.get("id"))
    printed, year = in_bibtex(text(content.get("_bibtex")))
    venue = text(content.get("venue"))
    group = text(content.get("venueid"))
    return Paper(
        key=f"OpenReview:{number}" if number else None,
        type="inproceedings" if printed or group else "misc",
        title=prose(content.get("title")),
        authors=persons(content.get("authors")),
        year=year or _year(f"{venue} {group}") or _submitted(found),
        venue=printed or venue,
        abstract=prose(content.get("abstract")),
        keywords=_keywords(content.get("keywords")),
        doi=identifiers.doi(text(content.get("doi"))),
        openreview=number,
        url=f"https://openreview.net/forum?id={number}" if number else "",
        fields=_fields(group),
    )


def _fields(group: str) -> dict[str, str]:
    """Return what the group of a note says of its standing: …/Withdrawn_Submission."""
    status = status_of([group.rpartition("/")[2]])
    return {STATUS: status} if status else {}


def _value(value: Any) -> Any:
    return value.get("value") if isinstance(value, dict) and "value" in value else value


def _keywords(value: Any) -> tuple[str, ...]:
    words = value if isinstance(value, list) else text(value).replace(";", ",").split(",")
    return tuple(dict.fromkeys(texts(words)))


def _year(venue: str) -> int | None:
    found = YEAR.search(venue)
    return int(found[0]) if found else None


def _submitted(found: dict[str, Any]) -> int | None:
    when = next((found[n] for n in DATES if isinstance(found.get(n), int) and found[n] > 0), None)
    if when is None or when >= 1 << 42:
        return None
    return datetime.fromtimestamp(when / 1000, UTC).year

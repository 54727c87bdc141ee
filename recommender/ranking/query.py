"""Query: what is asked for, checked once, the same for the command line, HTTP and Python."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from typing import TypedDict, Unpack

from recommender.corpus.search.filters import Filter
from recommender.errors import BadRequest
from recommender.rankers import DEFAULT_RANKER, RANKERS
from recommender.verdicts import Verdict, Verdicts

MAX_LIMIT = 200
_DAY = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?", re.ASCII)
_YEARS = re.compile(r"(?P<since>\d{4})?(?P<span>:)?(?P<until>\d{4})?", re.ASCII)


class Options(TypedDict, total=False):
    """The options of `suggest`."""

    limit: int  # 1 to MAX_LIMIT; default 20
    ranker: str  # default "fused"
    interest: str | None  # an id, or a part of a label
    year: str | int | None  # 2025, "2023:2025", "2024:", ":2020"
    venue: str | None  # a part of the venue
    author: str | None  # a part of an author's name
    keyword: str | None  # a part of a keyword
    language: str | None  # a code or a name: "en", "english"
    added_since: str | date | None  # "2025-01-31", "2025-01", "2025": into the corpus
    verdicts: Verdicts | Mapping[str, Verdict]  # of works, or by key of the corpus


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What a ranking is asked for."""

    limit: int = 20
    ranker: str = DEFAULT_RANKER
    interest: str | None = None
    only: Filter = field(default_factory=Filter)
    verdicts: Verdicts = field(default_factory=Verdicts)
    undivided: bool = False  # all of the library is one interest

    @classmethod
    def of(cls, **options: Unpack[Options]) -> Query:
        """Return the request that the options mean; raises BadRequest."""
        if not 1 <= options.get("limit", 1) <= MAX_LIMIT:
            raise BadRequest(f"Ask for 1 to {MAX_LIMIT} suggestions, not {options['limit']}.")
        said = options.pop("verdicts", Verdicts())
        since, until = years(str(options.pop("year", None) or ""))
        only = Filter(
            since=since,
            until=until,
            venue=options.pop("venue", None) or "",
            author=in_order(options.pop("author", None) or ""),
            keyword=options.pop("keyword", None) or "",
            language=options.pop("language", None) or "",
            added_since=day(str(options.pop("added_since", None) or "")),
        )
        verdicts = said if isinstance(said, Verdicts) else Verdicts.of_keys(said)
        return cls(only=only, verdicts=verdicts, **options)  # type: ignore[misc,arg-type]

    def __post_init__(self) -> None:
        if self.ranker not in RANKERS:
            raise BadRequest(f"There is no ranker {self.ranker!r}: use {', '.join(RANKERS)}.")


def years(text: str) -> tuple[int | None, int | None]:
    """Return (first, last) of a span of years; None where it is open."""
    found = _YEARS.fullmatch(text)
    if found is None or text == ":" or (found["until"] and not found["span"]):
        raise BadRequest(f"{text!r} is no span of years: write 2025, 2023:2025, 2024: or :2020.")
    since = int(found["since"]) if found["since"] else None
    until = int(found["until"]) if found["until"] else None
    if since and until and since > until:
        raise BadRequest(f"The span of years {text} ends before it begins: write {until}:{since}.")
    return since, until if found["span"] else since


def day(text: str) -> date | None:
    """Return the day that a date names, the first one where it names a month or a year."""
    if not text:
        return None
    if found := _DAY.fullmatch(text):
        with suppress(ValueError):
            return date(*(int(part or 1) for part in found.groups()))
    raise BadRequest(f"{text!r} is no date: write 2025-01-31, 2025-01 or 2025.")


def in_order(author: str) -> str:
    """Return a name as it is spoken: "Ashish Vaswani" of "Vaswani, Ashish"."""
    return " ".join(reversed(author.split(", ", 1)))

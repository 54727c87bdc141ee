"""Wanted: what is asked for, checked once, the same for the command line, HTTP and Python."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypedDict, Unpack

from recommender.corpus.filters import Filter
from recommender.errors import BadRequest
from recommender.rankers import DEFAULT_RANKER, RANKERS
from recommender.verdicts import Verdict

MAX_LIMIT = 200
_YEARS = re.compile(r"(?P<since>\d{4})?(?P<span>:)?(?P<until>\d{4})?", re.ASCII)


class Options(TypedDict, total=False):
    """The options of `suggest`."""

    limit: int  # 1 to MAX_LIMIT; default 20
    ranker: str  # default "fused"
    interest: str | None  # an id, or a part of a label
    year: str | int | None  # 2025, "2023:2025", "2024:", ":2020"
    venue: str | None  # a part of the venue
    verdicts: Mapping[str, Verdict]  # by key of the corpus


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A request, every value in range."""

    limit: int = 20
    ranker: str = DEFAULT_RANKER
    interest: str | None = None
    only: Filter = field(default_factory=Filter)
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)

    @classmethod
    def of(cls, **options: Unpack[Options]) -> Wanted:
        """Return the request that the options mean; raises BadRequest."""
        since, until = years(str(options.pop("year", None) or ""))
        only = Filter(since=since, until=until, venue=options.pop("venue", None) or "")
        return cls(only=only, **options)  # type: ignore[misc]

    def __post_init__(self) -> None:
        if not 1 <= self.limit <= MAX_LIMIT:
            raise BadRequest(f"Ask for 1 to {MAX_LIMIT} suggestions, not {self.limit}.")
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

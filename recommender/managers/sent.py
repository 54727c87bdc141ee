"""What became of papers that were sent to a manager."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from recommender.errors import ManagerError
from recommender.papers import Paper

Failure = tuple[Paper, str]  # and why


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """Each paper stands in one of three places."""

    place: str  # where the added ones are, as the manager calls it
    added: tuple[Paper, ...] = ()
    already: tuple[Paper, ...] = ()  # the manager had them before
    failed: tuple[Failure, ...] = ()
    warnings: tuple[str, ...] = ()


def in_batches(
    papers: Sequence[Paper], size: int, send: Callable[[Sequence[Paper]], Sequence[Failure]]
) -> tuple[tuple[Paper, ...], tuple[Failure, ...]]:
    """Return (added, failed); once something is added an error no longer hides that."""
    failed: list[Failure] = []
    for start in range(0, len(papers), size):
        try:
            failed += send(papers[start : start + size])
        except ManagerError as error:
            if start == 0:
                raise
            failed += [(paper, str(error)) for paper in papers[start:]]
            break
    lost = {id(paper) for paper, _ in failed}
    return tuple(p for p in papers if id(p) not in lost), tuple(failed)

"""Papers on their way to where the user keeps theirs."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from msgspec import UNSET, Meta, UnsetType, field

from recommender import append
from recommender.managers import sent
from recommender.wire.shape import LINE, MAX_LINE, CorpusName, Count, Key, Shape

MAX_KEYS = 100
Keys = Annotated[list[Key], Meta(min_length=1, max_length=MAX_KEYS)]
ManagerName = Literal["zotero", "jabref"]
ManagerState = Literal["ready", "closed", "absent"]
Name = Annotated[str, Meta(max_length=MAX_LINE, pattern=f"^{LINE}$")]


class Manager(Shape):
    """A reference manager on this computer, and whether it can be talked to."""

    name: ManagerName
    state: ManagerState
    message: str


class Managers(Shape):
    """The reference managers that papers can be sent to."""

    managers: list[Manager]


class GivenKeys(Shape):
    """Papers of a corpus."""

    keys: Keys
    corpus: CorpusName | UnsetType = UNSET


class GivenSend(Shape):
    """Papers of a corpus for a manager, and the collection or group to put them in."""

    to: ManagerName
    keys: Keys
    corpus: CorpusName | UnsetType = UNSET
    collection: Name | UnsetType = UNSET


class Failed(Shape):
    """A paper that did not arrive, and why."""

    key: str
    message: str


class Sent(Shape):
    """What became of papers that were sent to a manager."""

    place: str
    added: list[str]
    already: list[str]
    failed: list[Failed]
    warnings: list[str]

    @classmethod
    def of(cls, done: sent.Sent) -> Self:
        """Return the shape of what was sent."""
        return cls(
            place=done.place,
            added=[paper.key or "" for paper in done.added],
            already=[paper.key or "" for paper in done.already],
            failed=[Failed(key=paper.key or "", message=why) for paper, why in done.failed],
            warnings=list(done.warnings),
        )


class AddedPaper(Shape):
    """A paper of the corpus and the key of its new entry."""

    key: str
    entry: str = field(name="as")


class OwnedPaper(Shape):
    """A paper of the corpus that the file has, under which key and on which line."""

    key: str
    entry: str | None = field(name="as")
    line: Count


class Appended(Shape):
    """What was appended to a file, and what it had."""

    added: list[AddedPaper]
    already: list[OwnedPaper]
    backup: str | None
    warnings: list[str]

    @classmethod
    def of(cls, done: append.Appended) -> Self:
        """Return the shape of what was appended."""
        return cls(
            added=[AddedPaper(key=paper.key or "", entry=key) for paper, key in done.added],
            already=[
                OwnedPaper(key=paper.key or "", entry=key, line=line)
                for paper, key, line in done.already
            ],
            backup=str(done.backup) if done.backup else None,
            warnings=list(done.warnings),
        )

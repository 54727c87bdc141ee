"""The formats that libraries and corpora come in, and papers go out in: one module each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol

from recommender.library import Library
from recommender.papers import Paper


class Reader(Protocol):
    """Reads a whole file; raises UnreadableInput where it is something else."""

    def __call__(self, source: bytes, *, file: str = "") -> Library: ...


class Writer(Protocol):
    """Writes papers as one text; in the habits of a library where one is given."""

    def __call__(self, papers: Sequence[Paper], *, into: Library | None = None) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format: its name, what it is called elsewhere, and the module that knows it."""

    name: str
    media_type: str
    suffixes: tuple[str, ...]
    module: str

    @property
    def read(self) -> Reader:
        """Return the reader; loads the module on first use."""
        return self._function("read")

    @property
    def write(self) -> Writer:
        """Return the writer; loads the module on first use."""
        return self._function("write")

    def _function(self, name: str) -> Callable[..., object]:
        return getattr(import_module(self.module), name)  # type: ignore[no-any-return]


FORMATS = {
    f.name: f
    for f in (
        Format(
            name="bibtex",
            media_type="application/x-bibtex",
            suffixes=(".bib", ".bibtex"),
            module="recommender.formats.bibtex",
        ),
        Format(
            name="ris",
            media_type="application/x-research-info-systems",
            suffixes=(".ris",),
            module="recommender.formats.ris",
        ),
        Format(
            name="csl-json",
            media_type="application/vnd.citationstyles.csl+json",
            suffixes=(".json",),
            module="recommender.formats.csl",
        ),
    )
}

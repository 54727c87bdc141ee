"""What every command knows: the data folder, and whether to speak."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from recommender.formats import read_files
from recommender.library import Library, joined
from recommender.notices import Notice
from recommender.text.display import printable

if TYPE_CHECKING:
    from recommender.corpus import Corpus
    from recommender.corpus.progress import Progress
    from recommender.store import Store

STDIN = "-"
NOTICES_SHOWN = 5  # the rest is one `recommender check` away
BAR_FROM = 1_000_000  # bytes: less is read at once


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """The options that stand before the command."""

    data: str | None
    quiet: bool

    @property
    def folder(self) -> Path:
        """Return the data folder; it need not exist."""
        if self.data:
            return Path(self.data)
        from platformdirs import user_data_path

        return user_data_path("recommender", appauthor=False)

    def say(self, message: str) -> None:
        """Print a message for the person, never into a result."""
        if not self.quiet:
            click.echo(message, err=True)

    def follow(self, store: Store, path: Path) -> None:
        """Find what was said for a file under the name that it had before, and say so."""
        if before := store.follow(path):
            told = f"{before} is gone and {path.name} holds the same: its verdicts are kept."
            self.say(printable(told))

    def corpus(self, *names: str) -> Corpus:
        """Open one corpus of names and files, and tell what was wrong with them."""
        from recommender.corpus import open_corpus

        with self.bar(sum(map(self._size, names))) as progress:
            found = open_corpus(*names, data=self.folder, progress=progress)
        self.tell(found.notices)
        return found

    @contextmanager
    def bar(self, size: int) -> Iterator[Progress]:
        """Give a progress bar for work on so many bytes; a person sees it if that takes time."""
        if self.quiet or size < BAR_FROM or not sys.stderr.isatty():
            yield lambda done: None
            return
        bar = click.progressbar(length=size, label="Reading and indexing", file=sys.stderr)
        try:
            yield lambda done: bar.update(done - bar.pos)
            if bar.pos:  # nothing is drawn where nothing was to do
                bar.update(size - bar.pos)
        finally:
            if bar.pos:
                bar.render_finish()

    def _size(self, name: str) -> int:
        """Return the bytes of what a corpus is made of, or made of again."""
        from recommender.corpus.registry import names, size

        if name in names(self.folder):
            return size(self.folder, name)
        return Path(name).stat().st_size if Path(name).is_file() else 0

    def tell(self, notices: Sequence[Notice]) -> None:
        """Print the first notices of a corpus, and how many more there are."""
        for notice in notices[:NOTICES_SHOWN]:
            self.say(printable(str(notice)))
        if len(notices) > NOTICES_SHOWN:
            self.say(f"… and {len(notices) - NOTICES_SHOWN:,} more")

    def report(self, notices: tuple[Notice, ...], library: tuple[str, ...]) -> None:
        """Print the first notices that mean trouble and where to read the rest."""
        troubles = [n for n in notices if n.severity != "info"]
        for notice in troubles[:NOTICES_SHOWN]:
            self.say(printable(str(notice)))
        if len(troubles) > NOTICES_SHOWN:
            rest = f"… and {len(troubles) - NOTICES_SHOWN:,} more"
            self.say(f"{rest}: recommender check {shlex.join(library)}" if library else rest)


def counted(number: int, one: str, many: str = "") -> str:
    """Return "1 paper", "1,000 papers"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def read_libraries(names: tuple[str, ...]) -> Library:
    """Read one library from one or several files; `-` is the standard input."""
    return joined(read_files([sys.stdin.buffer if name == STDIN else name for name in names]))

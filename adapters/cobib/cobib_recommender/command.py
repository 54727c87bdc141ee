"""`cobib suggest`: papers related to the database, with reasons; chosen ones are added."""

from __future__ import annotations

import argparse
import logging
from typing import Any, ClassVar

from cobib.commands.base_command import Command
from cobib.database import Database, Entry
from cobib.parsers.bibtex import BibtexParser
from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from cobib_recommender.service import ADDRESS, Service, ServiceError

LOGGER = logging.getLogger(__name__)
IDENTIFIERS = ("doi", "eprint", "isbn", "url")


class SuggestCommand(Command):
    """Suggest papers related to entries, by default to all of them."""

    name: ClassVar[str] = "suggest"

    def __init__(self, *args: str) -> None:
        super().__init__(*args)
        self.suggestions: list[dict[str, Any]] = []
        self.messages: list[str] = []

    @classmethod
    def init_argparser(cls) -> None:
        """Register the arguments."""
        parser = argparse.ArgumentParser(prog="suggest", description=cls.__doc__)
        parser.add_argument("labels", nargs="*", help="entries to start from; default: all")
        parser.add_argument("-n", "--limit", type=int, default=10, help="how many suggestions")
        parser.add_argument(
            "--add", action="append", default=[], metavar="KEY", help="add this one"
        )
        parser.add_argument("--corpus", default="", help="the corpus to suggest from")
        parser.add_argument("--address", default=ADDRESS, help="where the recommender listens")
        cls.argparser = parser

    def execute(self) -> None:
        """Ask the recommender; what goes wrong is logged, as coBib wants it."""
        service = Service(self.largs.address, self.largs.corpus)
        try:
            if self.largs.add:
                self._add(service)
            else:
                self._ask(service)
        except ServiceError as error:
            LOGGER.error("%s", error)

    def render_porcelain(self) -> list[str]:
        """Return a line for each suggestion or message."""
        return [
            *(f"{s['key']}\t{s['strength']}\t{s['title']}" for s in self.suggestions),
            *self.messages,
        ]

    def render_rich(self) -> Group:
        """Return the suggestions with their reasons."""
        return Group(*map(_text, self.suggestions), *map(Text, self.messages))

    def _ask(self, service: Service) -> None:
        entries = self._entries()
        if not entries:
            LOGGER.error("There is no such entry: there is nothing to start from.")
            return
        parser = BibtexParser()
        answer = service.suggest("\n".join(parser.dump(e) or "" for e in entries), self.largs.limit)
        self.suggestions = answer["suggestions"]
        if not self.suggestions:
            self.messages.append(answer["empty_because"])

    def _entries(self) -> list[Entry]:
        database = Database()
        labels = self.largs.labels or list(database)
        return [database[label] for label in labels if label in database]

    def _add(self, service: Service) -> None:
        database = Database()
        found = BibtexParser().parse(service.bibtex(self.largs.add))
        for label, entry in found.items():
            if had := _owned(entry, database):
                self.messages.append(f"already there as {had}: {entry.data['title']}")
                continue
            free = database.disambiguate_label(label, entry)
            entry.label = free
            database.update({free: entry})
            self.messages.append(f"added as {free}: {entry.data['title']}")
        database.save()
        self.git()


def _owned(entry: Entry, database: Database) -> str | None:
    """Return the label of the entry that already is this paper."""
    for label, other in database.items():
        same = any(_same(entry.data.get(n), other.data.get(n)) for n in IDENTIFIERS)
        if same or _folded(entry.data["title"]) == _folded(other.data.get("title", "")):
            return str(label)
    return None


def _same(one: Any, other: Any) -> bool:
    return bool(one) and str(one).casefold() == str(other).casefold()


def _folded(title: str) -> str:
    return "".join(c for c in str(title).casefold() if c.isalnum())


def _text(suggestion: dict[str, Any]) -> Group:
    parts = ("prefix", "family", "literal")
    names = [" ".join(a[part] for part in parts if part in a) for a in suggestion["authors"]]
    authors = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    about = [authors, suggestion["venue"], suggestion["year"], suggestion["strength"]]
    lines = Text(" · ".join(str(part) for part in about if part))
    lines.append(f"\n{suggestion['why']['sentence']}")
    lines.append(f"\n--add {suggestion['key']}", style="dim")
    title = Text(f"{suggestion['rank']:>3}. {suggestion['title']}", style="bold")
    return Group(title, Padding.indent(lines, 5))

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

from recommender_client.same import same
from recommender_client.service import ADDRESS, Service, ServiceError
from recommender_client.shown import about, plain

LOGGER = logging.getLogger(__name__)


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
        try:
            service = Service(self.largs.address, self.largs.corpus)
            if self.largs.add:
                self._add(service)
            else:
                self._ask(service)
        except ServiceError as error:
            LOGGER.error("%s", error)

    def render_porcelain(self) -> list[str]:
        """Return a line for each suggestion or message."""
        return [*map(_line, self.suggestions), *self.messages]

    def render_rich(self) -> Group:
        """Return the suggestions with their reasons."""
        return Group(*map(_text, self.suggestions), *map(Text, self.messages))

    def _ask(self, service: Service) -> None:
        entries = self._entries()
        if not entries:
            LOGGER.error("There is nothing to start from.")
            return
        parser = BibtexParser()
        answer = service.suggest("\n".join(parser.dump(e) or "" for e in entries), self.largs.limit)
        self.suggestions = answer["suggestions"]
        if not self.suggestions:
            self.messages.append(answer["empty_because"])

    def _entries(self) -> list[Entry]:
        database = Database()
        for label in self.largs.labels:
            if label not in database:
                LOGGER.error("There is no entry %s.", label)
        labels = self.largs.labels or list(database)
        return [database[label] for label in labels if label in database]

    def _add(self, service: Service) -> None:
        database = Database()
        found = BibtexParser().parse(service.bibtex(self.largs.add))
        for label, entry in found.items():
            if had := _owned(entry.data):
                self.messages.append(f"already there as {had}: {plain(entry.data['title'])}")
                continue
            free = database.disambiguate_label(label, entry)
            entry.label = free
            database.update({free: entry})
            self.messages.append(f"added as {free}: {plain(entry.data['title'])}")
        database.save()
        self.git()


def _owned(paper: dict[str, Any]) -> str | None:
    """Return the label of the entry of the database that already is this paper."""
    return same(paper, ((str(label), entry.data) for label, entry in Database().items()))


def _line(suggestion: dict[str, Any]) -> str:
    """Return key, strength and title; behind them the label of what the database has."""
    parts = [suggestion["key"], suggestion["strength"], suggestion["title"], _owned(suggestion)]
    return "\t".join(part for part in parts if part)


def _text(suggestion: dict[str, Any]) -> Group:
    lines = Text(f"{about(suggestion)}\n{suggestion['why']['sentence']}\n")
    had = _owned(suggestion)
    lines.append(f"already there as {had}" if had else f"--add {suggestion['key']}", style="dim")
    title = Text(f"{suggestion['rank']:>3}. {suggestion['title']}", style="bold")
    return Group(title, Padding.indent(lines, 5))

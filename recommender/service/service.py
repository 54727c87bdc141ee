"""What a running service holds: settings, secrets, corpora, store, and its threads."""

from __future__ import annotations

import secrets as random
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

from flask import Request, current_app

from recommender.corpus import Corpus, open_corpus, shelf
from recommender.errors import RecommenderError, UnknownName, UnreadableInput
from recommender.formats import FORMATS, read_bytes
from recommender.library import Library
from recommender.recommend import Answer, suggest
from recommender.service.access import Secrets
from recommender.service.bodies import Upload
from recommender.service.jobs import Jobs
from recommender.service.settings import Settings
from recommender.service.shelf import Shelf
from recommender.service.work import Work
from recommender.store import Store, StoredLibrary

SEEDS = "seeds"


class Service:
    """One running service; shared by all threads."""

    def __init__(self, settings: Settings, token: str) -> None:
        self.settings = settings
        self.secrets = Secrets(token=token)
        self.instance = random.token_hex(8)  # adapters compare it before they send anything
        self.store = Store(settings.data)
        self.work, self.jobs = Work(settings.deadline), Jobs()
        self._shelf = Shelf()
        self._opening = Lock()
        self._corpora: dict[tuple[str, ...], Corpus] = {}

    def close(self) -> None:
        """Let go of threads and files."""
        self.work.close()
        self.jobs.close()
        self.store.close()

    def corpus(self, names: list[str]) -> Corpus:
        """Return the corpus of that name, or several as one; never a file of that name."""
        wanted = tuple(names) or (SEEDS,)
        known = self.corpus_names()
        for name in wanted:
            if name not in known:
                raise UnknownName(f"There is no corpus {name}: there is {', '.join(known)}.")
        with self._opening:
            if wanted not in self._corpora:
                self._corpora[wanted] = open_corpus(*wanted, data=self.settings.data)
            return self._corpora[wanted]

    def corpus_names(self) -> list[str]:
        """Return the names of all corpora, the bundled one first."""
        return [SEEDS, *shelf.names(self.settings.data)]

    def answer(self, upload: Upload, *, corpus: list[str], **wanted: Any) -> Answer:
        """Return the suggestions for a library that is not kept, within the deadline."""
        opened, digest = self.corpus(corpus), sha256(upload.source).digest()
        return self.work.done(
            lambda: suggest(self._shelf.get((digest, upload.format), upload.read), opened, **wanted)
        )

    def suggestions(self, stored: StoredLibrary, *, corpus: list[str], **wanted: Any) -> Answer:
        """Return the suggestions for a stored library, its verdicts applied."""
        opened, verdicts = self.corpus(corpus), self.store.verdicts(stored.id)
        return self.work.done(
            lambda: suggest(self.library(stored), opened, verdicts=verdicts, **wanted)
        )

    def library(self, stored: StoredLibrary) -> Library:
        """Return a stored library as read."""
        if stored.path:
            path = Path(stored.path)
            return self._shelf.get((path, _stamp(path)), lambda: self._read(stored))
        return self._shelf.get(stored.sha256, lambda: self._read(stored))

    def source(self, stored: StoredLibrary) -> bytes:
        """Return the bytes of a stored library."""
        if not stored.path:
            return self.store.source(stored.id)
        try:
            return Path(stored.path).read_bytes()
        except OSError as error:
            raise UnreadableInput(
                f"{stored.label} cannot be read ({error.strerror}): "
                "put it back, or start the service with its new place."
            ) from None

    def read_to_end(self, stored: StoredLibrary, step: Callable[[], None]) -> None:
        """Read a library that was only stored; one of which nothing is usable is dropped."""
        try:
            self.library(stored)
        except RecommenderError:
            self.forget(stored.id)
            raise
        step()
        self.store.ready(stored.id)

    def zotero_is_open(self) -> bool:
        """Tell whether Zotero runs here and lets its library be read."""
        return False

    def forget(self, library: str) -> None:
        """Forget a library everywhere."""
        stored = self.store.library(library)
        self.store.delete(library)
        self._shelf.drop(stored.sha256)

    def origin(self, request: Request) -> str:
        """Return scheme, host and port under which the asker reaches us."""
        return self.settings.public_url.rstrip("/") or f"http://{request.host}"

    def _read(self, stored: StoredLibrary) -> Library:
        source = self.source(stored)
        if stored.format in FORMATS and not stored.path:
            return FORMATS[stored.format].read(source, file=stored.label)
        return read_bytes(source, file=stored.label)


def current() -> Service:
    """Return the service that the current request is for."""
    service: Service = current_app.extensions["recommender"]
    return service


def _stamp(path: Path) -> tuple[int, int]:
    """Return what changes when a file is written; of an absent one too."""
    try:
        status = path.stat()
    except OSError:
        return (0, 0)
    return (status.st_mtime_ns, status.st_size)

"""What a running service holds: settings, secrets, corpora, store, and its threads."""

from __future__ import annotations

import secrets as random
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from flask import Request, current_app

from recommender.corpus import Corpus
from recommender.errors import RecommenderError
from recommender.formats import read_bytes
from recommender.library import Library
from recommender.recommend import Answer
from recommender.service import log
from recommender.service.http.access import Secrets
from recommender.service.http.request_bodies import Upload
from recommender.service.runtime import linked_libraries
from recommender.service.runtime.answer_cache import AnswerCache, Reader
from recommender.service.runtime.figures import Figures
from recommender.service.runtime.jobs import Job, Jobs
from recommender.service.runtime.work import Work
from recommender.service.settings import Settings
from recommender.store import Store, StoredLibrary


class Service:
    """One running service; shared by all threads."""

    def __init__(self, settings: Settings, token: str) -> None:
        self.settings = settings
        self.secrets = Secrets(token=token)
        self.instance = random.token_hex(8)  # adapters compare it before they send anything
        self.store = Store(settings.data)
        self.work, self.jobs = Work(settings.deadline), Jobs()
        self.figures = Figures()
        self.cache = AnswerCache(settings.data)

    def close(self) -> None:
        """Let go of threads and files."""
        self.work.close()
        self.jobs.close()
        self.store.close()

    def corpus(self, names: list[str]) -> Corpus:
        """Return the corpus of that name, or several as one, made within the deadline."""
        if len(names) > 1:
            return self.work.done(lambda: self.cache.corpus(names))
        return self.cache.corpus(names)

    def corpora(self) -> dict[str, Corpus | None]:
        """Return all corpora by name; one that cannot be used is None, and hides no other."""
        return {name: self._usable(name) for name in self.cache.names()}

    def _usable(self, name: str) -> Corpus | None:
        try:
            return self.corpus([name])
        except (RecommenderError, OSError) as error:
            log.failure(error, "corpora")
            return None

    def answer(self, upload: Upload, *, corpus: list[str], **wanted: Any) -> Answer:
        """Return the suggestions for a library that is not kept, within the deadline."""
        stamp = (sha256(upload.source).digest(), upload.format, upload.label)
        return self._answer(Reader(stamp=stamp, read=upload.read), corpus, wanted)

    def suggestions(self, stored: StoredLibrary, *, corpus: list[str], **wanted: Any) -> Answer:
        """Return the suggestions for a stored library, its verdicts applied."""
        return self._answer(self._reader(stored), corpus, wanted)

    def library(self, stored: StoredLibrary) -> Library:
        """Return a stored library as read; one that lives elsewhere as it is there now."""
        return self.cache.library(self._reader(stored))

    def read_later(self, stored: StoredLibrary) -> Job:
        """Read a stored library in the background."""
        return self.jobs.start(stored.id, lambda step: self.read_to_end(stored, step))

    def resume(self) -> None:
        """Read again what was being read when the service last ended."""
        for stored in self.store.libraries():
            if stored.state == "reading":
                self.read_later(stored)

    def read_to_end(self, stored: StoredLibrary, step: Callable[[], None]) -> None:
        """Read a library that was only stored; one of which nothing is usable is dropped."""
        try:
            self.library(stored)
        except RecommenderError:
            self.forget(stored.id)
            raise
        step()
        self.store.ready(stored.id)

    def forget(self, library: str) -> None:
        """Forget a library everywhere."""
        self.store.delete(library)
        self.cache.forget()

    def origin(self, request: Request) -> str:
        """Return scheme, host and port under which the asker reaches us."""
        return self.settings.public_url.rstrip("/") or f"http://{request.host}"

    def _answer(self, reader: Reader, corpus: list[str], wanted: dict[str, Any]) -> Answer:
        opened = self.corpus(corpus)
        return self.work.done(lambda: self.cache.answer(reader, opened, wanted))

    def _reader(self, stored: StoredLibrary) -> Reader:
        return Reader(
            stamp=linked_libraries.stamp(stored),
            read=lambda: self._read(stored),
            verdicts=self.store.verdicts(stored.id),
        )

    def _read(self, stored: StoredLibrary) -> Library:
        if stored.path:
            return linked_libraries.read(stored, self.settings.zotero)
        return read_bytes(self.store.source(stored.id), file=stored.label, said=stored.format)


def current() -> Service:
    """Return the service that the current request is for."""
    service: Service = current_app.extensions["recommender"]
    return service

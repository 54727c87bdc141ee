"""What a running service holds: its settings, secrets, corpora and store."""

from __future__ import annotations

import secrets as random
from threading import Lock

from flask import current_app

from recommender.corpus import Corpus, open_corpus
from recommender.errors import UnknownName
from recommender.service.access import Secrets
from recommender.service.settings import Settings

SEEDS = "seeds"


class Service:
    """One running service; shared by all threads."""

    def __init__(self, settings: Settings, token: str) -> None:
        self.settings = settings
        self.secrets = Secrets(token=token)
        self.instance = random.token_hex(8)  # adapters compare it before they send anything
        self._opening = Lock()
        self._corpora: dict[tuple[str, ...], Corpus] = {}

    def corpus(self, names: list[str]) -> Corpus:
        """Return the corpus of that name, or several as one; never a file of that name."""
        wanted = tuple(names) or (SEEDS,)
        for name in set(wanted) - set(self.corpus_names()):
            raise UnknownName(f"There is no corpus {name}: {', '.join(self.corpus_names())}.")
        with self._opening:
            if wanted not in self._corpora:
                self._corpora[wanted] = open_corpus(*wanted, data=self.settings.data)
            return self._corpora[wanted]

    def corpus_names(self) -> list[str]:
        """Return the names of all corpora, the bundled one first."""
        return [SEEDS]


def current() -> Service:
    """Return the service that the current request is for."""
    service: Service = current_app.extensions["recommender"]
    return service

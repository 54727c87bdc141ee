"""The desk: corpora opened, libraries read, answers given, each kept while it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from recommender.caching import Cache
from recommender.corpus import Corpus, corpus_names, open_corpus
from recommender.corpus.registry import SEEDS, home
from recommender.corpus.search import frequent_terms, numba_kernels
from recommender.corpus.search.numba_kernels import Kernels
from recommender.corpus.storage.generations import newest_first
from recommender.errors import UnknownName
from recommender.library import Library
from recommender.recommend import Answer, suggest
from recommender.verdicts import Verdicts

MAX_SOURCE_BYTES = 32 * 1024 * 1024  # a library as read takes about ten times its source
MAX_SUGGESTIONS = 2000
MAX_CORPORA = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """A library to be suggested for: how it is read, and what was said of its suggestions."""

    stamp: Hashable  # changes when its bytes or its name do
    read: Callable[[], Library]
    verdicts: Verdicts = field(default_factory=Verdicts)


class AnswerCache:
    """What answers are made of; shared by all threads."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._compiling = folder, Lock()
        self._kernels: Future[Kernels] | None = None
        self._corpora = Cache[Corpus](MAX_CORPORA)
        self._libraries = Cache[Library](MAX_SOURCE_BYTES, lambda library: len(library.source))
        self._answers = Cache[Answer](MAX_SUGGESTIONS, lambda answer: 10 + len(answer.suggestions))

    def names(self) -> list[str]:
        """Return the names of all corpora, the bundled one first."""
        return corpus_names(self._folder)

    def corpus(self, names: list[str]) -> Corpus:
        """Return the corpus of that name, or several as one; never a file of that name.

        A new generation is opened when it is there, and the old one let go when the last who
        still asks it is done.
        """
        wanted, known = tuple(names) or (SEEDS,), self.names()
        for name in wanted:
            if name not in known:
                raise UnknownName(f"There is no corpus {name}: there is {', '.join(known)}.")
        stamps = tuple(self._stamp(name) for name in wanted)
        found = self._corpora.get((wanted, stamps), lambda: open_corpus(*wanted, data=self._folder))
        self._corpora.drop(lambda key: key[0] == wanted and key[1] != stamps)
        self._answers.drop(lambda key: key[1] == found.name and key[2] != found.generation)
        if len(found) >= frequent_terms.LARGE and found.index.kernels is None:
            self._speed_up(found)
        return found

    def library(self, reader: Reader) -> Library:
        """Return a library, read once."""
        return self._libraries.get(reader.stamp, reader.read)

    def answer(self, reader: Reader, corpus: Corpus, options: Mapping[str, Any]) -> Answer:
        """Return the suggestions for a library; the same question is answered once."""
        verdicts = reader.verdicts
        asked = (reader.stamp, corpus.name, corpus.generation, verdicts, *_pairs(options))
        return self._answers.get(
            asked, lambda: suggest(self.library(reader), corpus, verdicts=verdicts, **options)
        )

    def forget(self) -> None:
        """Let go of all libraries and answers: one of them was deleted."""
        self._libraries.clear()
        self._answers.clear()

    def _speed_up(self, corpus: Corpus) -> None:
        """Give a corpus the kernels, which are compiled once, beside the first answers."""
        if not numba_kernels.is_installed():
            return
        with self._compiling:
            if self._kernels is None:
                self._kernels = Future()
                compiling = partial(_compile, self._kernels)
                Thread(target=compiling, name="kernels", daemon=True).start()
        self._kernels.add_done_callback(lambda made: corpus.index.use(made.result()))

    def _stamp(self, name: str) -> Hashable:
        """Return what changes with the generation of a corpus."""
        if name == SEEDS:
            return ()
        current = newest_first(home(self._folder, name))[0]
        return (current.name, current.stat().st_mtime_ns)


def _compile(made: Future[Kernels]) -> None:
    made.set_result(Kernels())


def _pairs(mapping: Mapping[str, Any]) -> tuple[Hashable, ...]:
    return tuple(sorted(mapping.items(), key=lambda pair: pair[0]))

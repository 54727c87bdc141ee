"""Papers to a corpus: records, filters and index, in one pass over papers that stream by."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from recommender.corpus.assemble import assemble
from recommender.corpus.catalogue import CatalogueWriter
from recommender.corpus.counting import Counter, Numbering, Run
from recommender.corpus.sinks import Sink
from recommender.corpus.spool import Spool
from recommender.papers import Paper

TOKENS_AT_ONCE = 1 << 22  # of one run: about 400 MB while it is counted


class CorpusWriter:
    """Writes papers one after the other; in bounded memory where it has a folder for runs."""

    def __init__(
        self,
        sink: Sink,
        *,
        today: date,
        spool: Path | None = None,
        tokens_at_once: int = TOKENS_AT_ONCE,
    ) -> None:
        """Take where the arrays go, the day of arrival, and a folder for what is on the way."""
        self._sink, self._tokens_at_once = sink, tokens_at_once
        self._catalogue = CatalogueWriter(sink, today)
        self._words = Numbering()
        self._counter = Counter(self._words)
        self._runs: list[Run] | Spool = [] if spool is None else Spool(spool)

    def append(self, paper: Paper, day: int | None = None) -> None:
        """Write a paper, which has its key."""
        self._catalogue.append(paper, day)
        self._counter.add(paper)
        if self._counter.n_tokens >= self._tokens_at_once:
            self._runs.append(self._counter.run())

    def close(self) -> None:
        """Write the index."""
        self._catalogue.close()
        self._runs.append(self._counter.run())
        assemble(self._runs, list(self._words), self._sink)

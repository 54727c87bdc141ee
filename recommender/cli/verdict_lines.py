"""Verdicts as lines that `recommender verdict` lists and reads again: KEY VERDICT, CORPUS, TITLE.

The columns after the verdict stand between tabs, and may be absent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from recommender.errors import BadRequest
from recommender.papers import Paper
from recommender.text import titles
from recommender.text.display import printable
from recommender.text.keys import is_key
from recommender.verdicts import VERDICTS, Judgement, Verdict

if TYPE_CHECKING:
    from recommender.cli.setup import Setup
    from recommender.corpus import Corpus

_LINE = re.compile(
    rf"(?P<key>\S+)\s+(?P<verdict>{'|'.join(VERDICTS)})"
    r"[ ]*(?:\t(?P<corpus>[^\t]*)(?:\t(?P<title>[^\t]*))?)?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line as it was read; "" for what it does not name."""

    key: str
    verdict: Verdict
    corpus: str
    title: str


def written(judgement: Judgement) -> str:
    """Return the line of a verdict."""
    paper = judgement.paper
    title = paper.title if paper else ""
    columns = (f"{judgement.key} {judgement.verdict}", judgement.corpus, title)
    return "\t".join(map(printable, columns)).rstrip("\t")


def read_lines(text: str) -> list[Line]:
    """Return the verdicts of lines such as "kipf2017 saved"; raises BadRequest."""
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        match = _LINE.fullmatch(line.strip())
        if match and is_key(match["key"]):
            said = cast(Verdict, match["verdict"])
            corpus, title = match["corpus"] or "", match["title"] or ""
            found.append(Line(key=match["key"], verdict=said, corpus=corpus, title=title))
        elif line.strip():
            raise BadRequest(f"Line {number} is no verdict: write KEY {' or KEY '.join(VERDICTS)}.")
    return found


def judgements(setup: Setup, lines: list[Line], corpus: tuple[str, ...]) -> list[Judgement]:
    """Return what the lines say of the papers of the corpora that can be opened.

    What names no paper there is of the title it names, else of the key alone.
    """
    corpora = _Corpora(setup, corpus)
    return [_judgement(line, corpora) for line in lines]


def _judgement(line: Line, corpora: _Corpora) -> Judgement:
    for corpus in corpora.of(line):
        if corpus.has(line.key):
            paper = corpus.papers[corpus.number(line.key)]
            if _fits(line, paper, corpus):
                return Judgement.on(paper, line.verdict, corpus.name)
    if line.title:
        paper = Paper(key=line.key, title=line.title)
        return Judgement.on(paper, line.verdict, line.corpus)
    return Judgement(verdict=line.verdict, key=line.key, corpus=line.corpus)


def _fits(line: Line, paper: Paper, corpus: Corpus) -> bool:
    """Return whether a paper of the key of a line is the one that is meant."""
    if line.title:
        return titles.alike(titles.form(line.title), titles.form(paper.title))
    return line.corpus in ("", corpus.name)


class _Corpora:
    """The corpora in which keys are looked up, each opened when it is asked first."""

    def __init__(self, setup: Setup, named: tuple[str, ...]) -> None:
        from recommender.corpus import corpus_names

        self._setup, self._named = setup, named
        self._known = set(corpus_names(setup.folder))
        self._opened: dict[tuple[str, ...], Corpus] = {}

    def of(self, line: Line) -> Iterator[Corpus]:
        """Yield those that the command names, else the bundled one, then the one of the line."""
        yield self._corpus(self._named)
        names = tuple(line.corpus.split(", "))
        if self._known.issuperset(names):
            yield self._corpus(names)

    def _corpus(self, names: tuple[str, ...]) -> Corpus:
        if names not in self._opened:
            self._opened[names] = self._setup.corpus(*names)
        return self._opened[names]

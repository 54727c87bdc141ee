"""Corpus: the papers that can be suggested, with their index."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import sha256

from recommender.corpus.assemble import assemble
from recommender.corpus.blocks import Checked
from recommender.corpus.counting import Numbering, count
from recommender.corpus.index import Index
from recommender.corpus.keys import Keys
from recommender.corpus.records import to_line
from recommender.corpus.sinks import Memory
from recommender.corpus.strings import StringTable, string_arrays
from recommender.errors import UnknownName, UnreadableInput
from recommender.papers import Paper
from recommender.text.terms import TOKENIZER


class Corpus:
    """Papers with a name and an index; never changes."""

    def __init__(
        self,
        *,
        name: str,
        generation: str,
        papers: Sequence[Paper],
        index: Index,
        keys: StringTable,
    ) -> None:
        """Take the parts; `build` and `open_corpus` make them."""
        self.name, self.generation = name, generation
        self.papers, self.index, self._keys = papers, index, keys

    def __len__(self) -> int:
        return len(self.papers)

    def number(self, key: str) -> int:
        """Return the number of a paper; UnknownName if the corpus lacks it."""
        number = int(self._keys.numbers([key])[0])
        if number < 0:
            raise UnknownName(f"The corpus {self.name} has no paper {key}; check the spelling.")
        return number


def build(name: str, papers: Iterable[Paper]) -> Corpus:
    """Return a corpus in memory; UnreadableInput if there is no paper."""
    key_of = Keys()
    kept = [replace(paper, key=key_of(paper)) for paper in papers]
    if not kept:
        raise UnreadableInput(f"The corpus {name} holds no paper; name a file that has some.")
    words, memory = Numbering(), Memory()
    run = count(kept, words)
    assemble([run], list(words), memory)
    return Corpus(
        name=name,
        generation=fingerprint(map(to_line, kept)),
        papers=kept,
        index=Index(memory.arrays()),
        keys=key_table(kept),
    )


def key_table(papers: Iterable[Paper]) -> StringTable:
    """Return the keys of some papers as a table in memory."""
    arrays = string_arrays(paper.key or "" for paper in papers)
    return StringTable(*map(Checked, arrays.values()))


def fingerprint(lines: Iterable[bytes]) -> str:
    """Return 12 hexadecimal digits that change with the papers and with the analysis."""
    digest = sha256(TOKENIZER.encode())
    for line in lines:
        digest.update(line)
    return digest.hexdigest()[:12]

"""Made-up corpora of any size, the same for the same seed, that behave like papers.

Word frequencies follow Zipf and Mandelbrot, lengths are log-normal, the vocabulary grows by Heaps'
law, and a paper takes two words of five from its one or two topics. One word in four is followed by
its partner, so that pairs of words repeat as phrases do. A venue is a topic.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import numpy as np

from recommender.corpus import Corpus, Filter, open_corpus
from recommender.corpus.ingest import add
from recommender.corpus.registry import names
from recommender.papers import Paper

CHUNK = 10_000  # papers
TITLE, SENTENCE = 8, 15  # words
TOPIC_WORDS, FROM_TOPIC, PARTNERED = 400, 0.4, 0.25
_SYLLABLES = [c + v for c in "bdfghjklmnprtvz" for v in "aou"]  # endings that no stemmer cuts


def word(number: int) -> str:
    """Return a word of its own for a number."""
    number += len(_SYLLABLES)  # two syllables at least
    parts = []
    while number:
        number, rest = divmod(number, len(_SYLLABLES))
        parts.append(_SYLLABLES[rest])
    return "".join(reversed(parts))


def n_topics(n_papers: int) -> int:
    """Return how many topics a corpus is about."""
    return int(np.clip(n_papers / 200, 20, 1000))


class Language:
    """The words, their frequencies, their partners and the topics of a corpus."""

    def __init__(self, n_papers: int, seed: int) -> None:
        """Draw a language for a number of papers."""
        rng = np.random.default_rng(seed)
        self.n_words = int(min(500_000, 60_000 * (n_papers / 10_000) ** 0.46))
        self.n_topics = n_topics(n_papers)
        odds = 1 / (np.arange(self.n_words) + 2.7) ** 1.02
        self.words_up_to = np.cumsum(odds / odds.sum())
        ranks = rng.uniform(np.log(30), np.log(self.n_words), (self.n_topics, TOPIC_WORDS))
        self.topics = np.exp(ranks).astype(np.int64)
        odds = 1 / (np.arange(TOPIC_WORDS) + 3.0)
        self.topic_up_to = np.cumsum(odds / odds.sum())
        self.partner = rng.permutation(self.n_words)
        self.words = np.array([word(i) for i in range(self.n_words)], object)


def papers(n_papers: int, seed: int = 7) -> Iterator[Paper]:
    """Yield the papers of a corpus; the field "topic" says what each is about."""
    language = Language(n_papers, seed)
    rng = np.random.default_rng(seed + 1)
    for start in range(0, n_papers, CHUNK):
        n = min(CHUNK, n_papers - start)
        lengths = np.exp(rng.normal(np.log(150), 0.45, n)).clip(12, 1200).astype(np.int64)
        topics = rng.integers(0, language.n_topics, (n, 2))
        tokens = language.words[_tokens(language, rng, lengths, topics)]
        ends = np.cumsum(lengths)
        for i, end in enumerate(ends.tolist()):
            text = tokens[end - lengths[i] : end].tolist()
            yield _paper(start + i, text, int(topics[i, 0]), int(rng.integers(2000, 2026)))


def _tokens(
    language: Language, rng: np.random.Generator, lengths: np.ndarray, topics: np.ndarray
) -> np.ndarray:
    """Return the words of some papers, one paper after the other."""
    paper = np.repeat(np.arange(len(lengths)), lengths)
    words = np.searchsorted(language.words_up_to, rng.random(len(paper)))
    themed = np.flatnonzero(rng.random(len(paper)) < FROM_TOPIC)
    topic = topics[paper[themed], (rng.random(len(themed)) < 1 / 3).astype(int)]
    place = np.searchsorted(language.topic_up_to, rng.random(len(themed)))
    words[themed] = language.topics[topic, place.clip(0, TOPIC_WORDS - 1)]
    words = words.clip(0, language.n_words - 1)
    partnered = np.flatnonzero(rng.random(len(paper) - 1) < PARTNERED)
    words[partnered + 1] = language.partner[words[partnered]]
    return words


def _paper(number: int, words: list[str], topic: int, year: int) -> Paper:
    sentences = (words[i : i + SENTENCE] for i in range(TITLE, len(words), SENTENCE))
    return Paper(
        key=f"p{number}",
        title=" ".join(words[:TITLE]),
        abstract=". ".join(map(" ".join, sentences)),
        year=year,
        venue=venue(topic),
    )


def venue(topic: int) -> str:
    """Return the venue of the papers that are first of all about a topic."""
    return f"Conference {topic:03}"


def library(corpus: Corpus, rng: np.random.Generator, n_papers: int) -> np.ndarray:
    """Return the numbers of some papers of three topics, as many as asked for or there are."""
    topics = rng.choice(n_topics(len(corpus)), 3, replace=False).tolist()
    about = [np.flatnonzero(corpus.passing(Filter(venue=venue(topic)))) for topic in topics]
    return np.sort(rng.permutation(np.concatenate(about))[:n_papers])


def made(data: Path, n_papers: int) -> Corpus:
    """Return a corpus of that size, which is made and kept in a folder if need be."""
    data.mkdir(parents=True, exist_ok=True)
    name = f"made-{n_papers}"
    if name not in names(data):
        path = write_lines(data / f"{name}.jsonl", n_papers)
        start = time.process_time()
        add(data, name, [path], today=date(2026, 1, 1))
        print(f"{n_papers:,} papers added in {time.process_time() - start:.0f} s, {peak():.0f} MB")
    return open_corpus(name, data=data)


def peak() -> float:
    """Return the most memory that this process held, in MB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def write_lines(path: Path, n_papers: int, seed: int = 7) -> Path:
    """Write a corpus as JSON Lines, unless it is there."""
    if not path.is_file():
        with path.open("w", encoding="utf-8") as file:
            for paper in papers(n_papers, seed):
                record = {
                    "key": paper.key,
                    "title": paper.title,
                    "abstract": paper.abstract,
                    "year": paper.year,
                    "venue": paper.venue,
                }
                file.write(json.dumps(record) + "\n")
    return path

"""Abstract enrichment: what a library lacks and the corpus has: most entries are titles only.

An entry without an abstract that is the same work as a paper of the corpus is ranked with the
abstract of that paper. What the user sees and gets back stays as it was.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace

import numpy as np

from recommender.corpus import Corpus
from recommender.library import Entry, Library
from recommender.papers import Paper, Person
from recommender.text.terms import terms
from recommender.works import Works

N_LOOKED_AT = 3  # papers most like a title that are compared with the entry
MAX_TERMS = 8  # of a title, the rarest: enough to find its paper
MAX_ENTRIES = 2000  # that are looked up; a larger library says enough

Mark = tuple[str, frozenset[tuple[str, str]], int | None, tuple[Person, ...]]


def enriched(library: Library, corpus: Corpus) -> Library:
    """Return the library with the abstracts that the corpus has of its works."""
    bare = [e.paper for e in library.entries if e.paper.title and not e.paper.abstract]
    marked = {_mark(paper): paper for paper in bare[:MAX_ENTRIES]}
    known = corpus.index.cache.known([*marked])
    new: dict[Hashable, str] = {
        mark: _abstract(paper, corpus) for mark, paper in marked.items() if mark not in known
    }
    known |= corpus.index.cache.keep(new)
    return replace(library, entries=tuple(_with(entry, known) for entry in library.entries))


def _mark(paper: Paper) -> Mark:
    """Return what a work is known by."""
    return paper.title, paper.identifiers, paper.year, paper.authors


def _with(entry: Entry, known: Mapping[Hashable, str]) -> Entry:
    abstract = "" if entry.paper.abstract else known.get(_mark(entry.paper), "")
    return replace(entry, paper=replace(entry.paper, abstract=abstract)) if abstract else entry


def _abstract(paper: Paper, corpus: Corpus) -> str:
    """Return the abstract of the same work, or of a version of it; "" if there is none."""
    numbers = corpus.index.numbers(sorted(set(terms(paper.title))))
    numbers = numbers[numbers >= 0]
    rare = np.argsort(corpus.index.frequency_of(numbers), kind="stable")[:MAX_TERMS]
    weights = np.ones(len(rare), np.float32)
    likely, _ = corpus.index.top("tfidf", numbers[rare], weights, N_LOOKED_AT)
    works = Works([paper])
    found = (corpus.papers[number] for number in likely.tolist())
    return next((other.abstract for other in found if works.find(other)), "")

"""Profile: what the papers of one interest say, in the vocabulary of a corpus.

All vectors are over the profile's own terms (those that the corpus knows, ascending by number), so
that their size follows the library and not the corpus.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from recommender.caching import Cache
from recommender.corpus import Index, Values
from recommender.papers import Paper
from recommender.text.terms import paper_terms

FLAT_VOCABULARY = 1 << 22  # up to here a table over all terms is quicker than a search
MAX_KEPT = 1 << 22  # terms of papers, in all profiles that are kept: about 200 MB

N_BACKGROUND = 512  # papers of the corpus that show how an ordinary one scores

Floats = NDArray[np.float64]
Text = tuple[str, str, tuple[str, ...]]  # title, abstract, keywords
# Numbers of the terms that the corpus knows, ascending; how often each occurs; `_n_distinct`.
Counts = tuple[NDArray[np.int32], NDArray[np.float64], tuple[int, int]]


@dataclass(frozen=True)
class Profile:
    """The papers of one interest: every paper weighs the same, however much text it has."""

    index: Index
    papers: tuple[Paper, ...]
    numbers: NDArray[np.int32]  # of its terms in the corpus, ascending
    counts: csr_array  # shape (library papers, terms of the profile)
    vectors: csr_array  # the same as TF-IDF, rows of length 1
    n_distinct: NDArray[np.int32]  # words and pairs of each paper, known or not: shape (papers, 2)
    cache: Cache[Any] = field(default_factory=lambda: Cache(8))  # what rankers make of it

    @classmethod
    def of(cls, papers: Sequence[Paper], index: Index) -> Profile:
        """Return the profile of some papers, in the vocabulary of a corpus."""
        found = _counted(papers, index)
        terms = np.concatenate([np.zeros(0, np.int32), *(numbers for numbers, _, _ in found)])
        data = np.concatenate([np.zeros(0), *(counts for _, counts, _ in found)])
        ends = np.cumsum([0, *(len(numbers) for numbers, _, _ in found)])
        numbers, places = np.unique(terms, return_inverse=True)
        rows = csr_array((data, places, ends), shape=(len(papers), len(numbers)))
        n_distinct = np.array([n for _, _, n in found], np.int32).reshape(-1, 2)
        return cls(index, tuple(papers), numbers, rows, _tfidf(rows, numbers, index), n_distinct)

    @classmethod
    def kept(cls, papers: Sequence[Paper], index: Index) -> Profile:
        """Return the profile of some papers, which is remembered: a library is asked for again."""
        profiles: Cache[Profile] = index.cache.get(
            "profiles", lambda: Cache(MAX_KEPT, lambda profile: profile.counts.nnz)
        )
        key = tuple((*_text(paper), paper.doi, paper.arxiv) for paper in papers)
        return profiles.get(key, lambda: cls.of(papers, index))

    def part(self, rows: Sequence[int]) -> Profile:
        """Return the profile of some of its papers, over the same terms."""
        rows = list(rows)
        papers = tuple(self.papers[row] for row in rows)
        return Profile(
            *(self.index, papers, self.numbers),
            *(self.counts[rows], self.vectors[rows], self.n_distinct[rows]),
        )

    def over(self, numbers: NDArray[np.int32]) -> Profile:
        """Return the same profile over more terms, given ascending."""
        places = np.searchsorted(numbers, self.numbers)
        counts, vectors = (
            csr_array((rows.data, places[rows.indices], rows.indptr), (self.n_papers, len(numbers)))
            for rows in (self.counts, self.vectors)
        )
        return Profile(self.index, self.papers, numbers, counts, vectors, self.n_distinct)

    def beside(self, papers: Sequence[Paper]) -> Profile:
        """Return the profile of its papers and of others, over the terms of all."""
        return Profile.of([*self.papers, *papers], self.index)

    @cached_property
    def document_frequency(self) -> NDArray[np.float64]:
        """Return in how many papers of the corpus each term occurs."""
        return np.asarray(self.index.frequency_of(self.numbers), np.float64)

    @cached_property
    def centre(self) -> NDArray[np.float64]:
        """Return the mean of the vectors, shape (terms of the profile,)."""
        return np.asarray(self.vectors.sum(axis=0)).ravel() / max(1, self.n_papers)

    @property
    def n_papers(self) -> int:
        """Return how many library papers it was made of."""
        return int(self.counts.shape[0])

    @cached_property
    def sample(self) -> Mapping[Values, csr_array]:
        """Return ordinary papers of the corpus, over the terms of the profile."""
        return self.rows(spaced(self.index.n_papers, N_BACKGROUND))

    def rows(self, papers: NDArray[np.int32]) -> Mapping[Values, csr_array]:
        """Return some papers of the corpus, over the terms of the profile."""
        return self.index.rows_over(papers, self.numbers, self._places)

    def local(self, rows: csr_array) -> csr_array:
        """Return rows over all terms of the corpus without those that no library paper has."""
        places = self._places(rows.indices)
        kept = places >= 0
        ends = np.concatenate(([0], np.cumsum(kept)))[rows.indptr]
        shape = (rows.shape[0], len(self.numbers))
        return csr_array((rows.data[kept].astype(np.float64), places[kept], ends), shape=shape)

    def _places(self, numbers: NDArray[np.int32]) -> NDArray[np.int32]:
        if not len(self.numbers):
            return np.full(len(numbers), -1, np.int32)
        if self.index.n_terms <= FLAT_VOCABULARY:
            return np.asarray(self._table()[numbers])
        found = np.searchsorted(self.numbers, numbers).clip(max=len(self.numbers) - 1)
        return np.where(self.numbers[found] == numbers, found, -1).astype(np.int32)

    def _table(self) -> NDArray[np.int32]:
        """Return the place of every term of the corpus: too large to be kept."""
        table = np.full(self.index.n_terms, -1, np.int32)
        table[self.numbers] = np.arange(len(self.numbers))
        return table


def spaced(n_papers: int, n_sample: int) -> NDArray[np.int32]:
    """Return evenly spaced paper numbers, at most so many."""
    return np.unique(np.linspace(0, n_papers - 1, min(n_papers, n_sample)).astype(np.int32))


def _tfidf(counts: csr_array, numbers: NDArray[np.int32], index: Index) -> csr_array:
    """Return rows as scikit-learn's TfidfVectorizer(sublinear_tf=True) transforms them."""
    idf = np.log((1 + index.n_papers) / (1 + index.frequency_of(numbers).astype(np.float64))) + 1
    rows = counts.copy()
    rows.data = (1 + np.log(rows.data)) * idf[rows.indices]
    length = np.sqrt(np.asarray(rows.multiply(rows).sum(axis=1)).ravel())
    rows.data /= np.repeat(np.where(length > 0, length, 1), np.diff(rows.indptr))
    return rows


def _counted(papers: Sequence[Paper], index: Index) -> list[Counts]:
    """Return the terms of each paper that the corpus knows; analyses no paper twice."""
    texts = [_text(paper) for paper in papers]
    found = index.cache.known([*texts])
    new = [text for text in dict.fromkeys(texts) if text not in found]
    found |= index.cache.keep(dict(zip(new, _analysed(new, index), strict=True)))
    return [found[text] for text in texts]


def _text(paper: Paper) -> Text:
    """Return all of a paper that its terms are taken from."""
    return paper.title, paper.abstract, paper.keywords


def _analysed(texts: Sequence[Text], index: Index) -> list[Counts]:
    """Return for each text the numbers of its terms, and how often each occurs."""
    counts = [Counter(paper_terms(Paper(title=t, abstract=a, keywords=k))) for t, a, k in texts]
    terms = list(dict.fromkeys(term for count in counts for term in count))
    number = dict(zip(terms, index.numbers(terms).tolist(), strict=True))
    found = []
    for count in counts:
        pairs = sorted((number[term], n) for term, n in count.items() if number[term] >= 0)
        table = np.array(pairs, np.int32).reshape(-1, 2)
        found.append(
            (np.ascontiguousarray(table[:, 0]), table[:, 1].astype(np.float64), _n_distinct(count))
        )
    return found


def _n_distinct(terms: Iterable[str]) -> tuple[int, int]:
    """Return how many of some terms are single words, and how many pairs of words."""
    pairs = [" " in term for term in terms]
    return len(pairs) - sum(pairs), sum(pairs)

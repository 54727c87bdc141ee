"""The papers that can be suggested: read, indexed, kept on disk, searched."""

from recommender.corpus.corpus import Corpus, build
from recommender.corpus.opening import corpus_names, open_corpus
from recommender.corpus.search.filters import Filter
from recommender.corpus.search.index import Index
from recommender.corpus.search.weights import Matrix, Values
from recommender.corpus.seeds import seeds_dir

__all__ = [
    "Corpus",
    "Filter",
    "Index",
    "Matrix",
    "Values",
    "build",
    "corpus_names",
    "open_corpus",
    "seeds_dir",
]

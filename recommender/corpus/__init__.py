"""The papers that can be suggested: read, indexed, kept on disk, searched."""

from recommender.corpus.corpus import Corpus, build
from recommender.corpus.index import Index, Matrix
from recommender.corpus.opening import open_corpus, seeds_dir

__all__ = ["Corpus", "Index", "Matrix", "build", "open_corpus", "seeds_dir"]

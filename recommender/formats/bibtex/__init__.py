"""BibTeX and biblatex: read without loss, written in the habits of the library it goes into."""

from recommender.formats.bibtex.read import read
from recommender.formats.bibtex.write import write

__all__ = ["read", "write"]

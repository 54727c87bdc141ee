"""What the tools do: a corpus, and the libraries that the user named."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from recommender.append import append
from recommender.corpus import Corpus
from recommender.errors import BadRequest, UnreadableInput
from recommender.formats import read_bytes, read_file, write
from recommender.formats.bibtex.report import shortened
from recommender.library import Library
from recommender.mcp import parameters as p
from recommender.mcp.libraries import Libraries
from recommender.papers import Paper
from recommender.recommend import suggest
from recommender.why import explain_one
from recommender.wire.assistants import Explained, Suggested
from recommender.wire.delivery import Appended
from recommender.wire.shape import Shape, plain


class Assistant:
    """The tools of one server: a corpus, and the libraries that the user named."""

    def __init__(self, corpus: Corpus, libraries: Sequence[Path]) -> None:
        self.corpus = corpus
        self.libraries = Libraries(libraries)

    def suggest_related(  # noqa: PLR0913 - each is an argument that an assistant sees
        self,
        bibtex: p.Bibtex = "",
        library: p.LibraryName = "",
        limit: p.Limit = 10,
        interest: p.Interest = "",
        *,
        year: p.Year = "",
        venue: p.Venue = "",
        author: p.Author = "",
        keyword: p.Keyword = "",
        language: p.Language = "",
        added_since: p.AddedSince = "",
    ) -> dict[str, Any]:
        """Suggest papers related to a bibliography, best first, with the reasons.

        Give entries as `bibtex`, or the name of one of the user's `library` files; where there is
        only one, it is what is taken without either.
        """
        read = self._library(bibtex, library)
        answer = suggest(
            read,
            self.corpus,
            limit=limit,
            interest=interest,
            year=year,
            venue=venue,
            author=author,
            keyword=keyword,
            language=language,
            added_since=added_since,
        )
        return members(Suggested.of(answer))

    def explain(
        self, key: p.Key, bibtex: p.Bibtex = "", library: p.LibraryName = ""
    ) -> dict[str, Any]:
        """Explain how one paper of the corpus stands to a bibliography, suggested or not.

        The shares of the terms add up to the score; `nearest` are entries of the bibliography.
        """
        answer, standing = explain_one(self._library(bibtex, library), self.corpus, key)
        return members(Explained.of(answer, standing))

    def export_bibtex(self, keys: p.Keys) -> str:
        """Return papers of the corpus as BibTeX entries, ready to be pasted."""
        return write(self._papers(keys))

    def add_to_library(self, keys: p.Keys, library: p.LibraryName = "") -> dict[str, Any]:
        """Append papers of the corpus to one of the user's files; what it has is left out."""
        done = append(self.libraries.path(library), self._papers(keys))
        return members(Appended.of(done))

    def _papers(self, keys: list[str]) -> list[Paper]:
        return [self.corpus.papers[self.corpus.number(key)] for key in keys]

    def _library(self, bibtex: str, library: str) -> Library:
        if bibtex and library:
            raise BadRequest("Give either `bibtex` or `library`, not both.")
        return _entries(bibtex) if bibtex else read_file(self.libraries.path(library))


def members(shape: Shape) -> dict[str, Any]:
    """Return a shape as an assistant is given it."""
    found: dict[str, Any] = plain(shape)
    return found


def _entries(bibtex: str) -> Library:
    """Read what an assistant wrote; raises UnreadableInput where no entry is in it."""
    with suppress(UnreadableInput):  # its sentences are about files
        read = read_bytes(bibtex.encode())
        if read.entries:
            return read
    raise UnreadableInput(
        f"`bibtex` is not BibTeX: there is no entry in “{shortened(bibtex)}”; write entries as "
        "@article{key, title = {…}}."
    )

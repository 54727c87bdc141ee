"""The end of a BibTeX file: new entries go there, and nothing before it changes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from recommender.errors import Conflict
from recommender.formats.bibtex.blocks import Block
from recommender.formats.bibtex.report import shortened
from recommender.formats.bibtex.scan import blocks, with_line_feeds
from recommender.formats.bibtex.style import codec_of
from recommender.formats.bibtex.write import NewEntry
from recommender.formats.decode import decode
from recommender.library import Library

DANGLING_HEAD = re.compile(r"@[ \t]*\w*\s*\Z")


class End:
    """The last block of a library; Conflict where an entry could not stand after it."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._text = decode(library.source).text
        self._blocks = blocks(self._text)
        self._last = self._blocks[-1] if self._blocks else Block("text", 0, 0)
        self._refuse_if_open()

    def with_entries(self, entries: Sequence[NewEntry]) -> tuple[bytes, list[str]]:
        """Return the content of the file with entries added, its old bytes first, and warnings."""
        text = (self._gap() + "\n".join(e.text for e in entries)).replace("\n", self._line_end())
        codec = codec_of(self._library)
        try:
            content = self._library.source + text.encode(codec)
        except UnicodeEncodeError as error:
            lacks = f"{codec}, which has no way to write “{text[error.start]}”"
            raise self._refusal(f"is in {lacks}; save it as UTF-8 first") from error
        keys = [entry.key for entry in entries]
        self._check(content, text, keys)
        return content, self._hidden(self._text + text, keys)

    def _hidden(self, text: str, keys: Sequence[str]) -> list[str]:
        """Warn of an entry that hides the new ones from BibTeX, though not from us."""
        from recommender.formats.bibtex.hiding import hiding  # pybtex is slow to import

        found = hiding(text, len(self._text), keys)
        if found is None:
            return []
        line = self._line(found.start)
        what = f"the entry {shortened(found.key)}" if found.key else "what begins there"
        return [
            f"BibTeX will not see what was added: {what} is not closed "
            f"({self._library.file or 'the file'}:{line}); repair its braces and quotes."
        ]

    def _refuse_if_open(self) -> None:
        """Refuse what would swallow the next entry; a broken entry that ends is no danger."""
        last = self._last
        text = self._text[last.start :]
        unclosed = any(oddity.code.endswith("-not-closed") for oddity in last.oddities)
        deep = last.kind == "broken" and text.count("{") > text.count("}")
        dangling = last.kind == "text" and DANGLING_HEAD.search(text, max(0, len(text) - 200))
        if unclosed or deep or dangling:
            start = last.start + (dangling.start() if dangling else 0)
            line = self._line(start)
            what = f"entry {last.key}" if last.key else "text"
            raise self._refusal(
                f"ends inside something broken (line {line}: {what}); repair that first"
            )

    def _check(self, content: bytes, added: str, keys: Sequence[str]) -> None:
        """Read all of it again: the same text, and just these entries more."""
        text = decode(content).text
        old = [block.key for block in self._blocks if block.kind == "entry"]
        found = [block.key for block in blocks(text) if block.kind == "entry"]
        if text != self._text + added or found != [*old, *keys]:
            raise self._refusal("would not be read as it was meant; save the entries elsewhere")

    def _line(self, start: int) -> int:
        return with_line_feeds(self._text).count("\n", 0, start) + 1

    def _gap(self) -> str:
        """Return what parts the new entries from the old text: the rest of a line, a blank one."""
        text = self._text[-4:].replace("\r\n", "\n").replace("\r", "\n")
        if not self._text.strip():
            return ""
        return "" if text.endswith("\n\n") else "\n" if text.endswith("\n") else "\n\n"

    def _line_end(self) -> str:
        windows, all_ = self._text.count("\r\n"), self._text.count("\n")
        if windows * 2 > all_:
            return "\r\n"
        return "\r" if not all_ and "\r" in self._text else "\n"

    def _refusal(self, reason: str) -> Conflict:
        return Conflict(f"{self._library.file or 'The file'} {reason}; nothing was added.")

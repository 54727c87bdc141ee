"""The end of a BibTeX file: new entries go there, and nothing before it changes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from recommender.errors import Conflict
from recommender.formats.bibtex.blocks import Block
from recommender.formats.bibtex.scan import blocks
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
        cut = blocks(self._text)
        self._last = cut[-1] if cut else Block("text", 0, 0)
        self._refuse_if_open()

    def with_entries(self, entries: Sequence[NewEntry]) -> bytes:
        """Return the content of the file with entries added; its old bytes come first."""
        text = (self._gap() + "\n".join(e.text for e in entries)).replace("\n", self._line_end())
        codec = codec_of(self._library)
        try:
            content = self._library.source + text.encode(codec)
        except UnicodeEncodeError as error:
            lacks = f"{codec}, which has no way to write “{text[error.start]}”"
            raise self._refusal(f"is in {lacks}; save it as UTF-8 first") from error
        self._check(content, text, [entry.key for entry in entries])
        return content

    def _refuse_if_open(self) -> None:
        """Refuse what would swallow the next entry; a broken entry that ends is no danger."""
        last = self._last
        text = self._text[last.start :]
        unclosed = any(oddity.code.endswith("-not-closed") for oddity in last.oddities)
        deep = last.kind == "broken" and text.count("{") > text.count("}")
        dangling = last.kind == "text" and DANGLING_HEAD.search(text, max(0, len(text) - 200))
        if unclosed or deep or dangling:
            start = last.start + (dangling.start() if dangling else 0)
            line = self._text.count("\n", 0, start) + 1
            what = f"entry {last.key}" if last.key else "text"
            raise self._refusal(
                f"ends inside something broken (line {line}: {what}); repair that first"
            )

    def _check(self, content: bytes, added: str, keys: Sequence[str]) -> None:
        """Read the end again: the same text, and just these entries more."""
        text = decode(content).text
        tail = blocks(text[self._last.start :])
        found = [block.key for block in tail if block.kind == "entry"]
        before = [self._last.key] if self._last.kind == "entry" else []
        if text != self._text + added or found != [*before, *keys]:
            raise self._refusal("would not be read as it was meant; save the entries elsewhere")

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

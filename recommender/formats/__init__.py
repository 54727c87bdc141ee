"""The formats that libraries and corpora come in, and papers go out in: one module each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from recommender.errors import BadRequest, UnreadableInput
from recommender.library import Library
from recommender.papers import Paper


class Reader(Protocol):
    """Reads a whole file; raises UnreadableInput where it is something else."""

    def __call__(self, source: bytes, *, file: str = "") -> Library:
        """Return the library with its notices; `file` is what the user calls it."""


class Writer(Protocol):
    """Writes papers as one text; in the habits of a library where one is given."""

    def __call__(self, papers: Sequence[Paper], *, into: Library | None = None) -> str:
        """Return the text, ending with a line break."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format: its name, what it is called elsewhere, and the module that knows it."""

    name: str
    media_type: str
    suffixes: tuple[str, ...]
    module: str

    @property
    def read(self) -> Reader:
        """Return the reader; loads the module on first use."""
        return cast(Reader, self._function("read"))

    @property
    def write(self) -> Writer:
        """Return the writer; loads the module on first use."""
        return cast(Writer, self._function("write"))

    def _function(self, name: str) -> object:
        return getattr(import_module(self.module), name)


FORMATS = {
    f.name: f
    for f in (
        Format(
            name="bibtex",
            media_type="application/x-bibtex",
            suffixes=(".bib", ".bibtex"),
            module="recommender.formats.bibtex",
        ),
        Format(
            name="ris",
            media_type="application/x-research-info-systems",
            suffixes=(".ris",),
            module="recommender.formats.ris",
        ),
        Format(
            name="csl-json",
            media_type="application/vnd.citationstyles.csl+json",
            suffixes=(".json",),
            module="recommender.formats.csl",
        ),
    )
}
DEFAULT = FORMATS["bibtex"]


def read_file(path: str | Path) -> Library:
    """Read a library from a file; the name's ending tells the format, else the content does."""
    path = Path(path)
    try:
        source = path.read_bytes()
    except FileNotFoundError:
        raise UnreadableInput(f"There is no file {path}: check the name.") from None
    except IsADirectoryError:
        raise UnreadableInput(f"{path} is a folder: name the .bib file in it.") from None
    except OSError as error:
        raise UnreadableInput(f"Cannot read {path}: {error.strerror}.") from error
    return read_bytes(source, file=str(path))


def read_bytes(source: bytes, *, file: str = "") -> Library:
    """Read a library from bytes that the user calls by a name."""
    suffix = Path(file).suffix.lower()
    named = [f for f in FORMATS.values() if suffix in f.suffixes]
    return (named[0] if named else sniffed(source)).read(source, file=file)


def sniffed(source: bytes) -> Format:
    """Tell the format by how the text begins; BibTeX where nothing else is plain."""
    start = source[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    if start[:1] in (b"[", b"{"):
        return FORMATS["csl-json"]
    if start.startswith(b"TY  -"):
        return FORMATS["ris"]
    return DEFAULT


def by_name(name: str) -> Format:
    """Return the format of that name; raises BadRequest with the names there are."""
    if name not in FORMATS:
        raise BadRequest(f"There is no format {name!r}: use one of {', '.join(FORMATS)}.")
    return FORMATS[name]


def write(papers: Sequence[Paper], form: str = "bibtex", *, into: Library | None = None) -> str:
    """Return papers as one text; with `into`, in the habits of that library."""
    return by_name(form).write(papers, into=into)

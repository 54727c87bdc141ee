"""Files to libraries and to papers: the format is told by how a file begins, and by its name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from recommender.errors import UnreadableInput
from recommender.files.refusals import reason
from recommender.formats import foreign
from recommender.formats.decode import decode
from recommender.formats.pages import titles
from recommender.formats.registry import DEFAULT, FORMATS, Format, Record
from recommender.formats.signs import BEGINNING
from recommender.library import Library


def read_file(path: str | Path) -> Library:
    """Read a library from a file."""
    return read_files([path])[0]


def read_files(paths: Sequence[str | Path | BinaryIO]) -> list[Library]:
    """Read the libraries of one call; an open stream is the standard input.

    A file of BibTeX may use names that another one of them defines, or one beside it.
    """
    folders = [Path(p).parent if isinstance(p, (str, Path)) else None for p in paths]
    return completed([_plainly(path) for path in paths], folders)


def completed(libraries: list[Library], folders: Sequence[Path | None]) -> list[Library]:
    """Return libraries with the @string names that other files define, of the call or beside."""
    if not any(n.code == "undefined-string" for library in libraries for n in library.notices):
        return libraries
    from recommender.formats.bibtex import shared_strings  # few libraries need it

    return shared_strings.completed(libraries, folders)


def _plainly(path: str | Path | BinaryIO) -> Library:
    if not isinstance(path, (str, Path)):
        return read_bytes(path.read(), file="<stdin>")
    path = Path(path)
    try:
        source = path.read_bytes()
    except FileNotFoundError:
        raise UnreadableInput(f"There is no file {path}: check the name.") from None
    except IsADirectoryError:
        raise UnreadableInput(f"{path} is a folder: name the file in it.") from None
    except OSError as error:
        what, remedy, _ = reason(error)
        raise UnreadableInput(f"Cannot read {path}: {what}; {remedy}.") from error
    return read_bytes(source, file=str(path))


def read_bytes(source: bytes, *, file: str = "", said: str = "") -> Library:
    """Read a library from bytes that the user calls by a name; `said` is the format they name."""
    return format_of(source, file, said=said).read(source, file=file)


def records(stream: BinaryIO, *, file: str) -> Iterator[Record]:
    """Yield the papers of a file, and the notices of what was left out of it."""
    found = format_of(stream.read(BEGINNING), file)
    stream.seek(0)
    yield from found.records(stream, file=file)


def format_of(source: bytes, file: str = "", *, said: str = "") -> Format:
    """Tell the format by how a file begins; where several fit, or none, by what it is said to be.

    Raises UnreadableInput with what it looks like, or which formats there are.
    """
    foreign.refuse_binary(source, file)
    text = decode(source[:BEGINNING]).text.lstrip()
    suffix = Path(file.removesuffix(".gz")).suffix.lower()
    named = FORMATS.get(said) or next((f for f in FORMATS.values() if suffix in f.suffixes), None)
    fitting = [f for f in FORMATS.values() if f is not DEFAULT and f.begins(text)]
    fitting += [DEFAULT] if DEFAULT.begins(text) else []  # last: others may quote an entry
    if fitting:
        return named if named in fitting else fitting[0]
    if not named and titles.are_titles(text):
        return FORMATS["listing"]
    if named is DEFAULT or not (named or suffix):
        return DEFAULT  # its reader looks at the whole text before it refuses
    foreign.refuse_text(text, file)
    if named is None:
        raise foreign.unknown(file)
    return named

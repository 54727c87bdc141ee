"""@string names that one file uses and another defines: of the same call, or in the same folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from recommender.formats.bibtex.read import read, strings
from recommender.library import Library

MAX_FILES = 100  # of a folder that are looked at ...
MAX_BYTES = 8 << 20  # ... and how much of them, the smallest first


def completed(libraries: Sequence[Library], folders: Sequence[Path | None]) -> list[Library]:
    """Return libraries with the names that one of them lacks filled in from elsewhere.

    First the other files of the call count, in their order, then those in the library's own folder,
    which is None where it came from no file.
    """
    return [
        _completed(library, libraries, folder)
        for library, folder in zip(libraries, folders, strict=True)
    ]


def _completed(library: Library, all_of_call: Sequence[Library], folder: Path | None) -> Library:
    if not any(notice.code == "undefined-string" for notice in library.notices):
        return library
    others = [other for other in all_of_call if other is not library and other.format == "bibtex"]
    given = {Path(other.file).resolve() for other in all_of_call}
    found: dict[str, tuple[str, str]] = {}
    if folder is not None:
        for path, source in _beside(folder, given):
            if source != library.source:
                found |= {name: (text, path.name) for name, text in strings(source).items()}
    for other in reversed(others):  # the first definition counts
        found |= {name: (text, "") for name, text in strings(other.source).items()}
    return read(library.source, file=library.file, elsewhere=found) if found else library


def _beside(folder: Path, given: set[Path]) -> Iterator[tuple[Path, bytes]]:
    """Yield the .bib files of a folder that define strings, the last by name first."""
    left = MAX_BYTES
    small: list[tuple[Path, bytes]] = []
    for size, path in sorted(_sizes(folder, given))[:MAX_FILES]:
        left -= size
        if left < 0:
            break
        try:
            source = path.read_bytes()
        except OSError:
            continue  # of another user, say: nothing is promised about files beside
        if b"@string" in source.lower():
            small.append((path, source))
    yield from sorted(small, reverse=True)


def _sizes(folder: Path, given: set[Path]) -> Iterator[tuple[int, Path]]:
    try:
        for path in folder.iterdir():
            if path.suffix.lower() == ".bib" and path.is_file() and path.resolve() not in given:
                yield path.stat().st_size, path
    except OSError:
        return

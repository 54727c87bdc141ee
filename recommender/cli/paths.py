"""Files, folders and patterns that a person names, as files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from glob import glob, has_magic
from pathlib import Path

from recommender.corpus.sources import papers
from recommender.errors import UnreadableInput


def files_of(named: Sequence[Path]) -> tuple[list[Path], list[str]]:
    """Return the files of some names, each once, and a sentence on each that was left out.

    A folder gives the files in it that can be read; a file that is named itself is not tried.
    Raises UnreadableInput where a pattern or a folder gives none.
    """
    found: dict[Path, None] = {}
    left_out: list[str] = []
    for path in named:
        files = list(_readable(path, left_out)) if path.is_dir() else _matching(path)
        if not files:
            raise UnreadableInput(
                f"{path} holds no file that can be read: name files, or a folder."
            )
        found |= dict.fromkeys(files)
    return list(found), left_out


def _matching(path: Path) -> list[Path]:
    """Return what a pattern fits; a name that is none stands for itself."""
    if path.exists() or not has_magic(str(path)):
        return [path]
    files = (Path(name) for name in sorted(glob(str(path), recursive=True)))  # noqa: PTH207 - also absolute
    return [file for file in files if file.is_file()]


def _readable(folder: Path, left_out: list[str]) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            continue
        if path.is_dir():
            left_out.append(f"{path} is a folder of its own and was left out.")
            continue
        try:
            next(papers(path), None)
        except UnreadableInput as error:
            left_out.append(f"Left out: {error}")
        else:
            yield path

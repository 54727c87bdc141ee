"""Names and files to a corpus."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from recommender.corpus.corpus import Corpus, build
from recommender.errors import UnknownName, UnreadableInput
from recommender.formats import FORMATS
from recommender.papers import Paper

SEEDS = "seeds"
SEED_FILES = ("iclr-2025.bib", "icml-2025.bib")


def seeds_dir() -> Path:
    """Return the folder of the bundled papers: in the package, or beside it in a checkout."""
    package = Path(__file__).parents[1]
    inside = package / "seeds"
    return inside if inside.is_dir() else package.parent / "seeds"


def open_corpus(*sources: str | Path, data: Path | None = None) -> Corpus:
    """Return the bundled seeds, a corpus of the data folder by name, or one made of files."""
    if not sources or sources == (SEEDS,):
        return build(SEEDS, _read_all([seeds_dir() / name for name in SEED_FILES]))
    paths = [Path(source) for source in sources]
    for path in paths:
        if not path.is_file():
            raise UnknownName(
                f"There is no corpus and no file {path}; `recommender corpus list` shows the names."
            )
    return build(", ".join(path.name for path in paths), _read_all(paths))


def _read_all(paths: list[Path]) -> Iterator[Paper]:
    for path in paths:
        yield from _read(path)


def _read(path: Path) -> tuple[Paper, ...]:
    for known in FORMATS.values():
        if path.suffix.lower() in known.suffixes:
            return known.read(path.read_bytes(), file=str(path)).papers
    raise UnreadableInput(f"{path} is of no known format; give a .bib, .ris or .json file.")

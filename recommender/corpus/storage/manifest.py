"""The manifest of a generation: what is in it, in which version, and the checksum of every file.

It is one JSON object whose `sha256` is taken over the rest, and it is kept twice, so that a flipped
bit in it is noticed and does no harm.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.storage.array_writers import HEADER_BYTES, FileFacts, file_hash, header_sum
from recommender.corpus.storage.checksummed import BLOCK_BYTES, ChecksummedArray
from recommender.corpus.storage.folders import flush, write_file
from recommender.corpus.storage.records import StoredPapers
from recommender.errors import DamagedStore, NewerStore
from recommender.text.terms import TOKENIZER

MAGIC = "recommender corpus"
FORMAT = 2  # of the folder; raise it with every change that older code cannot read
COPIES = ("manifest.json", "manifest.copy.json")
CHECKSUMS = "checksums.npy"
DAMAGED = "damaged"  # an empty file: the next who opens the corpus repairs it
SMALL_BYTES = 1 << 26  # up to here the whole generation is checked when it is opened


class Damage(DamagedStore):
    """A file of a generation is not what was written; the generation must not be used."""

    def __init__(self, path: Path) -> None:
        """Take the path of the file, in the folder of a generation of the corpus."""
        self.file = path.name
        corpus = path.parents[1].name
        super().__init__(
            f"The file {path.name} of the corpus {corpus} is damaged; ask again, and the corpus is "
            "built again from its papers or from the generation before."
        )


class OutdatedError(Exception):
    """A generation of an older version, which must be built again from its papers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a generation says of itself."""

    name: str
    generation: str  # 12 hexadecimal digits that stand for the papers and the analysis
    papers: int
    made: str  # date and time, ISO 8601
    sources: tuple[str, ...]  # names of the files, as the user gave them
    format: int
    tokenizer: str
    files: Mapping[str, Mapping[str, Any]]
    checksums: str  # SHA-256 of the file of block checksums
    engine: str = ""  # the address of the Qdrant server that searches it; "" for the arrays

    @property
    def collection(self) -> str:
        """Return the name of its collection in an engine."""
        return collection(self.name, self.generation)


def collection(name: str, generation: str) -> str:
    """Return the name that a generation has in an engine."""
    return f"{name}@{generation}"


def seal(folder: Path, facts: Mapping[str, FileFacts], about: Mapping[str, Any]) -> None:
    """Write checksums and manifest of a complete generation, and bring all of it to the disk."""
    sums = np.concatenate([fact.checksums for fact in facts.values()])
    np.save(folder / CHECKSUMS, sums)
    (folder / CHECKSUMS).chmod(0o600)
    files = {
        name: {"dtype": f.dtype, "length": f.length, "size": f.size, "sha256": f.sha256}
        for name, f in facts.items()
    }
    record = {
        **about,
        **{"magic": MAGIC, "format": FORMAT, "tokenizer": TOKENIZER, "files": files},
        "checksums": file_hash(folder / CHECKSUMS),
    }
    text = json.dumps({**record, "sha256": _digest(record)}, indent=1, ensure_ascii=False)
    for copy in COPIES:
        write_file(folder / copy, text.encode())
    for path in folder.iterdir():
        flush(path)
    flush(folder)


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of a generation; raises Damage, NewerStore."""
    for copy in COPIES:
        record = _sound(folder / copy)
        if record is not None:
            return _manifest(record)
    raise Damage(folder / COPIES[0])


def _sound(path: Path) -> dict[str, Any] | None:
    """Return the record of a manifest, None where it is not what was written."""
    try:
        record = json.loads(path.read_bytes())
        digest = record.pop("sha256")
        return record if digest == _digest(record) and record["magic"] == MAGIC else None
    except (OSError, ValueError, RecursionError, AttributeError, TypeError, KeyError):
        return None


def _manifest(record: dict[str, Any]) -> Manifest:
    if record["format"] > FORMAT:
        raise NewerStore(
            f"The corpus {record['name']} was written by a newer version; update recommender."
        )
    record["sources"] = tuple(record["sources"])
    return Manifest(**{f.name: record[f.name] for f in fields(Manifest) if f.name in record})


def _digest(record: Mapping[str, Any]) -> str:
    text = json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def load(folder: Path, manifest: Manifest) -> dict[str, ChecksummedArray]:
    """Return the arrays of a generation as memory maps; raises Damage, OutdatedError.

    Sizes, headers and the list of checksums are checked here, the bytes of a small generation too;
    those of a large one when they are read.
    """
    if (folder / DAMAGED).exists():
        raise Damage(folder / (folder / DAMAGED).read_text(errors="replace"))
    if (manifest.format, manifest.tokenizer) != (FORMAT, TOKENIZER):
        raise OutdatedError
    sums = _split(_checksums(folder, manifest), manifest)
    arrays = {
        name: _open(folder, name, facts, sums[name]) for name, facts in manifest.files.items()
    }
    if sum(facts["size"] for facts in manifest.files.values()) <= SMALL_BYTES:
        for array in arrays.values():
            array.whole()
    return arrays


def stored(folder: Path, manifest: Manifest) -> tuple[StoredPapers, NDArray[np.int32]]:
    """Return the papers of a generation of this or an older format, and their days of arrival.

    Raises Damage if these are not what was written, whatever else is damaged.
    """
    sums = _split(_checksums(folder, manifest), manifest)
    lines, offsets, days = (
        _open(folder, name, manifest.files[name], sums[name])
        for name in ("papers.lines", "papers.offsets", "day")
    )
    lines.whole()
    return StoredPapers(lines, offsets), days.whole()


def damaged_files(folder: Path, manifest: Manifest) -> list[str]:
    """Return the names of the files that are not what was written; reads all of them."""
    expected = {f"{name}.npy": facts["sha256"] for name, facts in manifest.files.items()}
    expected[CHECKSUMS] = manifest.checksums
    wrong = [copy for copy in COPIES if _sound(folder / copy) is None]
    for name, digest in expected.items():
        try:
            if file_hash(folder / name) != digest:
                wrong.append(name)
        except OSError:
            wrong.append(name)
    return wrong


def _checksums(folder: Path, manifest: Manifest) -> NDArray[np.uint32]:
    try:
        if file_hash(folder / CHECKSUMS) == manifest.checksums:
            sums: NDArray[np.uint32] = np.load(folder / CHECKSUMS, allow_pickle=False)
            return sums
    except OSError:
        pass
    raise Damage(folder / CHECKSUMS)


def _split(sums: NDArray[np.uint32], manifest: Manifest) -> dict[str, NDArray[np.uint32]]:
    """Return the checksums of each file: one of its header, one of each block after it."""
    sizes = [facts["size"] - HEADER_BYTES for facts in manifest.files.values()]
    ends = np.cumsum([1 - (-size // BLOCK_BYTES) for size in sizes])
    return dict(zip(manifest.files, np.split(sums, ends[:-1]), strict=True))


def _open(folder: Path, name: str, facts: Mapping[str, Any], sums: Any) -> ChecksummedArray:
    path = folder / f"{name}.npy"
    try:
        if path.stat().st_size != facts["size"] or header_sum(path) != sums[0]:
            raise Damage(path)
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    except OSError as error:
        raise Damage(path) from error
    return ChecksummedArray(array, checksums=sums[1:], damage=lambda: _found(path))


def _found(path: Path) -> Damage:
    """Leave a mark for the next who opens the corpus, and return the error."""
    with suppress(OSError):  # a read-only data folder
        write_file(path.parent / DAMAGED, path.name.encode())
    return Damage(path)

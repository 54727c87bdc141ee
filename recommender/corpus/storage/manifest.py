"""The manifest of a generation: what is in it, in which version, and the checksum of every array.

It is one JSON object whose `sha256` is taken over the rest, and it is kept twice, so that a flipped
bit in it is noticed and does no harm.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.storage.array_writers import ArrayFacts, file_hash
from recommender.corpus.storage.checksummed import BLOCK_BYTES, ChecksummedArray
from recommender.corpus.storage.folders import flush, write_file
from recommender.corpus.storage.packed import ARRAYS, mapped, pack
from recommender.corpus.storage.packed import array as packed_array
from recommender.corpus.storage.records import StoredPapers
from recommender.errors import DamagedStore, NewerStore
from recommender.text.terms import TOKENIZER

MAGIC = "recommender corpus"
FORMAT = 3  # of the folder; raise it with every change that older code cannot read
COPIES = ("manifest.json", "manifest.copy.json")
CHECKSUMS = "checksums.npy"
DAMAGED = "damaged"  # an empty file: the next who opens the corpus repairs it
_STORED = ("papers.lines", "papers.offsets", "day")  # what a corpus is built again from
SMALL_BYTES = 1 << 26  # up to here the whole generation is checked when it is opened


class Damage(DamagedStore):
    """A part of a generation is not what was written; the generation must not be used."""

    def __init__(self, folder: Path, part: str) -> None:
        """Take the folder of a generation, and its file or array."""
        self.part = part
        super().__init__(
            f"{part} of the corpus {folder.parent.name} is damaged; ask again, and the corpus is "
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
    arrays: Mapping[str, Mapping[str, Any]]  # name -> dtype, length, start (a byte), sha256
    checksums: str  # SHA-256 of the file of block checksums
    engine: str = ""  # the address of the Qdrant server that searches it; "" for the arrays

    @property
    def paper_bytes(self) -> int:
        """Return how many bytes the records of its papers have."""
        return int(self.arrays["papers.lines"]["length"])

    @property
    def collection(self) -> str:
        """Return the name of its collection in an engine."""
        return collection(self.name, self.generation)


def collection(name: str, generation: str) -> str:
    """Return the name that a generation has in an engine."""
    return f"{name}@{generation}"


def seal(folder: Path, facts: Mapping[str, ArrayFacts], about: Mapping[str, Any]) -> None:
    """Pack the arrays of a complete generation, and bring it to the disk with its manifest."""
    starts = pack(folder, facts)
    np.save(folder / CHECKSUMS, np.concatenate([fact.checksums for fact in facts.values()]))
    (folder / CHECKSUMS).chmod(0o600)
    arrays = {
        name: {"dtype": f.dtype, "length": f.length, "start": starts[name], "sha256": f.sha256}
        for name, f in facts.items()
    }
    record = {
        **about,
        **{"magic": MAGIC, "format": FORMAT, "tokenizer": TOKENIZER, "arrays": arrays},
        "checksums": file_hash(folder / CHECKSUMS),
    }
    text = json.dumps({**record, "sha256": _digest(record)}, indent=1, ensure_ascii=False)
    for copy in COPIES:
        write_file(folder / copy, text.encode())
    for path in folder.iterdir():
        flush(path)
    flush(folder)


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of a generation; raises Damage, NewerStore, OSError."""
    for copy in COPIES:
        record = _sound(folder / copy)
        if record is not None:
            return _manifest(record)
    raise Damage(folder, COPIES[0])


def _sound(path: Path) -> dict[str, Any] | None:
    """Return the record of a manifest, None where it is not what was written; raises OSError."""
    try:
        record = json.loads(path.read_bytes())
        digest = record.pop("sha256")
        return record if digest == _digest(record) and record["magic"] == MAGIC else None
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (ValueError, RecursionError, AttributeError, TypeError, KeyError):
        return None


def _manifest(record: dict[str, Any]) -> Manifest:
    if record["format"] > FORMAT:
        raise NewerStore(
            f"The corpus {record['name']} was written by a newer version; update recommender."
        )
    record["sources"] = tuple(record["sources"])
    record.setdefault("arrays", record.get("files", {}))  # as formats 1 and 2 say it
    return Manifest(**{f.name: record[f.name] for f in fields(Manifest) if f.name in record})


def _digest(record: Mapping[str, Any]) -> str:
    text = json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def load(folder: Path, manifest: Manifest) -> dict[str, ChecksummedArray]:
    """Return the arrays of a generation as one memory map; raises Damage, OutdatedError, OSError.

    Sizes and the list of checksums are checked here, the bytes of a small generation too; those of
    a large one when they are read.
    """
    if (folder / DAMAGED).exists():
        raise Damage(folder, (folder / DAMAGED).read_text(errors="replace"))
    if (manifest.format, manifest.tokenizer) != (FORMAT, TOKENIZER):
        raise OutdatedError
    arrays = _opened(folder, manifest)
    if (folder / ARRAYS).stat().st_size <= SMALL_BYTES:
        for array in arrays.values():
            array.whole()
    return arrays


def stored(folder: Path, manifest: Manifest) -> tuple[StoredPapers, NDArray[np.int32]]:
    """Return the papers of a generation of this or an older format, and their days of arrival.

    Raises Damage if these are not what was written, whatever else is damaged.
    """
    arrays = (
        _opened(folder, manifest, only=_STORED)
        if manifest.format >= 3
        else _unpacked(folder, manifest)
    )
    lines, offsets, days = (arrays[name] for name in _STORED)
    lines.whole()
    return StoredPapers(lines, offsets), days.whole()


def damaged_parts(folder: Path, manifest: Manifest) -> list[str]:
    """Return the names of the files and arrays that are not what was written; reads all."""
    wrong = [copy for copy in COPIES if _sound(folder / copy) is None]
    try:
        arrays = _opened(folder, manifest)
    except Damage as damage:
        return [*wrong, damage.part]
    return wrong + [
        name
        for name, array in arrays.items()
        if sha256(array.unchecked().data).hexdigest() != manifest.arrays[name]["sha256"]
    ]


def _opened(
    folder: Path, manifest: Manifest, *, only: Collection[str] = ()
) -> dict[str, ChecksummedArray]:
    """Return all arrays, or some, whatever became of the others; they lie in one map."""
    sums = _checksums(folder, manifest)
    try:
        buffer = mapped(folder / ARRAYS)
    except FileNotFoundError as error:
        raise Damage(folder, ARRAYS) from error
    arrays = {}
    for name, facts in manifest.arrays.items():
        length, start = facts["length"], facts["start"]
        dtype = np.dtype(facts["dtype"])
        n_blocks = -(-length * dtype.itemsize // BLOCK_BYTES)
        own, sums = sums[:n_blocks], sums[n_blocks:]
        if only and name not in only:
            continue
        if start + length * dtype.itemsize > len(buffer):
            raise Damage(folder, ARRAYS)
        arrays[name] = ChecksummedArray(
            packed_array(buffer, dtype, start, length),
            checksums=own,
            damage=partial(_found, folder, name),
        )
    return arrays


def _checksums(folder: Path, manifest: Manifest) -> NDArray[np.uint32]:
    with suppress(FileNotFoundError):
        if file_hash(folder / CHECKSUMS) == manifest.checksums:
            sums: NDArray[np.uint32] = np.load(folder / CHECKSUMS, allow_pickle=False)
            return sums
    raise Damage(folder, CHECKSUMS)


def _unpacked(folder: Path, manifest: Manifest) -> dict[str, ChecksummedArray]:
    """Return the papers of formats 1 and 2, which had a file for each array."""
    arrays = {}
    for name in _STORED:
        path = folder / f"{name}.npy"
        try:
            if file_hash(path) != manifest.arrays[name]["sha256"]:
                raise Damage(folder, path.name)
        except FileNotFoundError as error:
            raise Damage(folder, path.name) from error
        arrays[name] = ChecksummedArray(np.load(path, mmap_mode="r", allow_pickle=False))
    return arrays


def _found(folder: Path, part: str) -> Damage:
    """Leave a mark for the next who opens the corpus, and return the error."""
    with suppress(OSError):  # a read-only data folder
        write_file(folder / DAMAGED, part.encode())
    return Damage(folder, part)

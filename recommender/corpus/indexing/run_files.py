"""Runs set aside on disk while a large corpus is being built."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from recommender.corpus.indexing.term_counts import Run
from recommender.corpus.storage.folders import private_folder


class RunFiles(Sequence[Run]):
    """Runs in files of a folder; each is mapped anew when it is used, and so let go after."""

    def __init__(self, folder: Path) -> None:
        """Take a folder of its own; whoever made it removes it."""
        self._folder, self._length = private_folder(folder), 0

    def append(self, run: Run) -> None:
        """Write a run."""
        for field in fields(Run):
            np.save(self._path(self._length, field.name), getattr(run, field.name))
        self._length += 1

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int) -> Run: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Run]: ...
    def __getitem__(self, place: int | slice) -> Run | Sequence[Run]:
        if isinstance(place, slice):
            return [self[i] for i in range(*place.indices(len(self)))]
        place = range(self._length)[place]
        return Run(**{field.name: self._mapped(place, field.name) for field in fields(Run)})

    def _mapped(self, place: int, name: str) -> NDArray[Any]:
        return np.asarray(np.load(self._path(place, name), mmap_mode="r", allow_pickle=False))

    def _path(self, place: int, name: str) -> Path:
        return self._folder / f"{place}.{name}.npy"

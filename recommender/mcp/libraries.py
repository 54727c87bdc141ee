"""The libraries that the user named at the start, each under a name of its own."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from recommender.errors import BadRequest, UnknownName


class Libraries:
    """Files by name: no file that the user did not name is reached."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = named(paths)

    def path(self, name: str) -> Path:
        """Return the file of that name; without one, the only file there is."""
        if name in self.paths:
            return self.paths[name]
        if name:
            raise UnknownName(f"There is no library {name!r}; there is {self.listed()}.")
        if len(self.paths) != 1:
            raise BadRequest(f"Give `library`, a name of these: {self.listed()}.")
        return next(iter(self.paths.values()))

    def listed(self) -> str:
        """Return the names, or who could give some."""
        return ", ".join(self.paths) or "none: the user starts the server with files"


def named(paths: Sequence[Path]) -> dict[str, Path]:
    """Return each file under the shortest end of its path that no other one shares."""
    whole = list(dict.fromkeys(Path(os.path.abspath(path)) for path in paths))  # noqa: PTH100
    names: dict[Path, str] = {}
    for length in range(1, max((len(path.parts) for path in whole), default=0) + 1):
        ends = {path: Path(*path.parts[-length:]).as_posix() for path in whole}
        count = Counter(ends.values())
        alone = {path: end for path, end in ends.items() if count[end] == 1}
        names = {**alone, **names}
    return {names[path]: path for path in whole}

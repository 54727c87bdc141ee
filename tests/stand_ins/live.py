"""A live `recommender serve` for adapters to talk to: a process of its own on a free port."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

COMMAND = (sys.executable, "-c", "from recommender.cli import main; main()")


class Live:
    """One running service on a data folder of its own."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [*COMMAND, "--data", str(folder), "serve", "--port", "0", *options],
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr is not None
        said = ""
        for line in self.process.stderr:
            said += line
            if found := re.search(r"^http://\S+(?=/\?token=(\S+))", line):
                break
        else:
            raise AssertionError(f"The service does not start:\n{said}")
        self.address = found[0]
        self.token = found[1]

    def get(self, path: str) -> Any:
        """Return the JSON at a path, asked with the token."""
        headers = {"Authorization": f"Bearer {self.token}"}
        with urlopen(Request(self.address + path, headers=headers), timeout=10) as reply:
            return json.load(reply)

    def close(self) -> None:
        """Stop the service."""
        self.process.terminate()
        self.process.communicate(timeout=20)

    def __enter__(self) -> Live:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

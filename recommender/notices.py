"""Notice: one line of an import report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# error: something of the input was left out, a record or a part of it; a corpus tells no others,
#        but where it was guessed what a paper is.
# warning: all was read, but otherwise than it stands there, or it is likely a mistake.
# info: nothing is wrong; worth knowing.
Severity = Literal["info", "warning", "error"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """What was odd about an input, where, and what was done about it."""

    line: int  # counted from 1; 0 where the whole file is meant
    code: str  # short, stable, kebab-case: "duplicate-key"
    message: str  # one sentence for a person
    severity: Severity = "warning"
    key: str | None = None
    file: str = ""

    def __str__(self) -> str:
        place = ":".join(filter(None, (self.file, str(self.line) if self.line else "")))
        about = f" [{self.key}]" if self.key else ""
        return f"{place + ': ' if place else ''}{self.severity}:{about} {self.message}"

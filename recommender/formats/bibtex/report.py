"""The import report: what each oddity is called, how bad it is, and the sentence about it."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate

from recommender.notices import Notice, Severity

MAX_OF_A_KIND = 10_000  # more notices with one code are counted, not listed
WHOLE_FILE = -1  # in place of an offset
STRIDE = 4096  # characters between places whose line is known

MESSAGES: dict[str, tuple[Severity, str]] = {
    # what the scanner found
    "entry-not-closed": ("error", "The closing brace is missing; the fields found were kept."),
    "value-not-closed": (
        "error",
        "A value is never closed; it was read to the end of its line, the other fields as usual.",
    ),
    "extra-closing-brace": (
        "error",
        "There is a closing brace too many; what follows was read as part of the entry.",
    ),
    "unreadable-field": (
        "error",
        "What follows {what} makes no sense; the other fields were kept.",
    ),
    "missing-field-name": ("error", "A value has no field name; the other fields were kept."),
    "value-missing": ("error", "A field has no value; the other fields were kept."),
    "not-an-entry": ("error", "This looks like an entry, but nothing in it could be read."),
    "entry-fails": (
        "error",
        "The entry was left out: reading it failed inside ({what}); please report it with this "
        "entry in the project's list of issues.",
    ),
    "string-not-read": ("error", "This @string could not be read; close its braces and quotes."),
    "preamble-not-closed": ("error", "This @preamble is never closed; close its braces."),
    "comment-not-closed": ("warning", "This @comment is never closed; close its braces."),
    "stray-closing-brace": ("warning", "There is a closing brace too many before this line."),
    "looks-like-entry": (
        "warning",
        "{what} looks like an entry, but its head is damaged; it was not read.",
    ),
    "commented-out-entry": ("info", "The entry {what} is commented out and was not read."),
    "percent-line-in-entry": ("info", "A % comment inside an entry was passed over."),
    "too-many-entries": (
        "error",
        "Only the first {what} entries were read; split the file to read the rest.",
    ),
    "missing-comma": ("warning", "The comma before {what} is missing; it was read all the same."),
    "extra-comma": ("info", "There are more commas here than needed."),
    "missing-equals": ("warning", "The = after {what} is missing; it was read all the same."),
    "extra-equals": ("warning", "More than = stands after {what}; it was read all the same."),
    "empty-value": ("info", "A field is empty."),
    "unquoted-value": ("warning", "The text {what} lacks its braces; it was read all the same."),
    "key-has-space": (
        "warning",
        "The key {what} contains a blank, which BibTeX refuses; it was kept.",
    ),
    "missing-key": ("warning", "The entry has no key; it was kept without one."),
    "entry-inside-value": (
        "warning",
        "The field {what} holds what looks like an entry; is a closing brace missing before it?",
    ),
    "no-entries": ("warning", "There is no BibTeX entry in this file."),
    "empty-file": ("info", "The file is empty."),
    # what the values mean
    "undefined-string": (
        "warning",
        "The name {what} is not defined by a @string; it was read as text.",
    ),
    "string-of-another-file": (
        "info",
        "Names that no @string here defines were taken from {what}, which lies beside this file.",
    ),
    "redefined-string": ("info", "The @string {what} is defined again; the new text counts below."),
    "duplicate-field": ("warning", "The field {what} stands twice; the first one counts."),
    "duplicate-key": ("warning", "The key {what} is used before; both entries were kept."),
    "key-differs-only-in-case": (
        "warning",
        "The key {what} differs only in case from an earlier one; both entries were kept.",
    ),
    "missing-title": ("info", "The entry has no title; it is kept, but says less in a search."),
    "missing-parent": ("warning", "The entry refers to {what}, which is not in this file."),
    "missing-reference": ("warning", "{what} names no field in this file; it was read as text."),
    "circular-parents": ("warning", "The entry inherits from itself by way of {what}."),
    "too-many-parents": ("warning", "The inheritance from {what} is too deep and was left out."),
    # what is too large
    "entry-too-long": ("warning", "The entry is longer than 2 MiB; its long fields are kept raw."),
    "field-too-long": ("warning", "The field {what} is longer than 64 KiB; it is kept raw."),
    "too-deep": ("warning", "Braces in {what} are over 100 deep; the field is kept raw."),
    "too-many-parts": ("warning", "{what} joins over 100 parts with #; it is kept raw."),
    "expansion-too-long": (
        "warning",
        "{what} grows too long when its @string names are filled in; it is kept raw.",
    ),
    "too-many-authors": ("warning", "Only the first 5,000 names of {what} are told apart."),
    # names
    "too-many-commas-in-name": (
        "warning",
        "Too many commas in the names of {what}; put “and” between names.",
    ),
    "semicolon-between-names": (
        "warning",
        "Names in {what} are separated by semicolons; put “and” between them.",
    ),
    "ampersand-between-names": (
        "warning",
        "Names in {what} are joined by &; put “and” between them.",
    ),
    "empty-name": ("info", "An empty name in {what} was left out."),
    "et-al-in-names": ("info", "The names of {what} end in “et al.”; the others are unknown."),
}


class Report:
    """Collects notices; offsets become lines."""

    def __init__(self, text: str, file: str, first: list[Notice]) -> None:
        self._file = file
        self._text = text
        counts = (text.count("\n", at, at + STRIDE) for at in range(0, len(text), STRIDE))
        self._lines_before = [0, *accumulate(counts)]  # each multiple of STRIDE
        self._notices = first
        self._counts: Counter[str] = Counter()

    def line(self, offset: int) -> int:
        """Return the line that an offset is on, counted from 1; 0 for WHOLE_FILE."""
        if offset < 0:
            return 0
        before = self._lines_before[offset // STRIDE]
        return before + self._text.count("\n", offset - offset % STRIDE, offset) + 1

    def add(self, code: str, offset: int, key: str | None, what: str = "") -> None:
        """Note an oddity at an offset of the text."""
        self._counts[code] += 1
        if self._counts[code] > MAX_OF_A_KIND:
            return
        severity, message = MESSAGES[code]
        self._notices.append(
            Notice(
                line=self.line(offset),
                code=code,
                message=message.format(what=shortened(what)),
                severity=severity,
                key=key,
            )
        )

    def notices(self) -> tuple[Notice, ...]:
        """Return all notices by line, each with the file."""
        for code, n in self._counts.items():
            if n > MAX_OF_A_KIND:
                message = f"{n - MAX_OF_A_KIND:,} more notices of the kind {code} are not listed."
                self._notices.append(
                    Notice(line=0, code=code, message=message, severity=MESSAGES[code][0])
                )
        found = sorted(self._notices, key=lambda notice: notice.line)
        return tuple(_in_file(notice, self._file) for notice in found)


def _in_file(n: Notice, file: str) -> Notice:
    return Notice(
        line=n.line, code=n.code, message=n.message, severity=n.severity, key=n.key, file=file
    )


def shortened(what: str, limit: int = 60) -> str:
    """Return a key or name for a message, on one line and not too long."""
    line = " ".join(what[: 4 * limit].split())
    return line if len(line) <= limit else line[: limit - 1] + "…"

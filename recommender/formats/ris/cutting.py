"""The records of a RIS file, with their lines; what belongs to none is told."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from recommender.notices import Notice

_KNOWN = (
    "TY A1 A2 A3 A4 AB AD AN AU AV BT C1 C2 C3 C4 C5 C6 C7 C8 CA CN CP CT CY DA DB DI DO DP ED EF"
    " EP ER ET ID IS J1 J2 JA JF JO KW L1 L2 L3 L4 LA LB LK M1 M2 M3 N1 N2 NV OP PB PP PY RD RI RN"
    " RP SE SN SO SP ST SV T1 T2 T3 TA TI TT U1 U2 U3 U4 U5 UR VL VO Y1 Y2"
)
KNOWN = frozenset(_KNOWN.split())
TYPE_LINE = re.compile(r"^[ \t]{0,8}TY([ \t]{0,4})[-–]([ \t]*)(?=[A-Za-z]{2})", re.MULTILINE)
TAG_LINE = re.compile(r"[ \t]{0,8}([A-Z][A-Z0-9])([ \t]{0,4})[-–]([ \t]*)(.*)", re.DOTALL)
END_LINE = re.compile(r"E[RF][ \t]*[-–]?")
NUMBER = re.compile(r"\d+\.?")  # rispy and EndNote number their records
SHOWN = 60  # characters of a text that was left out


@dataclass(slots=True)
class Record:
    """One record as it stands in the file, its end left off."""

    line: int
    type: str | None = None  # None where no line says it
    values: list[tuple[str, list[str]]] = field(default_factory=list)  # (tag, lines of its text)


def records_of(text: str) -> tuple[list[Record], list[Notice]]:
    """Cut a text into records; what stands between them, and a missing end, is told.

    Lines are those that an editor counts; tags that a program wrote before the type are kept.
    """
    cutter = _Cutter(text)
    for number, line in enumerate(_lines(text), 1):
        cutter.take(number, line)
    return cutter.finished()


def _lines(text: str) -> list[str]:
    text = text.replace("\r\n", "\n")
    return text.split("\n" if "\n" in text else "\r")


class _Cutter:
    """Takes a file line by line."""

    def __init__(self, text: str) -> None:
        first = TYPE_LINE.search(text)
        self._before, self._behind = first.groups() if first else ("  ", " ")
        self._records: list[Record] = []
        self._notices: list[Notice] = []
        self._open: Record | None = None
        self._outside: list[tuple[int, str]] = []

    def take(self, number: int, line: str) -> None:
        """Take one line."""
        text = line.strip()
        tag, value = self._tagged(line)
        if tag == "TY":
            self._begin(number, value)
        elif tag in ("ER", "EF") or END_LINE.fullmatch(text):
            self._end()
        elif tag and (self._open or tag in KNOWN):
            self._opened(number).values.append((tag, [value]))
        elif self._open:
            _continue(self._open, text)
        elif text and not NUMBER.fullmatch(text):
            self._outside.append((number, text))

    def finished(self) -> tuple[list[Record], list[Notice]]:
        """Return the records, and what was odd about them."""
        if self._open:
            self._unended(self._open, "the file ends")
            self._end()
        self._tell_outside()
        return self._records, self._notices

    def _tagged(self, line: str) -> tuple[str, str]:
        """Return tag and text of a line that begins with a tag; "" and "" for any other.

        Blanks are as in the standard or as in this file's first type; a tag that is known may
        have others. Text such as "AI - the future" is no tag.
        """
        found = TAG_LINE.fullmatch(line)
        if not found:
            return "", ""
        tag, before, behind, value = found.groups()
        parted = behind or not value.strip() or not self._behind
        usual = before in ("  ", self._before)
        return (tag, value.strip()) if parted and (usual or (tag in KNOWN and before)) else ("", "")

    def _opened(self, number: int) -> Record:
        """Return the open record; tags before the type open one that has none yet."""
        if not self._open:
            self._tell_outside()
            self._open = Record(number)
            self._records.append(self._open)
        return self._open

    def _begin(self, number: int, kind: str) -> None:
        if self._open and self._open.type is not None:
            self._unended(self._open, f"the next one begins on line {number}")
            self._open = None
        self._opened(number).type = kind

    def _end(self) -> None:
        if self._open and self._open.type is None:
            message = "The record has no line “TY  - ” with its type; it was read without one."
            self._tell(self._open.line, "record-without-type", message)
        self._open = None

    def _unended(self, record: Record, where: str) -> None:
        message = f"The record has no line “ER  - ” before {where}; it was read as far as it goes."
        self._tell(record.line, "record-not-closed", message)

    def _tell_outside(self) -> None:
        """Tell of some lines between two records, all at once."""
        if not self._outside:
            return
        line, text = self._outside[0]
        more = f" and {len(self._outside) - 1} more lines" if len(self._outside) > 1 else ""
        message = f"Text outside the records was left out: {text[:SHOWN]!r}{more}."
        self._tell(line, "text-outside-records", message)
        self._outside = []

    def _tell(self, line: int, code: str, message: str) -> None:
        self._notices.append(Notice(line=line, code=code, message=message))


def _continue(record: Record, text: str) -> None:
    """Add a line to the text before it; EndNote writes the second keyword so."""
    if text and record.values:
        tag, lines = record.values[-1]
        if tag == "KW":
            record.values.append((tag, [text]))
        else:
            lines.append(text)

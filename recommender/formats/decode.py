"""Bytes to text: by BOM, declared encoding or UTF-8; else line by line, with a notice."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from recommender.formats.chinese import decoded_chinese
from recommender.notices import Notice

BOMS = (  # UTF-32 first: its little-endian mark begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# What a header may name; a list, since Python also calls rot13, zip and idna "encodings".
SINGLE_BYTE = re.compile(
    r"ascii|iso8859-\d+|cp(125\d|437|737|775|85\d|86\d|874)|koi8-[ru]|mac-\w+|tis-620|latin-?\d+"
)
MULTI_BYTE = re.compile(r"gbk|gb2312|gb18030|big5(hkscs)?|shift_jis\w*|euc_\w+|cp9(32|36|49|50)")
STATEFUL = re.compile(r"iso2022_\w+|hz")
UNICODE = re.compile(r"utf-(8|8-sig|16|16-le|16-be|32|32-le|32-be)")
HEADER = re.compile(
    rb"^%+[ \t]*(?:Encoding:[ \t]*|!T[Ee]X encoding[ \t]*=[ \t]*|Saved with string encoding[ \t]+)"
    rb"([^\r\n]{1,60})|-\*-[^\r\n]{0,60}?coding:[ \t]*([\w.-]{1,40})",
    re.MULTILINE | re.IGNORECASE,
)
LOCAL_VARIABLES = re.compile(rb"^[% \t]*coding:[ \t]*([\w.-]{1,40})", re.MULTILINE | re.IGNORECASE)
WINDOWS_ONLY = re.compile(rb"[\x80-\x9f]")
HEADER_BYTES = 2_000
TAIL_BYTES = 3_000  # Emacs looks for its local variables there
BIBDESK_NAMES = {
    "unicode (utf-8)": "utf-8",
    "western (iso latin 1)": "latin-1",
    "western (windows latin 1)": "cp1252",
    "western (mac os roman)": "mac-roman",
    "unicode (utf-16)": "utf-16",
}


class Decoded(NamedTuple):
    """The text of a file, how it was decoded, and what was odd about that."""

    text: str
    encoding: str  # a Python codec name; "mixed" where no single one fits
    notices: list[Notice]


def decode(source: bytes) -> Decoded:
    """Return the text of a file; NULs and late byte order marks in it become blanks."""
    text, encoding, notices = _decode(source)
    if "\0" in text or "\ufeff" in text:
        at = min(i for i in (text.find("\0"), text.find("\ufeff")) if i >= 0)
        line = text.count("\n", 0, at) + 1
        message = "NUL characters or byte order marks inside the text were read as blanks."
        notices.append(Notice(line=line, code="stray-control-character", message=message))
        text = text.replace("\0", " ").replace("\ufeff", " ")
    return Decoded(text, encoding, notices)


def _decode(source: bytes) -> Decoded:
    if bom := next(((mark, name) for mark, name in BOMS if source.startswith(mark)), None):
        return _by_bom(source, *bom)
    if wide := _wide_without_bom(source):
        text = source.decode(wide, errors="replace")
        return Decoded(text, wide, [_not_utf8(f"without a byte order mark, read as {wide}")])
    declared = declared_encoding(source)
    if declared and STATEFUL.fullmatch(declared):
        text = source.decode(declared, errors="replace")
        return Decoded(text, declared, [_not_utf8(f"read as {declared}, as its header says")])
    found = _utf8(source, declared) or _declared(source, declared)
    return found or _chinese(source) or _line_by_line(source)


def declared_encoding(source: bytes) -> str:
    """Return the codec that a JabRef, BibDesk, TeX or Emacs header names; "" for none."""
    found = HEADER.search(source[:HEADER_BYTES]) or LOCAL_VARIABLES.search(source[-TAIL_BYTES:])
    return _codec(next(filter(None, found.groups())).decode("ascii", "replace")) if found else ""


def _codec(written: str) -> str:
    """Return Python's name of an encoding as Java, Emacs or a person spells it, if it is one."""
    name = BIBDESK_NAMES.get(written.strip().lower(), written.strip().lower())
    name = re.sub(r"^x-|-(unix|dos|mac)$", "", name)
    try:
        found = codecs.lookup(name).name
    except (LookupError, ValueError):
        return ""
    known = any(p.fullmatch(found) for p in (SINGLE_BYTE, MULTI_BYTE, STATEFUL, UNICODE))
    return found if known else ""


def _by_bom(source: bytes, mark: bytes, name: str) -> Decoded:
    try:
        return Decoded(source.decode(name), name, [])
    except UnicodeDecodeError:
        if name == "utf-8-sig":
            return _line_by_line(source[len(mark) :])
        message = "Some bytes are not valid in this encoding and were replaced."
        notice = Notice(line=0, code="encoding-damaged", message=message)
        text = source.decode(name, errors="replace")
        return Decoded(text.removeprefix("\ufeff"), name, [notice])


def _wide_without_bom(source: bytes) -> str:
    """Return the UTF-16 that a text with a NUL in nearly every other byte is written in."""
    start = source[:4_000]
    half = len(start) // 2
    if half < 4 or start.count(0) < half * 0.7:
        return ""
    if start[1::2].count(0) > half * 0.7:
        return "utf-16-le"
    return "utf-16-be" if start[0::2].count(0) > half * 0.7 else ""


def _utf8(source: bytes, declared: str) -> Decoded | None:
    try:
        text = source.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if text.isascii() or not declared or UNICODE.fullmatch(declared):
        return Decoded(text, "utf-8", [])
    if MULTI_BYTE.fullmatch(declared) and max(text) < "\u0800":
        return _declared(source, declared) or Decoded(text, "utf-8", [])
    message = f"The header says {declared}, but the text is UTF-8 and was read as that."
    notice = Notice(line=1, code="encoding-header-wrong", message=message)
    return Decoded(text, "utf-8", [notice])


def _declared(source: bytes, declared: str) -> Decoded | None:
    if not declared:
        return None
    if declared == "iso8859-1" and WINDOWS_ONLY.search(source):
        declared = "cp1252"  # as web browsers read it: quotes and dashes, not control characters
    try:
        text = source.decode(declared)
    except UnicodeDecodeError:
        if not MULTI_BYTE.fullmatch(declared):
            return None
        text = source.decode(declared, errors="replace")
        how = f"read as {declared}, as its header says, with some letters that could not be read"
        return Decoded(text, declared, [_not_utf8(how)])
    return Decoded(text, declared, [_not_utf8(f"read as {declared}, as its header says")])


def _chinese(source: bytes) -> Decoded | None:
    text = decoded_chinese(source)
    return None if text is None else Decoded(text, "gb18030", [_not_utf8("read as GB18030")])


def _line_by_line(source: bytes) -> Decoded:
    """Decode each line as UTF-8, else as Windows-1252, and tell the first line of the others."""
    lines, first, also_utf8 = [], 0, False
    for number, line in enumerate(source.split(b"\n"), 1):
        try:
            text = line.decode("utf-8")
            also_utf8 = also_utf8 or not text.isascii()
        except UnicodeDecodeError:
            text = _windows(line)
            first = first or number
        lines.append(text)
    joined = "\n".join(lines)
    if not also_utf8:
        return Decoded(joined, "cp1252", [_not_utf8("read as Windows-1252", line=first)])
    message = (
        "Some lines are UTF-8 and some are not: these were read as Windows-1252; "
        "look at their accented letters."
    )
    return Decoded(joined, "mixed", [Notice(line=first, code="encoding-mixed", message=message)])


def _windows(line: bytes) -> str:
    try:
        return line.decode("cp1252")
    except UnicodeDecodeError:  # five bytes have no meaning there
        return line.decode("latin-1")


def _not_utf8(how: str, *, line: int = 1) -> Notice:
    message = f"This file is not UTF-8; it was {how}."
    return Notice(line=line, code="encoding-not-utf8", message=message)

"""Whether bytes without a declared encoding are Chinese text in GB2312, GBK or GB18030."""

from __future__ import annotations

import re

MIN_CHARACTERS = 2
SAMPLE = 20_000  # characters beyond ASCII that are looked at
COMMON_SHARE = 0.7  # of them in the first level of GB2312; other encodings hit rare ones
FIRST_LEVEL = range(0xB0, 0xD8)  # lead bytes of the 3,755 common characters, by sound: A to Z
SIGNS = re.compile("[\u2010-\u2027\u3000-\u301f\uff00-\uffef]")  # punctuation, full-width forms
KANA = range(0xA4, 0xA6)  # mostly used where the text is Japanese (EUC-JP)
LATER_HALF = 0xC9  # Korean syllables (EUC-KR) all lie before it, a third of Chinese text after


def decoded_chinese(source: bytes) -> str | None:
    """Return the text if the bytes make sense as Chinese, else None."""
    try:
        text = source.decode("gb18030")
    except UnicodeDecodeError:
        return None
    foreign = [c for c in text if not c.isascii() and not SIGNS.match(c)][:SAMPLE]
    leads = [_lead(char) for char in foreign]
    common = [lead for lead in leads if lead in FIRST_LEVEL]
    if len(common) < max(MIN_CHARACTERS, COMMON_SHARE * len(leads)):
        return None
    if sum(lead in KANA for lead in leads) > len(leads) / 10:
        return None
    korean = len(common) >= 12 and sum(lead >= LATER_HALF for lead in common) < len(common) / 10
    return None if korean else text


def _lead(char: str) -> int:
    """Return the first byte of a character in GB2312, 0 where it is not in it."""
    try:
        return char.encode("gb2312")[0]
    except UnicodeEncodeError:
        return 0

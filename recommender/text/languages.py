"""Names of languages: "en", "eng", "en-US", "English" and babel's "american" are one language.

Papers say what their source says: OpenAlex a code of ISO 639-1, BibTeX mostly a name of babel, RIS
and others either or a code of three letters.
"""

from __future__ import annotations

import re

_NAMES = """
ar ara arabic
bg bul bulgarian
ca cat catalan
cs ces cze czech
da dan danish
de deu ger german ngerman deutsch austrian naustrian swissgerman nswissgerman
el ell gre greek
en eng english american british australian newzealand usenglish ukenglish
es spa spanish espanol castilian
et est estonian
fa fas per persian farsi
fi fin finnish
fr fra fre french francais acadian
he heb hebrew
hi hin hindi
hr hrv croatian
hu hun hungarian magyar
id ind indonesian
it ita italian italiano
ja jpn japanese
ko kor korean
la lat latin
lt lit lithuanian
lv lav latvian
nl nld dut dutch
no nor norwegian norsk nynorsk nb nob nn nno
pl pol polish
pt por portuguese portugues brazilian brazil
ro ron rum romanian
ru rus russian
sk slk slo slovak
sl slv slovene slovenian
sr srp serbian
sv swe swedish
th tha thai
tr tur turkish
uk ukr ukrainian
vi vie vietnamese
zh zho chi chinese
"""
_CODES = {name: line.split()[0] for line in _NAMES.strip().split("\n") for name in line.split()}
_BETWEEN = re.compile(r"[,;/&+]| and ")
_WORD = re.compile(r"[^\W\d_]+")


def languages(folded: str) -> set[str]:
    """Return the codes of the languages that a folded text names; a name not known is its own."""
    named = (part.strip() for part in _BETWEEN.split(folded))
    return {_code(part) for part in named if part}


def _code(name: str) -> str:
    """Return the code of the first word that is a language's: "en" of "en-us"."""
    return next((_CODES[word] for word in _WORD.findall(name) if word in _CODES), name)

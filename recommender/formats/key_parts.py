"""What citation keys are made of: the names, the words of the title and the year, in ASCII."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from recommender.papers import Paper, Person
from recommender.text.titles import GERMAN, LETTERS

MAX_NAME = 24  # letters of a family name in a key
MAX_NAMES = 10  # more authors than any pattern tells apart
NOT_IN_A_KEY = re.compile(r"[^A-Za-z0-9-]+")
SKIPPED = frozenset(
    re.findall(
        r"\w+",
        """a an the on of in at to by for from and or nor as is with without into onto upon
        over under via than der die das dem den des ein eine einer eines und von zu im
        le la les l un une du de et el los las una y il lo gli i e o os um uma het een
        en van about above across after against along among around before behind below
        beneath beside between beyond but down during except inside like near off past
        since through toward towards until up versus within yet so""",
    )
)


class Parts(NamedTuple):
    """What keys are made of, in ASCII."""

    author: str  # family name of the first author, particles included: vanGogh
    words: list[str]  # of the title, in order, without function words
    year: str
    others: tuple[str, ...] = ()  # family names of the authors after the first


def parts_of(paper: Paper, *, german: bool) -> Parts:
    """Return the parts of a paper's key; `german` writes ä as ae, else as a."""
    words = [word for word in _title_words(paper.title, german) if word.lower() not in SKIPPED]
    names = [_family(author, german) for author in paper.authors[:MAX_NAMES]]
    named = bool(names) and any(c.isalpha() for c in names[0])
    return Parts(
        author=names[0] if named else "".join(words[:1]).lower(),
        words=words if named else words[1:],
        year=str(paper.year) if paper.year else "",
        others=tuple(names[1:]) if named else (),
    )


def _family(person: Person, german: bool) -> str:
    return in_ascii(person.literal or person.prefix + person.family or person.given, german)[
        :MAX_NAME
    ]


def _title_words(title: str, german: bool) -> list[str]:
    words = re.split(r"[\s/:;,.?!()\[\]{}–—]+", title[:500])
    return [word for word in (in_ascii(word, german) for word in words) if word]


def in_ascii(text: str, german: bool = False) -> str:
    """Fold to ASCII letters, digits and inner hyphens."""
    text = unicodedata.normalize("NFC", text)
    folded = unicodedata.normalize("NFKD", (text.translate(GERMAN) if german else text))
    return NOT_IN_A_KEY.sub("", folded.translate(LETTERS)).strip("-")

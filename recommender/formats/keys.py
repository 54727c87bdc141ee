"""Citation keys: in the habit of a library, else in Better BibTeX's default pattern."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, product
from string import ascii_lowercase
from typing import NamedTuple

from recommender.library import Library
from recommender.papers import Paper
from recommender.text.titles import GERMAN, LETTERS

MAX_LENGTH = 64
LEGAL = re.compile(rf"[A-Za-z0-9:_-]{{1,{MAX_LENGTH}}}")
MAX_SAMPLE = 500  # keys that are looked at to find a habit
MIN_SHARE = 0.6  # of these, to call a pattern a habit
CLASH = re.compile(r"(?:[a-z]|-\d{1,2})$")  # Lee2021a, lee_one_2021-1
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Habit:
    """A way to make keys: the pattern, how ä is written, how a second key is told apart."""

    name: str
    pattern: Callable[[Parts], str]
    german: bool = False  # ä is ae (JabRef), else a (Zotero, Better BibTeX)
    numbered: bool = False  # the second one ends in -1 (Zotero), else in a

    def key(self, paper: Paper) -> str:
        """Return the key that this habit gives a paper; "" where the paper has nothing to use."""
        parts = _parts(paper, german=self.german)
        return self.pattern(parts) if parts.author else ""


def _better_bibtex(parts: Parts) -> str:
    words = [word.replace("-", "") for word in parts.words[:3]]
    return parts.author.lower() + "".join(w[:1].upper() + w[1:] for w in words) + parts.year


def _zotero(parts: Parts) -> str:
    word = parts.words[0].lower() if parts.words else ""
    return "_".join(filter(None, (parts.author.lower(), word, parts.year or "nodate")))


def _scholar(parts: Parts) -> str:
    word = parts.words[0].split("-")[0].lower() if parts.words else ""
    return parts.author.lower() + parts.year + word


def _author_year(sign: str, digits: int, *, lower: bool) -> Habit:
    def pattern(parts: Parts) -> str:
        author = parts.author.lower() if lower else parts.author[:1].upper() + parts.author[1:]
        return sign.join(filter(None, (author, parts.year[-digits:])))

    return Habit(name=pattern(Parts("Lee", [], "2021")), pattern=pattern)


DEFAULT = Habit(name="leeOneModelMany2021", pattern=_better_bibtex)
HABITS = (
    DEFAULT,
    Habit(name="lee_one_2021", pattern=_zotero, numbered=True),
    Habit(name="lee2021one", pattern=_scholar),
    *(
        _author_year(s, n, lower=low)
        for s, n, low in product(("", "_", "-", ":"), (4, 2), (False, True))
    ),
)


def citation_key(paper: Paper, taken: Collection[str], habit: Habit | None = None) -> str:
    """Return a key that differs from all that are taken, without regard to case.

    Without a habit, a paper keeps its own key where that is legal.
    """
    return citation_keys([paper], taken, habit)[0]


def citation_keys(
    papers: Sequence[Paper], taken: Iterable[str] = (), habit: Habit | None = None
) -> list[str]:
    """Return one key for each paper, all different from each other and from those taken."""
    used = {key.lower() for key in taken}
    keys = []
    for paper in papers:
        keys.append(_free(_wanted(paper, habit), used, habit or DEFAULT))
        used.add(keys[-1].lower())
    return keys


def keys_for(papers: Sequence[Paper], into: Library | None) -> list[str]:
    """Return keys for papers that go into a library, in its habit; without one, their own."""
    if into is None:
        return citation_keys(papers)
    return citation_keys(papers, taken_in(into), habit_of(into.papers))


def taken_in(library: Library) -> set[str]:
    """Return all keys that mean an entry of a library, the aliases of biblatex among them."""
    ids = (name for paper in library.papers for name in paper.fields.get("ids", "").split(","))
    return {paper.key for paper in library.papers if paper.key} | {name.strip() for name in ids}


def habit_of(papers: Iterable[Paper]) -> Habit:
    """Return the pattern that most keys of a library follow, else Better BibTeX's default."""
    keyed = [p for p in papers if p.key and p.authors and p.title and p.year][:MAX_SAMPLE]
    followed = {habit: sum(_follows(paper, habit) for paper in keyed) for habit in _candidates()}
    best = max(followed, key=lambda habit: followed[habit])
    return best if followed[best] > 0 and followed[best] >= MIN_SHARE * len(keyed) else DEFAULT


def _candidates() -> Iterator[Habit]:
    yield from HABITS
    yield from (replace(habit, german=True) for habit in HABITS)


def _follows(paper: Paper, habit: Habit) -> bool:
    made, key = habit.key(paper), paper.key or ""
    return bool(made) and (made == key or made == CLASH.sub("", key))


def _wanted(paper: Paper, habit: Habit | None) -> str:
    if habit is None and paper.key and LEGAL.fullmatch(paper.key):
        return paper.key
    return (habit or DEFAULT).key(paper) or _from_identifier(paper)


def _from_identifier(paper: Paper) -> str:
    """Return a key for a paper that has no Latin letter in its author and title."""
    tail = f"arxiv{paper.arxiv}" if paper.arxiv else paper.doi.rpartition("/")[2]
    ascii_tail = NOT_IN_A_KEY.sub("-", tail).strip("-")
    return ascii_tail or f"untitled{paper.year or ''}"


def _free(wanted: str, used: set[str], habit: Habit) -> str:
    """Return the key itself or with the first ending that makes it free."""
    endings = (f"-{n}" for n in count(1)) if habit.numbered else _letters()
    key = wanted[:MAX_LENGTH]
    while key.lower() in used:
        ending = next(endings)
        key = wanted[: MAX_LENGTH - len(ending)] + ending
    return key


def _letters() -> Iterator[str]:
    """Yield a, b, ... z, aa, ab, ..."""
    for length in count(1):
        yield from ("".join(letters) for letters in product(ascii_lowercase, repeat=length))


def _parts(paper: Paper, *, german: bool) -> Parts:
    words = [word for word in _title_words(paper.title, german) if word.lower() not in SKIPPED]
    author = ""
    if paper.authors:
        first = paper.authors[0]
        author = _ascii(first.literal or first.prefix + first.family or first.given, german)
    named = any(c.isalpha() for c in author)
    return Parts(
        author=author[:24] if named else "".join(words[:1]).lower(),
        words=words if named else words[1:],
        year=str(paper.year) if paper.year else "",
    )


def _title_words(title: str, german: bool) -> list[str]:
    words = re.split(r"[\s/:;,.?!()\[\]{}–—]+", title[:500])
    return [word for word in (_ascii(word, german) for word in words) if word]


def _ascii(text: str, german: bool) -> str:
    """Fold to ASCII letters, digits and inner hyphens."""
    text = unicodedata.normalize("NFC", text)
    folded = unicodedata.normalize("NFKD", (text.translate(GERMAN) if german else text))
    return NOT_IN_A_KEY.sub("", folded.translate(LETTERS)).strip("-")

"""Habits: the patterns that the citation keys of a library follow."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

from recommender.formats.key_parts import Parts, parts_of
from recommender.formats.key_templates import templates
from recommender.papers import Paper

MAX_SAMPLE = 500  # keys that are looked at to find a habit
MIN_SHARE = 0.6  # of these, to call a pattern a habit
MAX_ALPHA = 4  # names in a label of the alpha style
CLASH = re.compile(r"(?:[a-z]|-\d{1,2})$")  # Lee2021a, lee_one_2021-1


@dataclass(frozen=True, slots=True, kw_only=True)
class Habit:
    """A way to make keys: the pattern, how ä is written, how a second key is told apart."""

    name: str
    pattern: Callable[[Parts], str]
    german: bool = False  # ä is ae (JabRef), else a (Zotero, Better BibTeX)
    numbered: bool = False  # the second one ends in -1 (Zotero), else in a

    def key(self, paper: Paper) -> str:
        """Return the key that this habit gives a paper; "" where the paper has nothing to use."""
        parts = parts_of(paper, german=self.german)
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


def _alpha(digits: int, *, plus: bool) -> Habit:
    """Return the labels of BibTeX's alpha style: Lee21, LH21, and LHO+21 for more than four."""

    def pattern(parts: Parts) -> str:
        names = [parts.author, *parts.others]
        many = len(names) > MAX_ALPHA
        initials = "".join(name[:1] for name in (names[: MAX_ALPHA - 1] if many else names))
        label = initials + ("+" if many and plus else "") if parts.others else parts.author[:3]
        return label + parts.year[-digits:]

    return Habit(
        name=pattern(Parts("Lee", [], "2021", ("Hill", "Oak", "Ash", "Elm"))), pattern=pattern
    )


DEFAULT = Habit(name="leeOneModelMany2021", pattern=_better_bibtex)
HABITS = (
    DEFAULT,
    Habit(name="lee_one_2021", pattern=_zotero, numbered=True),
    Habit(name="lee2021one", pattern=_scholar),
    *(
        _author_year(s, n, lower=low)
        for s, n, low in product(("", "_", "-", ":"), (4, 2), (False, True))
    ),
    *(_alpha(n, plus=plus) for n, plus in product((2, 4), (True, False))),
)


class Keyed(NamedTuple):
    """A key of a library, and the parts it may be made of."""

    key: str
    plain: Parts
    german: Parts


def habit_of(papers: Iterable[Paper]) -> Habit:
    """Return the pattern that most keys of a library follow, else Better BibTeX's default."""
    sample = [p for p in papers if p.key and p.authors and p.title and p.year][:MAX_SAMPLE]
    keyed = [
        Keyed(p.key or "", parts_of(p, german=False), parts_of(p, german=True)) for p in sample
    ]
    candidates = list(_candidates(keyed))
    followed = [sum(_follows(each, habit) for each in keyed) for habit in candidates]
    most = max(followed)
    return candidates[followed.index(most)] if most and most >= MIN_SHARE * len(keyed) else DEFAULT


def _candidates(keyed: Sequence[Keyed]) -> Iterator[Habit]:
    yield from HABITS
    yield from (replace(habit, german=True) for habit in HABITS)
    for german in (False, True):
        pairs = [(CLASH.sub("", k.key), k.german if german else k.plain) for k in keyed]
        if (found := templates(pairs)) is not None:
            yield Habit(name=found.name, pattern=found, german=german)


def _follows(keyed: Keyed, habit: Habit) -> bool:
    parts = keyed.german if habit.german else keyed.plain
    made = habit.pattern(parts) if parts.author else ""
    return bool(made) and made in (keyed.key, CLASH.sub("", keyed.key))

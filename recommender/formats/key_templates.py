"""Keys that name several authors as a library does: `LeeHill2021`, `lee_et_al_2021`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from recommender.formats.key_parts import Parts

ET_AL = re.compile(r"et[^A-Za-z0-9]?al", re.IGNORECASE)
BETWEEN = re.compile(r"[A-Za-z.:+/_-]{0,8}")  # two parts of a key
MIN_TIMES = 2  # that a library writes "et al.", to call it a habit


@dataclass(frozen=True, slots=True)
class Template:
    """One form of key: the names in small letters or not, and what stands between the parts."""

    lower: bool
    pair: str | None  # between two names; None where but the first is named
    before_year: str  # between names and year, "et al." included
    digits: int  # of the year

    def key(self, parts: Parts) -> str:
        """Return the key of a paper."""
        second = parts.others[0] if self.pair is not None and parts.others else ""
        names = self._cased(parts.author) + (f"{self.pair}{self._cased(second)}" if second else "")
        key = f"{names}{self.before_year}{parts.year[-self.digits :]}"
        return key if parts.year else key.rstrip(".:+/_-")

    def _cased(self, name: str) -> str:
        return name.lower() if self.lower else name[:1].upper() + name[1:]


@dataclass(frozen=True, slots=True)
class Templates:
    """The forms for one author, for two, and for more."""

    one: Template
    two: Template
    many: Template

    def __call__(self, parts: Parts) -> str:
        """Return the key of a paper."""
        forms = (self.one, self.two, self.many)
        return forms[min(len(parts.others), 2)].key(parts)

    @property
    def name(self) -> str:
        """Return the key of an example with many authors."""
        return self.many.key(Parts("Lee", [], "2021", ("Hill", "Oak")))


def templates(keyed: Iterable[tuple[str, Parts]]) -> Templates | None:
    """Return the forms that keys with "et al." among them follow, None for no such habit."""
    counts: tuple[Counter[Template], ...] = (Counter(), Counter(), Counter())
    for key, parts in keyed:
        if (found := _template(key, parts)) is not None:
            counts[min(len(parts.others), 2)][found] += 1
    told = {form: n for form, n in counts[2].items() if ET_AL.search(form.before_year)}
    if not told or max(told.values()) < MIN_TIMES:
        return None
    many = max(told, key=lambda form: told[form])
    *_, sign = ET_AL.split(many.before_year)
    one = Template(many.lower, None, sign, many.digits)
    ones, twos = (counter.most_common(1) for counter in counts[:2])
    return Templates(ones[0][0] if ones else one, twos[0][0] if twos else many, many)


def _template(key: str, parts: Parts) -> Template | None:
    """Return the form of a key; None where it holds more than names, signs and a year."""
    author, year = parts.author, parts.year
    digits = next((n for n in (4, 2) if len(year) == 4 and key.endswith(year[-n:])), 0)
    if not digits or not key.lower().startswith(author.lower()):
        return None
    lower = key[: len(author)].islower()
    rest = key[len(author) : -digits]
    pair = None
    second = parts.others[0] if parts.others else ""
    if second and (at := rest.lower().find(second.lower())) >= 0:
        pair, rest = rest[:at], rest[at + len(second) :]
    found = Template(lower, pair, rest, digits)
    plain = BETWEEN.fullmatch(rest) and BETWEEN.fullmatch(pair or "")
    return found if plain and found.key(parts) == key else None

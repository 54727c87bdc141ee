"""One name, already without TeX, to its parts: BibTeX's rules, and what people write otherwise."""

from __future__ import annotations

import re
from functools import lru_cache

from recommender.papers import Person

COMMAS = 2  # in one name: von Last, Jr, First
# What may stand alone behind a comma: `Lee, V.` and `Lee, M.D.` have initials there.
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv|ph\.?d|esq)\.?", re.IGNORECASE)
_LAST_SUFFIX = re.compile(r"(?<=\w[\w.]) (jr\.?|sr\.?|ii|iii|iv)$", re.IGNORECASE)
_PARTICLE = re.compile(r"(?:al|d[aeiou]|das|del|den|der|dos|el|la|le|los|ter|van|von|zu)", re.I)
# `Oak E.`, `Oak B`, `Oak J-H`: there are families called O, E or Y, none is called by a consonant.
_INITIALS_LAST = re.compile(
    r"([^,]*[^\W\d_]{2}) ((?:[^\W\d_a-z]\.[ -]?)+|[B-DF-HJ-NP-TV-XZ]|[A-Z]-[A-Z])"
)
_TWO_WORDS = re.compile(r"[^\W\d_a-z][\w.'’-]*")
_HOMONYM = re.compile(r"(?<=[^\W\d_]) 0\d{3}(?=,|$| (?:jr|sr)\b)", re.IGNORECASE)  # DBLP's
_EMPTY_PART = re.compile(r",(?:\s*,)+")


@lru_cache(maxsize=20_000)
def divided(name: str) -> Person:
    """Return the person of a name without braces and TeX; at most two commas."""
    if " 0" in name:
        name = _HOMONYM.sub("", name)
    if "," in name or "，" in name:
        name = _EMPTY_PART.sub(",", name.replace("，", ",")).replace(",", ", ")
        name = _suffix_second(" ".join(name.split()).strip(" ,"))
    if inverted := _INITIALS_LAST.fullmatch(name):
        name = f"{inverted[1]}, {inverted[2]}"
    family, comma, given = name.partition(", ")
    if comma and "," not in given and _simple_family(family):
        if not _SUFFIX.fullmatch(given):
            return Person(family=family, given=given.strip())
        return _with_suffix(family, given)
    if not comma and (title := _LAST_SUFFIX.search(name)):
        return _with_suffix(name[: title.start()], title[1])
    words = name.split(" ")
    if not comma and "," not in name and len(words) == 2 and all(map(_TWO_WORDS.fullmatch, words)):
        return Person(given=words[0], family=words[1])
    return _by_pybtex(name)


def only_particles(family: str) -> bool:
    """Whether a family name has no word but particles: the `De La` of `De La O, Ana`."""
    return all(map(_PARTICLE.fullmatch, family.split()))


def _suffix_second(name: str) -> str:
    """Return `King, Martin, Jr.` as BibTeX wants it: King, Jr., Martin."""
    parts = name.split(", ")
    if len(parts) != 3 or not _SUFFIX.fullmatch(parts[2]) or _SUFFIX.fullmatch(parts[1]):
        return name
    return f"{parts[0]}, {parts[2]}, {parts[1]}"


def _simple_family(family: str) -> bool:
    """Whether no word of it can be a particle: none begins with a small letter."""
    return not any(word[0].islower() for word in family.split(" ") if word)


def _with_suffix(name: str, suffix: str) -> Person:
    """Return `Sammy Davis, Jr.` with its parts; BibTeX would take Jr. for the given name."""
    person = _by_pybtex(name)
    return Person(
        family=person.family, given=person.given, prefix=person.prefix, suffix=suffix.strip()
    )


def _by_pybtex(name: str) -> Person:
    """Return the parts as BibTeX divides them (von Last, Jr, First in all three orders)."""
    from pybtex.database import Person as Divided  # some 30 ms, and most names are simple

    if name.count(",") > COMMAS or not name.strip(" ,"):
        return Person(literal=name)
    found = Divided(name)
    given, prefix = [*found.first_names, *found.middle_names], found.prelast_names
    family = found.last_names
    if prefix in (["y"], ["i"]) and len(given) > 1:  # José Ortega y Gasset
        family, given, prefix = [given[-1], *prefix, *family], given[:-1], []
    elif prefix and prefix[0][0].isupper() and not _PARTICLE.fullmatch(prefix[0]):
        family, prefix = [*prefix, *family], []  # Mies van der Rohe, Ludwig
    person = Person(
        family=" ".join(family),
        given=" ".join(given),
        prefix=" ".join(prefix),
        suffix=" ".join(found.lineage_names),
    )
    return person if person.family else Person(literal=name)

"""Persons -> the text of an author field, which BibTeX takes apart into the same names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from recommender.formats.bibtex.escape import escaped
from recommender.papers import Person
from recommender.text.names import people

SPLITS_A_NAME = re.compile(r",|\band\b", re.IGNORECASE)


def author_field(persons: Sequence[Person], codec: str = "utf-8") -> str:
    """Return all names, joined by "and"; nobody is left out as "others"."""
    return " and ".join(filter(None, (_name(person, codec) for person in persons)))


def names_field(names: str, codec: str = "utf-8") -> str:
    """Return a list of names, as a person reads it, so that BibTeX divides it: editors, say."""
    return author_field(people(names.replace("\\", r"\textbackslash{}"))[0], codec)


def _name(person: Person, codec: str) -> str:
    family, given = person.family.strip(), person.given.strip()
    if person.literal or not family or (person.suffix and not given):
        return _whole(str(person), codec)
    if not given and not person.prefix:
        return _whole(family, codec)
    last = _braced(family, codec) if _has_particle(family) else _part(family, codec)
    parts = (f"{person.prefix and _part(person.prefix, codec)} {last}", person.suffix, given)
    return ", ".join((parts[0].strip(), *(_part(p, codec) for p in parts[1:] if p.strip())))


def _whole(name: str, codec: str) -> str:
    """Return a name that is not to be taken apart; one plain word needs no braces."""
    plain = name.isalpha() and name.lower() not in {"and", "others"}
    return escaped(name, codec) if plain else _braced(name, codec)


def _part(text: str, codec: str) -> str:
    return _braced(text, codec) if SPLITS_A_NAME.search(text) else escaped(text, codec)


def _braced(text: str, codec: str) -> str:
    text = escaped(text, codec)
    return f"{{{text}}}" if text else ""


def _has_particle(family: str) -> bool:
    """Tell whether BibTeX would take the first words of a family name for a "von"."""
    words = family.split()
    return len(words) > 1 and any(word[:1].islower() for word in words[:-1])

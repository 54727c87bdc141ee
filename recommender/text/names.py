"""Names: a list of authors or editors to persons, in all the forms that people write."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from recommender.papers import Person
from recommender.text import name_lists
from recommender.text.latex import plain

MAX_PEOPLE = 5_000
COMMAS = 2  # in one name: von Last, Jr, First
_BY_AND = re.compile(r"\s+and(?=\s)", re.IGNORECASE)
_ODD = re.compile(r"[{}\\~$&;=<、；]|，.*，")
# What may stand alone behind a comma: `Lee, V.` and `Lee, M.D.` have initials there.
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv|ph\.?d|esq)\.?", re.IGNORECASE)
_LAST_SUFFIX = re.compile(r"(?<=\w[\w.]) (jr\.?|sr\.?|ii|iii|iv)$", re.IGNORECASE)
_OTHERS = re.compile(r"(?:others\.?|et\.?\s+al\.?|\{others\}|等),?", re.IGNORECASE)
_ET_AL = re.compile(r",?\s+et\.?\s+al\.?$", re.IGNORECASE)
_PARTICLE = re.compile(r"(?:al|d[aeiou]|das|del|den|der|dos|el|la|le|los|ter|van|von|zu)", re.I)
_EXTENDED = re.compile(r"\s*[a-z][a-z-]*\s*=", re.IGNORECASE)
_QUOTED_PART = re.compile(r"=\s*\"([^\"]*)\"")
_INITIALS_LAST = re.compile(r"([^,]*[^\W\d_]{2}) ((?:[^\W\d_a-z]\.[ -]?)+)")
_TWO_WORDS = re.compile(r"[^\W\d_a-z][\w.'’-]*")
# `\L ukasz`, `\v Svec`: the blank belongs to the command, and parts no words.
_COMMAND_BLANK = re.compile(
    r"\\(?:(o|O|l|L|ss|ae|AE|oe|OE|aa|AA|i|j|dh|DH|dj|DJ|th|TH)|([bcdHhkrtuv]))[ \n]+(?=(\\?\w))"
)


def people(value: str) -> tuple[tuple[Person, ...], list[str]]:
    """Return the persons of a list of names, and codes of what is odd about it."""
    oddities: list[str] = []
    value = " ".join(value.split())
    if "&" in value:
        value = name_lists.without_entities(value)
    names = split_at_and(value)
    if len(names) > MAX_PEOPLE:
        oddities.append("too-many-authors")
    found: list[Person] = []
    for position, name in enumerate(names[:MAX_PEOPLE]):
        if not name:
            oddities.append("empty-name")
        elif not (position and _OTHERS.fullmatch(name)):
            found += _persons(name, oddities)
        elif name.rstrip(",").lower() != "others":
            oddities.append("et-al-in-names")
    named = tuple(person for person in found if person.family or person.literal)
    if len(named) < len(found):
        oddities.append("empty-name")
    return named, list(dict.fromkeys(oddities))


def split_at_and(value: str) -> list[str]:
    """Split at the word `and` outside braces; empty names are kept as empty."""
    if not value:
        return []
    if "and" not in value.lower():
        return [value]
    padded = f" {value} "  # so that `and` at either end is found as well
    parts = _BY_AND.split(padded)
    return [p.strip() for p in (parts if "{" not in value else name_lists.rejoined(parts, " and"))]


def _persons(name: str, oddities: list[str]) -> list[Person]:
    """Return the person of a name, or the several that are written as one."""
    if _ODD.search(name) is None and name.count(",") <= COMMAS:
        if _ET_AL.search(name):
            oddities.append("et-al-in-names")
            name = _ET_AL.sub("", name)
        if not name_lists.is_list(name):
            return [_plain_person(name)]
    if _EXTENDED.match(name):
        return [_extended(name)]
    if (code_and_names := name_lists.several(name)) is not None:
        code, names = code_and_names
        oddities.append(code)
        return [_person(single) for single in names] or [Person(literal=plain(name))]
    return [_person(name)]


@lru_cache(maxsize=20_000)
def _person(name: str) -> Person:
    """Return the person of one name that may hold braces and TeX."""
    if (whole := _whole_group(name)) is not None:
        return Person(literal=plain(whole))
    if not _ODD.search(name):
        return _plain_person(name)
    words, protected = _protected(name)
    if words.count(",") > COMMAS:
        return Person(literal=plain(name))
    return _restored(_plain_person(words), protected)


def _whole_group(name: str) -> str | None:
    """Return what an organisation's name is in its braces: `{ACM}`, `{{Kelvin}, Inc.}`."""
    if not (name.startswith("{") and name.endswith("}")) or re.match(r"\{\\", name):
        return None
    depth = 0
    for at, char in enumerate(name):
        depth += (char == "{") - (char == "}")
        if depth == 0:
            return name[1:-1] if at == len(name) - 1 else None
    return None


def _protected(name: str) -> tuple[str, list[str]]:
    """Return a name with each word that has braces or TeX in it decoded.

    Words in braces hold commas and blanks that divide nothing, and small letters that are no
    particle; a capital letter of a private alphabet stands for each until the name is parted.
    """
    kept: list[str] = []

    def stand_in(word: str) -> str:
        text = plain(word)
        if not text:
            return ""
        if re.match(r"\{(?!\\)", word) or " " in text or "," in text:
            kept.append(text)
            return f"X\ue000{len(kept) - 1}\ue001"
        return text

    name = _COMMAND_BLANK.sub(
        lambda m: f"{{\\{m[1]}}}" if m[1] else f"\\{m[2]} ".rstrip() + "\ue002", name
    )
    name = re.sub(r"\ue002(\\?\w)", r"{\1}", name)
    return name_lists.each_word(name, stand_in), kept


_STAND_IN = re.compile("X\ue000(\\d+)\ue001")


def _restored(person: Person, kept: list[str]) -> Person:
    def whole(text: str) -> str:
        return _STAND_IN.sub(lambda m: kept[int(m[1])], text)

    return Person(
        family=whole(person.family),
        given=whole(person.given),
        prefix=whole(person.prefix),
        suffix=whole(person.suffix),
        literal=whole(person.literal),
    )


@lru_cache(maxsize=20_000)
def _plain_person(name: str) -> Person:
    """Return the person of a name without braces and TeX; at most two commas."""
    name = _suffix_second(plain(name).replace("，", ", ").strip(" ,"))
    if inverted := _INITIALS_LAST.fullmatch(name):  # Oak E.
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
    divided = Divided(name)
    given, prefix = [*divided.first_names, *divided.middle_names], divided.prelast_names
    family = divided.last_names
    if prefix in (["y"], ["i"]) and len(given) > 1:  # José Ortega y Gasset
        family, given, prefix = [given[-1], *prefix, *family], given[:-1], []
    elif prefix and prefix[0][0].isupper() and not _PARTICLE.fullmatch(prefix[0]):
        family, prefix = [*prefix, *family], []  # Mies van der Rohe, Ludwig
    person = Person(
        family=" ".join(family),
        given=" ".join(given),
        prefix=" ".join(prefix),
        suffix=" ".join(divided.lineage_names),
    )
    return person if person.family else Person(literal=name)


def _extended(name: str) -> Person:
    """Return a name of the form `family=Roux, given=Anne, prefix=de` (biblatex)."""
    parts: dict[str, str] = {}
    name = _QUOTED_PART.sub(r"={\1}", name)
    for part in name_lists.outside_braces(name, ","):
        key, _, text = part.partition("=")
        parts.setdefault(key.strip().lower(), plain(text.strip()))
    wanted: Callable[[str], str] = lambda key: parts.get(key, "")  # noqa: E731
    person = Person(
        family=wanted("family"),
        given=wanted("given"),
        prefix=wanted("prefix"),
        suffix=wanted("suffix"),
    )
    return person if person.family else Person(literal=person.given or plain(name))

"""Names: a list of authors or editors to persons, in all the forms that people write."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from recommender.papers import Person
from recommender.text import name_lists
from recommender.text.latex import plain
from recommender.text.name_parts import COMMAS, divided

MAX_PEOPLE = 5_000
_BY_AND = re.compile(r"\s+and(?=\s)", re.IGNORECASE)
_ODD = re.compile(r"[{}\\~$&;=<、；]|，.*，")
_OTHERS = re.compile(r"(?:others\.?|et\.?\s+al\.?|\{others\}|等),?", re.IGNORECASE)
_ET_AL = re.compile(r",?\s+et\.?\s+al\.?$", re.IGNORECASE)
_EXTENDED = re.compile(r"\s*[a-z][a-z-]*\s*=", re.IGNORECASE)
_ROLE = re.compile(r" ?\((?:eds?|editors?|hrsg|hg|dir)\.?\)", re.IGNORECASE)
# biblatex: an option of the whole list stands in it like a name.
_OPTION = re.compile(
    r"(?:useprefix|no(?:hash|sort)others|unique(?:name|list)|giveninits|\w*template(?:name)?s?)"
    r"\s*=\s*\w+",
    re.IGNORECASE,
)
_SOCIETY = re.compile(
    r"[^\s,.]{2,}(?: (?:&|[^\s,.]{2,}\.?))+,"
)  # several words, no initial, and a comma
_INITIALS = re.compile(r"^([^,]*[^\W\d_]{2}) ([A-Z]{1,3})$")  # before et al.: Hill BC
_TIE = re.compile(r"(?<!\\)\\[ ,;:]|(?<=\.)\\~(?:\{\})?")
_QUOTED_PART = re.compile(r"=\s*\"([^\"]*)\"")
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
    if "(" in value:
        value = _ROLE.sub("", value)
    names = split_at_and(value)
    if "=" in value:
        names = [name for name in names if not _OPTION.fullmatch(name)]
    if len(names) > MAX_PEOPLE:
        oddities.append("too-many-authors")
    found: list[Person] = []
    for position, name in enumerate(_undivided(names[:MAX_PEOPLE])):
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


def _undivided(names: list[str]) -> list[str]:
    """Return a list of names with those in braces that only their neighbours tell to be one.

    `Old Mill Society,` has no given name; commas between all names are another matter. Beside
    `Elm, Bo` the first part of `Kim O, Ana L` is a family.
    """
    if not any("," in n and (n[-1] == "," or name_lists.is_list(n)) for n in names):
        return names
    inverted = any(n.count(",") == 1 and n[-1] != "," and not name_lists.is_list(n) for n in names)
    if inverted:
        names = [_braced_family(n) if name_lists.is_initials_pair(n) else n for n in names]
    alone = inverted or not any("," in name for name in names[:-1])
    last = len(names) - 1
    return [
        f"{{{name.rstrip(', ')}}}"
        if name.endswith(",") and alone and (inverted or i == last) and _SOCIETY.fullmatch(name)
        else name
        for i, name in enumerate(names)
    ]


def _braced_family(name: str) -> str:
    family, _, given = name.partition(",")
    return f"{{{family}}},{given}"


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
            name = _INITIALS.sub(r"\1, \2", _ET_AL.sub("", name))
        if not name_lists.is_list(name):
            return [divided(plain(name))]
    if _EXTENDED.match(name):
        return [_extended(name)]
    if name_lists.is_organisation(name):
        return [Person(literal=plain(name))]
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
        return divided(plain(name))
    words, protected = _protected(name)
    if words.count(",") > COMMAS:
        return Person(literal=plain(name))
    return _restored(divided(words), protected)


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
        if re.match(r"\{(?!\\)", word) or not _NOT_TO_DIVIDE.isdisjoint(text):
            kept.append(text)
            return f"X\ue000{len(kept) - 1}\ue001"
        return text

    name = _COMMAND_BLANK.sub(
        lambda m: f"{{\\{m[1]}}}" if m[1] else f"\\{m[2]} ".rstrip() + "\ue002", name
    )
    name = re.sub(r"\ue002(\\?\w)", r"{\1}", name)
    return name_lists.each_word(_TIE.sub("~", name), stand_in), kept


_NOT_TO_DIVIDE = frozenset(" ,{}\\")
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
        given=wanted("given") or wanted("given-i"),
        prefix=wanted("prefix"),
        suffix=wanted("suffix"),
    )
    return person if person.family else Person(literal=person.given or plain(name))

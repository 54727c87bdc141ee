"""References to a part of another entry: biblatex's `xdata=key-field` and `xdata=key-field-2`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from recommender.text.names import split_at_and

REFERENCE = re.compile(r"\s*xdata\s*=\s*\{?([^\s,{}]+)\}?\s*", re.IGNORECASE)
MAX_STEPS = 10  # from one reference to the next
MAX_REFERENCES = 100  # in one list of names
SPARE_CHARACTERS = 1 << 22  # that lists may grow by, in all

ValuesOf = Callable[[str], "Mapping[str, str] | None"]  # of the entry with a key


class References:
    """Fills in references; `values_of` finds the entries that they name."""

    def __init__(self, values_of: ValuesOf) -> None:
        self._values_of = values_of
        self._left = SPARE_CHARACTERS

    def filled(self, value: str) -> tuple[str, str]:
        """Return a value with its references filled in, and one that leads nowhere or ""."""
        if REFERENCE.fullmatch(value):
            text = self._followed(value)
            return (value, value) if text is None else (text, "")
        parts = split_at_and(value)
        named = [part for part in parts if REFERENCE.fullmatch(part)]
        if not named or len(named) > MAX_REFERENCES or self._left < 0:
            return value, ""
        texts = {part: self._followed(part) for part in named}
        lost = next((part for part, text in texts.items() if text is None), "")
        joined = " and ".join(texts.get(part) or part for part in parts)
        self._left -= len(joined)
        return joined, lost

    def _followed(self, reference: str) -> str | None:
        for _ in range(MAX_STEPS):
            found = REFERENCE.fullmatch(reference)
            if found is None:
                return reference
            text = self._part(found[1])
            if text is None:
                return None
            reference = text
        return None

    def _part(self, name: str) -> str | None:
        """Return the field, or one name of it, that a reference means."""
        key, _, field = name.rpartition("-")
        values = self._values_of(key)
        if values is not None and field.lower() in values:
            return values[field.lower()]
        key, _, list_name = key.rpartition("-")
        values = self._values_of(key)
        if values is None or not field.isdecimal():
            return None
        parts = split_at_and(values.get(list_name.lower(), ""))
        position = int(field[:6])
        return parts[position - 1] if 0 < position <= len(parts) else None

"""A one-pass decoder of TeX as it is found in bibliographies; never fails, never drops words."""

from __future__ import annotations

import re

from recommender.text.tex_accents import accented, no_accent
from recommender.text.tex_formulas import (
    bracketed,
    closing_dollars,
    is_formula,
    raised,
    script,
    script_after,
)
from recommender.text.tex_paths import behind_drive, in_path
from recommender.text.tex_symbols import known_symbol
from recommender.text.tex_tables import (
    ACCENTS,
    ESCAPED,
    GREEK,
    HIDDEN_ARGUMENTS,
    LETTERS,
    MATHBB,
    NAMES,
    PHANTOMS,
    SILENT,
    SYMBOLS,
)
from recommender.text.verbatim import ARGUMENT, unescaped

MAX_NESTING = 60  # of arguments; what is deeper is read as if it stood behind them
IN_TEXT = re.compile(r"[\\{}$~]|---?|``|''")
IN_FORMULA = re.compile(r"[\\{}$~_^]")
COMMAND = re.compile(r"\\([A-Za-z]+)\*?([^\S\n]*\n?[^\S\n]*)|\\(.?)", re.DOTALL)
BLANKS = re.compile(r"\s*+")
OPTION = re.compile(r"\[[^\[\]{}]*+\]")
TYPED = {"---": "—", "--": "–", "``": "“", "''": "”", "~": " ", "{": "", "}": ""}
OPENING = "“‘’«‹„‚–—-−"  # a blank behind their command only ends its name
CHAR = re.compile(r"`\\?(.)|\"([0-9A-F]{2})|(\d{1,3})")  # behind \char: `\\, "5C or 92
VERBATIM = frozenset({"url", "path", "nolinkurl", "verb"})
FRACTIONS = frozenset({"frac", "dfrac", "tfrac", "nicefrac", "sfrac"})
SCRIPTS = {"textsubscript": "_", "sp": "^", "sb": "_"}


def decoded(text: str) -> str:
    """Return a text without TeX, not yet in normal form and with its blanks as they come."""
    return Decoder(text).run()


class Decoder:
    """Reads one text from left to right."""

    def __init__(self, text: str, *, formula: bool = False, nesting: int = 0) -> None:
        self._text = text
        self._at = 0
        self._formula = formula
        self._nesting = nesting
        self._dollars: dict[int, int] | None = None  # each to the one that ends what it begins
        self._last: dict[str, int] = {}  # where `\)` and `\]` stand for the last time

    def run(self, *, group: bool = False) -> str:
        """Decode to the end, or to the brace that closes the group we are in."""
        out: list[str] = []
        text, special, depth = self._text, IN_FORMULA if self._formula else IN_TEXT, 0
        while found := special.search(text, self._at):
            out.append(text[self._at : found.start()])
            self._at = found.end()
            token = found[0]
            depth += (token == "{") - (token == "}")
            if group and depth < 0:
                return "".join(out)
            out.append(self._token(token, out[-1] or (out[-2] if len(out) > 1 else "")))
        out.append(text[self._at :])
        self._at = len(text)
        return "".join(out)

    def _token(self, token: str, before: str) -> str:
        if token == "\\":
            self._at -= 1
            return self._command(before)
        if token == "$":  # within a formula, as in \($x$\), it is one too many
            return "" if self._formula else self._dollar(before)
        if token in ("_", "^"):
            return script(token, self._argument(), before)
        return "~" if token == "~" and before.endswith("/") else TYPED[token]

    def _command(self, before: str) -> str:
        command = COMMAND.match(self._text, self._at)
        assert command is not None
        self._at = command.end()
        name, blank, symbol = command.groups()
        if name is None:
            return self._symbol(symbol, before)
        if name in LETTERS:
            return LETTERS[name]
        if name in ACCENTS:
            return self._accent(name, before)
        return self._word(name, blank, before)

    def _symbol(self, symbol: str, before: str) -> str:
        """Decode a backslash and one character that is no letter."""
        if symbol in ACCENTS:
            return self._accent(symbol, before)
        if symbol in ("(", "["):
            return self._until("\\)" if symbol == "(" else "\\]")
        if not symbol or symbol in "0123456789":
            return "\\" + symbol  # no TeX: a path, a regular expression
        return ESCAPED.get(symbol, symbol)

    def _word(self, name: str, blank: str, before: str) -> str:
        """Decode a command of letters that is neither letter nor accent."""
        blank = " " if blank else ""
        if name in GREEK:
            joins = self._formula and self._text[self._at : self._at + 1].isalpha()
            joins = joins or name.startswith("text")
            return GREEK[name] + ("" if joins else blank)
        if name in SYMBOLS or name in NAMES:
            printed = SYMBOLS.get(name) or NAMES[name]
            if self._formula and before.rstrip() == before != "":
                blank = ""  # of $a\cdot b$ it only ends the name
            return printed + self._spaced("" if printed in OPENING else blank)
        if name in SILENT:
            return ""
        if name in HIDDEN_ARGUMENTS:
            return self._without_arguments(name)
        return self._with_argument(name, blank, before)

    def _spaced(self, blank: str) -> str:
        """Return the blank behind a name; an empty group there only ends the name."""
        if self._text.startswith("{}", self._at):
            self._at += 2
        return blank

    def _with_argument(self, name: str, blank: str, before: str) -> str:
        if name in VERBATIM and (raw := ARGUMENT.match(self._text, self._at)):
            self._at = raw.end()
            return unescaped(raw[1] or raw[3])
        if name == "enquote":
            return f"“{self._argument()}”"
        if name in SCRIPTS:
            return script(SCRIPTS[name], self._argument(), "x")
        if name in FRACTIONS:
            return f"{self._argument()}/{self._argument()}"
        if name in ("ensuremath", "text", "mbox", "hbox", "textrm", "textnormal", "mathrm"):
            return self._argument(formula=name in ("ensuremath", "mathrm"))
        return self._letters(name, before) or self._unknown(name, blank, before)

    def _letters(self, name: str, before: str) -> str:
        """Decode letters of another shape or height, a root, a hyphen; "" for another command."""
        if name == "textsuperscript":
            return raised(self._argument(), before)
        if name == "char" and (sign := CHAR.match(self._text, self._at)):
            self._at = sign.end()
            return sign[1] or chr(int(sign[2] or sign[3], 16 if sign[2] else 10))
        if name == "babelhyphen":
            self._argument()
            return "-"
        if name == "sqrt":
            return "√" + bracketed(self._argument())
        if name in ("mathbb", "Bbb"):
            return "".join(MATHBB.get(c, c) for c in self._argument())
        return ""

    def _unknown(self, name: str, blank: str, before: str) -> str:
        """Keep an unknown command's argument; where it has none, its name is what it says."""
        if (symbol := known_symbol(name)) is not None:
            return symbol + blank
        if behind_drive(before):
            return f"\\{name}{blank}"
        start, rest = self._at - len(name) - len(blank) - 1, self._text[self._at : self._at + 2]
        if rest[:1] == "{" and rest != "{}":
            return ""
        if before[-1:].isalnum() and not self._formula:
            return (
                f"\\{name}{blank}"
                if in_path(self._text, self._at, len(name))
                else f" {name}{blank}"
            )
        switch = self._text[start - 1 : start] == "{" and rest[:1] != "}" and name.islower()
        return "" if switch else name + self._spaced(blank)

    def _without_arguments(self, name: str) -> str:
        if name in PHANTOMS:
            self._argument()
            return ""
        if option := OPTION.match(self._text, self._at):
            self._at = option.end()
        for _ in range(HIDDEN_ARGUMENTS[name]):
            if self._text.startswith("{", BLANKS.match(self._text, self._at).end()):  # type: ignore[union-attr]
                self._argument()
        return ""

    def _accent(self, name: str, before: str) -> str:
        follows = self._text[self._at : self._at + 1]
        if (meant := no_accent(name, before, follows)) is not None:
            return meant
        return accented(name, self._argument(), before, apart=follows.isspace())

    def _argument(self, *, formula: bool | None = None) -> str:
        """Decode the next group, command or character."""
        self._at = BLANKS.match(self._text, self._at).end()  # type: ignore[union-attr]
        if self._nesting > MAX_NESTING or self._at >= len(self._text):
            return ""
        outer, self._formula = self._formula, self._formula if formula is None else formula
        self._nesting += 1
        char = self._text[self._at]
        if char == "{":
            self._at += 1
            found = self.run(group=True)
        elif char == "\\":
            found = self._command("")
        elif char in "}$":
            found = ""
        else:
            self._at += 1
            found = char
        self._nesting -= 1
        self._formula = outer
        return found

    def _dollar(self, before: str) -> str:
        """Decode a formula that begins here, or return a dollar that is meant as one."""
        text, start = self._text, self._at
        if text.startswith("$", start) and (end := text.find("$$", start + 1)) >= 0:
            self._at = end + 2
            return self._part(text[start + 1 : end])
        if self._dollars is None:
            self._dollars = closing_dollars(text)
        end = self._dollars.get(start - 1, -1)
        if end < 0 or not is_formula(text[start:end], before, text[end + 1 : end + 2]):
            return "$"
        self._at = end + 1
        inner = self._part(text[start:end])
        return script_after(before, inner, text[end + 1 : end + 2])

    def _until(self, closing: str) -> str:
        if closing not in self._last:  # looked for once: n unclosed ones are not n searches
            self._last[closing] = self._text.rfind(closing)
        if self._last[closing] < self._at:
            return ""
        end = self._text.find(closing, self._at)
        inner = self._text[self._at : end]
        self._at = end + 2
        return self._part(inner)

    def _part(self, text: str) -> str:
        return Decoder(text, formula=True, nesting=self._nesting + 1).run()

"""A one-pass decoder of TeX as it is found in bibliographies; never fails, never drops words."""

from __future__ import annotations

import re
from functools import cache

from recommender.text.tex_tables import (
    ACCENTS,
    ESCAPED,
    GREEK,
    HIDDEN_ARGUMENTS,
    LETTERS,
    MATHBB,
    NAMES,
    SILENT,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    SYMBOLS,
)

MAX_NESTING = 200  # of arguments; deeper ones give nothing
IN_TEXT = re.compile(r"[\\{}$~]|---?|``|''")
IN_FORMULA = re.compile(r"[\\{}~_^]")
COMMAND = re.compile(r"\\([A-Za-z]+)\*?([^\S\n]*\n?[^\S\n]*)|\\(.?)", re.DOTALL)
BLANKS = re.compile(r"\s*+")
DOLLAR = re.compile(r"\\.|\$", re.DOTALL)
PRICE = re.compile(r"\d[\d.,]*+\s")  # `$5 and ...`
WORDS = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{3,}")
OPTION = re.compile(r"\[[^\[\]{}]*+\]")
RAW_GROUP = re.compile(r"\s*+\{([^{}]*+)\}")
TYPED = {"---": "—", "--": "–", "``": "“", "''": "”", "~": " ", "{": "", "}": ""}
ORDINAL = re.compile(r"(?:st|nd|rd|th|e|er|o|a)")


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
        if token == "$":
            return self._dollar(before)
        if token in ("_", "^"):
            return _script(token, self._argument(), before)
        return TYPED[token]

    def _command(self, before: str) -> str:
        command = COMMAND.match(self._text, self._at)
        assert command is not None
        self._at = command.end()
        name, blank, symbol = command.groups()
        if name is None:
            return self._symbol(symbol)
        if name in LETTERS:
            return LETTERS[name]
        if name in ACCENTS:
            return self._accent(name)
        return self._word(name, blank, before)

    def _symbol(self, symbol: str) -> str:
        """Decode a backslash and one character that is no letter."""
        if symbol in ACCENTS:
            return self._accent(symbol)
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
            return GREEK[name] + ("" if joins else blank)
        if name in SYMBOLS or name in NAMES:
            return (SYMBOLS.get(name) or NAMES[name]) + self._spaced(blank)
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
        if name in ("url", "path", "nolinkurl") and (raw := RAW_GROUP.match(self._text, self._at)):
            self._at = raw.end()
            return raw[1]
        if name in ("textsuperscript", "textsubscript", "sp", "sb"):
            return _script("^" if name in ("textsuperscript", "sp") else "_", self._argument(), "x")
        if name in ("frac", "dfrac", "tfrac", "nicefrac", "sfrac"):
            return f"{self._argument()}/{self._argument()}"
        if name == "sqrt":
            return "√" + _bracketed(self._argument())
        if name in ("ensuremath", "text", "mbox", "hbox", "textrm", "textnormal"):
            return self._argument(formula=name == "ensuremath")
        if name in ("mathbb", "Bbb"):
            return "".join(MATHBB.get(c, c) for c in self._argument())
        return self._unknown(name, blank, before)

    def _unknown(self, name: str, blank: str, before: str) -> str:
        """Keep the words in an unknown command's argument; keep what is no command at all."""
        if (symbol := known_symbol(name)) is not None:
            return symbol + blank
        follows = self._text[self._at : self._at + 1]
        if follows != "{" and before[-1:].isalnum() and not self._formula:
            return f"\\{name}{blank}"  # C:\Users: a command would not stand inside a word
        return ""

    def _without_arguments(self, name: str) -> str:
        if option := OPTION.match(self._text, self._at):
            self._at = option.end()
        for _ in range(HIDDEN_ARGUMENTS[name]):
            if self._text.startswith("{", BLANKS.match(self._text, self._at).end()):  # type: ignore[union-attr]
                self._argument()
        return ""

    def _accent(self, name: str) -> str:
        """Set an accent over its argument's first letter; stacked ones are in normal order."""
        mark, alone = ACCENTS[name]
        follows = self._text[self._at : self._at + 1]
        if not (follows.isalpha() or follows in ("{", "\\", " ", "\n")) or not follows:
            return alone
        base = self._argument()
        if not base.strip():
            return alone + base
        base = {"ı": "i", "ȷ": "j"}.get(base[0], base[0]) + base[1:]
        if len(name) > 1 and len(base) > 1:
            return base  # \widehat{abc}
        marks = 1
        while marks < len(base) and "\u0300" <= base[marks] <= "\u036f":
            marks += 1
        return base[:marks] + mark + base[marks:]

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
        end = _closing_dollar(text, start)
        if end < 0 or not _is_formula(text[start:end], before, text[end + 1 : end + 2]):
            return "$"
        self._at = end + 1
        inner = self._part(text[start:end])
        return _script_after(before, inner)

    def _until(self, closing: str) -> str:
        end = self._text.find(closing, self._at)
        if end < 0:
            return ""
        inner = self._text[self._at : end]
        self._at = end + 2
        return self._part(inner)

    def _part(self, text: str) -> str:
        return Decoder(text, formula=True, nesting=self._nesting + 1).run()


def _closing_dollar(text: str, start: int) -> int:
    for found in DOLLAR.finditer(text, start):
        if found[0] == "$":
            return found.start()
    return -1


def _is_formula(inner: str, before: str, after: str) -> bool:
    """Whether the text between two dollars is a formula, rather than the text between prices."""
    if not inner.strip():
        return False
    marked = any(c in inner for c in "\\_^")
    if PRICE.match(inner) and (not marked or WORDS.search(inner)):
        return False
    if marked:
        return True
    if inner[0].isspace() and before[-1:].isalnum():
        return False
    return not (inner[-1].isspace() and after.isdigit())


def _script(kind: str, argument: str, before: str) -> str:
    """Return a sub- or superscript in Unicode digits where it can be, else with its mark."""
    argument = argument.strip()
    table = SUPERSCRIPTS if kind == "^" else SUBSCRIPTS
    if argument and all(c in table for c in argument):
        return "".join(table[c] for c in argument)
    if kind == "^" and argument in ("∘", "°"):
        return "°"
    if kind == "^" and (argument in ("′", "*", "†", "‡", "∗", "®", "™") or not argument):
        return argument
    if ORDINAL.fullmatch(argument) and kind == "^" and (not before or before == "x"):
        return argument
    return kind + argument if len(argument) < 2 or argument.isalnum() else f"{kind}({argument})"


def _script_after(before: str, inner: str) -> str:
    """Return a formula; `5$^{th}$` is an ordinal and nothing raised to a power."""
    if inner[:1] == "^" and before[-1:].isdigit() and ORDINAL.fullmatch(inner[1:]):
        return inner[1:]
    return inner


def _bracketed(text: str) -> str:
    return text if len(text) < 2 or text.isdigit() else f"({text})"


@cache
def known_symbol(name: str) -> str | None:
    """Return what pylatexenc knows a command to print, if it is a symbol without arguments."""
    spec = _symbols().get_macro_spec(name)
    printed = getattr(spec, "simplify_repl", None)
    return printed if isinstance(printed, str) and printed and "%" not in printed else None


@cache
def _symbols():  # type: ignore[no-untyped-def]
    from pylatexenc.latex2text import get_default_latex_context_db

    return get_default_latex_context_db()

"""Suggestions on a terminal and as Markdown: what, where, how strong, and why."""

from __future__ import annotations

import shutil
import textwrap
from urllib.parse import quote

import click

from recommender.papers import Paper
from recommender.ranking.suggestion import Suggestion
from recommender.recommend import Answer
from recommender.text.display import printable

MIN_WIDTH, MAX_WIDTH = 40, 100  # longer lines are hard to read, however wide the terminal
INDENT = "    "
BETWEEN = " · "
AUTHORS_SHOWN = 3
STRENGTH_COLOUR = {"strong": "green", "fair": "yellow", "weak": "bright_black", "far": "red"}
URL_SAFE = ":/?#[]@!$&'*+,;=%~"  # all but the brackets that would end a Markdown link
VERSIONS = "Other versions of what you have:"
_GLUE = "\u00a0"  # a blank at which no line is broken
_DOT = f"{_GLUE}· "  # ends a line, and is dropped there, but begins none


def width() -> int:
    """Return how many characters a line may have."""
    columns = shutil.get_terminal_size((MAX_WIDTH, 24)).columns
    return max(MIN_WIDTH, min(columns, MAX_WIDTH))


def table(answer: Answer) -> str:
    """Return the suggestions for a terminal, a few lines each."""
    several = len(answer.interests) > 1
    blocks = [_block(s, f"{s.rank:>3} ", several) for s in answer.suggestions]
    if answer.versions:
        blocks.append(f"{VERSIONS}\n")
        blocks += [_block(s, "  - ", several=False) for s in answer.versions]
    return "\n".join(blocks)


def _block(suggestion: Suggestion, mark: str, several: bool) -> str:
    title = wrapped(printable(suggestion.paper.label), mark)
    title = [line[:4] + click.style(line[4:], bold=True) for line in title]
    why = wrapped(printable(suggestion.why.sentence))
    return "\n".join([*title, *_facts(suggestion, several), *why]) + "\n"


def _facts(suggestion: Suggestion, several: bool) -> list[str]:
    """Return the lines on what the paper is; none is broken inside a fact that fits on one."""
    strength, owned = suggestion.strength, suggestion.in_library
    parts = [
        strength,
        *_source(suggestion.paper),
        f"for {printable(suggestion.interest.label)}" if several else "",
        f"you have {owned.key or f'line {owned.line}'}" if owned else "",
        suggestion.verdict or "",
        suggestion.paper.key or "",
    ]
    lines = wrapped(_DOT.join(_glued(part) for part in parts if part))
    lines = [line.replace(_GLUE, " ").removesuffix(BETWEEN.rstrip()) for line in lines]
    coloured = click.style(strength, fg=STRENGTH_COLOUR[strength])
    return [lines[0].replace(strength, coloured, 1), *lines[1:]]


def _glued(part: str) -> str:
    fits = len(part) <= width() - len(INDENT + BETWEEN)
    return part.replace(" ", _GLUE) if fits else part


def wrapped(text: str, first: str = INDENT) -> list[str]:
    """Return the text in indented lines; keys and hyphened words stay whole."""
    return textwrap.wrap(
        text,
        width(),
        initial_indent=first,
        subsequent_indent=INDENT,
        break_on_hyphens=False,
        break_long_words=False,
    )


def _source(paper: Paper) -> list[str]:
    names = [p.family or p.literal for p in paper.authors]
    who = ", ".join(names[:AUTHORS_SHOWN]) + (" et al." if len(names) > AUTHORS_SHOWN else "")
    where = " ".join(filter(None, (paper.venue, str(paper.year or ""))))
    return [printable(part) for part in (who, where) if part]


def markdown(answer: Answer) -> str:
    """Return the suggestions as a Markdown list, with links."""
    listed = "".join(_item(s, f"{s.rank}.") for s in answer.suggestions)
    if not answer.versions:
        return listed
    return f"{listed}\n{VERSIONS}\n\n" + "".join(_item(s, "-") for s in answer.versions)


def _item(suggestion: Suggestion, mark: str) -> str:
    paper, indent = suggestion.paper, " " * (len(mark) + 1)
    title = _escaped(printable(paper.label))
    is_web = paper.url.startswith(("https://", "http://"))
    link = f"[{title}]({quote(paper.url, safe=URL_SAFE)})" if is_web else title
    source = _escaped(BETWEEN.join(_source(paper)))
    lines = [f"{mark} {link}", source, _escaped(printable(suggestion.why.sentence))]
    return f"  \n{indent}".join(filter(None, lines)) + "\n"


def _escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in r"\`*_[]<>#" else c for c in text)

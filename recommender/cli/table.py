"""Suggestions on a terminal and as Markdown: what, where, how strong, and why."""

from __future__ import annotations

import shutil
import textwrap

import click

from recommender.papers import Paper
from recommender.ranked import Suggestion
from recommender.recommend import Answer
from recommender.text.display import printable

MAX_WIDTH = 100  # longer lines are hard to read, however wide the terminal
AUTHORS_SHOWN = 3
STRENGTH_COLOUR = {"strong": "green", "fair": "yellow", "weak": "bright_black"}


def table(answer: Answer) -> str:
    """Return the suggestions for a terminal, a few lines each."""
    width = min(shutil.get_terminal_size((MAX_WIDTH, 24)).columns, MAX_WIDTH)
    several = len(answer.interests) > 1
    return "\n".join(_block(s, width, several) for s in answer.suggestions)


def _block(suggestion: Suggestion, width: int, several: bool) -> str:
    paper = suggestion.paper
    strength = click.style(suggestion.strength, fg=STRENGTH_COLOUR[suggestion.strength])
    interest = f" · for {printable(suggestion.interest.label)}" if several else ""
    facts = f"{_source(paper)} · {strength}{interest} · {paper.key}"
    lines = [
        *_wrapped(click.style(printable(paper.label), bold=True), width, f"{suggestion.rank:>3} "),
        *_wrapped(facts, width),
        *_wrapped(printable(suggestion.why.sentence), width),
    ]
    return "\n".join(lines) + "\n"


def _wrapped(text: str, width: int, first: str = "    ") -> list[str]:
    return textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent="    ", break_on_hyphens=False
    )


def _source(paper: Paper) -> str:
    names = [p.family or p.literal for p in paper.authors]
    who = ", ".join(names[:AUTHORS_SHOWN]) + (" et al." if len(names) > AUTHORS_SHOWN else "")
    where = " ".join(filter(None, (paper.venue, str(paper.year or ""))))
    return printable(" · ".join(filter(None, (who, where))))


def markdown(answer: Answer) -> str:
    """Return the suggestions as a Markdown list, with links."""
    return "".join(_item(s) for s in answer.suggestions)


def _item(suggestion: Suggestion) -> str:
    paper = suggestion.paper
    title = _escaped(printable(paper.label))
    link = f"[{title}]({paper.url})" if paper.url.startswith(("https://", "http://")) else title
    why = _escaped(printable(suggestion.why.sentence))
    return f"{suggestion.rank}. {link}  \n   {_escaped(_source(paper))}  \n   {why}\n"


def _escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in r"\`*_[]<>#" else c for c in text)

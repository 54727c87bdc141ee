"""All the reasons of one suggestion on a terminal: terms, nearest entries, ranks."""

from __future__ import annotations

from textwrap import wrap

from recommender.cli.table import BETWEEN, INDENT, width
from recommender.papers import Paper
from recommender.ranking.reasons import Neighbour, Reason, TermShare
from recommender.ranking.suggestion import Suggestion
from recommender.text.display import printable

TERMS_SHOWN = 10
KEYS_SHOWN = 2
CUT = "…"


def reasons(suggestion: Suggestion) -> str:
    """Return the reasons as text: each term's part of the score, who holds it, what is near."""
    why = suggestion.why
    if not why.terms:
        return ""
    ranks = BETWEEN.join(f"{name} {rank}" for name, (rank, _) in why.rankers.items())
    lines = [
        "",
        *_cited(suggestion.paper),
        "",
        "Words, their part of the score, and entries that hold them:",
        *_terms(why),
    ]
    lines += ["", "Nearest entries, by cosine:", *map(_near, why.nearest)]
    lines += ["", f"Rank by each ranker: {ranks}"]
    return "".join(_cut(f"{INDENT}{line}".rstrip()) + "\n" for line in lines)


def _cited(paper: Paper) -> list[str]:
    """Return the whole citation, as it can be copied."""
    from recommender.formats.citation import citation  # with pybtex, which takes its time

    return wrap(printable(citation(paper)), width() - len(INDENT))


def _cut(line: str) -> str:
    return line if len(line) <= width() else line[: width() - len(CUT)] + CUT


def _terms(why: Reason) -> list[str]:
    shown, rest = why.terms[:TERMS_SHOWN], why.terms[TERMS_SHOWN:]
    names = [printable(term.term) for term in shown] + [f"{len(rest)} more"][: len(rest)]
    parts = [term.share for term in shown] + [sum(t.share for t in rest)][: len(rest)]
    holders = [_holders(term) for term in shown] + [""][: len(rest)]
    longest = max(map(len, names))
    return [
        f"  {name:<{longest}}  {100 * part / why.score:3.0f} %  {keys}"
        for name, part, keys in zip(names, parts, holders, strict=True)
    ]


def _holders(term: TermShare) -> str:
    more = len(term.keys) - KEYS_SHOWN
    return ", ".join(term.keys[:KEYS_SHOWN]) + (f" and {more} more" if more > 0 else "")


def _near(near: Neighbour) -> str:
    key = f"{near.key} " if near.key else ""
    return f"  {near.similarity:.2f}  {key}(line {near.line}) {printable(near.title)}"

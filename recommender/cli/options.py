"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from recommender.formats import FORMATS, listed, writable

F = TypeVar("F", bound=Callable[..., Any])
LIBRARY = f"LIBRARY is {listed(FORMATS.values())}, or - for the standard input"


def corpus_option(command: F) -> F:
    """Add `-c`: names of corpora or files; the bundled seeds where none is given."""
    return click.option(
        "-c",
        "--corpus",
        multiple=True,
        metavar="CORPUS",
        help="A corpus by name, or a file of papers. Default: the bundled seeds.",
    )(command)


def paper_format_option(*others: str, default: str) -> Callable[[F], F]:
    """Add `-f`: the formats that papers are written in, and the command's own."""
    return click.option(
        "-f",
        "--format",
        "form",
        type=click.Choice([*others, *writable()]),
        default=default,
        show_default=True,
        help="How the papers are written.",
    )


FILTERS = {
    "--year": ("FROM:TO", "Only of these years: 2023:2025, 2024:, 2025."),
    "--venue": ("TEXT", "Only papers whose venue holds TEXT."),
    "--author": ("TEXT", "Only papers with an author whose name holds TEXT."),
    "--keyword": ("TEXT", "Only papers with a keyword that holds TEXT."),
    "--language": ("NAME", "Only papers that are marked as of this language: en, german."),
    "--added-since": ("DATE", "Only what came into the corpus from DATE on: 2025-01-31, 2025-01."),
}


def filter_options(command: F) -> F:
    """Add the options that say which papers may be suggested."""
    for name, (metavar, said) in reversed(FILTERS.items()):
        command = click.option(name, metavar=metavar, help=said)(command)
    return command

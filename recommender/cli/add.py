"""`recommender add`: papers of a corpus to the end of the user's own file, safely."""

from __future__ import annotations

from pathlib import Path

import click

from recommender.append import append
from recommender.cli.options import corpus_option
from recommender.cli.setup import Setup, counted


@click.command("add")
@click.argument("library", type=click.Path(path_type=Path), metavar="LIBRARY.bib")
@click.argument("keys", nargs=-1, required=True, metavar="KEY...")
@corpus_option
@click.pass_obj
def command(setup: Setup, library: Path, keys: tuple[str, ...], corpus: tuple[str, ...]) -> None:
    """Append papers to your file; not a byte of what stands there changes.

    The citation keys that were given are printed, one a line.
    """
    found = setup.corpus(*corpus)
    done = append(library, [found.papers[found.number(key)] for key in keys])
    for warning in done.warnings:
        setup.say(f"Warning: {warning}")
    for paper, key, line in done.already:
        setup.say(f"{library}:{line}: {paper.label} is there already, as {key or 'no key'}.")
    for _, key in done.added:
        click.echo(key)
    if done.backup:
        setup.say(
            f"{counted(len(done.added), 'paper')} added to {library}; "
            f"the file as it was: {done.backup}"
        )

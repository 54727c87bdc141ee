"""`recommender verdict`: what the user says of a suggestion, and taking it back."""

from __future__ import annotations

from pathlib import Path

import click

from recommender.cli.options import corpus_option
from recommender.cli.setup import Setup
from recommender.corpus import open_corpus
from recommender.errors import UnreadableInput
from recommender.store import Store
from recommender.verdicts import VERDICTS

NONE = "none"


@click.command("verdict")
@click.argument("library", type=click.Path(path_type=Path), metavar="LIBRARY.bib")
@click.argument("key")
@click.argument("verdict", type=click.Choice([*VERDICTS, NONE]))
@corpus_option
@click.pass_obj
def command(
    setup: Setup, /, library: Path, key: str, verdict: str, corpus: tuple[str, ...]
) -> None:
    """Remember what you say of a paper: saved and dismissed ones are not suggested again."""
    if not library.is_file():
        raise UnreadableInput(f"There is no file {library}: check the name.")
    open_corpus(*corpus, data=setup.folder).number(key)
    store = Store(setup.folder)
    known = store.add_file(library)
    if verdict == NONE:
        store.forget_verdict(known.id, key)
        setup.say(f"Forgotten what was said of {key} for {library.name}.")
    else:
        store.set_verdict(known.id, key, verdict)
        setup.say(f"{key} is {verdict} for {library.name}; take it back with: none")
    store.close()

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
@click.argument("verdict", type=click.Choice([*VERDICTS, NONE]), metavar="VERDICT")
@corpus_option
@click.pass_obj
def command(
    setup: Setup, /, library: Path, key: str, verdict: str, corpus: tuple[str, ...]
) -> None:
    """Remember what you say of a paper of a corpus, for this library.

    VERDICT is saved, dismissed, seen, or none to take it back. What is saved or dismissed is not
    suggested again; what is seen is shown with that mark.
    """
    if not library.is_file():
        raise UnreadableInput(f"There is no file {library}: check the name.")
    open_corpus(*corpus, data=setup.folder).number(key)
    store = Store(setup.folder)
    known = store.add_file(library)
    if verdict != NONE:
        store.set_verdict(known.id, key, verdict)
        setup.say(f"{key} is {verdict} for {library.name}; the verdict none takes that back.")
    elif key in store.verdicts(known.id):
        store.forget_verdict(known.id, key)
        setup.say(f"What you said of {key} for {library.name} is forgotten.")
    else:
        setup.say(f"You had said nothing of {key} for {library.name}.")
    store.close()

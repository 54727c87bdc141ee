"""`recommender verdict`: what the user says of suggestions, the list of it, taking it back."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from recommender.cli.options import corpus_option
from recommender.cli.setup import STDIN, Setup, counted
from recommender.errors import BadRequest, UnreadableInput
from recommender.store import Store
from recommender.verdicts import VERDICTS

NONE = "none"
_LINE = re.compile(rf"(?P<key>[A-Za-z0-9:_-]{{1,64}})\s+(?P<verdict>{'|'.join(VERDICTS)})")


@click.command("verdict")
@click.argument("library", type=click.Path(path_type=Path), metavar="LIBRARY.bib")
@click.argument("key", required=False)
@click.argument(
    "verdict", type=click.Choice([*VERDICTS, NONE]), metavar="[VERDICT]", required=False
)
@click.option("--reset", is_flag=True, help="Take back all verdicts, and print what they were.")
@corpus_option
@click.pass_obj
def command(
    setup: Setup,
    /,
    library: Path,
    key: str | None,
    verdict: str | None,
    reset: bool,
    corpus: tuple[str, ...],
) -> None:
    """Remember what you say of a paper of a corpus, for this library; without KEY, list it.

    VERDICT is saved, dismissed, seen, or none to take it back. What is saved or dismissed is not
    suggested again; what is seen is shown with that mark. KEY may be -, to read lines as they are
    listed from the standard input. A file that is renamed keeps its verdicts, unless it was edited
    after it was last asked about.
    """
    if reset and key:
        raise click.UsageError("--reset takes all verdicts back: leave the key out.")
    if key not in (None, STDIN) and not verdict:
        raise click.UsageError(f"Say what {key} is: {', '.join(VERDICTS)}, or {NONE}.")
    if key is None:
        _list(setup, library, reset)
    elif not verdict:
        _must_be_there(library)
        _take(setup, library, _read(sys.stdin.read()))
    else:
        _must_be_there(library)
        setup.corpus(*corpus).number(key)
        _say(setup, library, key, verdict)


def _list(setup: Setup, library: Path, reset: bool) -> None:
    """Print the verdicts, of a file that is gone too; then forget them, if that is wanted."""
    store = _opened(setup, library)
    known = store.known_file(library)
    said = store.verdicts(known.id) if known else {}
    if not said:
        _must_be_there(library)
        setup.say(f"You have said nothing of any paper for {library.name}.")
    for key, verdict in said.items():
        click.echo(f"{key} {verdict}")
    if reset and known and said:
        store.forget_verdicts(known.id)
        again = f"recommender verdict {shlex.quote(str(library))} {STDIN}"
        setup.say(
            f"{counted(len(said), 'verdict')} for {library.name} taken back. "
            f"Given the lines above, `{again}` says them again."
        )
    store.close()


def _take(setup: Setup, library: Path, said: Mapping[str, str]) -> None:
    store = _opened(setup, library)
    store.set_verdicts(store.add_file(library).id, said)
    store.close()
    setup.say(f"{counted(len(said), 'verdict')} for {library.name} remembered.")


def _say(setup: Setup, library: Path, key: str, verdict: str) -> None:
    store = _opened(setup, library)
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


def _opened(setup: Setup, library: Path) -> Store:
    store = Store(setup.folder)
    setup.follow(store, library)
    return store


def _read(text: str) -> dict[str, str]:
    """Return the verdicts of lines such as "kipf2017 saved", by key; raises BadRequest."""
    said = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if found := _LINE.fullmatch(line.strip()):
            said[found["key"]] = found["verdict"]
        elif line.strip():
            raise BadRequest(f"Line {number} is no verdict: write KEY {' or KEY '.join(VERDICTS)}.")
    return said


def _must_be_there(library: Path) -> None:
    if not library.is_file():
        raise UnreadableInput(f"There is no file {library}: check the name.")

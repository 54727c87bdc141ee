"""`recommender verdict`: what the user says of suggestions, the list of it, taking it back."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from stat import S_ISREG

import click

from recommender.cli.options import corpus_option
from recommender.cli.setup import STDIN, Setup, counted
from recommender.cli.verdict_lines import Line, judgements, read_lines, written
from recommender.errors import UnreadableInput
from recommender.files.refusals import reason
from recommender.store import Store
from recommender.verdicts import VERDICTS, Judgement, Verdict, Verdicts

NONE = "none"


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
    verdict: Verdict | None,
    reset: bool,
    corpus: tuple[str, ...],
) -> None:
    """Remember what you say of a paper of a corpus, for this library; without KEY, list it.

    VERDICT is saved, dismissed, seen, or none to take it back. What is saved or dismissed is not
    suggested again, from whatever corpus and under whatever key; what is seen is shown with that
    mark. KEY may be -, to read lines as they are listed from the standard input. A file that is
    renamed keeps its verdicts, unless it was edited after it was last asked about.
    """
    if reset and key:
        raise click.UsageError("--reset takes all verdicts back: leave the key out.")
    if key not in (None, STDIN) and not verdict:
        raise click.UsageError(f"Say what {key} is: {', '.join(VERDICTS)}, or {NONE}.")
    if key is None:
        _list(setup, library, reset)
        return
    _must_be_there(library)
    if not verdict:
        _take(setup, library, read_lines(sys.stdin.read()), corpus)
    elif verdict == NONE:
        _take_back(setup, library, key, corpus)
    else:
        _say(setup, library, key, verdict, corpus)


def _list(setup: Setup, library: Path, reset: bool) -> None:
    """Print the verdicts, of a file that is gone too; then forget them, if that is wanted."""
    store = _opened(setup, library)
    known = store.known_file(library)
    said = store.verdicts(known.id) if known else Verdicts()
    if not said:
        _must_be_there(library)
        setup.say(f"You have said nothing of any paper for {library.name}.")
    for judgement in said:
        click.echo(written(judgement))
    if reset and known and said:
        store.forget_verdicts(known.id)
        again = f"recommender verdict {shlex.quote(str(library))} {STDIN}"
        setup.say(
            f"{counted(len(said), 'verdict')} for {library.name} taken back. "
            f"Given the lines above, `{again}` says them again."
        )
    store.close()


def _take(setup: Setup, library: Path, lines: list[Line], corpus: tuple[str, ...]) -> None:
    said = judgements(setup, lines, corpus)
    store = _opened(setup, library)
    store.set_verdicts(store.add_file(library).id, said)
    store.close()
    setup.say(f"{counted(len(said), 'verdict')} for {library.name} remembered.")
    if lone := [judgement.key for judgement in said if not judgement.record]:
        setup.say(
            f"No corpus asked has {', '.join(lone)}: what you said counts for a paper of that key "
            "in any corpus. Name the corpus with -c."
        )


def _say(setup: Setup, library: Path, key: str, verdict: Verdict, corpus: tuple[str, ...]) -> None:
    of = setup.corpus(*corpus)
    judgement = Judgement.on(of.papers[of.number(key)], verdict, of.name)
    store = _opened(setup, library)
    store.set_verdicts(store.add_file(library).id, [judgement])
    store.close()
    setup.say(f"{key} is {verdict} for {library.name}; the verdict none takes that back.")


def _take_back(setup: Setup, library: Path, key: str, corpus: tuple[str, ...]) -> None:
    of, store = setup.corpus(*corpus), _opened(setup, library)
    known = store.add_file(library).id
    gone = store.forget_verdicts(known, lambda said: said.behind_key(key, of, anywhere=not corpus))
    left = store.verdicts(known)
    store.close()
    if not gone:
        of.number(key)  # which says so where there is no such paper
        setup.say(f"You had said nothing of {key} for {library.name}.")
        return
    for judgement in gone:
        setup.say(f"What you said of {_named(judgement, key)} for {library.name} is forgotten.")
    if of.has(key) and (still := left.applied(of.papers[of.number(key)])):
        which = _named(still.judgement, key)
        setup.say(f"It counts as {still.verdict}, as you said of its other version {which}.")


def _named(judgement: Judgement, key: str) -> str:
    """Return what a paper of which something was said is called, where it is not called so."""
    if judgement.key == key:
        return key
    return f"{judgement.key} ({judgement.corpus})"


def _opened(setup: Setup, library: Path) -> Store:
    store = Store(setup.folder)
    setup.follow(store, library)
    return store


def _must_be_there(library: Path) -> None:
    try:
        is_file = S_ISREG(library.stat().st_mode)
    except OSError as error:
        what, remedy, _ = reason(error)
        raise UnreadableInput(f"Cannot read {library}: {what}; {remedy}.") from error
    if not is_file:
        raise UnreadableInput(f"{library} is no file: check the name.")

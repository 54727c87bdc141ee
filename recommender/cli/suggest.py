"""`recommender suggest`: related papers for a library, with reasons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from recommender.cli.options import LIBRARY, corpus_option, filter_options, paper_format_option
from recommender.cli.reasons import reasons
from recommender.cli.setup import STDIN, Setup, read_libraries
from recommender.cli.table import markdown, table
from recommender.errors import SystemRefusal
from recommender.files.refusals import refused
from recommender.formats import by_name, writable
from recommender.library import Library
from recommender.rankers import DEFAULT_RANKER, RANKERS
from recommender.ranking.query import MAX_LIMIT
from recommender.recommend import Answer, suggest
from recommender.text.display import printable
from recommender.verdicts import Verdicts
from recommender.why import explain_one
from recommender.wire.terms import TERMS

FOR_PEOPLE = {"table": table, "markdown": markdown}
STORE_FILE = "recommender.sqlite"
HELP = f"""Rank a corpus for a library: what belongs beside what you have, and why.

{LIBRARY}.
"""


@click.command("suggest", help=HELP)
@click.argument("library", nargs=-1, metavar="[LIBRARY]...")
@click.option(
    "--from",
    "manager",
    type=click.Choice(["zotero"]),
    help="Read the library of a running manager instead of a file.",
)
@click.option("--collection", metavar="NAME", help="With --from: only this collection.")
@click.option("--address", metavar="URL", help="With --from: where the manager listens.")
@corpus_option
@click.option(
    "-n",
    "--limit",
    type=click.IntRange(1, MAX_LIMIT),
    default=20,
    show_default=True,
    help="How many suggestions at the most.",
)
@paper_format_option("table", "json", "markdown", default="table")
@click.option(
    "--ranker",
    type=click.Choice(list(RANKERS)),
    default=DEFAULT_RANKER,
    show_default=True,
    help="What ranks: one alone, or the best of both.",
)
@click.option("--interest", metavar="TEXT", help="Only for the interest whose label holds TEXT.")
@filter_options
@click.option(
    "--terms",
    type=click.Choice(TERMS),
    default="most",
    show_default=True,
    help="With -f json: name the terms that carry most of a score, or all.",
)
@click.option("--why", metavar="KEY", help="Explain one paper, also why it is not suggested.")
@click.pass_obj
def command(
    setup: Setup,
    /,
    library: tuple[str, ...],
    manager: str | None,
    collection: str | None,
    address: str | None,
    corpus: tuple[str, ...],
    form: str,
    terms: str,
    why: str | None,
    **options: Any,
) -> None:
    """Rank a corpus for a library."""
    if bool(library) == bool(manager):
        raise click.UsageError("Name a library's file, or give --from for a manager's.")
    if not manager and (collection or address):
        raise click.UsageError("--collection and --address go with --from.")
    read = _of_zotero(address, collection) if manager else read_libraries(library)
    setup.report(read.notices, library)
    options["verdicts"] = _verdicts(setup, library)
    found = setup.corpus(*corpus)
    if why is None:
        answer = suggest(read, found, **options)
        setup.tell(answer.notices)
        if answer.empty_because:
            setup.say(answer.empty_because)
    else:
        answer, standing = explain_one(read, found, why, **options)
        if form in FOR_PEOPLE:
            click.echo(f"{standing}\n")
        else:
            setup.say(standing)
    click.echo(_written(answer, read, form, "all" if why is not None else terms), nl=False)
    if why is not None and form == "table":
        click.echo("\n".join(reasons(s) for s in answer.suggestions), nl=False)


def _of_zotero(address: str | None, collection: str | None) -> Library:
    from recommender.managers.zotero import ADDRESS, Zotero, reading

    return reading.read(Zotero(address or ADDRESS), collection)


def _verdicts(setup: Setup, library: tuple[str, ...]) -> Verdicts:
    """Return what was said before about papers for these files; opens no store to be made new."""
    if not (setup.folder / STORE_FILE).exists():
        return Verdicts()
    from recommender.store import Store

    try:
        store = Store(setup.folder)
    except (OSError, SystemRefusal) as error:  # such as a folder of someone else's, a full disk
        if isinstance(error, OSError):
            error = refused(f"Cannot use {setup.folder}", error)
        setup.say(printable(f"{error} Your verdicts cannot be read: dismissed papers may appear."))
        return Verdicts()
    files = [Path(name) for name in library if name != STDIN]
    for path in files:
        setup.follow(store, path)
    said = [store.verdicts_on_file(path) for path in files]
    store.close()
    return Verdicts(judgement for each in said for judgement in each)


def _written(answer: Answer, library: Library, form: str, terms: str) -> str:
    if form in writable():
        papers = [s.paper for s in answer.suggestions]
        return by_name(form).write(papers, into=library if form == library.format else None)
    if form == "json":
        from recommender.wire import answers, shape

        return shape.text(answers.Answer.of(answer, terms))
    return FOR_PEOPLE[form](answer)

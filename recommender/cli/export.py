"""`recommender export`: papers of a corpus in a format of your choice."""

from __future__ import annotations

import click

from recommender.cli.options import corpus_option, paper_format_option
from recommender.cli.setup import Setup
from recommender.formats import by_name


@click.command("export")
@click.argument("keys", nargs=-1, metavar="[KEY]...")
@click.option("--all", "everything", is_flag=True, help="The whole corpus.")
@corpus_option
@paper_format_option(default="bibtex")
@click.pass_obj
def command(
    setup: Setup, keys: tuple[str, ...], everything: bool, corpus: tuple[str, ...], form: str
) -> None:
    """Write papers of a corpus, by their keys."""
    if bool(keys) == everything:
        raise click.UsageError("Name the keys of the papers, or give --all for the whole corpus.")
    found = setup.corpus(*corpus)
    numbers = dict.fromkeys(map(found.number, keys))  # each once, in the order given
    papers = list(found.papers) if everything else [found.papers[i] for i in numbers]
    click.echo(by_name(form).write(papers), nl=False)

"""`papis suggest`: papers related to those of a query, with reasons; chosen ones are added."""

from __future__ import annotations

from shutil import get_terminal_size
from textwrap import fill
from typing import Any

import click
import papis.cli

INDENT = " " * 5


@click.command("suggest")
@click.help_option("--help", "-h")
@papis.cli.query_argument()
@papis.cli.sort_option()
@papis.cli.doc_folder_option()
@click.option("-a", "--all", "_all", is_flag=True, hidden=True)  # a habit of papis: it is so anyway
@click.option("-n", "--limit", type=click.IntRange(1, 50), help="How many suggestions.")
@click.option("--pick", is_flag=True, help="Choose in papis's picker what to add.")
@click.option("--add", "keys", multiple=True, metavar="KEY", help="Add this suggestion.")
def cli(limit: int | None, pick: bool, keys: tuple[str, ...], _all: bool, **query: Any) -> None:
    """Suggest papers related to all documents of a query, by default to the whole library."""
    documents = papis.cli.handle_doc_folder_query_sort(**query)
    if not documents:
        raise click.ClickException("No document fits the query: there is nothing to start from.")
    run(documents, limit=limit, pick=pick, keys=keys)


def run(documents: Any, *, limit: int | None, pick: bool, keys: tuple[str, ...]) -> None:
    """List suggestions for documents, or add the chosen ones."""
    from papis.exporters.bibtex import exporter

    from recommender_client import papis_settings as settings
    from recommender_client.service import ServiceError

    try:
        service = settings.service()
        if keys:
            _add(service, list(keys))
            return
        answer = service.suggest(exporter(documents), settings.limit(limit))
        found = answer["suggestions"]
        if not found:
            click.echo(answer["empty_because"])
        elif pick:
            _add(service, _picked(service, [one["key"] for one in found]))
        else:
            _show(found)
    except ServiceError as error:
        raise click.ClickException(str(error)) from error


def new(service: Any, keys: list[str]) -> list[dict[str, Any]]:
    """Return the papers that the library lacks; those that it has are named."""
    from recommender_client.papis_saving import documents_of, owned

    papers = documents_of(service.bibtex(keys)) if keys else []
    refs = [owned(data) for data in papers]
    for ref, data in zip(refs, papers, strict=True):
        if ref:
            click.echo(f"in the library as {ref}: {data['title']}", err=True)
    return [data for ref, data in zip(refs, papers, strict=True) if not ref]


def _show(found: list[dict[str, Any]]) -> None:
    from recommender_client.papis_saving import owned
    from recommender_client.shown import about

    for one in found:
        ref = owned(one)
        click.secho(_wrapped(f"{one['rank']:>3}. {one['title']}", first=""), bold=True)
        click.echo(_wrapped(about(one)))
        click.echo(_wrapped(one["why"]["sentence"]))
        click.echo(_wrapped(f"in the library as {ref}" if ref else f"--add {one['key']}"))


def _wrapped(text: str, first: str = INDENT) -> str:
    width = get_terminal_size().columns
    return fill(text, width, initial_indent=first, subsequent_indent=INDENT, break_long_words=False)


def _picked(service: Any, keys: list[str]) -> list[str]:
    import papis.api
    from papis.document import from_data

    papers = [from_data(data) for data in new(service, keys)]
    return [str(document["ref"]) for document in papis.api.pick_doc(papers)] if papers else []


def _add(service: Any, keys: list[str]) -> None:
    from recommender_client.papis_saving import documents_of, owned, save

    if not keys:
        click.echo("Nothing chosen, nothing added.")
        return
    for data in documents_of(service.bibtex(keys)):
        if ref := owned(data):
            click.echo(f"already in the library as {ref}: {data['title']}")
        elif save(data):
            click.echo(f"added as {data['ref']}: {data['title']}")
        else:
            raise click.ClickException(f"papis did not take it: {data['title']}. See its log.")

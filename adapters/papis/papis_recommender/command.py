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
@papis.cli.all_option()
@click.option("-n", "--limit", type=click.IntRange(1, 50), help="How many suggestions.")
@click.option("--pick", is_flag=True, help="Choose in papis's picker what to add.")
@click.option("--add", "keys", multiple=True, metavar="KEY", help="Add this suggestion.")
def cli(limit: int | None, pick: bool, keys: tuple[str, ...], **query: Any) -> None:
    """Suggest papers related to those of a query."""
    documents = papis.cli.handle_doc_folder_query_all_sort(**query)
    if not documents:
        raise click.ClickException("No document fits the query: there is nothing to start from.")
    run(documents, limit=limit, pick=pick, keys=keys)


def run(documents: Any, *, limit: int | None, pick: bool, keys: tuple[str, ...]) -> None:
    """List suggestions for documents, then add the chosen ones."""
    from papis.exporters.bibtex import exporter

    from papis_recommender import settings
    from papis_recommender.service import ServiceError

    try:
        service = settings.service()
        answer = service.suggest(exporter(documents), settings.limit(limit))
        found = answer["suggestions"]
        if not found:
            click.echo(answer["empty_because"])
        elif pick:
            _add(service, _picked(service, found))
        elif keys:
            _add(service, list(keys))
        else:
            _show(found)
    except ServiceError as error:
        raise click.ClickException(str(error)) from error


def _show(found: list[dict[str, Any]]) -> None:
    for one in found:
        about = [_names(one["authors"]), one["venue"], one["year"], one["strength"]]
        click.secho(_wrapped(f"{one['rank']:>3}. {one['title']}", first=""), bold=True)
        click.echo(_wrapped(" · ".join(str(part) for part in about if part)))
        click.echo(_wrapped(one["why"]["sentence"]))
        click.echo(_wrapped(f"--add {one['key']}"))


def _wrapped(text: str, first: str = INDENT) -> str:
    width = get_terminal_size().columns
    return fill(text, width, initial_indent=first, subsequent_indent=INDENT, break_long_words=False)


def _names(authors: list[dict[str, str]]) -> str:
    parts = ("given", "prefix", "family", "literal")
    names = [" ".join(a[part] for part in parts if part in a) for a in authors]
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _picked(service: Any, found: list[dict[str, Any]]) -> list[str]:
    import papis.api
    from papis.bibtex import bibtex_to_dict
    from papis.document import from_data

    whole = bibtex_to_dict(service.bibtex([one["key"] for one in found]))
    return [str(document["ref"]) for document in papis.api.pick_doc([from_data(d) for d in whole])]


def _add(service: Any, keys: list[str]) -> None:
    from papis.bibtex import bibtex_to_dict

    from papis_recommender.saving import owned, save

    if not keys:
        click.echo("Nothing chosen, nothing added.")
        return
    for data in bibtex_to_dict(service.bibtex(keys)):
        if ref := owned(data):
            click.echo(f"already in the library as {ref}: {data['title']}")
        elif save(data):
            click.echo(f"added as {data['ref']}: {data['title']}")
        else:
            raise click.ClickException(f"papis did not take it: {data['title']}. See its log.")

"""`papis explore suggest QUERY`: suggestions as documents for pick, add, export and the like."""

from __future__ import annotations

import click
import papis.cli


@click.command("suggest")
@click.pass_context
@click.help_option("--help", "-h")
@papis.cli.query_argument()
@click.option("-n", "--limit", type=click.IntRange(1, 50), help="How many suggestions.")
def cli(ctx: click.Context, query: str, limit: int | None) -> None:
    """Suggest papers related to all documents of a query that the library lacks.

    For example: papis explore suggest "author:weng" pick add
    """
    import papis.database
    from papis.document import from_data
    from papis.exporters.bibtex import exporter

    from recommender_client import papis_settings as settings
    from recommender_client.papis_command import new
    from recommender_client.service import ServiceError

    documents = papis.database.get().query(query)
    if not documents:
        raise click.ClickException("No document fits the query: there is nothing to start from.")
    try:
        service = settings.service()
        answer = service.suggest(exporter(documents), settings.limit(limit))
        found = new(service, [one["key"] for one in answer["suggestions"]])
    except ServiceError as error:
        raise click.ClickException(str(error)) from error
    if answer["empty_because"]:
        click.echo(answer["empty_because"], err=True)
    ctx.obj["documents"] += [from_data(data) for data in found]

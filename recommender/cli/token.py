"""`recommender token`: the token of this data folder's service."""

from __future__ import annotations

import click

from recommender.cli.setup import Setup


@click.command("token")
@click.option("--renew", is_flag=True, help="Make a new one; the old one ends with the service.")
@click.pass_obj
def command(setup: Setup, /, renew: bool) -> None:
    """Print the token that adapters send, and the address that lets a browser in."""
    from recommender.service.running import serving_at
    from recommender.service.runtime.token import renewed, token

    found = renewed(setup.folder) if renew else token(setup.folder)
    click.echo(found)
    url = serving_at(setup.folder)
    setup.say(f"In a browser: {url}/?token={found}" if url else "No service is running here.")

"""`recommender serve`: the HTTP service and its page, on this computer."""

from __future__ import annotations

from typing import Any

import click

from recommender.cli.setup import Setup
from recommender.service.settings import LOOPBACK, PORT, Settings


@click.command("serve")
@click.option("--host", default=LOOPBACK, show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True)
@click.option(
    "--allowed-host", multiple=True, metavar="NAME", help="A further name it may be called by."
)
@click.option(
    "--allowed-origin",
    multiple=True,
    metavar="ORIGIN",
    help="A page or extension that may ask, such as moz-extension://ID.",
)
@click.option("--public-url", default="", metavar="URL", help="Its address behind a proxy.")
@click.option("--log", is_flag=True, help="Print one JSON line for each request.")
@click.pass_obj
def command(setup: Setup, /, log: bool, **options: Any) -> None:
    """Serve the page and the HTTP API until Ctrl-C."""
    from recommender.service import running

    options["allowed_hosts"] = frozenset(name.lower() for name in options.pop("allowed_host"))
    options["allowed_origins"] = frozenset(options.pop("allowed_origin"))
    settings = Settings(data=setup.folder, **options)
    running.serve(settings, log_requests=log, say=setup.say)

"""`recommender serve`: the HTTP service and its page, on this computer."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from recommender.cli.setup import Setup
from recommender.service.settings import LOOPBACK, PORT, ZOTERO, Settings

# Requests run side by side, each on a core of its own; BLAS threads that wait for each other took
# a hundred times as long on a busy machine. Set before numpy is loaded.
ONE_CORE = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@click.command("serve")
@click.option("--host", default=LOOPBACK, show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="The port to listen on; 0 takes any that is free.",
)
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
@click.option(
    "--library",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="A file of yours to suggest for and to append to.",
)
@click.option(
    "--zotero", default=ZOTERO, metavar="URL", show_default=True, help="Where Zotero listens."
)
@click.option(
    "--jabref", default=ZOTERO, metavar="URL", show_default=True, help="Where JabRef listens."
)
@click.option("--metrics", is_flag=True, help="Give figures for Prometheus at /metrics.")
@click.option("--log", is_flag=True, help="Print one JSON line for each request.")
@click.pass_obj
def command(setup: Setup, /, log: bool, library: tuple[Path, ...], **options: Any) -> None:
    """Serve the page and the HTTP API until Ctrl-C."""
    for name in ONE_CORE:
        os.environ.setdefault(name, "1")
    from recommender.service import running

    options["allowed_hosts"] = frozenset(name.lower() for name in options.pop("allowed_host"))
    options["allowed_origins"] = frozenset(options.pop("allowed_origin"))
    settings = Settings(data=setup.folder, **options)
    running.serve(settings, files=library, log_requests=log, say=setup.say)

"""`recommender mcp`: suggestions for assistants, over standard input and output."""

from __future__ import annotations

from pathlib import Path

import click

from recommender.cli.options import corpus_option
from recommender.cli.setup import Setup
from recommender.errors import UnreadableInput


@click.command("mcp")
@click.argument(
    "libraries",
    nargs=-1,
    metavar="[LIBRARY]...",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@click.option("--write", is_flag=True, help="Let assistants add papers to these files.")
@corpus_option
@click.pass_obj
def command(
    setup: Setup, libraries: tuple[Path, ...], write: bool, corpus: tuple[str, ...]
) -> None:
    """Serve the Model Context Protocol on standard input and output, for assistants.

    They see the LIBRARY files that you name, and no other; two files of one name are called
    by their folders as well.
    """
    try:
        from recommender.mcp import Assistant, server
    except ModuleNotFoundError as error:
        raise UnreadableInput(
            "This needs the extra `mcp`: pip install 'bib-recommender[mcp]'."
        ) from error
    assistant = Assistant(setup.corpus(*corpus), libraries)
    server(assistant, may_write=write).run("stdio")

"""The command line: one module a command, each loaded only when it is asked for."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from recommender.cli.setup import Setup
from recommender.errors import RecommenderError

COMMANDS = {  # name -> module, in the order of the help
    "suggest": "suggest",
    "check": "check",
    "export": "export",
    "add": "add",
    "send": "send",
    "verdict": "verdict",
    "corpus": "corpus",
    "serve": "serve",
    "token": "token",
    "evaluate": "evaluate",
    "zotero-plugin": "xpi",
    "mcp": "mcp",
}


class LazyGroup(click.Group):
    """A group whose commands are imported on use, so that each starts as fast as it can."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, in the order of the documentation."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Import the module of that command."""
        if name not in COMMANDS:
            return None
        module = import_module(f"recommender.cli.{COMMANDS[name]}")
        return module.command  # type: ignore[no-any-return]


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--data", metavar="DIR", envvar="RECOMMENDER_DATA", help="Where corpora and verdicts are kept."
)
@click.option("-q", "--quiet", is_flag=True, help="Print results only, no messages.")
@click.version_option(package_name="bib-recommender", prog_name="recommender")
@click.pass_context
def group(ctx: click.Context, data: str | None, quiet: bool) -> None:
    """Related papers for the library you already have."""
    ctx.obj = Setup(data=data, quiet=quiet)


def main() -> None:
    """Run the command line; an error of ours is one sentence and its exit status."""
    try:
        group(prog_name="recommender")
    except RecommenderError as error:
        click.echo(f"recommender: {error}", err=True)
        sys.exit(error.exit_code)
    except BrokenPipeError:  # the reader of a pipe, such as head, has seen enough
        sys.stderr.close()
        sys.exit(0)

"""The command line: one module a command, each loaded only when it is asked for."""

from __future__ import annotations

import os
import shlex
import sys
import traceback
from importlib import import_module
from pathlib import Path

import click

from recommender.cli.setup import Setup
from recommender.errors import RecommenderError
from recommender.files.refusals import refused
from recommender.formats import listed, writable
from recommender.text.display import printable

TRACEBACK = "RECOMMENDER_TRACEBACK"
COMMANDS = {  # name -> module and the line in the help, in its order
    "suggest": ("suggest", "Related papers for a library, and why."),
    "check": ("check", "What was read of a library, and every oddity."),
    "export": ("export", f"Papers of a corpus as {listed(writable().values(), endings=False)}."),
    "add": ("add", "Append papers to your own .bib file."),
    "send": ("send", "Add papers to a running Zotero or JabRef."),
    "verdict": ("verdict", "Say what you think of a suggestion, or take it back."),
    "corpus": ("corpus", "Keep the papers that can be suggested."),
    "serve": ("serve", "Serve the page and the HTTP API until Ctrl-C."),
    "token": ("token", "Print the token of the service."),
    "evaluate": ("evaluate", "Test the ranking on your own library."),
    "zotero-plugin": ("xpi", "Pack the Zotero plugin."),
    "mcp": ("mcp", "Serve assistants over standard input and output."),
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
        module = import_module(f"recommender.cli.{COMMANDS[name][0]}")
        return module.command  # type: ignore[no-any-return]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write one whole line a command, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--data",
    metavar="DIR",
    type=click.Path(file_okay=False, readable=False),  # our own sentence says more
    envvar="RECOMMENDER_DATA",
    show_envvar=True,
    help="Where corpora and verdicts are kept.",
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
        click.echo(f"recommender: {printable(str(error))}", err=True)
        sys.exit(error.exit_code)
    except BrokenPipeError:  # the reader of a pipe, such as head, has seen enough
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:  # a full disk, a folder that may not be written
        where = f" with {error.filename}" if error.filename else ""
        sentence = str(refused(f"Cannot go on{where}", error))
        click.echo(f"recommender: {printable(sentence)}", err=True)
        sys.exit(1)
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        click.echo(f"recommender: {printable(_unexpected(error))}", err=True)
        sys.exit(1)


def _unexpected(error: Exception) -> str:
    """Return the sentence for a fault of ours: at what, where in the code, where to report it."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"
    return (
        f"Something went wrong inside at `recommender {shlex.join(sys.argv[1:])}` ({place}); "
        f"set {TRACEBACK}=1 to see all of it, and report it in the project's list of issues, "
        "with what was read."
    )

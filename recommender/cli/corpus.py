"""`recommender corpus`: add, list, show, remove and verify the corpora of the data folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import click

from recommender.cli.paths import files_of
from recommender.cli.setup import Setup, counted
from recommender.corpus import Corpus, corpus_names, open_corpus
from recommender.corpus.indexing.corpus_writer import MEMORY_BYTES
from recommender.corpus.ingest import add
from recommender.corpus.registry import SEEDS, about, remove, verify
from recommender.errors import BadRequest, RecommenderError
from recommender.formats import FORMATS, listed
from recommender.text.display import printable
from recommender.wire import papers as wire
from recommender.wire import shape

VENUES_SHOWN = 5


LINES = {  # command -> its line in the help of the group
    "add": "Add the papers of files to a corpus, or make one.",
    "list": "List the corpora with their number of papers.",
    "show": "Show what is in a corpus.",
    "remove": "Delete a corpus; the files it was made of stay.",
    "verify": "Look for damage, byte by byte.",
}
ADD = f"""Add the papers of FILES to the corpus NAME, which may be new: all of them, or nothing.

Each is {listed(FORMATS.values())}, also packed as .gz; a folder stands
for the files in it, '*.bib' for those that fit. JSON Lines are read as OpenAlex, arXiv and
Semantic Scholar publish them.
"""


@click.group("corpus")
def command() -> None:
    """Keep corpora: the papers that can be suggested."""


@command.command("add", help=ADD, short_help=LINES["add"])
@click.argument("name")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--memory",
    metavar="MB",
    type=click.IntRange(32),
    default=MEMORY_BYTES >> 20,
    show_default=True,
    help="How much to hold of what is not yet on disk.",
)
@click.option(
    "--engine",
    type=click.Choice(["embedded", "qdrant"]),
    help="What searches it; default: embedded.",
)
@click.option("--url", metavar="URL", help="Address of the Qdrant server.")
@click.pass_obj
def add_command(setup: Setup, /, name: str, files: Sequence[Path], **options: Any) -> None:
    """Add the papers of files to a corpus."""
    files, left_out_files = files_of(files)
    for sentence in left_out_files:
        setup.say(sentence)
    with setup.bar(sum(path.stat().st_size for path in files if path.is_file())) as progress:
        added = add(
            setup.folder,
            name,
            files,
            today=date.today(),
            progress=progress,
            memory=options["memory"] << 20,
            engine=_address(options["engine"], options["url"]),
        )
    setup.tell(added.notices)
    counts = added.counts
    parts = [f"{counts.new:,} new"]
    parts += [f"{counts.merged:,} already there or the same work"] if counts.merged else []
    left_out = sum(notice.severity == "error" for notice in added.notices)
    parts += [f"{left_out:,} left out"] if left_out else []
    click.echo(f"{name}: {counted(added.papers, 'paper')}; {', '.join(parts)}")


@command.command("list", short_help=LINES["list"])
@click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="For people, or for programs.",
)
@click.pass_obj
def list_command(setup: Setup, form: str) -> None:
    """List the corpora with their number of papers."""
    rows = [_row(setup, name) for name in corpus_names(setup.folder)]
    if form == "json":
        click.echo(shape.text(wire.Corpora(corpora=rows)), nl=False)
    for row in rows if form == "text" else ():
        click.echo(f"{row.name:<20} {row.papers:>11,} papers  {row.generation}")


@command.command("show", short_help=LINES["show"])
@click.argument("name")
@click.pass_obj
def show_command(setup: Setup, name: str) -> None:
    """Show what is in the corpus NAME."""
    found = setup.corpus(name)
    for label, value in _facts(setup, found):
        click.echo(f"{label:<12} {value}")


@command.command("remove", short_help=LINES["remove"])
@click.argument("name")
@click.pass_obj
def remove_command(setup: Setup, name: str) -> None:
    """Delete the corpus NAME from the data folder; the files that it was made of stay."""
    _refuse_seeds(name, "be removed")
    remove(setup.folder, name)
    setup.say(f"The corpus {name} is removed.")


@command.command("verify", short_help=LINES["verify"])
@click.argument("name", required=False)
@click.pass_obj
def verify_command(setup: Setup, name: str | None) -> None:
    """Read every byte of the corpus NAME, or of all; exit 1 and name the files that are damaged."""
    _refuse_seeds(name, "be verified: install again where they seem damaged")
    damaged = False
    for one in [name] if name else [n for n in corpus_names(setup.folder) if n != SEEDS]:
        files = verify(setup.folder, one)
        damaged |= bool(files)
        click.echo(f"{one}: {'damaged: ' + ', '.join(files) if files else 'sound'}")
    if damaged:
        setup.say("A damaged corpus is repaired when it is next used, if that can be done.")
        sys.exit(1)


def _refuse_seeds(name: str | None, what: str) -> None:
    if name == SEEDS:
        raise BadRequest(f"The {SEEDS} are part of the program and cannot {what}.")


def _address(engine: str | None, url: str | None) -> str:
    """Return the address of the engine, "" for the corpus's own arrays."""
    if (engine == "qdrant") != bool(url):
        raise click.UsageError("--engine qdrant and --url URL belong together.")
    return url or ""


def _row(setup: Setup, name: str) -> wire.Corpus:
    if name == SEEDS:
        return wire.Corpus.of(open_corpus(name, data=setup.folder))
    try:
        manifest = about(setup.folder, name)
    except RecommenderError as error:  # one that cannot be used must not hide the others
        setup.say(str(error))
        return wire.Corpus.unusable(name)
    return wire.Corpus(name=name, papers=manifest.papers, generation=manifest.generation)


def _facts(setup: Setup, found: Corpus) -> Iterator[tuple[str, object]]:
    yield "name", found.name
    yield "papers", f"{len(found):,}"
    yield "generation", found.generation
    if found.name != SEEDS:
        manifest = about(setup.folder, found.name)
        yield "made", manifest.made
        yield "from", ", ".join(manifest.sources)
        yield "engine", manifest.engine or "embedded"
    yield "terms", f"{found.index.n_terms:,}"
    yield "postings", f"{found.index.n_postings:,}"
    if years := found.years():
        first, last = min(years), max(years)
        yield "years", f"{first} to {last}" if first < last else f"{first}"
    for venue, count in found.venues(VENUES_SHOWN):
        yield "venue", f"{printable(venue)} ({count:,})"

"""`recommender check`: what was read of a library, and every notice; writes nothing."""

from __future__ import annotations

import json

import click

from recommender.cli.setup import read_libraries
from recommender.library import Library
from recommender.report import Report, report
from recommender.text.display import printable


@click.command("check")
@click.argument("library", nargs=-1, required=True, metavar="LIBRARY...")
@click.option(
    "-f", "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
def command(library: tuple[str, ...], form: str) -> None:
    """Tell what was read of a library, and every oddity with its line."""
    made = report(read_libraries(library))
    if form == "json":
        from recommender.service.wire import report_json

        click.echo(json.dumps(report_json(made), ensure_ascii=False, indent=1))
    else:
        click.echo(_text(made))


def _text(made: Report) -> str:
    library, papers = made.library, made.library.papers
    lines = [
        f"{library.file}: {len(papers)} entries, {sum(bool(p.title) for p in papers)} with a title,"
        f" {sum(bool(p.abstract) for p in papers)} with an abstract ({library.encoding})"
    ]
    lines += [str(notice) for notice in made.notices]
    lines += [_pair(library, pair, "are the same work") for pair in made.duplicates]
    lines += [_pair(library, pair, "are versions of one work") for pair in made.versions]
    if len(lines) == 1:
        lines.append("Nothing odd was found.")
    return "\n".join(map(printable, lines))


def _pair(library: Library, pair: tuple[int, int], relation: str) -> str:
    first, second = (library.entries[i] for i in pair)
    return (
        f"{second.file}:{second.line}: info: {first.paper.key} (line {first.line}) and "
        f"{second.paper.key} (line {second.line}) {relation}."
    )

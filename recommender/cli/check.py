"""`recommender check`: what was read of a library, and every notice; writes nothing."""

from __future__ import annotations

import json

import click

from recommender.cli.setup import read_libraries
from recommender.library import Library
from recommender.works import pairs

Pairs = list[tuple[int, int]]


@click.command("check")
@click.argument("library", nargs=-1, required=True, metavar="LIBRARY...")
@click.option(
    "-f", "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
def command(library: tuple[str, ...], form: str) -> None:
    """Tell what was read of a library, and every oddity with its line."""
    read = read_libraries(library)
    duplicates, versions = pairs(read.papers)
    if form == "json":
        from recommender.service.wire import report_json

        report = report_json(read, duplicates, versions)
        click.echo(json.dumps(report, ensure_ascii=False, indent=1))
    else:
        click.echo(_text(read, duplicates, versions))


def _text(library: Library, duplicates: Pairs, versions: Pairs) -> str:
    papers = library.papers
    lines = [
        f"{library.file}: {len(papers)} entries, {sum(bool(p.title) for p in papers)} with a title,"
        f" {sum(bool(p.abstract) for p in papers)} with an abstract ({library.encoding})"
    ]
    lines += [str(notice) for notice in library.notices]
    lines += [_pair(library, pair, "are the same work") for pair in duplicates]
    lines += [_pair(library, pair, "are versions of one work") for pair in versions]
    if len(lines) == 1:
        lines.append("Nothing odd was found.")
    return "\n".join(lines)


def _pair(library: Library, pair: tuple[int, int], relation: str) -> str:
    first, second = (library.entries[i] for i in pair)
    return (
        f"{first.file}:{second.line}: info: {first.paper.key} (line {first.line}) and "
        f"{second.paper.key} (line {second.line}) {relation}."
    )

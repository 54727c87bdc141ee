"""`recommender check`: what was read of a library, and every notice; writes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import click

from recommender.cli.options import LIBRARY
from recommender.cli.setup import counted, read_libraries
from recommender.library import Library
from recommender.notices import Notice
from recommender.report import Report, report
from recommender.text.display import printable

FEW = 20  # notices that are shown one by one
SHOWN_OF_A_KIND = 3
HELP = f"""Tell what was read of a library, and every oddity with its line.

{LIBRARY}; nothing is written.
"""
SEVERITIES = ("error", "warning", "info")  # the worst first


@click.command("check", help=HELP)
@click.argument("library", nargs=-1, required=True, metavar="LIBRARY...")
@click.option("--all", "every", is_flag=True, help="Show each notice, however many there are.")
@click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="For people, or for programs.",
)
def command(library: tuple[str, ...], every: bool, form: str) -> None:
    """Tell what was read of a library."""
    made = report(read_libraries(library))
    if form == "json":
        from recommender.wire import reports, shape

        click.echo(shape.text(reports.ImportReport.of(made)), nl=False)
        return
    notices = [*made.notices, *_related(made)]
    lines = _each(notices) if every or len(notices) <= FEW else _by_kind(notices)
    click.echo("\n".join((printable(_summary(made.library)), *lines)))


def _summary(library: Library) -> str:
    papers = library.papers
    return (
        f"{library.file}: {counted(len(papers), 'entry', 'entries')}, "
        f"{sum(bool(p.title) for p in papers):,} with a title, "
        f"{sum(bool(p.abstract) for p in papers):,} with an abstract ({library.encoding})"
    )


def _each(notices: list[Notice]) -> Iterator[str]:
    yield from (printable(str(notice)) for notice in notices)
    if not notices:
        yield "Nothing odd was found."


def _by_kind(notices: list[Notice]) -> Iterator[str]:
    """Yield each kind with its number and its first few, the worst kinds first."""
    ordered = sorted(notices, key=_kind)
    for (severity, code), found in groupby(ordered, key=_kind):
        same = list(found)
        name = counted(len(same), SEVERITIES[severity])
        yield f"{name} of the kind {code}" + (
            ", the first:" if len(same) > SHOWN_OF_A_KIND else ":"
        )
        yield from (f"  {printable(str(notice))}" for notice in same[:SHOWN_OF_A_KIND])
    yield f"{counted(len(notices), 'notice')} in all: --all shows each."


def _kind(notice: Notice) -> tuple[int, str]:
    return SEVERITIES.index(notice.severity), notice.code


def _related(made: Report) -> Iterator[Notice]:
    """Yield what the entries are to each other, as notices."""
    for pair in made.duplicates:
        yield _pair(made.library, pair, "same-work", "It is the same work as")
    for pair in made.versions:
        yield _pair(made.library, pair, "version-of-one-work", "It is another version of")


def _pair(library: Library, pair: tuple[int, int], code: str, relation: str) -> Notice:
    first, second = (library.entries[i] for i in pair)
    where = f"line {first.line}" + (f" of {first.file}" if first.file != second.file else "")
    return Notice(
        line=second.line,
        code=code,
        message=f"{relation} {first.paper.key or 'the entry'} ({where}).",
        severity="info",
        key=second.paper.key,
        file=second.file,
    )

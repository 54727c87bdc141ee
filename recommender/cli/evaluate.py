"""`recommender evaluate`: are your own hidden papers ranked at the top?"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from recommender.cli.options import corpus_option
from recommender.cli.setup import Setup, read_libraries
from recommender.evaluate import dataset, own, report, reviews
from recommender.evaluate.protocol import CASES
from recommender.evaluate.rankings import RANKINGS
from recommender.evaluate.rows import Progress, Row


def _numbers(_ctx: click.Context, _param: click.Parameter, value: str) -> tuple[int, ...]:
    """Return the numbers of a text with commas between them."""
    try:
        return tuple(dict.fromkeys(int(part) for part in value.split(",")))
    except ValueError:
        raise click.BadParameter(f"{value!r} is no list of whole numbers: write 0,1.") from None


@click.command("evaluate")
@click.argument("library", nargs=-1, metavar="[LIBRARY]...")
@corpus_option
@click.option(
    "--dataset",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Test over a folder of many libraries, or of screened reviews.",
)
@click.option("--part", metavar="NAME", help="With --dataset: only its libraries of this part.")
@click.option(
    "--seeds",
    callback=_numbers,
    metavar="NUMBERS",
    default="0,1",
    show_default=True,
    help="With --dataset: so many ways to hide, each by its number.",
)
@click.option(
    "--case",
    "cases",
    multiple=True,
    type=click.Choice(list(CASES)),
    help="Only what is left of the libraries like this. Default: all.",
)
@click.option(
    "--ranking",
    "rankings",
    multiple=True,
    type=click.Choice(list(RANKINGS)),
    help="Only these rankings. Default: all.",
)
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
def command(
    setup: Setup,
    library: tuple[str, ...],
    corpus: tuple[str, ...],
    folder: Path | None,
    part: str | None,
    seeds: tuple[int, ...],
    cases: tuple[str, ...],
    rankings: tuple[str, ...],
    form: str,
) -> None:
    """Hide a fifth of LIBRARY, rank it among a corpus, and tell how much of it was found.

    The newest papers are hidden where the years are known. Each ranking is tried on the whole
    library, on its titles alone, on its titles where the corpus has its papers and lends their
    abstracts, with abstracts left to 30 % of it, and on five papers of it. One-interest is the
    default ranker without interests. The larger the corpus (-c), the more the figures say.

    With --dataset the same for many libraries; minutes, not seconds.
    """
    if bool(library) == bool(folder):
        raise click.UsageError("Name a library's file, or give --dataset for many.")
    cases, rankings = cases or tuple(CASES), rankings or tuple(RANKINGS)
    with _bar(setup.quiet) as progress:
        if folder is None:
            read = read_libraries(library)
            setup.report(read.notices, library)
            hiding = own.hide(read, setup.corpus(*corpus))
            rows = own.evaluate(hiding, cases=cases, rankings=rankings, progress=progress)
            meaning = report.words_on_own(rows, hiding)
        elif (folder / dataset.LIBRARIES).exists() or not reviews.files(folder):
            data = dataset.read(folder, part)
            rows = dataset.evaluate(
                data, cases=cases, rankings=rankings, seeds=seeds, progress=progress
            )
            meaning = report.words_on_many(rows, "libraries")
        else:
            found = [reviews.read(path) for path in reviews.files(folder)]
            rows = reviews.evaluate(found, rankings=rankings, progress=progress)
            meaning = report.words_on_many(rows, "draws")
    click.echo(_written(rows, meaning, form))


def _written(rows: Sequence[Row], meaning: str, form: str) -> str:
    if form == "json":
        return json.dumps(report.as_json(rows), ensure_ascii=False, indent=1)
    return f"{report.table(rows)}\n\n{meaning}"


@contextmanager
def _bar(quiet: bool) -> Iterator[Progress]:
    """Give a progress bar where a person sees it."""
    if quiet or not sys.stderr.isatty():
        yield lambda done, total: None
        return
    with click.progressbar(length=1, label="Ranking", file=sys.stderr) as bar:

        def progress(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        yield progress

"""The test over screened literature reviews: some included papers are the library.

A file of JSON Lines a review; a line has `id`, `title`, `abstract` and `included` (1 or 0). All
records match one search, so they are hard to tell apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from recommender.errors import UnreadableInput
from recommender.evaluate.candidates import Pool, Task, library_of
from recommender.evaluate.dataset import BROKEN, lines, order, paper_of
from recommender.evaluate.protocol import Metrics, average_precision, chance, metrics, ranks
from recommender.evaluate.rows import Progress, Row, rows_of

DRAWS, LIBRARY = 20, 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """The records of a search, and which of them the review included."""

    name: str
    pool: Pool
    included: frozenset[str]

    def draw(self, number: int) -> list[str]:
        """Return included papers with an abstract as a library."""
        with_abstract = sorted(i for i in self.included if self.pool[i].abstract)
        chosen = sorted(with_abstract, key=lambda i: chance("draw", self.name, number, i))
        return sorted(chosen[:LIBRARY])


def files(folder: Path) -> list[Path]:
    """Return the files of a folder that are reviews."""
    return sorted(folder.glob("*.jsonl.gz"))


def read(path: Path) -> Review:
    """Read a review; UnreadableInput where too few papers are included."""
    name = path.name.removesuffix(".jsonl.gz")
    try:
        records = list(lines(path))
        papers = {str(record["id"]): paper_of(record) for record in records}
        included = frozenset(str(record["id"]) for record in records if record["included"])
    except BROKEN as error:
        raise UnreadableInput(f"{path} is no screened review: {error!r}; see its form.") from error
    review = Review(name=name, pool=Pool(papers), included=included)
    if len(included) <= LIBRARY or len(review.draw(0)) < LIBRARY:
        raise UnreadableInput(f"{path} includes too few papers: more than {LIBRARY} are needed.")
    return review


def evaluate(
    reviews: Sequence[Review],
    *,
    rankings: Sequence[str],
    progress: Progress,
    draws: int = DRAWS,
) -> list[Row]:
    """Return what each ranking is worth for each review, over all draws."""
    found: dict[tuple[str, str], list[Metrics]] = {
        (review.name, ranking): [] for review in reviews for ranking in rankings
    }
    steps = [(review, draw) for review in reviews for draw in range(draws)]
    for done, (review, draw) in enumerate(steps):
        progress(done, len(steps))
        for ranking, values in _one(review, draw, rankings):
            found[review.name, ranking].append(values)
    progress(len(steps), len(steps))
    return rows_of(found)


def _one(review: Review, draw: int, rankings: Sequence[str]) -> Iterator[tuple[str, Metrics]]:
    own = review.draw(draw)
    candidates = review.pool.without(set(own))
    task = Task(
        library=library_of([review.pool[i] for i in own]),
        candidates=candidates,
        limit=len(candidates.ids),
    )
    for ranking in rankings:
        places = ranks(order(task, ranking), review.included.difference(own))
        yield ranking, {**metrics(places), "AP": average_precision(places)}

"""One's own library: which papers are hidden, and how they are found again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from made_datasets import quiet
from recommender.corpus import build
from recommender.errors import BadRequest
from recommender.evaluate import own
from recommender.evaluate.candidates import Task, library_of
from recommender.evaluate.rankings import RANKINGS
from recommender.evaluate.rows import Row
from recommender.papers import Paper

N_EACH = 30


def test_the_newest_of_a_library_are_hidden(papers: dict[str, Paper]) -> None:
    library = library_of([p for k, p in papers.items() if k.startswith("graph")])
    others = [p for k, p in papers.items() if not k.startswith("graph")]

    hiding = own.hide(library, build("others", others))

    assert hiding.order == "year"
    kept, hidden = ([hiding.pool[i].year or 0 for i in ids] for ids in (hiding.kept, hiding.hidden))
    assert len(hidden) == N_EACH // 5
    assert max(kept) <= min(hidden)
    assert hiding.n_others == len(others)


@pytest.mark.parametrize("name", ["date-added", "timestamp"])
def test_the_last_added_to_a_library_are_hidden(papers: dict[str, Paper], name: str) -> None:
    days = {f"graph{i:02}": f"20{10 + (i * 7) % 30}-05-01T10:00:00Z" for i in range(N_EACH)}
    library = library_of([replace(papers[key], fields={name: day}) for key, day in days.items()])

    hiding = own.hide(library, build("others", papers.values()))

    assert hiding.order == "added"
    hidden = {hiding.pool[i].title for i in hiding.hidden}
    latest = sorted(days, key=lambda key: days[key])[-(N_EACH // 5) :]
    assert hidden == {papers[key].title for key in latest}


def test_a_library_without_years_is_hidden_by_lot(papers: dict[str, Paper]) -> None:
    bare = [Paper(title=p.title) for k, p in papers.items() if k.startswith("graph")]

    hiding = own.hide(library_of(bare), build("others", papers.values()))

    assert hiding.order == "lot"
    assert len(hiding.hidden) == N_EACH // 5


def test_a_hidden_paper_is_looked_for_as_the_corpus_has_it(papers: dict[str, Paper]) -> None:
    titles = [
        Paper(title=f"{p.title} and its many long consequences", year=p.year)
        for k, p in papers.items()
        if k.startswith("graph")
    ]
    corpus = [Paper(title=p.title, year=p.year, abstract="graph nodes") for p in titles]

    hiding = own.hide(library_of(titles), build("same", corpus))

    assert all(hiding.pool[i].abstract for i in hiding.hidden)
    assert not any(hiding.pool[i].abstract for i in hiding.kept)
    assert hiding.n_others == 0


def test_a_work_that_stands_twice_is_counted_once(papers: dict[str, Paper]) -> None:
    long = [
        replace(p, title=f"{p.title} and its long consequences")
        for k, p in papers.items()
        if k.startswith("graph")
    ]
    again = [Paper(key="again", title=p.title, year=p.year) for p in long[:3]]

    hiding = own.hide(library_of([*long, *again]), build("others", papers.values()))

    assert len(hiding.kept) + len(hiding.hidden) == N_EACH


def test_a_library_keeps_the_readers_groups(papers: dict[str, Paper]) -> None:
    library = library_of([p for k, p in papers.items() if k.startswith(("graph", "sparse"))])
    groups = ("graphs", "features")
    entries = [replace(e, collections=(groups[e.position // N_EACH],)) for e in library.entries]

    hiding = own.hide(replace(library, entries=tuple(entries)), build("one", papers.values()))

    left = hiding.left("titles")
    assert {e.collections for e in left.entries} == {("graphs",), ("features",)}
    assert [e.position for e in left.entries] == list(range(len(hiding.kept)))
    assert not any(e.paper.abstract for e in left.entries)


def test_rankings_of_a_library_are_compared_paper_by_paper(papers: dict[str, Paper]) -> None:
    graph = [p for k, p in papers.items() if k.startswith("graph")]
    others = [p for k, p in papers.items() if not k.startswith("graph")]
    hiding = own.hide(library_of(graph), build("others", others))

    row = own.evaluate(hiding, cases=["whole"], rankings=["random"], progress=quiet)[0]

    task = Task(
        library=hiding.left("whole"), candidates=hiding.pool.without(set(hiding.kept)), limit=50
    )
    found = {task.candidates.ids[n] for n in RANKINGS["random"](task)}
    assert row.values == tuple(float(name in found) for name in hiding.hidden)


def test_a_tiny_library_is_refused() -> None:
    library = library_of([Paper(title=f"A paper {i}") for i in range(9)])

    with pytest.raises(BadRequest, match="10 or more"):
        own.hide(library, build("one", [Paper(title="other")]))


def test_intervals_of_a_row_hold_its_mean() -> None:
    row = Row(case="whole", ranking="fused", means={}, values=(1.0, 0.0, 1.0, 1.0, 0.0))

    low, high = row.interval
    assert low < 0.6 < high

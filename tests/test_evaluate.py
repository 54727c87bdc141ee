from __future__ import annotations

import gzip
import importlib.util
import json
import math
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from rank_bm25 import BM25Plus

from recommender.cli import group
from recommender.corpus import build
from recommender.errors import BadRequest, RecommenderError, UnreadableInput
from recommender.evaluate import dataset, own, peers, reviews
from recommender.evaluate.candidates import Pool, Task, library_of
from recommender.evaluate.plain import PlainBm25, WordCounts, plain_words
from recommender.evaluate.protocol import (
    CASES,
    average_precision,
    chance,
    gain,
    interval,
    metrics,
    ranks,
    shown,
    split,
)
from recommender.evaluate.rankings import RANKINGS, ours
from recommender.evaluate.rows import Row
from recommender.papers import Paper
from recommender.rankers import RANKERS
from recommender.recommend import suggest

TOPICS = {
    "sparse": "sparse autoencoder features dictionary learning interpretability neurons",
    "bandit": "bandit regret exploration arms confidence bounds sequential decision",
    "protein": "protein folding structure residue amino acid sequence design",
    "graph": "graph neural network message passing nodes edges spectral",
}
N_EACH = 30


@pytest.fixture(scope="module")
def papers() -> dict[str, Paper]:
    """Return made-up papers of four topics: two words of the topic in the title, five in all."""
    rng = np.random.default_rng(3)
    common = [f"word{i}" for i in range(60)]
    found = {}
    for topic, text in TOPICS.items():
        words = text.split()
        for i in range(N_EACH):
            title = [*rng.choice(words, 2, replace=False), *rng.choice(common, 3), f"number{i}"]
            body = [*rng.choice(words, 5), *rng.choice(common, 20)]
            key = f"{topic}{i:02}"
            found[key] = Paper(
                key=key, title=" ".join(title), abstract=" ".join(body), year=2000 + i % 20
            )
    return found


@pytest.fixture
def pool(papers: dict[str, Paper]) -> Pool:
    return Pool(papers)


@pytest.fixture
def task(pool: Pool) -> Task:
    kept = [f"sparse{i:02}" for i in range(20)]
    library = library_of([pool[name] for name in kept])
    return Task(library=library, candidates=pool.without(set(kept)), limit=10)


@pytest.fixture
def folder(tmp_path: Path, papers: dict[str, Paper]) -> Path:
    """Return a data set of two libraries."""
    _write(tmp_path / "items.jsonl.gz", [_record(paper) for paper in papers.values()])
    libraries = [
        {"id": f"{topic}.bib", "part": part, "items": [f"{topic}{i:02}" for i in range(20)]}
        for topic, part in (("sparse", "tune"), ("bandit", "report"))
    ]
    (tmp_path / "libraries.json").write_text(json.dumps(libraries))
    return tmp_path


def _record(paper: Paper, **more: object) -> dict[str, object]:
    record = {"id": paper.key, "title": paper.title, "abstract": paper.abstract}
    return record | {"year": paper.year, "venue": paper.venue} | more


def _write(path: Path, records: list[dict[str, object]]) -> None:
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(record) + "\n" for record in records)


def _quiet(done: int, total: int) -> None:
    pass


@pytest.fixture(scope="module")
def theirs(shared: Path) -> ModuleType:
    """Return the protocol that this one must equal."""
    spec = importlib.util.spec_from_file_location("protocol", shared / "eval" / "protocol.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_splits_are_those_of_the_protocol(theirs: ModuleType) -> None:
    names = [f"paper{i}" for i in range(57)]

    assert all(
        split(f"library {n}", names[:n], seed) == theirs.split(f"library {n}", names[:n], seed)
        for n in range(10, 57)
        for seed in (0, 1, 2)
    )


def test_cases_are_those_of_the_protocol(theirs: ModuleType) -> None:
    items = {f"p{i}": {"id": f"p{i}", "abstract": "text"} for i in range(40)}
    options: dict[str, dict[str, Any]] = {
        "whole": {},
        "titles": {"blank": 1.0},
        "thirty": {"blank": 0.7},
        "five": {"keep": 5},
    }
    seen: dict[str, dict[str, bool]] = {}
    for case, wanted in options.items():

        def rank(library: list[Any], candidates: list[Any], case: str = case) -> list[str]:
            seen[case] = {item["id"]: bool(item["abstract"]) for item in library}
            return []

        theirs.evaluate(rank, items, {"a/b:c.bib": list(items)}, seeds=(1,), **wanted)

    kept, _ = split("a/b:c.bib", items, 1)
    assert {case: shown("a/b:c.bib", kept, CASES[case], 1) for case in options} == seen


def test_metrics_are_those_of_the_protocol(theirs: ModuleType) -> None:
    rng = np.random.default_rng(0)
    names = [f"p{i}" for i in range(300)]
    for n_hidden in (1, 3, 30):
        order = rng.permutation(names)[:150].tolist()
        hidden = rng.choice(names, n_hidden, replace=False).tolist()

        ours_, others = metrics(ranks(order, hidden)), theirs.metrics(order, hidden)
        assert ours_ == pytest.approx({name: others[name] for name in ours_})


def test_intervals_are_near_those_of_the_protocol(theirs: ModuleType) -> None:
    values = np.random.default_rng(0).random(40).tolist()

    assert interval(values) == pytest.approx(theirs.interval(values), abs=0.01)


def test_metrics_count_by_hand() -> None:
    found = metrics(ranks(["a", "x", "b", *"cdefghijk"], ["x", "b", "absent", "k"]))

    assert found["recall@10"] == 0.5
    assert found["recall@50"] == 0.75
    assert found["MRR@100"] == 0.5
    ideal = 1 + 1 / math.log2(3) + 1 / 2 + 1 / math.log2(5)
    assert found["nDCG@10"] == pytest.approx((1 / math.log2(3) + 1 / 2) / ideal)


def test_nothing_found_is_worth_nothing() -> None:
    assert set(metrics(ranks(["a"], ["b"])).values()) == {0.0}
    assert average_precision(ranks(["a"], ["b"])) == 0


def test_average_precision_counts_by_hand() -> None:
    found = average_precision(ranks(["a", "x", "b", "y"], ["a", "b", "absent"]))

    assert found == pytest.approx((1 / 1 + 2 / 3 + 0) / 3)


def test_a_gain_has_an_interval_around_the_paired_difference() -> None:
    better = [0.5, 0.6, 0.9, 0.2]

    assert gain(better, [v - 0.1 for v in better]) == pytest.approx((0.1, 0.1, 0.1))


def test_chance_is_spread_over_zero_to_one() -> None:
    drawn = [chance("seed", i) for i in range(1000)]

    assert 0 <= min(drawn) < 0.01
    assert 0.99 < max(drawn) < 1
    assert np.mean(drawn) == pytest.approx(0.5, abs=0.03)


def test_plain_scores_are_those_of_rank_bm25(papers: dict[str, Paper]) -> None:
    corpus = list(papers.values())
    query = [word for paper in corpus[:7] for word in plain_words(paper)]
    theirs = BM25Plus([plain_words(paper) for paper in corpus], k1=1.5, b=0.75, delta=0)

    scores = PlainBm25(WordCounts.of(corpus)).scores(corpus[:7])

    assert scores == pytest.approx(theirs.get_scores(query))


def test_plain_scores_of_a_part_are_those_of_a_corpus_of_its_own(papers: dict[str, Paper]) -> None:
    corpus = list(papers.values())
    rows = list(range(10, 90))

    of_part = PlainBm25(WordCounts.of(corpus).part(rows)).scores(corpus[:5])

    alone = PlainBm25(WordCounts.of([corpus[i] for i in rows])).scores(corpus[:5])
    assert of_part == pytest.approx(alone)


@pytest.mark.parametrize("ranker", list(RANKERS))
def test_our_rankings_are_what_users_get(task: Task, ranker: str) -> None:
    answer = suggest(task.library, task.candidates.corpus, limit=10, ranker=ranker)

    found = ours(task, ranker)
    assert [task.candidates.ids[n] for n in found] == [s.paper.key for s in answer.suggestions]


def test_our_ranking_of_several_interests_is_what_users_get(pool: Pool) -> None:
    kept = [f"{topic}{i:02}" for topic in ("sparse", "protein", "graph") for i in range(20)]
    library = library_of([pool[name] for name in kept])
    task = Task(library=library, candidates=pool.without(set(kept)), limit=20)

    answer = suggest(library, task.candidates.corpus, limit=20)

    assert len(answer.interests) > 1
    found = [task.candidates.ids[n] for n in ours(task, "fused")]
    assert found == [s.paper.key for s in answer.suggestions]


def test_our_ranking_goes_on_below_the_floor_where_all_are_asked_for(task: Task) -> None:
    everything = replace(task, limit=len(task.candidates.ids))

    found = ours(everything, "fused")

    assert sorted(found) == list(range(everything.limit))
    assert found[: task.limit] == ours(task, "fused")


@pytest.mark.parametrize("name", [name for name in RANKINGS if name != "random"])
def test_each_ranking_puts_the_librarys_topic_first(task: Task, name: str) -> None:
    found = [task.candidates.ids[n] for n in RANKINGS[name](task)]

    assert sum(paper.startswith("sparse") for paper in found) >= 8


@pytest.mark.parametrize("name", list(RANKINGS))
def test_each_ranking_names_a_paper_once_and_none_of_the_library(task: Task, name: str) -> None:
    found = [task.candidates.ids[n] for n in RANKINGS[name](task)]

    owned = {paper.key for paper in task.library.papers}
    assert len(set(found)) == len(found) == task.limit
    assert not owned.intersection(found)


@pytest.mark.parametrize("name", list(RANKINGS))
def test_each_ranking_is_the_same_each_time(task: Task, name: str) -> None:
    assert list(RANKINGS[name](task)) == list(RANKINGS[name](task))


def test_the_decayed_mean_weighs_the_newest_most(pool: Pool) -> None:
    library = library_of(
        [Paper(title="graph nodes", year=1990), Paper(title="bandit arms", year=2020)]
    )
    task = Task(library=library, candidates=pool.without(set()), limit=1)

    scores = peers.decayed_mean(task)

    alone = peers.nearest(
        Task(library=library_of(library.papers[1:]), candidates=task.candidates, limit=1)
    )
    other = peers.nearest(
        Task(library=library_of(library.papers[:1]), candidates=task.candidates, limit=1)
    )
    old = 1 / (1 + math.log10(2))
    assert scores == pytest.approx((alone + old * other) / (1 + old))


def test_candidates_are_a_corpus_that_never_held_the_library(pool: Pool, task: Task) -> None:
    owned = {paper.key for paper in task.library.papers}
    alone = build("alone", [paper for paper in pool.papers if paper.key not in owned])

    assert task.candidates.corpus.generation == alone.generation


def test_a_data_set_gives_a_row_for_each_case_and_ranking(folder: Path) -> None:
    rows = dataset.evaluate(
        dataset.read(folder),
        cases=list(CASES),
        rankings=["fused", "random"],
        seeds=[0, 1],
        progress=_quiet,
    )

    assert [(row.case, row.ranking) for row in rows] == [
        (case, ranking) for case in CASES for ranking in ("fused", "random")
    ]
    assert all(len(row.values) == 2 for row in rows)
    assert rows[0].means["recall@10"] > rows[1].means["recall@10"]


def test_a_data_set_equals_what_the_protocol_counts(folder: Path, theirs: ModuleType) -> None:
    data = dataset.read(folder)
    items, libraries = theirs.load(folder)

    def rank(library: list[Any], candidates: list[Any]) -> list[str]:
        corpus = build("test", [dataset.paper_of(item) for item in sorted(candidates, key=_id)])
        answer = suggest(library_of([dataset.paper_of(i) for i in library]), corpus, limit=100)
        return [str(s.paper.key) for s in answer.suggestions]

    for case, blank in (("whole", 0.0), ("thirty", 0.7)):
        row = dataset.evaluate(
            data, cases=[case], rankings=["fused"], seeds=[0, 1], progress=_quiet
        )[0]
        other = theirs.evaluate(rank, items, libraries, blank=blank)
        assert row.means == pytest.approx({m: theirs.mean(other, m) for m in row.means})


def _id(item: dict[str, Any]) -> str:
    return str(item["id"])


def test_a_part_of_a_data_set_can_be_chosen(folder: Path) -> None:
    assert list(dataset.read(folder, "tune").libraries) == ["sparse.bib"]


def test_a_folder_without_data_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match=r"it needs items\.jsonl\.gz and"):
        dataset.read(tmp_path)


def test_a_library_of_unknown_papers_is_refused(folder: Path) -> None:
    listed = [{"id": "x", "items": [f"p{i}" for i in range(12)]}]
    (folder / "libraries.json").write_text(json.dumps(listed))

    with pytest.raises(UnreadableInput, match="names the paper p0"):
        dataset.read(folder)


@pytest.mark.parametrize("broken", ["", "{", "[1]", '[{"id": "a"}]', "{}"])
def test_a_broken_list_of_libraries_is_refused(folder: Path, broken: str) -> None:
    (folder / "libraries.json").write_text(broken)

    with pytest.raises(RecommenderError):
        dataset.read(folder)


def test_a_cut_off_file_of_papers_is_refused(folder: Path) -> None:
    items = folder / "items.jsonl.gz"
    items.write_bytes(items.read_bytes()[:-40])

    with pytest.raises(UnreadableInput, match="no data set"):
        dataset.read(folder)


def test_a_review_that_includes_too_few_papers_is_refused(
    tmp_path: Path, papers: dict[str, Paper]
) -> None:
    records = [_record(paper, included=0) for paper in papers.values()]
    _write(tmp_path / "Review_2020.jsonl.gz", records)

    with pytest.raises(UnreadableInput, match="more than 10"):
        reviews.read(tmp_path / "Review_2020.jsonl.gz")


def test_a_review_is_ranked_from_ten_of_its_included_papers(
    tmp_path: Path, papers: dict[str, Paper]
) -> None:
    records = [_record(p, included=int(str(p.key).startswith("graph"))) for p in papers.values()]
    _write(tmp_path / "Review_2020.jsonl.gz", records)

    read = [reviews.read(path) for path in reviews.files(tmp_path)]
    rows = reviews.evaluate(read, rankings=["fused", "random"], progress=_quiet)

    assert [(row.case, row.ranking) for row in rows] == [
        ("Review_2020", "fused"),
        ("Review_2020", "random"),
    ]
    assert rows[0].means["AP"] > 0.8 > rows[1].means["AP"]
    assert len(rows[0].values) == reviews.DRAWS


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

    row = own.evaluate(hiding, cases=["whole"], rankings=["random"], progress=_quiet)[0]

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


def _run(*arguments: str) -> str:
    done = CliRunner().invoke(group, ["evaluate", *arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_the_command_prints_rows_of_a_data_set_as_json(folder: Path) -> None:
    names = {"case", "ranking", "recall@10", "recall@50", "recall@100", "nDCG@10", "MRR@100"}

    found = json.loads(_run("--dataset", str(folder), "--ranking", "fused", "-f", "json"))

    assert list(found) == ["rows"]
    assert [row["case"] for row in found["rows"]] == list(CASES)
    assert all(set(row) == names | {"low", "high"} for row in found["rows"])


def test_the_command_tells_the_gain_over_a_plain_query(folder: Path) -> None:
    chosen = ("--ranking", "fused", "--ranking", "plain-query", "--case", "whole", "--seeds", "0")

    rows = json.loads(_run("--dataset", str(folder), *chosen, "-f", "json"))["rows"]

    assert rows[0]["gain"] == pytest.approx(rows[0]["recall@50"] - rows[1]["recall@50"])
    assert rows[0]["gain_low"] <= rows[0]["gain"] <= rows[0]["gain_high"]
    assert rows[1]["gain"] == 0


def test_the_command_says_what_it_means_for_a_library(root: Path) -> None:
    text = _run(
        str(root / "seeds" / "library.bib"), "--ranking", "fused", "--ranking", "plain-query"
    )

    assert "8 of your 40 works were hidden, the newest" in text
    assert "a plain BM25 query found" in text
    assert text.splitlines()[0].startswith("case")


def test_the_command_says_that_abstracts_are_missing(tmp_path: Path) -> None:
    entries = [f"@misc{{a{i}, title={{Graph paper number {i}}}}}" for i in range(12)]
    (tmp_path / "bare.bib").write_text("\n".join(entries))

    text = _run(str(tmp_path / "bare.bib"), "--ranking", "fused")

    assert "2 of your 12 works were hidden, drawn by lot" in text
    assert "Your file holds no abstract" in text


def test_the_command_wants_a_library_or_a_data_set() -> None:
    done = CliRunner().invoke(group, ["evaluate"])

    assert done.exit_code == 2
    assert "Name a library's file" in done.output


def test_seeds_are_whole_numbers() -> None:
    done = CliRunner().invoke(group, ["evaluate", "x.bib", "--seeds", "0,one"])

    assert done.exit_code == 2
    assert "write 0,1" in done.output

"""Filters say which papers may be suggested, from columns alone."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from recommender.corpus import Corpus, Filter, build, open_corpus
from recommender.corpus.ingest import add
from recommender.papers import Paper, Person

PAPERS = [
    Paper(
        title="A",
        year=2023,
        venue="ICLR",
        authors=(Person(given="Zoë", family="Müller"), Person(family="Wei", given="Li")),
        keywords=("Graph Networks", "Sparsity"),
        language="en",
    ),
    Paper(title="B", year=2024, venue="ICLR Workshop", authors=(Person(literal="ATLAS"),)),
    Paper(title="C", year=2024, venue="NeurIPS", language="de", keywords=("graphs",)),
    Paper(title="D"),
]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return build("some", PAPERS)


@pytest.mark.parametrize(
    ("wanted", "titles"),
    [
        (Filter(), "ABCD"),
        (Filter(since=2024), "BC"),
        (Filter(until=2023), "A"),
        (Filter(since=2023, until=2023), "A"),
        (Filter(since=0, until=9999), "ABC"),
        (Filter(since=-5), "ABC"),
        (Filter(since=100_000), ""),
        (Filter(venue="iclr"), "AB"),
        (Filter(venue="nowhere"), ""),
        (Filter(author="muller"), "A"),
        (Filter(author="zoe mu"), "A"),
        (Filter(author="Atlas"), "B"),
        (Filter(keyword="graph"), "AC"),
        (Filter(language="EN"), "A"),
        (Filter(language="english"), "A"),
        (Filter(language="German"), "C"),
        (Filter(language="e"), ""),
        (Filter(venue="ICLR", since=2024), "B"),
        (Filter(added_since=date.today() - timedelta(days=1)), "ABCD"),
        (Filter(added_since=date.today() + timedelta(days=1)), ""),
    ],
)
def test_a_filter_lets_pass_what_it_names(corpus: Corpus, wanted: Filter, titles: str) -> None:
    passed = corpus.passing(wanted)

    assert "".join(p.title for p, yes in zip(PAPERS, passed, strict=True) if yes) == titles


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("English", "en"),
        ("american", "english"),
        ("en-US", "eng"),
        ("pt_BR", "portuguese"),
        ("ngerman", "de"),
        ("Français", "french"),
        ("Brazilian Portuguese", "pt"),
        ("english and french", "fr"),
        ("Klingon", "klingon"),
    ],
)
def test_a_language_is_found_by_its_names_and_codes(said: str, wanted: str) -> None:
    papers = [Paper(title="A", language=said), Paper(title="B", language="Slovenian")]

    assert build("some", papers).passing(Filter(language=wanted)).tolist() == [True, False]


@pytest.mark.parametrize(
    "names",
    [
        "en eng english american british australian newzealand usenglish ukenglish",
        "de deu ger german ngerman deutsch austrian naustrian swissgerman nswissgerman",
        "fr fra fre french francais acadian",
        "es spa spanish espanol castilian",
        "pt por portuguese portugues brazilian brazil",
        "no nor norwegian norsk nynorsk nb nob nn nno",
        "zh zho chi chinese",
    ],
)
def test_all_names_of_a_language_mean_it(names: str) -> None:
    papers = [Paper(title=name, language=name) for name in names.split()]
    corpus = build("some", papers)

    assert all(corpus.passing(Filter(language=name)).all() for name in names.split())


@pytest.mark.parametrize(("later", "passes"), [(-1, True), (0, True), (1, False)])
def test_what_came_on_a_day_is_of_that_day_on(tmp_path: Path, later: int, passes: bool) -> None:
    source = tmp_path / "papers.jsonl"
    source.write_text('{"title": "Owls hear voles"}')
    day = date(2026, 1, 2)
    add(tmp_path, "mine", [source], today=day)

    wanted = Filter(added_since=day + timedelta(days=later))
    assert open_corpus("mine", data=tmp_path).passing(wanted).tolist() == [passes]


def test_texts_are_not_joined_to_find_a_part(corpus: Corpus) -> None:
    assert not corpus.passing(Filter(venue="iclriclr")).any()


def test_a_corpus_tells_its_years_and_venues(corpus: Corpus) -> None:
    assert corpus.years() == {2023: 1, 2024: 2}
    assert corpus.venues(2) == [("ICLR", 1), ("ICLR Workshop", 1)]


def test_a_venue_in_several_spellings_is_one_in_the_first() -> None:
    venues = ("Oslo", "NeurIPS", "NEURIPS")
    papers = [Paper(title=f"On {venue}", venue=venue) for venue in venues]

    assert build("some", papers).venues(5) == [("NeurIPS", 2), ("Oslo", 1)]

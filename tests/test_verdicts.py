"""A verdict belongs to a work: under any key, in any corpus, as preprint and published form."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import recommender
from libraries import library_of
from recommender.corpus import Corpus, build
from recommender.formats import write
from recommender.papers import Paper, Person
from recommender.verdicts import HELD_BACK, VERDICTS, Judgement, Verdict, Verdicts, superseded
from recommender.why import explain_one

PREPRINT = Paper(
    key="smith2020",
    title="Sparse autoencoders find features of language models",
    authors=(Person(family="Smith", given="Ada"),),
    year=2020,
    arxiv="2001.00001",
    venue="arXiv",
)
PUBLISHED = replace(
    PREPRINT, key="smithFeatures", year=2021, arxiv="", doi="10.1000/182", venue="Journal of Parts"
)
NAMESAKE = Paper(
    key="smith2020",
    title="Grain boundaries in cast iron under load",
    authors=(Person(family="Smith", given="Ben"),),
    year=2020,
)
UNTITLED = Paper(key="k1", abstract="Notes on sparse features of language models")
SHORT = Paper(key="k2", title="Editorial", year=2020)
WORKS = (PREPRINT, NAMESAKE, UNTITLED, SHORT)


def corpus(*papers: Paper, name: str = "one") -> Corpus:
    return build(name, papers)


def test_a_verdict_on_one_paper_leaves_another_of_the_same_key() -> None:
    said = Verdicts([Judgement.on(PREPRINT, "dismissed", "one")])
    other = corpus(NAMESAKE, name="other")

    assert said.of(PREPRINT) == "dismissed"
    assert said.of(NAMESAKE) is None
    assert said.on(other) == {}


@pytest.mark.parametrize("paper", WORKS, ids=lambda paper: paper.label)
def test_a_verdict_follows_a_work_into_a_corpus_where_it_has_another_key(paper: Paper) -> None:
    said = Verdicts([Judgement.on(paper, "saved", "one")])
    elsewhere = replace(paper, key="another")
    other = corpus(replace(NAMESAKE, key="first", title="Wings of bees"), elsewhere, name="other")

    assert said.of(elsewhere) == "saved"
    assert {n: a.verdict for n, a in said.on(other).items()} == {1: "saved"}


@pytest.mark.parametrize(("told", "met"), [(PREPRINT, PUBLISHED), (PUBLISHED, PREPRINT)])
def test_a_verdict_counts_for_the_other_version_until_that_has_its_own(
    told: Paper, met: Paper
) -> None:
    first = Judgement.on(told, "dismissed", "one")
    own = Judgement.on(met, "seen", "two")
    found = Verdicts([first]).applied(met)

    assert found is not None
    assert (found.verdict, found.through) == ("dismissed", "version")
    assert Verdicts([own, first]).of(met) == "seen"
    assert Verdicts([own, first]).of(told) == "dismissed"


def test_the_last_verdict_on_a_work_counts() -> None:
    said = Verdicts(
        [Judgement.on(replace(PREPRINT, key="x"), "saved"), Judgement.on(PREPRINT, "seen")]
    )

    assert said.of(PREPRINT) == "seen"
    assert [a.verdict for a in said.on(corpus(PREPRINT)).values()] == ["seen"]


def test_a_verdict_of_which_only_the_key_is_known_counts_for_that_key_everywhere() -> None:
    said = Verdicts.of_keys({"smith2020": "dismissed"})

    assert said.of(PREPRINT) == said.of(NAMESAKE) == "dismissed"
    assert said.of(PUBLISHED) is None
    assert said.on(corpus(PUBLISHED, NAMESAKE))[1].through == "key"


@pytest.mark.parametrize(
    ("key", "was"),
    [("DBLP:conf/x/Y01", "DBLP:conf-x-Y01"), ("müller2020", "muller2020"), ("k" * 90, "k" * 64)],
)
def test_a_lone_key_counts_for_the_paper_that_had_it_when_keys_had_few_letters(
    key: str, was: str
) -> None:
    said = Verdicts.of_keys({was: "dismissed"})
    of = corpus(replace(PREPRINT, key=key), NAMESAKE)

    assert {n: a.verdict for n, a in said.on(of).items()} == {0: "dismissed"}
    assert said.behind_key(key, of) == said
    assert set(said.on(corpus(replace(PREPRINT, key=key), replace(NAMESAKE, key=was)))) == {1}


def test_a_verdict_on_a_work_comes_before_one_of_which_only_the_key_is_known() -> None:
    said = Verdicts([Judgement.on(PREPRINT, "seen")]) + Verdicts.of_keys({"smith2020": "saved"})

    assert said.of(PREPRINT) == "seen"
    assert said.of(NAMESAKE) == "saved"
    assert said.on(corpus(PREPRINT))[0].verdict == "seen"


def test_a_work_with_two_versions_counts_as_one_paper_that_was_said() -> None:
    both = corpus(PREPRINT, PUBLISHED)
    said = Verdicts([Judgement.on(PUBLISHED, "saved")])

    assert set(said.on(both)) == {0, 1}
    assert said.papers("saved", both).tolist() == [1]
    assert said.papers("dismissed", both).tolist() == []


def test_a_paper_without_a_title_that_is_edited_in_its_corpus_keeps_its_verdict() -> None:
    said = Verdicts([Judgement.on(UNTITLED, "dismissed", "one")])
    edited = replace(UNTITLED, abstract="Notes on sparse features, corrected")
    again = Judgement.on(edited, "seen", "one")

    assert said.on(corpus(edited, name="one"))[0].verdict == "dismissed"
    assert said.on(corpus(edited, name="two")) == {}
    assert superseded([*said, again]) == {0}
    assert superseded([*said, Judgement.on(edited, "seen", "two")]) == set()


def test_what_the_corpus_knows_as_a_version_is_reached_and_can_be_taken_back(tmp_path) -> None:
    """Its own records tell more of the preprint than the one of which it was said."""
    told = replace(PREPRINT, title=f"{PREPRINT.title}: a report")
    merged = tmp_path / "both.bib"
    merged.write_text(
        write([told, replace(PREPRINT, key="other"), PUBLISHED], "bibtex"), encoding="utf-8"
    )
    both = recommender.open_corpus(merged)
    published = both.number("smithFeatures")
    said = Verdicts([Judgement.on(replace(told, key="x"), "dismissed", "elsewhere")])

    assert said.on(both)[published].through == "version"
    assert said.applied(both.papers[published]) is None
    assert said.behind_key("smithFeatures", both) == said


def test_of_two_versions_the_one_judged_last_counts_for_a_third() -> None:
    other = replace(PREPRINT, key="ssrn", arxiv="", doi="10.2139/ssrn.1", venue="SSRN")
    first, last = Judgement.on(other, "saved"), Judgement.on(PREPRINT, "dismissed")

    for one, two, counts in ((first, last, "dismissed"), (last, first, "saved")):
        said = Verdicts([one, two])
        assert said.of(PUBLISHED) == said.on(corpus(PUBLISHED))[0].verdict == counts


def test_verdicts_are_values() -> None:
    one, same = (Verdicts([Judgement.on(PREPRINT, "saved", "one")]) for _ in range(2))
    other = Verdicts([Judgement.on(PREPRINT, "seen", "one")])

    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert [each.paper for each in one] == [PREPRINT]


KEYS = st.sampled_from(["smith2020", "jones1999"])
NAMES = st.sampled_from(["one", "two"])
SAID = st.tuples(NAMES, st.integers(0, len(WORKS) - 1), KEYS, st.sampled_from(VERDICTS))


@given(st.lists(SAID, max_size=8), KEYS)
def test_a_paper_is_held_back_exactly_if_its_work_was_said_so(
    said: list[tuple[str, int, str, Verdict]], key: str
) -> None:
    """Over corpora whose keys collide, whatever was said, in whatever order."""
    verdicts = Verdicts(
        Judgement.on(replace(WORKS[work], key=key), verdict, name)
        for name, work, key, verdict in said
    )
    last = {work: verdict for _, work, _, verdict in said}
    asked = corpus(*(replace(work, key=f"{key}{i or ''}") for i, work in enumerate(WORKS)))

    found = {n for n, a in verdicts.on(asked).items() if a.verdict in HELD_BACK}
    alone = {n for n, paper in enumerate(asked.papers) if verdicts.of(paper) in HELD_BACK}

    assert found == alone == {work for work, verdict in last.items() if verdict in HELD_BACK}


def test_why_tells_that_another_version_was_dismissed() -> None:
    owned = Paper(key="own", title="Features of sparse language models and their grain boundaries")
    library = library_of(owned)
    said = Verdicts([Judgement.on(PREPRINT, "dismissed", "papers.bib")])

    _, version = explain_one(library, corpus(PUBLISHED), "smithFeatures", verdicts=said)
    _, same = explain_one(library, corpus(PREPRINT), "smith2020", verdicts=said)

    assert "you dismissed another version of it, smith2020 of papers.bib, before" in version
    assert "you dismissed it before" in same


def test_suggest_holds_back_works_and_takes_keys_of_its_corpus_too() -> None:
    owned = Paper(key="own", title="Features of sparse language models and their grain boundaries")
    library = library_of(owned)
    filler = [Paper(key=f"f{i}", title=f"Wings of bee number {i}") for i in range(5)]
    of = corpus(replace(PREPRINT, key="p"), NAMESAKE, *filler)

    def keys(verdicts: Verdicts | dict[str, Verdict]) -> set[str | None]:
        found = recommender.suggest(library, of, verdicts=verdicts).suggestions
        return {s.paper.key for s in found if s.verdict is None}

    assert keys({}) == {"p", "smith2020"}
    assert keys(Verdicts([Judgement.on(PUBLISHED, "dismissed", "elsewhere")])) == {"smith2020"}
    assert keys({"smith2020": "dismissed"}) == {"p"}
    assert keys({"nowhere": "dismissed"}) == {"p", "smith2020"}

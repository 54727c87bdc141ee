"""What is owned, withheld or there twice: not suggested, or told."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

import pytest

import recommender
from libraries import library_of
from recommender.corpus import Corpus
from recommender.corpus.indexing.corpus_writer import CorpusWriter
from recommender.corpus.merge import Merge
from recommender.corpus.storage.array_writers import MemoryWriter
from recommender.papers import Paper, Person
from recommender.verdicts import Judgement, Verdict, Verdicts
from recommender.why import explain_one

VALE = (Person(family="Vale", given="Ida"),)
HEARD = "Owls hear voles in the forest by their facial discs."


def corpus_of(*papers: Paper) -> Corpus:
    """Return a corpus as one of files is made: records of one work are one paper."""
    memory = MemoryWriter()
    Merge(papers).write(CorpusWriter(memory, today=date(2026, 12, 1)))
    return Corpus(name="owls", generation="1", arrays=memory.arrays())


def owl(key: str, title: str, **facts: object) -> Paper:
    known = {"authors": VALE, "year": 2021, "abstract": HEARD, "venue": "Owl Letters"}
    return Paper(key=key, title=title, **(known | facts))  # type: ignore[arg-type]


def keys(found: Iterable[recommender.Suggestion]) -> list[str]:
    return [suggestion.paper.key or "" for suggestion in found]


SHELF = owl("shelf", "Hearing of barn owls at night", year=2015)
OTHER = owl("other", "Owls and mice in winter barns")


@pytest.mark.parametrize(
    ("title", "facts"),
    [
        ("RETRACTED: Owls locate voles by taste", {}),
        ("Owls locate voles by taste", {"fields": {"status": "retracted"}}),
        ("Owls locate voles by taste", {"abstract": f"This paper has been withdrawn. {HEARD}"}),
        ("Erratum to: Owls locate voles by taste", {}),
        ("Owl Letters: front matter", {}),
        ("", {}),
    ],
)
def test_what_is_withheld_is_not_suggested_and_says_why(title: str, facts: dict[str, str]) -> None:
    corpus = corpus_of(owl("never", title, **facts), OTHER)

    found = recommender.suggest(library_of(SHELF), corpus)
    _, standing = explain_one(library_of(SHELF), corpus, "never")
    assert keys(found.suggestions) == ["other"]
    assert standing.startswith("Not suggested: it")


def test_a_corpus_without_titles_is_suggested() -> None:
    found = recommender.suggest(
        library_of(SHELF), corpus_of(owl("a", ""), owl("b", "", doi="10.5555/b"))
    )

    assert len(found.suggestions) == 2


def test_of_a_preprint_and_its_published_form_only_the_better_is_suggested() -> None:
    title = "Owls that plan their hunt for voles"
    preprint = owl("p", title, venue="bioRxiv", doi="10.64898/2026.01.02.700001", year=2020)
    corpus = corpus_of(preprint, owl("q", title, doi="10.5555/q", abstract="Owls plan."), OTHER)

    found = recommender.suggest(library_of(SHELF), corpus)
    _, standing = explain_one(library_of(SHELF), corpus, "p")
    assert sorted(keys(found.suggestions)) == ["other", "q"]
    sentence = next(s.why.sentence for s in found.suggestions if s.paper.key == "q")
    assert "Other versions in the corpus: p (bioRxiv, 2020)." in sentence
    assert standing == "Not suggested: its better version q is there."


def test_of_two_versions_the_one_that_passes_the_filters_is_suggested() -> None:
    title = "Owls that plan their hunt for voles"
    preprint = owl("p", title, venue="bioRxiv", year=2020)
    corpus = corpus_of(preprint, owl("q", title, doi="10.5555/q"))

    assert keys(recommender.suggest(library_of(SHELF), corpus, year="2020").suggestions) == ["p"]


def test_no_version_of_a_retracted_paper_is_suggested() -> None:
    title = "Owls that plan their hunt for voles"
    preprint = owl("p", title, venue="bioRxiv", year=2020)
    corpus = corpus_of(preprint, owl("q", f"RETRACTED: {title}", doi="10.5555/q"), OTHER)

    assert keys(recommender.suggest(library_of(SHELF), corpus).suggestions) == ["other"]


def test_a_paper_that_may_be_owned_is_named_beside_the_list_with_its_entry() -> None:
    mine = owl("mine", "Owl nets", abstract="")
    corpus = corpus_of(owl("listed", "Owl nets", authors=()), OTHER)

    found = recommender.suggest(library_of(SHELF, mine), corpus)
    _, standing = explain_one(library_of(SHELF, mine), corpus, "listed")
    assert keys(found.suggestions) == ["other"]
    assert keys(found.versions) == ["listed"]
    assert found.versions[0].why.sentence.endswith("You may have this as mine (line 2).")
    assert standing == "Not suggested: the library may hold it."


def test_a_wrong_identifier_hides_nothing_and_is_told() -> None:
    mine = owl("mine", "Snow in deserts", year=2002, pmid="123", authors=(Person(family="Ash"),))
    corpus = corpus_of(owl("theirs", "Self-taught tall owls on rock", pmid="123"), OTHER)

    found = recommender.suggest(library_of(SHELF, mine), corpus)
    sentence = next(s.why.sentence for s in found.suggestions if s.paper.key == "theirs")
    assert "It has the same pmid 123 as mine (line 2)" in sentence


def test_what_was_saved_or_is_owned_and_was_retracted_since_is_told() -> None:
    gone = owl("gone", "RETRACTED: Owls locate voles by taste")
    corpus = corpus_of(gone, owl("also", "Retracted: Owls of the long night"), OTHER)
    said = Verdicts([Judgement.on(owl("gone", "Owls locate voles by taste"), "saved")])
    mine = owl("mine", "Owls of the long night")

    found = recommender.suggest(library_of(SHELF, mine), corpus, verdicts=said)
    assert {(n.key, n.line, n.code) for n in found.notices} == {
        ("gone", 0, "retracted"),
        ("mine", 2, "retracted"),
    }


@pytest.mark.parametrize(
    ("verdict", "suggested"), [("saved", False), ("dismissed", False), ("seen", True)]
)
def test_a_paper_only_seen_is_suggested_again_and_marked(verdict: Verdict, suggested: bool) -> None:
    found = owl("found", "Owls locate voles by hearing")
    corpus = corpus_of(found, OTHER)
    said = Verdicts([Judgement.on(found, verdict, corpus.name)])

    answer = recommender.suggest(library_of(SHELF), corpus, verdicts=said)

    marked = {s.paper.key: s.verdict for s in answer.suggestions}
    assert marked == ({"found": "seen"} if suggested else {}) | {"other": None}

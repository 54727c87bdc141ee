"""Verdicts in the store: one for each work, forgotten one by one or all at once."""

from __future__ import annotations

from recommender.papers import Paper
from recommender.verdicts import Judgement, Verdicts


def test_the_last_verdict_counts_and_can_be_forgotten_twice(store, add, on, say) -> None:
    library = add(store)
    say(store, library, "one", "seen")
    say(store, library, "two", "saved")
    say(store, library, "one", "dismissed")
    said = store.verdicts(library)
    gone = [
        store.forget_verdicts(library, lambda said: Verdicts(j for j in said if j.key == "one"))
        for _ in range(2)
    ]

    assert list(said) == [on("two", "saved"), on("one", "dismissed")]
    assert gone == [Verdicts([on("one", "dismissed")]), Verdicts()]
    assert list(store.verdicts(library)) == [on("two", "saved")]


def test_verdicts_on_two_works_of_one_key_stand_side_by_side(store, add) -> None:
    library = add(store)
    one = Judgement.on(Paper(key="smith2020", title="Sparse codes of invented owls"), "saved", "a")
    two = Judgement.on(Paper(key="smith2020", title="Made-up tides of a sea"), "dismissed", "b")

    store.set_verdicts(library, [one])
    store.set_verdicts(library, [two])

    assert list(store.verdicts(library)) == [one, two]
    assert store.library(library).verdicts == 2


def test_all_verdicts_are_forgotten_at_once_and_can_be_given_back(store, add, on, say, bib) -> None:
    library, other = add(store), add(store, bib + b" ")
    said = [on("two", "saved"), on("one", "dismissed")]
    store.set_verdicts(library, said)
    say(store, other, "one", "seen")

    forgotten = [store.forget_verdicts(library) for _ in range(2)]
    left = store.verdicts(library)
    store.set_verdicts(library, list(forgotten[0]))

    assert forgotten == [Verdicts(said), Verdicts()]
    assert left == Verdicts()
    assert store.verdicts(library) == Verdicts(said)
    assert list(store.verdicts(other)) == [on("one", "seen")]

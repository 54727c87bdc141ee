"""Citation keys: in the habit of a library, legal, new, and the same each time."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libraries import library_of
from recommender.formats.bibtex import read
from recommender.formats.key_habits import DEFAULT, HABITS, habit_of
from recommender.formats.keys import (
    citation_key,
    citation_keys,
    keys_for,
)
from recommender.papers import Paper, Person
from recommender.text.keys import is_key

LEE = Paper(
    title="The One Model of mRNA and Proteins",
    authors=(Person(family="Müller-Lüdenscheidt", given="Ann"),),
    year=2021,
)


DEFAULTS = {
    "a plain paper": (LEE, "muller-ludenscheidtOneModelMRNA2021"),
    "no year": (replace(LEE, year=None), "muller-ludenscheidtOneModelMRNA"),
    "no author": (replace(LEE, authors=()), "oneModelMRNAProteins2021"),
    "no title": (replace(LEE, title=""), "muller-ludenscheidt2021"),
    "a particle": (
        replace(LEE, authors=(Person(family="Maaten", prefix="van der"),)),
        "vandermaatenOneModelMRNA2021",
    ),
    "an organisation": (
        replace(LEE, authors=(Person(literal="World Health Organization"),)),
        "worldhealthorganizationOneModelMRNA2021",
    ),
    "hyphens": (
        replace(LEE, title="Pre-training of BERT"),
        "muller-ludenscheidtPretrainingBERT2021",
    ),
    "another script": (replace(LEE, authors=(Person(family="王"),)), "oneModelMRNAProteins2021"),
    "no Latin letter, arXiv": (Paper(title="王", arxiv="2101.00001"), "arxiv2101-00001"),
    "no Latin letter, doi": (Paper(title="王", doi="10.5555/abc.d_1"), "abc-d-1"),
    "nothing": (Paper(), "untitled"),
    "ß and ø": (replace(LEE, authors=(Person(family="Straßø"),)), "strassoOneModelMRNA2021"),
    "an apostrophe": (replace(LEE, authors=(Person(family="O’Hara"),)), "oharaOneModelMRNA2021"),
}


@pytest.mark.parametrize(("paper", "key"), DEFAULTS.values(), ids=list(DEFAULTS))
def test_the_default_pattern_is_that_of_better_bibtex(paper: Paper, key: str) -> None:
    assert citation_key(paper, ()) == key


def test_a_paper_keeps_its_own_legal_key_where_no_library_is_given() -> None:
    for key in (
        "Smith:2020-x_y",
        "DBLP:conf/x/Lee01",
        "дуб2004",
        "Lee+Hill.02",
        "O'Hara(b)",
        "x" * 200,
    ):
        assert keys_for([replace(LEE, key=key)], None) == [key]


@pytest.mark.parametrize("key", ["a b", "a{b", "", "x" * 201, "a%b", 'a"b', "a,b", "a\u202eb"])
def test_an_illegal_key_is_replaced(key: str) -> None:
    assert citation_key(replace(LEE, key=key), ()) == "muller-ludenscheidtOneModelMRNA2021"


@pytest.mark.parametrize("habit", HABITS, ids=lambda habit: habit.name)
def test_each_habit_is_found_in_a_library_that_follows_it(habit: object) -> None:
    names = ("Lee", "Roux", "Ives", "Smith", "Ash", "Elm")
    papers = [
        Paper(
            title=f"{word} Model of Data",
            authors=(Person(family=name), *(Person(family=n) for n in names[: 2 * i - 4])),
            year=2000 + i,
        )
        for i, (name, word) in enumerate(
            [("Lee", "One"), ("Roux", "Two"), ("Ives", "Red"), ("Smith", "Old"), ("Ash", "New")]
        )
    ]
    keyed = [
        replace(p, key=k) for p, k in zip(papers, citation_keys(papers, (), habit), strict=True)
    ]
    odd = [replace(papers[0], key=f"odd{i}") for i in range(2)]

    assert habit_of([*keyed, *odd]).name == habit.name


NAMES = {
    "leeOneModelMany2021": "bohrSecondModel2021",
    "lee_one_2021": "bohr_second_2021",
    "lee2021one": "bohr2021second",
    "Lee2021": "Bohr2021",
    "lee2021": "bohr2021",
    "Lee_2021": "Bohr_2021",
    "lee:21": "bohr:21",
}


@pytest.mark.parametrize(("habit", "key"), NAMES.items())
def test_new_keys_follow_the_habit(habit: str, key: str) -> None:
    [found] = [h for h in HABITS if h.name == habit]
    paper = Paper(title="A Second Model", authors=(Person(family="Bohr"),), year=2021)

    assert citation_key(paper, (), found) == key


LEE_1 = Paper(title="A Model", authors=(Person(family="Lee"),), year=2001)
LEE_2 = replace(LEE_1, authors=(*LEE_1.authors, Person(family="Hill")))
LEE_3 = replace(LEE_2, authors=(*LEE_2.authors, Person(family="Oak")))
LEE_5 = replace(LEE_3, authors=(*LEE_3.authors, Person(family="Ash"), Person(family="Elm")))
SEVERAL = [  # keys of a library for one, two, three and five authors; of Bohr's papers then
    (["Lee01", "LH01", "LHO01", "LHO+01"], ["Boh22", "BH22", "BHO22", "BHO+22"]),
    (["Lee2001", "LH2001", "LHO2001", "LHO2001a"], ["Boh2022", "BH2022", "BHO2022", "BHO2022a"]),
    (
        ["Lee2001", "LeeHill2001", "LeeEtAl2001", "LeeEtAl2001b"],
        ["Bohr2022", "BohrHill2022", "BohrEtAl2022", "BohrEtAl2022a"],
    ),
    (
        ["lee_2001", "lee_hill_2001", "lee_et_al_2001", "lee_et_al_2001a"],
        ["bohr_2022", "bohr_hill_2022", "bohr_et_al_2022", "bohr_et_al_2022a"],
    ),
    (
        ["Lee:01", "LeeEtal:01", "LeeEtal:01b", "LeeEtal:01c"],
        ["Bohr:22", "BohrEtal:22", "BohrEtal:22a", "BohrEtal:22b"],
    ),
    (
        ["lee2001", "leeandhill2001", "leeetal2001", "leeetal2001a"],
        ["bohr2022", "bohrandhill2022", "bohretal2022", "bohretal2022a"],
    ),
]


@pytest.mark.parametrize(("old", "new"), SEVERAL, ids=lambda keys: keys[-1])
def test_new_keys_name_several_authors_as_the_library_does(old: list[str], new: list[str]) -> None:
    papers = [LEE_1, LEE_2, LEE_3, LEE_5]
    into = library_of(*(replace(p, key=k) for p, k in zip(papers, old, strict=True)))
    bohr = Person(family="Bohr")
    later = [replace(p, year=2022, authors=(bohr, *p.authors[1:])) for p in papers]

    assert keys_for(later, into) == new


def test_a_paper_without_a_year_ends_in_no_sign() -> None:
    old = ("lee_2001", "lee_hill_2001", "lee_et_al_2001", "lee_et_al_2001a")
    papers = (LEE_1, LEE_2, LEE_3, LEE_5)
    into = library_of(*(replace(p, key=k) for p, k in zip(papers, old, strict=True)))

    assert keys_for([replace(LEE_3, year=None, title="B")], into) == ["lee_et_al"]


def test_a_library_that_writes_ae_gets_ae() -> None:
    old = Paper(key="Mueller2001", title="T", authors=(Person(family="Müller"),), year=2001)
    new = replace(LEE, authors=(Person(family="Jäger"),))

    assert keys_for([new], library_of(old)) == ["Jaeger2021"]


def test_a_library_without_habit_gets_the_default() -> None:
    odd = Paper(key="x1", title="T", authors=(Person(family="Lee"),), year=2001)

    assert habit_of([odd, replace(odd, key="y7")]) is DEFAULT
    assert keys_for([replace(LEE, key="own")], library_of(odd)) == [
        "muller-ludenscheidtOneModelMRNA2021"
    ]


def test_a_clash_in_any_case_or_with_an_alias_gets_an_ending() -> None:
    lee = Paper(title="T", authors=(Person(family="Lee"),), year=2021)
    old = library_of(
        replace(lee, key="lee2020", year=2020),
        replace(lee, key="lee2021"),
        replace(lee, key="lee2021A", fields={"ids": "x, LEE2021b"}),
    )
    new = replace(lee, title="U")

    assert keys_for([new, new], old) == ["lee2021c", "lee2021d"]


def test_zoteros_habit_numbers_its_clashes() -> None:
    [zotero] = [habit for habit in HABITS if habit.name == "lee_one_2021"]
    paper = Paper(title="One", authors=(Person(family="Lee"),), year=2021)

    assert citation_keys([paper] * 3, (), zotero) == [
        "lee_one_2021",
        "lee_one_2021-1",
        "lee_one_2021-2",
    ]


def test_endings_go_on_after_z() -> None:
    paper = Paper(title="One", authors=(Person(family="Lee"),), year=2021)
    keys = citation_keys([paper] * 30, ())

    assert keys[26:29] == ["leeOne2021z", "leeOne2021aa", "leeOne2021ab"]


@given(
    st.lists(
        st.builds(
            Paper,
            key=st.none() | st.text(max_size=70),
            title=st.text(max_size=80),
            authors=st.lists(st.builds(Person, family=st.text(max_size=40)), max_size=1).map(tuple),
            year=st.none() | st.integers(0, 9999),
        ),
        max_size=5,
    ),
    st.sampled_from([None, *HABITS]),
)
def test_any_papers_get_legal_and_different_keys(papers: list[Paper], habit: object) -> None:
    keys = citation_keys(papers, ["untitled", "A"], habit)

    assert all(map(is_key, keys))
    assert habit is None or all(re.fullmatch(r"[A-Za-z0-9:+_-]{1,68}", key) for key in keys)
    assert len({key.lower() for key in [*keys, "untitled", "a"]}) == len(papers) + 2
    assert keys == citation_keys(papers, ["untitled", "A"], habit)


def test_the_keys_of_the_seeds_are_in_the_default_pattern(root: Path) -> None:
    for name in ("iclr-2025.bib", "icml-2025.bib", "library.bib"):
        assert habit_of(read((root / "seeds" / name).read_bytes()).papers) is DEFAULT


@pytest.mark.parametrize("n", range(60, 68))
def test_a_key_that_we_make_has_at_most_64_characters(n: int) -> None:
    title = " ".join(word * n for word in ("a", "b", "c"))
    paper = Paper(title=title, authors=(Person(family="Lee"),), year=2021)

    assert len(citation_key(paper, ())) == 64
    assert len(citation_key(Paper(title="王", doi=f"10.5555/{'x' * n}"), ())) == min(n, 64)


@pytest.mark.parametrize("n", [198, 199, 200])
def test_a_key_that_is_taken_gets_an_ending_within_200_characters(n: int) -> None:
    key = "k" * n
    made = citation_keys([Paper(key=key, title="A")] * 30, taken=[key])

    assert all(is_key(each) for each in made)
    assert len({*made, key}) == 31

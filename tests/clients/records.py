"""Write the seeds and 200 made-up records in every format, and what a client should find there."""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from recommender.formats import csl, ris
from recommender.formats.bibtex import read, write
from recommender.formats.bibtex.write import new_entries
from recommender.library import Library
from recommender.papers import Paper, Person

BIBLATEX = b"@article{a,\n  date = {2019-05},\n  journaltitle = {J},\n  location = {L},\n}\n"
SEEDS = Path(__file__).parents[2] / "seeds"
TYPES = (
    *("article", "inproceedings", "incollection", "book", "phdthesis", "mastersthesis"),
    *("techreport", "misc", "dataset"),
)
WORDS = (
    *("Learning", "of", "Graphs", "mRNA", "3D", "GPT-4", "C++", "C#", "R&D", "50%", "S_db", "x^2"),
    *("{sets}", "«Über»", "naïve", "Čech", "α-decay", "王", "Don't", '"quoted"', "$x_1$", "$5"),
    *("a~b", "<", ">", "A/B", "e.g.,", "(LLMs)", "Ångström:", "in", "Vitamin", "D", r"C:\new", "}"),
)
FAMILIES = (
    "Lee",
    "Müller",
    "Ó Briain",
    "Smith-Jones",
    "Garcia Marquez",
    "Łukasz",
    "Çelik",
    "O'Hara",
)
GIVENS = ("Ann", "J. R.", "Élodie", "Bo-Young", "Øystein")
PREFIXES = ("", "", "", "van", "de la")
LITERALS = ("Ministry of Works and Parks", "R&D Group, Inc.", "ATLAS Collaboration")
FACTS = {
    "volume": "12",
    "number": "3",
    "pages": "10–19",
    "publisher": "Ink & Sons",
    "address": "Łódź",
    "school": "University of Örebro",
    "editor": "Smith, Ann and Jones, Bo",
    "institution": "Institute #5",
    "organization": "Society of X & Y",
    "series": "Notes in Z",
    "edition": "2",
    "chapter": "4",
    "issn": "0378-5955",
    "primaryclass": "cs.LG",
}


def person(choice: random.Random) -> Person:
    if choice.random() < 0.1:
        return Person(literal=choice.choice(LITERALS))
    suffix = "Jr." if choice.random() < 0.05 else ""
    family, given = choice.choice(FAMILIES), choice.choice(GIVENS)
    return Person(family=family, given=given, prefix=choice.choice(PREFIXES), suffix=suffix)


def record(number: int, choice: random.Random) -> Paper:
    def words(n: int) -> str:
        return " ".join(choice.choices(WORDS, k=n))

    return Paper(
        type=choice.choice(TYPES),
        title=f"Study {number} of {words(6)}",
        authors=tuple(person(choice) for _ in range(choice.randint(1, 5))),
        year=choice.randint(1950, 2026),
        month=choice.choice((None, *range(1, 13))),
        venue=f"Proceedings of {words(2)}",
        abstract=words(40),
        keywords=(words(1), words(2)),
        doi=f"10.5555/x_{number}<1>%23" if number % 3 else "",
        arxiv=f"2101.{number:05d}" if number % 2 else "",
        url=f"https://example.org/a_b/~x?y={number}%20&z=2#q" if number % 5 else "",
        pmid=str(10_000 + number) if number % 14 == 0 else "",
        isbn="9783161484100" if number % 4 == 0 else "",
        language="english" if number % 9 == 0 else "",
        fields=FACTS,
    )


def without_tex(paper: Paper) -> Paper:
    """Return a paper that JabRef 3.8 can save: from RIS it takes all text for TeX."""
    title, abstract = (re.sub(r"[{}\\#]", "", text) for text in (paper.title, paper.abstract))
    words = (re.sub(r"[{}\\#]", "", word) for word in (paper.venue, *paper.keywords))
    venue, *keywords = words
    return replace(paper, title=title, abstract=abstract, venue=venue, keywords=tuple(keywords))


def expected(papers: Sequence[Paper], library: Library | None) -> list[dict[str, object]]:
    """Return what a client should find, in plain text."""
    return [
        {
            "key": entry.key,
            "title": paper.title,
            "names": len(paper.authors),
            "first": str(paper.authors[0]) if paper.authors else "",
            "year": paper.year,
            "month": paper.month,
            "doi": next((f.value for f in entry.fields if f.name == "doi"), ""),
        }
        for paper, entry in zip(papers, new_entries(papers, into=library), strict=True)
    ]


if __name__ == "__main__":
    folder, choice = Path(sys.argv[1]), random.Random(7)
    sources = [(SEEDS / f"{name}-2025.bib").read_bytes() for name in ("iclr", "icml")]
    sets = {
        "seeds": [paper for source in sources for paper in read(source).papers],
        "generated": [record(number, choice) for number in range(200)],
    }
    biblatex = read(BIBLATEX)
    for name, papers in sets.items():
        (folder / f"{name}.bib").write_text(write(papers))
        (folder / f"{name}-biblatex.bib").write_text(write(papers, into=biblatex))
        (folder / f"{name}.ris").write_text(ris.write([without_tex(p) for p in papers]))
        (folder / f"{name}.json").write_text(csl.write(papers))
        (folder / f"{name}.expected").write_text(json.dumps(expected(papers, None)))
        (folder / f"{name}-biblatex.expected").write_text(json.dumps(expected(papers, biblatex)))

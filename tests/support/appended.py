"""A file that is added to, and a paper to add."""

from __future__ import annotations

from recommender.papers import Paper, Person

OLD = b"@article{lee2020, title={Old Trees of the Northern Forest}, author={Lee, Ann}, year=2020}\n"


NEW = Paper(
    type="article",
    title="New Leaves on Old Trees: α and ő at 5%",
    authors=(Person(family="Rényi", given="Jo"), Person(literal="Ministry of Works and Parks")),
    year=2021,
    venue="Ledger & Ink",
    doi="10.5555/x_y",
)

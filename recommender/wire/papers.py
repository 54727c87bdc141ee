"""Papers and corpora as they leave the product; what is unknown is null."""

from __future__ import annotations

from typing import Any, Self

from recommender import papers as domain
from recommender.corpus import corpus as corpora
from recommender.library import Entry as LibraryEntry
from recommender.wire.shape import Count, Shape


class Person(Shape, omit_defaults=True):
    """The parts of a name that there are; an organisation is a literal."""

    family: str = ""
    given: str = ""
    prefix: str = ""
    suffix: str = ""
    literal: str = ""

    @classmethod
    def of(cls, person: domain.Person) -> Self:
        """Return a person's shape."""
        return cls(**{part: getattr(person, part) for part in cls.__struct_fields__})


class Known(Shape):
    """What is known of a paper."""

    key: str | None
    type: str
    title: str | None
    authors: list[Person]
    year: int | None
    venue: str | None
    doi: str | None
    arxiv: str | None
    url: str | None
    abstract: str | None


class Paper(Known):
    """A paper of a corpus; one without a title is called by its first words."""

    title: str

    @classmethod
    def of(cls, paper: domain.Paper) -> Self:
        """Return a paper's shape."""
        return cls(**labelled(paper))


class Papers(Shape):
    """Papers in the order of the keys that were asked for."""

    papers: list[Paper]

    @classmethod
    def of(cls, found: list[domain.Paper]) -> Self:
        """Return the shape of some papers."""
        return cls(papers=[Paper.of(paper) for paper in found])


class Entry(Known):
    """An entry of a library with everything that was read of it."""

    month: int | None
    line: Count
    collections: list[str]
    fields: dict[str, str]

    @classmethod
    def of(cls, entry: LibraryEntry) -> Self:
        """Return an entry's shape."""
        paper = entry.paper
        return cls(
            **known(paper),
            month=paper.month,
            line=entry.line,
            collections=list(entry.collections),
            fields=dict(paper.fields),
        )


class Corpus(Shape):
    """A corpus by name, size and generation."""

    name: str
    papers: Count
    generation: str

    @classmethod
    def of(cls, corpus: corpora.Corpus) -> Self:
        """Return a corpus's shape."""
        return cls(name=corpus.name, papers=len(corpus.papers), generation=corpus.generation)

    @classmethod
    def unusable(cls, name: str) -> Self:
        """Return the shape of a corpus that is damaged, or that the system refuses."""
        return cls(name=name, papers=0, generation="unusable")


class Corpora(Shape):
    """The corpora that there are."""

    corpora: list[Corpus]


def known(paper: domain.Paper) -> dict[str, Any]:
    """Return the members of `Known`."""
    names = ("title", "venue", "doi", "arxiv", "url", "abstract")
    return {
        "key": paper.key,
        "type": paper.type,
        "authors": [Person.of(person) for person in paper.authors],
        "year": paper.year,
        **{name: getattr(paper, name) or None for name in names},
    }


def labelled(paper: domain.Paper) -> dict[str, Any]:
    """Return the members of `Paper`."""
    return known(paper) | {"title": paper.label}

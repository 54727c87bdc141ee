"""Import reports as they leave the product."""

from __future__ import annotations

from typing import Self, get_args

from recommender import notices, report
from recommender.notices import Severity
from recommender.wire.papers import Entry
from recommender.wire.shape import Count, Shape


class Notice(Shape):
    """One line of an import report."""

    file: str | None
    line: Count
    key: str | None
    severity: Severity
    code: str
    message: str

    @classmethod
    def of(cls, notice: notices.Notice) -> Self:
        """Return a notice's shape."""
        names = ("line", "key", "severity", "code", "message")
        return cls(file=notice.file or None, **{name: getattr(notice, name) for name in names})


class Severities(Shape):
    """How many notices of each severity there are."""

    info: Count
    warning: Count
    error: Count


class Summary(Shape):
    """How much was read of a library."""

    entries: Count
    with_title: Count
    with_abstract: Count
    duplicates: Count
    versions: Count
    notices: Severities


class ImportReport(Shape):
    """What was read of a file; positions of pairs count from 0."""

    file: str | None
    encoding: str
    entries: list[Entry]
    duplicates: list[list[Count]]
    versions: list[list[Count]]
    notices: list[Notice]
    summary: Summary

    @classmethod
    def of(cls, made: report.Report) -> Self:
        """Return the shape of a report."""
        library = made.library
        return cls(
            file=library.file or None,
            encoding=library.encoding,
            entries=[Entry.of(entry) for entry in library.entries],
            duplicates=[list(pair) for pair in made.duplicates],
            versions=[list(pair) for pair in made.versions],
            notices=[Notice.of(notice) for notice in made.notices],
            summary=_summary(made),
        )


def _summary(made: report.Report) -> Summary:
    papers = made.library.papers
    severities = [notice.severity for notice in made.notices]
    return Summary(
        entries=len(papers),
        with_title=sum(bool(paper.title) for paper in papers),
        with_abstract=sum(bool(paper.abstract) for paper in papers),
        duplicates=len(made.duplicates),
        versions=len(made.versions),
        notices=Severities(**{s: severities.count(s) for s in get_args(Severity)}),
    )

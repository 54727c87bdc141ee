"""A web page as its lines: what they say, how it is marked, and where they link."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

BLOCKS = frozenset(
    {"li", "tr", "p", "div", "dt", "dd", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol"}
    | {"article", "section", "table", "tbody", "br", "hr", "body", "dl", "main", "blockquote"}
    | {"title", "details", "summary", "figure", "pre"}
)
ITEMS = frozenset({"li", "tr", "article", "dt"})
MARKS = frozenset({"b", "strong", "a", "h1", "h2", "h3", "h4", "h5", "h6", "dt"})
UNSEEN = frozenset({"script", "style", "nav", "footer", "select", "button", "noscript", "svg"})
VOID = frozenset(
    {"br", "hr", "img", "input", "link", "meta", "wbr", "col", "source", "area", "base"}
)
CLOSED_BY = {"li": {"li"}, "tr": {"tr", "td", "th"}, "td": {"td", "th"}, "th": {"td", "th"}} | {
    **{"p": {"p"}, "dt": {"dt", "dd"}, "dd": {"dt", "dd"}}
}
MAX_DEPTH = 60
SIGNED = 4  # elements that a line's signature names
_TITLE = re.compile(r"title", re.I)
_AUTHORS = re.compile(r"author|byline|speaker|people", re.I)


def _uncommented(text: str) -> str:
    """Return a page without comments and CDATA, of which unclosed ones cost the parser squares."""
    parts = text.replace("<![CDATA[", "").split("<!--")
    rest = (part.partition("-->") for part in parts[1:])
    return parts[0] + "".join(after if end else before for before, end, after in rest)


@dataclass(slots=True)
class Run:
    """A piece of a line: its text, and whether it is marked as titles are."""

    text: str
    is_marked: bool
    of_title: bool
    of_authors: bool


@dataclass(slots=True)
class Line:
    """A line of a page; `item` counts the entries of lists and the rows of tables."""

    number: int
    item: int
    signature: tuple[str, ...]
    runs: list[Run] = field(default_factory=list)
    links: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Return what the line says, with single blanks."""
        return " ".join("".join(run.text for run in self.runs).split())


class Lines(HTMLParser):
    """The lines of a page, the rows of its tables, and what the page is called."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[Line] = []
        self.rows: list[list[tuple[int, list[str]]]] = []  # of each table
        self.title = self.address = ""
        self._open: list[tuple[str, str]] = []  # name, class
        self._item = self._unseen = 0
        self._line: Line | None = None
        self.feed(_uncommented(text))
        self.close()
        self._end_line()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element; blocks begin a line."""
        given = {name: value or "" for name, value in attrs}
        if tag in ("link", "meta", "base"):
            self._about_the_page(tag, given)
        if tag in BLOCKS:
            self._end_line()
        if tag in VOID:
            return
        if self._open and self._open[-1][0] in CLOSED_BY.get(tag, ()):
            self.handle_endtag(self._open[-1][0])
        self._item += tag in ITEMS
        if len(self._open) < MAX_DEPTH:
            self._open.append((tag, given.get("class", "")))
            self._unseen += tag in UNSEEN
        self._tabulate(tag)
        if tag == "a" and not self._unseen and (href := given.get("href")):
            self._here().links.append(href)

    def handle_endtag(self, tag: str) -> None:
        """Close an element and what is open in it; blocks end a line."""
        if tag in BLOCKS:
            self._end_line()
        names = [name for name, _ in self._open]
        if tag in names:
            at = len(names) - 1 - names[::-1].index(tag)
            self._unseen -= sum(name in UNSEEN for name in names[at:])
            del self._open[at:]

    def handle_data(self, data: str) -> None:
        """Add a text to the line, with the marks it stands in."""
        names = {name for name, _ in self._open}
        if "title" in names and "svg" not in names:
            self.title += data
        elif not self._unseen and not (self._line is None and data.isspace()):
            classes = " ".join(kind for _, kind in self._open[-3:])
            run = Run(
                data,
                bool(MARKS & names),
                bool(_TITLE.search(classes)),
                bool(_AUTHORS.search(self._open[-1][1] if self._open else ""))
                or bool(_AUTHORS.search(classes) and not _TITLE.search(classes)),
            )
            self._here().runs.append(run)
            self._into_cell(names, data)

    def _about_the_page(self, tag: str, given: dict[str, str]) -> None:
        if given.get("rel") == "canonical" or tag == "base":
            self.address = self.address or given.get("href", "")
        if given.get("property") == "og:url":
            self.address = self.address or given.get("content", "")

    def _here(self) -> Line:
        if self._line is None:
            signature = tuple(f"{name}.{kind}" for name, kind in self._open[-SIGNED:])
            self._line = Line(self.getpos()[0], self._item, signature)
        return self._line

    def _end_line(self) -> None:
        if self._line is not None and self._line.text:
            self.lines.append(self._line)
        self._line = None

    def _tabulate(self, tag: str) -> None:
        if tag == "table" or (tag == "tr" and not self.rows):
            self.rows.append([])
        if tag == "tr":
            self.rows[-1].append((self.getpos()[0], []))
        elif tag in ("td", "th") and self.rows and self.rows[-1]:
            self.rows[-1][-1][1].append("")

    def _into_cell(self, names: set[str], data: str) -> None:
        if names & {"td", "th"} and self.rows and self.rows[-1] and self.rows[-1][-1][1]:
            self.rows[-1][-1][1][-1] += data

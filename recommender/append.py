"""Appending papers to the user's file: every old byte stays, each new paper is an entry more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from recommender import files
from recommender.errors import Conflict
from recommender.formats import DEFAULT, format_of, writable
from recommender.formats.bibtex.end import End
from recommender.formats.bibtex.owners import owner_of
from recommender.formats.bibtex.proof import facts, prove
from recommender.formats.bibtex.read import read
from recommender.formats.bibtex.write import new_entries
from recommender.formats.facts import doi_of
from recommender.library import Entry, Library
from recommender.papers import Paper
from recommender.works import Works, pairs

OTHERS = [form for form in writable().values() if form is not DEFAULT]
Found = tuple[tuple[Paper, str | None, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Appended:
    """What was added under which key, what was there before, and where the old file is kept."""

    added: tuple[tuple[Paper, str], ...]
    already: Found  # with the key and the line in the file
    backup: Path | None = None  # None where nothing had to be written
    warnings: tuple[str, ...] = ()


def append(path: Path, papers: Sequence[Paper], *, expected: bytes | None = None) -> Appended:
    """Add papers to the end of a BibTeX file; what it has already is left out.

    `expected` is the content that the papers were chosen for, where that matters. Raises
    UnreadableInput, or Conflict where the file changed meanwhile or cannot be added to safely; the
    file is then as it was.
    """
    if any(path.suffix.lower() in form.suffixes for form in OTHERS):
        raise _no_bibtex(path)
    with files.held(path) as target:
        old = target.read_bytes()
        if format_of(old, str(path)) is not DEFAULT:
            raise _no_bibtex(path)
        if expected is not None and old != expected:
            raise files.changed(path)
        library = read(old, file=str(path))
        end = End(library)
        new, already, warnings = _sorted_out(_once(papers), library)
        warnings += _nameless(new)
        if not new:
            return Appended(added=(), already=already)
        entries = new_entries(new, into=library)
        prove(entries)
        content, hidden = end.with_entries(entries)
        backup = files.replace(target, old, content)
    return Appended(
        added=tuple((entry.paper, entry.key) for entry in entries),
        already=already,
        backup=backup,
        warnings=(*hidden, *_owner_warning(library), *warnings),
    )


def _nameless(papers: Sequence[Paper]) -> list[str]:
    """Return a warning for each paper without a title or an author; Conflict where both lack."""
    nobodys = [p for p in papers if not p.authors and not p.fields.get("editor")]
    if bare := [p for p in nobodys if not p.title]:
        raise Conflict(
            f"{bare[0].key} has no title and no author, so nothing was added: nobody could cite "
            "it. Leave its key out, or give the corpus a file that names its papers."
        )
    lacks = [(p, "an author") for p in nobodys] + [(p, "a title") for p in papers if not p.title]
    return [f"{p.key} was added without {what}: the corpus does not know it." for p, what in lacks]


def _no_bibtex(path: Path) -> Conflict:
    return Conflict(f"{path} stays as it is: only BibTeX files are added to; export instead.")


def _once(papers: Sequence[Paper]) -> list[Paper]:
    """Return the papers without those that are the same work as one before."""
    repeated = {max(pair) for pair in pairs(papers)[0]}
    once = {_facts(p): p for i, p in reversed([*enumerate(papers)]) if i not in repeated}
    return [*reversed(once.values())]


def _sorted_out(papers: Sequence[Paper], library: Library) -> tuple[list[Paper], Found, list[str]]:
    """Return the new papers, those in the library, and a warning for each other version in it."""
    works = Works(library.papers)
    new, already, warnings = [], [], []
    for paper in papers:
        position, relation = works.find(paper) or (None, "same")
        entry = _alike(paper, library) if position is None else library.entries[position]
        if entry and relation == "same":
            already.append((paper, entry.paper.key, entry.line))
            continue
        new.append(paper)
        if entry:
            place = f"{entry.paper.key or 'an entry without a key'}, line {entry.line}"
            warnings.append(f"{paper.label} is another version of {place}; both are kept.")
    return new, tuple(already), warnings


def _alike(paper: Paper, library: Library) -> Entry | None:
    """Return an entry that says the same, where that is too little to tell a work by."""
    wanted = _facts(paper)
    same_year = (entry for entry in library.entries if entry.paper.year == paper.year)
    return next((entry for entry in same_year if _facts(entry.paper) == wanted), None)


def _facts(paper: Paper) -> tuple[object, ...]:
    numbers = (paper.fields.get(name, "") for name in ("volume", "number", "pages"))
    digits = tuple("".join(filter(str.isalnum, number)) for number in numbers)
    return (*facts(paper), digits, doi_of(paper).lower())


def _owner_warning(library: Library) -> tuple[str, ...]:
    owner = owner_of(library)
    if not owner:
        return ()
    lost = f"{library.file} is written by {owner}, which will write over what was added"
    return (f"{lost}; import the new entries into {owner} as well.",)

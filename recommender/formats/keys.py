"""Citation keys: in the habit of a library, else in Better BibTeX's default pattern."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import count, product
from string import ascii_lowercase

from recommender.formats.key_habits import DEFAULT, Habit, habit_of
from recommender.formats.key_parts import NOT_IN_A_KEY
from recommender.library import Library
from recommender.papers import Paper
from recommender.text.keys import MAX_KEY, is_key

MAX_MADE = 64  # characters of a key that we make
SIGNS = frozenset('"#%~\\')  # of TeX: a paper's own key with one of them is replaced


def citation_key(paper: Paper, taken: Collection[str], habit: Habit | None = None) -> str:
    """Return a key that differs from all that are taken, without regard to case.

    Without a habit, a paper keeps its own key where that is legal.
    """
    return citation_keys([paper], taken, habit)[0]


def citation_keys(
    papers: Sequence[Paper], taken: Iterable[str] = (), habit: Habit | None = None
) -> list[str]:
    """Return one key for each paper, all different from each other and from those taken."""
    used = {key.lower() for key in taken}
    keys = []
    for paper in papers:
        keys.append(_free(_wanted(paper, habit), used, habit or DEFAULT))
        used.add(keys[-1].lower())
    return keys


def keys_for(papers: Sequence[Paper], into: Library | None) -> list[str]:
    """Return keys for papers that go into a library, in its habit; without one, their own."""
    if into is None:
        return citation_keys(papers)
    return citation_keys(papers, taken_in(into), habit_of(into.papers))


def taken_in(library: Library) -> set[str]:
    """Return all keys that mean an entry of a library, the aliases of biblatex among them."""
    ids = (name for paper in library.papers for name in paper.fields.get("ids", "").split(","))
    return {paper.key for paper in library.papers if paper.key} | {name.strip() for name in ids}


def _wanted(paper: Paper, habit: Habit | None) -> str:
    if habit is None and is_key(paper.key or "") and SIGNS.isdisjoint(paper.key or ""):
        return paper.key or ""
    return ((habit or DEFAULT).key(paper) or _from_identifier(paper))[:MAX_MADE]


def _from_identifier(paper: Paper) -> str:
    """Return a key for a paper that has no Latin letter in its author and title."""
    tail = f"arxiv{paper.arxiv}" if paper.arxiv else paper.doi.rpartition("/")[2]
    ascii_tail = NOT_IN_A_KEY.sub("-", tail).strip("-")
    return ascii_tail or f"untitled{paper.year or ''}"


def _free(wanted: str, used: set[str], habit: Habit) -> str:
    """Return the key itself or with the first ending that makes it free."""
    endings = (f"-{n}" for n in count(1)) if habit.numbered else _letters()
    key = wanted
    while key.lower() in used:
        ending = next(endings)
        key = wanted[: MAX_KEY - len(ending)] + ending
    return key


def _letters() -> Iterator[str]:
    """Yield a, b, ... z, aa, ab, ..."""
    for length in count(1):
        yield from ("".join(letters) for letters in product(ascii_lowercase, repeat=length))

"""What holds for every text: nothing raises or is lost; pybtex agrees where it accepts."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pybtex.database.input.bibtex import LowLevelParser, Parser
from pybtex.exceptions import PybtexError

from recommender.errors import UnreadableInput
from recommender.formats.bibtex.hiding import hiding
from recommender.formats.bibtex.read import read, records
from recommender.formats.bibtex.scan import blocks
from recommender.library import Library

PIECES = (
    *'@{}()",=#%\\\n\r\t $&<>;~^_-.\'`\0\ufeff\ud800',
    *("@article{", "@misc(", "@string{", "@comment{", "@preamble{", "@a{k,", "\n@a{k,", "key"),
    *(" title = {", ' author = "', "year=2001", "x # y", "jan", "and ", " and others", "},", '",'),
    *("{\\'e}", '\\"', "\\o ", "\\emph{", "$x_1$", "\\href", "\\noopsort{", "<i>", "&amp;", "--"),
    *("ß", "é", "e\u0301", "王", "% ", "crossref = {k}", "xdata={k}", "groups={a,b}", "month=feb"),
)  # fmt: skip
PLAIN = "light sea 12 {DNA} \\o{} \\'e $x^2$ 50\\% R&D C# a_b -- ~x é 王 (x) @home \\{ñ\\} %"
# Braces are balanced: pybtex takes an entry for ended at one too many, and we go on.
BRACED = ("{a {b} c}", "\n  next", "{@article{x,}", "{year = 1}", "{ }")
WORDS = st.sampled_from((*PLAIN.split(), *BRACED))
SOUP = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)


@settings(max_examples=120)
@given(SOUP)
def test_blocks_join_to_the_text_and_never_overlap(text: str) -> None:
    found = blocks(text)

    assert "".join(text[b.start : b.end] for b in found) == text
    assert all(one.end == other.start for one, other in pairwise(found))
    assert all(b.start < b.end for b in found)


@settings(max_examples=120)
@given(SOUP | st.text(max_size=200))
def test_any_text_is_read_without_an_exception(text: str) -> None:
    library = read_or_refuse(text.encode("utf-8", "surrogatepass"))

    assert library is None or all(n.message and n.line >= 0 for n in library.notices)


@settings(max_examples=80)
@given(st.binary(max_size=200) | SOUP.map(lambda t: t.encode("utf-16", "surrogatepass")))
def test_any_bytes_are_read_without_an_exception(source: bytes) -> None:
    library = read_or_refuse(source)

    assert library is None or library.source == source


def read_or_refuse(source: bytes) -> Library | None:
    try:
        return read(source)
    except UnreadableInput as error:
        assert "cannot be read" in str(error)  # noqa: PT017 - refused is as good as read
        return None


def made_library(seed: int, n: int = 20) -> str:
    """Return n entries as several programs write them, the same for a seed."""
    rng = random.Random(seed)
    style = rng.choice(("lines", "one line each", "one line", "crlf", "tabs"))
    end = {"lines": "\n", "crlf": "\r\n", "tabs": "\n"}.get(style, "")
    between = {"one line": " ", "one line each": "\n", "crlf": "\r\n\r\n"}.get(style, "\n\n")
    entries = [_made_entry(i, rng, f",{end}{' ' if not end else chr(9)}") for i in range(n)]
    return between.join(head + body + end + close for head, body, close in entries) + end


def _made_entry(i: int, rng: random.Random, separator: str) -> tuple[str, str, str]:
    words = ("sea", "light", "stone", "river", "lamp", "{DNA}", "$x_1$", "50\\%", "{\\o}re")
    values = {
        "author": " and ".join(rng.choices(("Hill, A.", "Oak, Bo", "Ann {\\'E}lm"), k=2)),
        "title": " ".join(rng.choices(words, k=5)),
        "year": str(1900 + i),
        "journal": rng.choice(words).capitalize(),
        "abstract": (separator[1:] if i % 3 else " ").join(rng.choices(words, k=20)),
    }
    names = rng.sample(sorted(values), k=rng.randint(2, 5))
    quoted = rng.random() < 0.3
    fields = [f"{name} = {_delimited(values[name], quoted)}" for name in names]
    if rng.random() < 0.3:
        fields.append(rng.choice(("month = jan", 'month = "1~" # feb', "year=2001")))
    opening, closing = rng.choice(("{}", "{}", "{}", "()"))
    last = rng.choice(("", ","))
    kind = rng.choice(("article", "Book", "MISC"))
    return f"@{kind}{opening}key{i}{separator}", separator.join(fields) + last, closing


def _delimited(value: str, quoted: bool) -> str:
    return value if value.isdigit() and quoted else f'"{value}"' if quoted else f"{{{value}}}"


def contents(library: Library) -> list[tuple[object, ...]]:
    return [(p.key, p.type, *sorted(p.fields.items())) for p in library.papers]


@pytest.mark.parametrize("seed", range(12))
def test_a_lost_character_costs_at_most_one_entry_and_is_told(seed: int) -> None:
    text = made_library(seed)
    whole = contents(read(text.encode()))

    for at in random.Random(seed).sample(range(len(text)), 25):
        found = read((text[:at] + text[at + 1 :]).encode())
        kept = set(contents(found))
        assert sum(entry in kept for entry in whole) >= len(whole) - 1, (at, text[at])
        assert len(found) == len(whole) or any(n.severity != "info" for n in found.notices)


@pytest.mark.parametrize("seed", range(6))
def test_a_prefix_holds_all_its_entries_but_the_last(seed: int) -> None:
    text = made_library(seed)
    whole = contents(read(text.encode()))
    ends = [block.end for block in blocks(text) if block.kind == "entry"]

    for at in random.Random(seed).sample(range(len(text)), 25):
        found = contents(read(text[:at].encode()))
        complete = sum(end <= at for end in ends)
        assert found[:complete] == whole[:complete]
        assert len(found) <= complete + 1


values = st.lists(WORDS, max_size=6).map(" ".join)
part = (
    values.map(lambda v: f"{{{v}}}")
    | values.map(lambda v: f'"{v}"')
    | st.integers(0, 9999).map(str)
    | st.sampled_from(("jan", "DEC", "acta"))
)
value = st.lists(part, min_size=1, max_size=3).map(" # ".join)
field = st.tuples(st.sampled_from(("Title", "note", "YEAR", "month", "bdsk-url-1", "x+y")), value)
person = st.sampled_from(
    ("Ann Lee", "Lee, Ann", "de la Mar, Jo", "Jo van Oak", "van Oak, Jr, Jo", "Li", "e. e. hill")
)
people = st.lists(person, min_size=1, max_size=3).map(" and ".join)
entry = st.tuples(
    st.sampled_from(("article", "Book", "dataSet")),
    st.sampled_from(("{}", "()")),
    st.text("ab:._/-+'ß1\"(#%&$", min_size=1, max_size=6),
    st.lists(field, max_size=4, unique_by=lambda f: f[0].lower()),
    st.none() | people,
    st.sampled_from((",", "")),
)


def written(made: tuple) -> str:  # type: ignore[type-arg]
    kind, (opening, closing), key, fields, names, last = made
    all_fields = [*fields, ("author", f"{{{names}}}")] if names else fields
    body = "".join(f",\n  {name} = {value}" for name, value in all_fields)
    return f"@{kind}{opening}{key}{body}{last if body else ','}\n{closing}\n"


@settings(max_examples=150)
@given(st.lists(entry, min_size=1, max_size=5, unique_by=lambda e: e[2].lower()))
def test_where_strict_pybtex_accepts_a_library_we_agree(made: list[tuple]) -> None:  # type: ignore[type-arg]
    text = "@string{acta = {Acta}}\n" + "\n".join(map(written, made))
    try:
        theirs = Parser().parse_string(text).entries
    except PybtexError:
        return

    ours = records(text)
    assert [r.key for r in ours] == list(theirs)
    assert [r.type for r in ours] == [e.type.lower() for e in theirs.values()]
    for one, other in zip(ours, theirs.values(), strict=True):
        fields = {n: " ".join(v.split()) for n, v in one.values.items() if n != "author"}
        assert fields == {name.lower(): text for name, text in other.fields.items()}


@settings(max_examples=60)
@given(people)
def test_where_pybtex_divides_plain_names_we_agree(names: str) -> None:
    text = f"@misc{{k, author = {{{names}}}}}"
    theirs = Parser().parse_string(text).entries["k"].persons["author"]

    ours = read(text.encode()).papers[0].authors
    assert [(p.prefix, p.family, p.suffix, p.given) for p in ours] == [
        (
            " ".join(p.prelast_names),
            " ".join(p.last_names),
            " ".join(p.lineage_names),
            " ".join((*p.first_names, *p.middle_names)),
        )
        for p in theirs
    ]


@settings(max_examples=150)
@given(SOUP)
def test_an_entry_that_pybtex_does_not_see_is_never_taken_for_seen(text: str) -> None:
    whole = f"{text}\n@misc{{new_key,\n  title = {{T}},\n}}\n"

    found = hiding(whole, len(text), ["new_key"])

    seen = [entry[1][0] for entry in Forgiving(whole) if len(entry[1]) == 2]
    assert found is not None or "new_key" in seen
    assert found is None or found.start <= len(text)


class Forgiving(LowLevelParser):
    """pybtex's own parser, going on behind errors."""

    def handle_error(self, error: Exception) -> None:
        pass

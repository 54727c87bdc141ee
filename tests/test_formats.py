"""What holds for every format of the registry, and how a file's format is told."""

from __future__ import annotations

import gzip
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from recommender.cli import group
from recommender.errors import UnreadableInput
from recommender.formats import (
    DEFAULT,
    FORMATS,
    Format,
    by_name,
    format_of,
    read_bytes,
    records,
    writable,
)
from recommender.formats.registry import TITLE
from recommender.notices import Notice
from recommender.papers import Paper

EVERY = pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS)
TOLD = [form for form in FORMATS.values() if form.begins(form.example)]
PDF = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(group, [str(a) for a in arguments])


@EVERY
def test_the_example_of_a_format_is_read_as_a_library(form: Format) -> None:
    library = read_bytes(form.example.encode(), file=f"x{form.suffixes[0]}")

    assert [paper.title for paper in library.papers] == [TITLE]
    assert library.format == form.name


@EVERY
def test_the_example_of_a_format_is_read_as_records(form: Format) -> None:
    found = [*form.records(BytesIO(form.example.encode()), file="x")]

    assert [p.title for _, p in found if isinstance(p, Paper)] == [TITLE]


@EVERY
def test_names_endings_and_types_mean_one_format(form: Format) -> None:
    others = [other for other in FORMATS.values() if other is not form]

    assert FORMATS[form.name] is form
    assert all(suffix.startswith(".") and suffix.islower() for suffix in form.suffixes)
    assert not any({*form.suffixes} & {*other.suffixes} for other in others)
    assert form.media_type not in {other.media_type for other in others}


@pytest.mark.parametrize("form", writable().values(), ids=writable())
def test_what_is_written_is_read_again_and_known_by_its_beginning(form: Format) -> None:
    text = form.write([Paper(key="lee2021", title=TITLE, year=2021)])

    assert format_of(text.encode()) is form
    assert [p.title for p in form.read(text.encode()).papers] == [TITLE]


@pytest.mark.parametrize("form", TOLD, ids=lambda form: form.name)
@pytest.mark.parametrize("name", ["x.txt", "x.bib", "x.ris", "x.json", "x.jsonl", "x.dat", "x", ""])
def test_a_format_is_told_by_how_a_file_begins_whatever_its_name(form: Format, name: str) -> None:
    source = f"\ufeff\n \n{form.example}\n".encode()

    assert format_of(source, name) is form


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-32", "utf-8-sig"])
def test_a_format_is_told_in_other_encodings(codec: str) -> None:
    assert format_of(FORMATS["ris"].example.encode(codec), "x.txt").name == "ris"


@pytest.mark.parametrize(
    ("text", "name", "form"),
    [
        ("Nothing that tells.", "x.bib", "bibtex"),
        ("Nothing that tells.", "x", "bibtex"),
        ("Nothing that tells.", "x.ris", "ris"),
        ("Nothing that tells.", "x.txt", "listing"),
        ("", "x.json", "csl-json"),
        ('{"title": ', "x.jsonl", "json-lines"),
        ('{"title": \n{"title": "b"}', "x.json", "json-lines"),
        ('{"title": "a"}\n{"title": "b"}', "x.json", "json-lines"),
        ('{"title": "a"}', "x.jsonl", "json-lines"),
        ('{\n "title": "a"\n}', "x", "csl-json"),
        ('{"items": [{"title": "a"}]}', "x", "csl-json"),
        ('{"title": "a", "issued": {"raw": "2020"}}', "x.json", "csl-json"),
        ('{"title": "a", "issued": 1}\n{"title": "b", "issued": 2}', "x.json", "json-lines"),
        ('{"title": "' + "a" * 300_000 + '"}\n', "x", "json-lines"),
        ('{"meta": {}, "results": [{"title": "' + "a" * 300_000 + '"}]}', "x", "csl-json"),
        ("A page.\n\n@misc{a, title = {b}}", "x.txt", "bibtex"),
        ("TY  - JOUR\nN1  - of\n@misc{a,\nER  - ", "x.txt", "ris"),
    ],
)
def test_a_format_is_told_as_a_person_would(text: str, name: str, form: str) -> None:
    assert format_of(text.encode(), name).name == form


def test_a_ris_file_that_is_called_text_is_a_corpus_of_its_papers(tmp_path: Path) -> None:
    papers = [Paper(key=f"k{i}", title=f"On owls in winter, part {i}", year=2020) for i in range(3)]
    path = tmp_path / "export.txt"
    path.write_text(by_name("ris").write(papers), "utf-8")
    packed = tmp_path / "packed.txt.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))

    added = [run("corpus", "add", name, file) for name, file in (("a", path), ("b", packed))]

    assert [done.output.splitlines()[-1] for done in added] == [
        "a: 3 papers; 3 new",
        "b: 3 papers; 3 new",
    ]


@pytest.mark.parametrize("name", ["x.pdf", "x.bib", "x.txt", "x.ris"])
def test_a_file_that_cannot_be_read_says_the_same_as_library_and_as_corpus(
    root: Path, tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    path.write_bytes(PDF)

    told = [run("check", path), run("suggest", root / "seeds" / "library.bib", "-c", path)]
    told.append(run("corpus", "add", "mine", path))

    errors = {str(done.exception) for done in told}
    assert errors == {
        f"{path} cannot be read: it looks like a PDF file; export the list of references as "
        "BibTeX from your reference manager."
    }


def test_a_file_that_nothing_tells_is_refused_with_what_there_is() -> None:
    with pytest.raises(UnreadableInput) as refused:
        read_bytes(b"Dear reader", file="x.dat")
    with pytest.raises(UnreadableInput) as of_corpus:
        list(records(BytesIO(b"Dear reader"), file="x.dat"))

    assert str(refused.value) == str(of_corpus.value)
    assert all(f"{f.title} ({f.suffixes[0]})" in str(refused.value) for f in FORMATS.values())


@pytest.mark.parametrize("name", ["x.jsonl", "x.json", "x"])
def test_json_without_papers_says_the_same_as_library_and_as_corpus(
    root: Path, tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    path.write_text('{"settings": {"theme": "dark"}, "total": 0}\n', "utf-8")

    told = [run("check", path), run("suggest", root / "seeds" / "library.bib", "-c", path)]
    told.append(run("corpus", "add", "mine", path))

    [error] = {str(done.exception) for done in told}
    assert "an object with settings and total, and no paper" in error


def test_what_is_read_as_a_whole_tells_a_corpus_only_what_was_left_out() -> None:
    source = b"@misc{a, title = {A title},, year = 2020}\n@misc{b, title = {never closed"

    library = DEFAULT.read(source)
    told = [what for _, what in DEFAULT.records(BytesIO(source)) if isinstance(what, Notice)]

    assert {n.severity for n in library.notices} > {"error"}
    assert told
    assert {n.severity for n in told} == {"error"}


def test_the_contract_lists_the_formats(root: Path) -> None:
    rows = [
        f"| {f.title} | {f'`{f.name}`' if f.writes else ''} | `{f.media_type}` "
        f"| {' '.join(f'`{suffix}`' for suffix in f.suffixes)} |"
        for f in FORMATS.values()
    ]

    table = "\n".join(rows)
    assert table in (root / "adapters" / "README.md").read_text("utf-8"), f"write:\n{table}"


@given(
    st.one_of(st.binary(max_size=200), st.text(max_size=200).map(lambda text: text.encode())),
    st.sampled_from(["", "x", "x.dat", *(f"x{f.suffixes[0]}" for f in FORMATS.values())]),
)
def test_any_bytes_of_any_name_are_told_or_refused_in_a_sentence(source: bytes, name: str) -> None:
    try:
        found = format_of(source, name)
    except UnreadableInput as error:
        assert str(error).endswith(".")  # noqa: PT017 - refused is as good as told
    else:
        assert found in FORMATS.values()

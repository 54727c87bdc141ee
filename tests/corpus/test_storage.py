"""A corpus on disk: private, switched in one step, and never believed when it is damaged."""

from __future__ import annotations

import json
import os
import random
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from recommender.corpus import Corpus, Filter, build, open_corpus
from recommender.corpus.ingest import Added, add
from recommender.corpus.registry import home, names, remove, size, verify, writing
from recommender.corpus.search import frequent_terms, top_k
from recommender.corpus.storage import manifest
from recommender.corpus.storage.generations import newest_first, open_generation
from recommender.corpus.storage.packed import ARRAYS
from recommender.errors import (
    BadRequest,
    DamagedStore,
    NewerStore,
    RecommenderError,
    StoreInUse,
    UnknownName,
    UnreadableInput,
)

TODAY = date(2026, 1, 2)
LONG = os.environ.get("RECOMMENDER_LONG_TESTS") == "1"  # all of what is sampled otherwise
TOPICS = ("sparse graph kernels", "bandit regret bounds", "protein folding", "speech lattices")
ROOT = Path(__file__).parents[2]


def write_papers(path: Path, numbers: range) -> Path:
    lines = [
        {
            "id": f"p{i}",
            "title": f"On {TOPICS[i % 4]} of kind {i} and their many uses",
            "abstract": f"We study {TOPICS[i % 4]} and {TOPICS[(i + 1) % 4]} in setting {i % 7}.",
            "authors": [f"Ada Nr{i}"],
            "year": 2000 + i % 20,
        }
        for i in numbers
    ]
    path.write_text("\n".join(map(json.dumps, lines)))
    return path


def grow(data: Path, numbers: range, name: str = "mine") -> Added:
    data.mkdir(exist_ok=True)
    return add(data, name, [write_papers(data / "papers.jsonl", numbers)], today=TODAY)


def answer(corpus: Corpus) -> list[tuple[str, str, float]]:
    """Return what a reader of the corpus sees: papers, best first, with their scores."""
    numbers = corpus.index.numbers(["graph", "bandit", "protein", "fold protein"])
    found = []
    for matrix in ("bm25", "tfidf"):
        order, scores = corpus.index.top(matrix, numbers, np.arange(1.0, 5.0), 10)  # type: ignore[arg-type]
        for number, score in zip(order.tolist(), scores.tolist(), strict=True):
            paper = corpus.papers[number]
            assert corpus.number(paper.key or "") == number
            found.append((paper.key or "", paper.title, round(score, 5)))
    return found


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def test_papers_are_added_and_found_under_the_name(data: Path) -> None:
    added = grow(data, range(20))

    assert (added.papers, added.counts.new, names(data)) == (20, 20, ["mine"])
    assert [paper.key for paper in open_corpus("mine", data=data).papers][:2] == ["p0", "p1"]


def test_adding_the_same_file_again_changes_nothing(data: Path) -> None:
    grow(data, range(20))
    before = newest_first(home(data, "mine"))

    added = grow(data, range(20))

    assert (added.counts.new, added.counts.merged, added.papers) == (0, 20, 20)
    assert newest_first(home(data, "mine")) == before


def test_a_corpus_that_grew_equals_one_made_in_one_go(data: Path) -> None:
    grow(data, range(12))
    grow(data, range(30))
    grow(data, range(30), name="whole")

    grown, whole = open_corpus("mine", data=data), open_corpus("whole", data=data)

    assert grown.generation == whole.generation
    assert answer(grown) == answer(whole)
    assert arrays(data, "mine") == arrays(data, "whole")


def arrays(data: Path, name: str) -> dict[str, bytes]:
    """Return the bytes of all arrays of a corpus."""
    _, found = open_generation(newest_first(home(data, name))[0])
    return {name: array.whole().tobytes() for name, array in found.items()}


def test_a_corpus_with_a_changed_paper_equals_one_made_of_its_papers(data: Path) -> None:
    grow(data, range(12))
    path = write_papers(data / "papers.jsonl", range(9, 30))
    lines = [json.loads(line) for line in path.read_text().split("\n")]
    lines[1] |= {"keywords": ["lattices of speech"], "venue": "Meeting on Speech"}
    path.write_text("\n".join(map(json.dumps, lines)))

    add(data, "mine", [path], today=TODAY)

    grown = open_corpus("mine", data=data)
    again = build("again", grown.papers)
    assert [paper.key for paper in grown.papers][10:13] == ["p11", "p10", "p12"]
    assert values(grown) == values(again)
    for only in (Filter(author="nr7"), Filter(venue="speech"), Filter(keyword="lattices")):
        assert grown.passing(only).tolist() == again.passing(only).tolist()


def values(corpus: Corpus) -> list[dict[str, float]]:
    """Return for each paper its terms with their values."""
    rows = corpus.index.rows("bm25", np.arange(len(corpus)))
    return [
        {
            corpus.index.term(term): round(value, 5)
            for term, value in zip(rows.indices[a:b].tolist(), rows.data[a:b].tolist(), strict=True)
        }
        for a, b in zip(rows.indptr[:-1].tolist(), rows.indptr[1:].tolist(), strict=True)
    ]


def test_folders_and_files_are_private_whatever_the_umask(data: Path) -> None:
    old = os.umask(0)
    try:
        grow(data, range(8))
    finally:
        os.umask(old)

    everything = [data / "corpora", *(data / "corpora").rglob("*")]
    modes = {stat.S_IMODE(path.stat().st_mode) for path in everything if path.name != ".lock"}
    assert modes == {0o700, 0o600}


def test_two_generations_are_kept_and_nothing_of_the_work(data: Path) -> None:
    for n in (4, 8, 12, 16):
        grow(data, range(n))

    found = sorted(path.name for path in home(data, "mine").iterdir())
    assert found == ["CURRENT", "gen-3", "gen-4"]


@pytest.mark.parametrize("name", ["", "seeds", "../up", ".hidden", "a/b", "x" * 65, "a b"])
def test_a_name_that_could_be_a_path_is_refused(data: Path, name: str) -> None:
    with pytest.raises(BadRequest):
        grow(data, range(3), name=name)


def test_files_without_any_paper_add_nothing(data: Path) -> None:
    data.mkdir()
    (data / "x.jsonl").write_text('{"a": 1}\n{\n')

    with pytest.raises(UnreadableInput):
        add(data, "mine", [data / "x.jsonl"], today=TODAY)

    assert names(data) == []


def test_broken_records_are_named_by_line_and_left_out(data: Path) -> None:
    data.mkdir()
    path = write_papers(data / "x.jsonl", range(3))
    path.write_text(path.read_text() + '\n{"title": \n')

    added = add(data, "mine", [path], today=TODAY)

    assert (added.papers, [notice.line for notice in added.notices]) == (3, [4])


def test_a_removed_corpus_is_gone(data: Path) -> None:
    grow(data, range(4))

    remove(data, "mine")

    assert names(data) == []
    with pytest.raises(UnknownName):
        open_corpus("mine", data=data)


def test_a_second_writer_is_told_that_the_first_is_at_work(data: Path) -> None:
    data.mkdir()

    with writing(data), pytest.raises(StoreInUse, match="try again"):
        grow(data, range(4))


def test_a_newer_corpus_is_refused_and_left_as_it_is(data: Path) -> None:
    grow(data, range(4))
    folder = newest_first(home(data, "mine"))[0]
    rewrite_manifest(folder, format=manifest.FORMAT + 1)
    before = {path: path.read_bytes() for path in folder.iterdir()}

    with pytest.raises(NewerStore, match="update"):
        open_corpus("mine", data=data)

    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def with_other_terms(data: Path) -> None:
    grow(data, range(12))
    rewrite_manifest(newest_first(home(data, "mine"))[0], tokenizer="words/0")


def with_a_file_for_each_array(data: Path) -> None:
    """The same papers as format 2, the first that was released, wrote them."""
    shutil.unpack_archive(Path(__file__).parent / "format-2.zip", data / "corpora")


@pytest.mark.parametrize("older", [with_other_terms, with_a_file_for_each_array])
def test_an_older_corpus_is_built_again_from_its_papers(
    data: Path, tmp_path: Path, older: Callable[[Path], None]
) -> None:
    grow(tmp_path / "new", range(12))
    expected = answer(open_corpus("mine", data=tmp_path / "new"))
    older(data)
    told: list[int] = []

    corpus = open_corpus("mine", data=data, progress=told.append)

    assert told
    assert told[-1] < size(data, "mine")
    assert answer(corpus) == expected
    assert "older version" in corpus.notices[0].message
    assert not open_corpus("mine", data=data).notices


def rewrite_manifest(folder: Path, **changes: object) -> None:
    """Write a manifest that is whole, but says something else."""
    record = json.loads((folder / "manifest.json").read_text())
    del record["sha256"]
    record |= changes
    record["sha256"] = manifest._digest(record)
    for copy in manifest.COPIES:
        (folder / copy).write_text(json.dumps(record))


def test_verify_names_each_damaged_file_and_the_next_use_repairs(data: Path) -> None:
    grow(data, range(12))
    expected = answer(open_corpus("mine", data=data))
    flip_in(newest_first(home(data, "mine"))[0], "rows.tf")

    damaged = verify(data, "mine")

    assert damaged == ["rows.tf"]
    corpus = open_corpus("mine", data=data)
    assert answer(corpus) == expected
    assert "rows.tf" in corpus.notices[0].message
    assert verify(data, "mine") == []


def test_without_sound_papers_the_generation_before_is_used(data: Path) -> None:
    grow(data, range(12))
    expected = answer(open_corpus("mine", data=data))
    grow(data, range(20))
    flip_in(newest_first(home(data, "mine"))[0], "papers.lines")

    corpus = open_corpus("mine", data=data)

    assert answer(corpus) == expected
    assert "generation before" in corpus.notices[0].message


def test_damage_without_repair_is_one_sentence_with_the_remedy(data: Path) -> None:
    grow(data, range(12))
    flip_in(newest_first(home(data, "mine"))[0], "papers.lines")

    with pytest.raises(DamagedStore, match="corpus remove mine"):
        open_corpus("mine", data=data)


def flip_in(folder: Path, array: str) -> None:
    """Flip a bit of an array of a generation."""
    start = manifest.read_manifest(folder).arrays[array]["start"]
    flip(folder / ARRAYS, 8 * start + 20)


def flip(path: Path, bit: int) -> None:
    raw = bytearray(path.read_bytes())
    raw[bit // 8 % len(raw)] ^= 1 << bit % 8
    write_anew(path, raw)


def write_anew(path: Path, raw: bytes | bytearray) -> None:
    """Write another file of that name: the old one may have other names."""
    path.unlink()
    path.write_bytes(raw)


@pytest.mark.slow
@pytest.mark.parametrize("small", [0, manifest.SMALL_BYTES], ids=["by block", "whole"])
def test_no_flipped_bit_and_no_truncation_gives_a_wrong_answer(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small: int
) -> None:
    monkeypatch.setattr(manifest, "SMALL_BYTES", small)
    monkeypatch.setattr(frequent_terms, "LARGE", 0)  # with a table of common terms, and used
    monkeypatch.setattr(top_k.Search, "_is_dearer", lambda *_: False)
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)  # the machine does not lose power
    grow(data, range(12))
    right = [answer(open_corpus("mine", data=data))]
    grow(data, range(30))
    right.append(answer(open_corpus("mine", data=data)))
    rng = random.Random(5)
    outcomes = {"right": 0, "refused": 0}

    for trial in range(2500 if LONG else 110):
        copy = tmp_path / f"copy{trial}"
        shutil.copytree(data, copy, copy_function=os.link)
        damage(rng, newest_first(home(copy, "mine"))[0])
        outcomes[asked(copy, right)] += 1
        shutil.rmtree(copy)

    assert outcomes["right"] > 4 * outcomes["refused"]


def damage(rng: random.Random, folder: Path) -> None:
    """Flip a bit of some file of a corpus, or cut the file."""
    files = sorted(folder.iterdir(), key=lambda path: path.name)
    weights = [path.stat().st_size + 200 for path in files]
    path = rng.choices([*files, folder.parent / "CURRENT"], [*weights, 200])[0]
    if rng.random() < 0.75:
        flip(path, rng.randrange(path.stat().st_size * 8))
    else:
        write_anew(path, path.read_bytes()[: rng.randrange(path.stat().st_size)])


def asked(data: Path, right: list[list[tuple[str, str, float]]]) -> str:
    """Ask twice: the first may be refused, with a sentence; no answer may be wrong."""
    for _ in range(2):
        try:
            corpus = open_corpus("mine", data=data)
            found = answer(corpus)
        except RecommenderError as error:
            sentence = str(error)
        else:
            assert found in (right if corpus.notices else right[1:])
            return "right"
    assert sentence.endswith(".")
    return "refused"


KILLED = """
import os, signal, sys
from datetime import date
from pathlib import Path
from recommender.corpus.ingest import add

calls, last = 0, int(sys.argv[3])
CHANGES = ("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.chmod", "os.truncate")

def count(event, arguments):
    global calls
    if event in CHANGES and (event != "open" or arguments[1] not in ("r", "rb", None)):
        calls += 1
        if calls == last:
            os.kill(os.getpid(), signal.SIGKILL)

data, papers = Path(sys.argv[1]), Path(sys.argv[2])
sys.addaudithook(count)
add(data, "mine", [papers], today=date(2026, 1, 2))
print(calls)
"""


def killed_at(data: Path, papers: Path, call: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", KILLED, str(data), str(papers), str(call)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("first", [True, False], ids=["first build", "growth"])
def test_kill_9_leaves_the_corpus_of_before_or_of_after(
    data: Path, tmp_path: Path, first: bool
) -> None:
    papers = write_papers(tmp_path / "more.jsonl", range(16))
    if not first:
        grow(data, range(8))
    whole = tmp_path / "whole"
    shutil.copytree(data, whole) if data.exists() else whole.mkdir()
    n_calls = int(killed_at(whole, papers, 0).stdout)
    sizes = set()

    calls = range(1, n_calls + 1) if LONG else random.Random(3).sample(range(1, n_calls + 1), 5)
    for call in calls:
        copy = tmp_path / f"copy{call}"
        shutil.copytree(data, copy) if data.exists() else copy.mkdir()
        assert killed_at(copy, papers, call).returncode == -9
        sizes.add(len(open_corpus("mine", data=copy)) if "mine" in names(copy) else 0)
        assert add(copy, "mine", [papers], today=TODAY).papers == 16
        left = [path.name for path in home(copy, "mine").iterdir() if path.name.startswith(".")]
        assert not left

    assert sizes <= {0 if first else 8, 16}


FULL = """
import resource, signal, sys
from datetime import date
from pathlib import Path
from recommender.corpus.ingest import add
from recommender.errors import RecommenderError

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), resource.RLIM_INFINITY))
try:
    add(Path(sys.argv[1]), "mine", [Path(sys.argv[2])], today=date(2026, 1, 2))
except RecommenderError as error:
    print(error)
"""


@pytest.mark.parametrize("limit", [0, 500, 3000])
def test_a_disk_that_takes_no_more_changes_nothing(data: Path, tmp_path: Path, limit: int) -> None:
    papers = write_papers(tmp_path / "more.jsonl", range(40))
    grow(data, range(8))
    before = sorted(path.name for path in home(data, "mine").iterdir())

    command = [sys.executable, "-c", FULL, str(data), str(papers), str(limit)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout.startswith("Nothing was changed, ")
    assert done.stdout.endswith("ulimit -f).\n")
    assert sorted(path.name for path in home(data, "mine").iterdir()) == before
    assert len(open_corpus("mine", data=data)) == 8


FEW_DESCRIPTORS = """
import resource, sys
from pathlib import Path
from recommender.corpus import open_corpus

resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
data = Path(sys.argv[1])
opened = [open_corpus("mine", data=data) for _ in range(40)]
print(sum(len(corpus) for corpus in opened))
"""


def test_an_open_corpus_costs_one_descriptor(data: Path) -> None:
    grow(data, range(8))

    command = [sys.executable, "-c", FEW_DESCRIPTORS, str(data)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout == "320\n"

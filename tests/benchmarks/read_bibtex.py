"""Reading a large library: CPU and memory against pybtex, growth, and hostile inputs.

python tests/benchmarks/read_bibtex.py            50,000 entries (57 MB), paired, and 200,000
python tests/benchmarks/read_bibtex.py hostile    each hostile input at n and 4n
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ENTRIES = 50_000
WORDS = (
    "network learning graph model neural deep optimal transport bayesian inference sparse robust"
    " kernel gradient descent convex stochastic policy reward agent language translation attention"
    " image segmentation protein folding quantum entanglement lattice galaxy survey climate ocean"
    " measurement estimate evidence method approach result analysis framework theory experiment"
)
GIVEN = (
    "Anna",
    "J. A.",
    "Søren",
    "Mar{\\'\\i}a",
    "Wei",
    "K.",
    "Ren{\\'e}e",
    "Tom",
    "Li-Na",
    "Ivan",
)
FAMILY = (
    "Smith", "M{\\\"u}ller", "van der Berg", "Nguyen", "O'Neil", "Garc{\\'\\i}a", "Li", "Svensson",
    "Kowalski", "Haddad", "Okafor", "Tanaka", "de Souza", "Braun", "Hill", "Ito",
)  # fmt: skip
TITLES = ("", "", "", "{DNA} ", "{\\'E}tude: ", "$\\alpha$-", "CO$_2$ and ", "R\\&D of ")


def library(n: int, seed: int = 1) -> str:
    """Return n entries of about 1,150 characters, such as a reference manager exports."""
    rng = random.Random(seed)
    return "".join(_entry(i, rng) for i in range(n))


def _entry(i: int, rng: random.Random) -> str:
    words = WORDS.split()
    names = " and ".join(
        f"{rng.choice(FAMILY)}, {rng.choice(GIVEN)} {chr(65 + rng.randrange(26))}."
        for _ in range(rng.randint(1, 6))
    )
    title = rng.choice(TITLES) + " ".join(rng.choices(words, k=9)).capitalize()
    lines = [" ".join(rng.choices(words, k=12)) for _ in range(7)]
    abstract = "\n    ".join(lines) + ("; we find 5\\% of it." if i % 4 == 0 else ".")
    return (
        f"@article{{key{i},\n  author = {{{names}}},\n  title = {{{title}}},\n"
        f"  journal = {{Journal of {rng.choice(words)} Research}},\n  year = {{{1980 + i % 45}}},\n"
        f"  volume = {i % 90},\n  pages = {{{i % 900}--{i % 900 + 9}}},\n  month = jan,\n"
        f"  doi = {{10.5555/x_{i}}},\n  url = {{https://example.org/a_b/~x?id={i}}},\n"
        f"  keywords = {{{', '.join(rng.sample(words, 3))}}},\n  abstract = {{{abstract}}},\n}}\n\n"
    )


HOSTILE: dict[str, Callable[[int], str]] = {
    "nested braces": lambda n: "@a{k, title = " + "{" * n + "x" + "}" * n + "}\n",
    "unclosed braces": lambda n: "@a{k, title = " + "{" * n,
    "one long field": lambda n: "@a{k, title = {T}, abstract = {" + "long words {a} " * n + "}}\n",
    "unclosed entries": lambda n: "@a{k, title = {x\n" * n,
    "nested entries": lambda n: "@a{k, title = {\n" * n + "} ! }\n" * n,
    "open quotes": lambda n: '@a{k, title = "x\n' * n,
    "open quotes in ( )": lambda n: '@a(k, title = "x\n' * n,
    "heads on one line": lambda n: "@a{" * n,
    "heads on lines": lambda n: "@a{\n" * n,
    "heads of entries on one line": lambda n: "@a{k, !" * n,
    "closing braces before heads": lambda n: "}@a{k, !" * n,
    "chain of #": lambda n: "@a{k, title = x" + " # x" * n + "}\n",
    "doubling @strings": lambda n: "@string{s0 = {xxxxxxxx}}\n"
    + "".join(f"@string{{s{i + 1} = s{i} # s{i}}}\n" for i in range(n))
    + f"@a{{k, title = s{n}}}\n",
    "one long @string used often": lambda n: "@string{s = {"
    + "x" * 60_000
    + "}}\n"
    + "@a{k, title = s # s, note = s}\n" * n,
    "blanks after @": lambda n: ("@" + " " * 40 + "\n") * n,
    "blanks in an entry": lambda n: "@a{k, title = {x}" + " " * (40 * n) + "\n, year",
    "blank lines in a broken entry": lambda n: "@a{k, title = {x} ! " + "\n" * (40 * n),
    "commas": lambda n: "@a{k" + "," * (40 * n) + "}",
    "% lines": lambda n: "@a{k,\n" + "% x\n" * n + "title = {x}}",
    "fields": lambda n: "@a{k,\n" + "".join(f"f{i} = {{x}},\n" for i in range(n)) + "}",
    "fields in a broken entry": lambda n: "@a{k, ! " + "}x = {y}" * n,
    "repeated keys": lambda n: "@a{k, title = {x}}\n" * n,
    "crossref chain": lambda n: "".join(
        f"@a{{k{i}, crossref = {{k{i + 1}}}, f{i}={{x}}}}\n" for i in range(n)
    ),
    "accents": lambda n: "@a{k, title = {" + "\\'" * n + "e}}",
    "dollars": lambda n: "@a{k, title = {" + "$5 " * n + "}}",
    "formulas never closed": lambda n: "@a{k, title = {" + "\\(" * min(n, 30_000) + "}}",
    "backticks": lambda n: "@a{k, title = {" + "`x " * n + "}}",
    "tags": lambda n: "@a{k, title = {" + "<i a=b " * n + "}}",
    "entities": lambda n: "@a{k, title = {" + "&amp" * n + "}}",
    "combining marks": lambda n: "@a{k, title = {e" + "\u0301\u0323" * n + "}}",
    "names": lambda n: "@a{k, author = {" + " and ".join(["A B"] * n) + "}}",
    "names in braces": lambda n: "@a{k, author = {" + "{A and " * n + "}" * n + "}}",
    "commas in names": lambda n: "@a{k, author = {" + "A, " * n + "}}",
    "semicolons in names": lambda n: "@a{k, author = {" + "A; " * n + "}}",
    "ampersands in names": lambda n: "@a{k, author = {" + "A & " * n + "}}",
    "names with initials": lambda n: "@a{k, author = {" + "Ab C D, " * n + "!}}",
    "initials": lambda n: "@a{k, author = {Ab " + "A." * n + ", Cd}}",
    "one long line": lambda n: "word @ word {, " * n,
    "comments": lambda n: "@comment{a}\n" * n,
    "% entries": lambda n: "% @a{k, title={x}}\n" * n,
}  # fmt: skip


def _child(what: str, path: str) -> None:
    start = time.process_time()
    if what == "ours":
        from recommender.formats.bibtex.read import read

        n = len(read(Path(path).read_bytes()))
    else:
        from pybtex.database import parse_file

        n = len(parse_file(path, "bibtex").entries)
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{n} {seconds:.2f} {peak:.0f}")


def _measure(what: str, path: Path) -> tuple[int, float, float]:
    """Return entries, CPU seconds and peak MB of a fresh process."""
    command = [sys.executable, __file__, "child", what, str(path)]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return int(out[0]), float(out[1]), float(out[2])


def large() -> None:
    """Print CPU and memory of both readers on one file, turn by turn, and of four times as much."""
    with tempfile.TemporaryDirectory() as folder:
        small, four = Path(folder) / "small.bib", Path(folder) / "four.bib"
        small.write_text(library(ENTRIES), "utf-8")
        ours, theirs = [], []
        for _ in range(3):
            ours.append(_measure("ours", small))
            theirs.append(_measure("pybtex", small))
            print(f"{small.stat().st_size / 1e6:.0f} MB: ours {ours[-1]}, pybtex {theirs[-1]}")
        ratio = min(o[1] for o in ours) / min(t[1] for t in theirs)
        print(f"CPU ratio (best of 3 each): {ratio:.2f}; peak {max(o[2] for o in ours):.0f} MB")
        four.write_text(library(4 * ENTRIES), "utf-8")
        n, seconds, peak = _measure("ours", four)
        print(f"{n} entries: {seconds:.1f} s, {peak:.0f} MB,"
              f" {seconds / min(o[1] for o in ours):.1f} times as long")  # fmt: skip


def hostile(n: int = 25_000) -> None:
    """Print the seconds of each hostile input at n and at 4n, and their ratio."""
    from recommender.formats.bibtex.read import read

    for name, make in HOSTILE.items():
        seconds = []
        for size in (n, 4 * n):
            source = make(size).encode()
            start = time.process_time()
            read(source)
            seconds.append(time.process_time() - start)
        ratio = seconds[1] / max(seconds[0], 0.01)
        flag = "  <-- not linear" if ratio > 8 else ""
        print(f"{name:32} {len(source) / 1e6:6.1f} MB {seconds[1]:7.2f} s {ratio:5.1f}{flag}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["child"]:
        _child(*sys.argv[2:])
    elif sys.argv[1:2] == ["hostile"]:
        hostile(*map(int, sys.argv[2:3]))
    else:
        large()

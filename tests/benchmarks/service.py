"""The running service under load: python tests/benchmarks/service.py [--papers N] [--soak]

Starts `recommender serve` on a made-up corpus, then asks it from several client processes at once,
each over one kept connection: health, one paper, suggestions for a library in the body, and for a
stored one. Prints requests per second, p50 and p99, every status, and how the server's memory grew.
Server and clients share the machine: the figures are what a desktop sees.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from corpora import papers, write_lines

from recommender.formats import FORMATS

PROGRAM = [sys.executable, "-c", "from recommender.cli import main; main()"]
BIBTEX = "application/x-bibtex"
LIBRARY = 60  # entries


@dataclass(frozen=True)
class Load:
    """What one kind of client asks, over and over."""

    name: str
    method: str
    path: str
    body: bytes = b""


def client(port: int, token: str, load: Load, seconds: float, out: multiprocessing.Queue) -> None:
    """Ask until the time is over; put (statuses, seconds of each request)."""
    wire = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Authorization": f"Bearer {token}"}
    if load.body:
        headers["Content-Type"] = BIBTEX
    statuses: Counter[int] = Counter()
    took = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        began = time.perf_counter()
        wire.request(load.method, load.path, load.body or None, headers)
        reply = wire.getresponse()
        reply.read()
        took.append(time.perf_counter() - began)
        statuses[reply.status] += 1
    out.put((statuses, took))


def measured(port: int, token: str, load: Load, clients: int, seconds: float) -> None:
    """Run the clients of one load and print what they saw."""
    out: multiprocessing.Queue = multiprocessing.Queue()
    crowd = [
        multiprocessing.Process(target=client, args=(port, token, load, seconds, out))
        for _ in range(clients)
    ]
    for each in crowd:
        each.start()
    results = [out.get() for _ in crowd]
    for each in crowd:
        each.join()
    took = sorted(t for _, each in results for t in each)
    statuses = sum((s for s, _ in results), Counter())
    p50, p99 = statistics.median(took), took[int(len(took) * 0.99)]
    print(
        f"{load.name:28} {clients:2} clients {len(took) / seconds:8.1f}/s "
        f"p50 {p50 * 1000:7.1f} ms  p99 {p99 * 1000:7.1f} ms  {dict(statuses)}",
        flush=True,
    )


def memory(process: int) -> float:
    """Return the resident memory of a process, in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


def main() -> None:
    """Make the corpus, start the service, run the loads."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--papers", type=int, default=12_000)
    options.add_argument("--seconds", type=float, default=10)
    options.add_argument("--clients", type=int, default=16)
    options.add_argument("--soak", action="store_true", help="Only the mixed load, and memory.")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data, name = Path(folder), "made"
        lines = write_lines(data / "papers.jsonl", given.papers)
        add = [*PROGRAM, "--data", folder, "corpus", "add", name, str(lines)]
        subprocess.run(add, check=True, capture_output=True)
        own = [p for i, p in enumerate(papers(given.papers, seed=7)) if i % 211 == 0][:LIBRARY]
        body = FORMATS["bibtex"].write(own).encode()
        serve(data, name, body, given)


def serve(data: Path, name: str, body: bytes, given: argparse.Namespace) -> None:
    """Start the service and run the loads against it."""
    command = [*PROGRAM, "--data", str(data), "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        port = int(re.search(r":(\d+) ", process.stderr.readline())[1])
        token = process.stderr.readline().strip().rsplit("=", 1)[1]
        try:
            library = stored(port, token, body)
            rank = f"suggestions?corpus={name}&limit=20"
            loads = [
                Load("health", "GET", "/health"),
                Load("one paper", "GET", f"/api/v1/papers/p7?corpus={name}"),
                Load("suggestions, stateless", "POST", f"/api/v1/{rank}", body),
                Load("suggestions, stored", "GET", f"/api/v1/libraries/{library}/{rank}"),
            ]
            print(f"{given.papers} papers, library of {LIBRARY}, {os.cpu_count()} cores")
            if given.soak:
                soak(process.pid, port, token, loads[2:], given)
                return
            for load in loads:
                for clients in (1, given.clients):
                    measured(port, token, load, clients, given.seconds)
        finally:
            process.terminate()
            process.wait(timeout=20)


def soak(process: int, port: int, token: str, loads: list[Load], given: argparse.Namespace) -> None:
    """Warm up, then run all loads at once and print how memory went."""
    for load in loads:
        measured(port, token, load, given.clients, 5)
    before = memory(process)
    for load in loads:
        measured(port, token, load, given.clients, given.seconds / len(loads))
        print(f"memory {memory(process):.1f} MB, {memory(process) - before:+.1f} MB", flush=True)


def stored(port: int, token: str, body: bytes) -> str:
    """Store the library; return its id."""
    wire = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": BIBTEX}
    wire.request("POST", "/api/v1/libraries", body, headers)
    return str(json.loads(wire.getresponse().read())["id"])


if __name__ == "__main__":
    main()

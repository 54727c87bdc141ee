"""What was acknowledged is there after kill -9; many clients at once are all answered."""

from __future__ import annotations

import json
import random
import signal
import threading
import time
from collections import Counter

import pytest

from recommender.service.http.problems import Problem
from recommender.service.runtime.work import Work

pytestmark = pytest.mark.slow

BIBTEX = "application/x-bibtex"
LIBRARIES = "/api/v1/libraries"


def entry(number: int) -> bytes:
    return b"@misc{k%d, title = {Sparse autoencoders of the %dth kind}}" % (number, number)


@pytest.mark.parametrize("number", range(3))
def test_acknowledged_writes_survive_kill_9(tmp_path, run_server, number) -> None:
    chance = random.Random(number)
    added: dict[str, bytes] = {}
    said: dict[str, str] = {}
    deleted: set[str] = set()
    with run_server(tmp_path) as server:
        writer = threading.Thread(target=write, args=(server, chance, added, said, deleted))
        writer.start()
        time.sleep(chance.uniform(0.3, 1.2))
        server.process.send_signal(signal.SIGKILL)
        writer.join(timeout=30)
    doubtful = {*deleted} - {key for key in deleted if key not in added}

    with run_server(tmp_path) as server:
        there = {
            library["id"] for library in server.ask("GET", LIBRARIES, token="yes").json["libraries"]
        }
        for library, source in added.items():
            if library in doubtful and library not in there:
                continue
            got = server.ask("GET", f"{LIBRARIES}/{library}/source", token="yes")
            assert got.body == source
        for library, key in said.items():
            if library in there:
                told = server.ask("GET", f"{LIBRARIES}/{library}/verdicts", token="yes").json
                assert told == {"verdicts": {key: "dismissed"}}
    assert added


def write(server, chance, added, said, deleted) -> None:
    """Import, judge and delete until the server is gone; note what it acknowledged."""
    key = "suNonAsymptoticConvergentAnalysis2025"
    try:
        for number in range(1000):
            made = server.ask(
                "POST", LIBRARIES, entry(number), token="yes", Content_Type=BIBTEX
            ).json
            added[made["id"]] = entry(number)
            server.ask(
                "PUT",
                f"{LIBRARIES}/{made['id']}/verdicts/{key}",
                b'{"verdict": "dismissed"}',
                token="yes",
                Content_Type="application/json",
            )
            said[made["id"]] = key
            if number % 3 == 2:
                gone = chance.choice([*added])
                deleted.add(gone)
                server.ask("DELETE", f"{LIBRARIES}/{gone}", token="yes")
                del added[gone], said[gone]
    except (OSError, AssertionError, ValueError, KeyError):
        return


def test_a_large_library_whose_reading_was_killed_is_read_at_the_next_start(
    tmp_path, run_server
) -> None:
    text = b"@article{k%d, title = {Diffusion %d}, abstract = {%s}}\n"
    source = b"".join(text % (i, i, b"Noise is removed in steps. " * 60) for i in range(1500))
    with run_server(tmp_path) as server:
        begun = server.ask("POST", LIBRARIES, source, token="yes", Content_Type=BIBTEX)
        server.process.send_signal(signal.SIGKILL)
    library = begun.json["library"]

    with run_server(tmp_path) as server:
        for _ in range(300):
            found = server.ask("GET", LIBRARIES, token="yes").json["libraries"][0]
            if found["state"] == "ready":
                break
            time.sleep(0.1)
        kept = server.ask("GET", f"{LIBRARIES}/{library}/source", token="yes").body

    assert begun.status == 202
    assert (found["id"], found["state"]) == (library, "ready")
    assert kept == source


def test_sixteen_clients_at_once_are_all_answered(server, bib) -> None:
    statuses: Counter[int] = Counter()
    stored = server.ask("POST", LIBRARIES, bib, token="yes", Content_Type=BIBTEX).json["id"]
    until = time.monotonic() + 3

    def run(number: int) -> None:
        while time.monotonic() < until:
            if number % 2:
                got = server.ask("POST", "/api/v1/suggestions", bib, Content_Type=BIBTEX)
            else:
                got = server.ask("GET", f"{LIBRARIES}/{stored}/suggestions", token="yes")
            statuses[got.status] += 1

    clients = [threading.Thread(target=run, args=(n,)) for n in range(16)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    server.ask("DELETE", f"{LIBRARIES}/{stored}", token="yes")

    assert set(statuses) == {200}
    assert statuses[200] > 16


def test_work_that_takes_too_long_is_refused_with_a_time_to_come_back() -> None:
    work = Work(deadline=0.05)
    free = threading.Event()

    with pytest.raises(Problem) as refused:
        work.done(lambda: free.wait(10))
    free.set()
    work.close()

    assert (refused.value.status, refused.value.headers["Retry-After"]) == (503, "5")
    assert "longer than" in str(refused.value)


def test_work_beyond_the_places_is_refused_at_once() -> None:
    work = Work(deadline=10)
    free = threading.Event()
    crowd = [
        threading.Thread(target=lambda: work.done(lambda: free.wait(10)), daemon=True)
        for _ in range(10)
    ]
    for each in crowd:
        each.start()
    while work._places._value:  # no place is left when all of them are in
        time.sleep(0.001)

    with pytest.raises(Problem, match="wait already") as refused:
        work.done(lambda: None)
    free.set()
    for each in crowd:
        each.join()
    work.close()

    assert refused.value.status == 503


def test_what_fails_inside_work_is_raised_as_it_is() -> None:
    work = Work(deadline=10)

    with pytest.raises(json.JSONDecodeError):
        work.done(lambda: json.loads("{"))
    work.close()

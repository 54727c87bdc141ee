"""The limits of what is taken from a request, one value on each side of them."""

from __future__ import annotations

from threading import Barrier, Event

import pytest
from werkzeug.datastructures import MultiDict

from recommender.errors import BadRequest
from recommender.service.api.delivery import _members
from recommender.service.http import parameters, strict_json
from recommender.service.http.problems import Problem
from recommender.service.http.request_bodies import label
from recommender.service.runtime.jobs import Jobs
from recommender.wire.delivery import GivenKeys, GivenSend
from recommender.wire.shape import Shape


@pytest.mark.parametrize(
    ("number", "is_taken"),
    [
        ("1" * 30, True),
        ("1" * 31, False),
        ("0." + "1" * 58, True),
        ("0." + "1" * 59, False),
        ("1e308", True),
        ("1e309", False),
        ("NaN", False),
        ("Infinity", False),
    ],
)
def test_a_number_that_two_readers_could_read_differently_is_refused(
    number: str, is_taken: bool
) -> None:
    body = f'{{"n": {number}}}'.encode()
    if is_taken:
        assert set(strict_json.loads(body)) == {"n"}
    else:
        with pytest.raises(BadRequest, match="number"):
            strict_json.loads(body)


@pytest.mark.parametrize(
    "body",
    [
        b'{"a": 1, "a": 1}',
        b'{"a": {"b": 1, "b": 2}}',
        b'{"a": "\\ud800"}',
        b'{"\\udfff": 1}',
        b'{"a": ["\\ud800"]}',
        b"[]",
        b"\xff",
    ],
)
def test_what_is_no_plain_object_is_refused(body: bytes) -> None:
    with pytest.raises(BadRequest):
        strict_json.loads(body)


@pytest.mark.parametrize(
    ("value", "is_taken"), [("0", False), ("1", True), ("9", True), ("10", False)]
)
def test_a_number_is_within_its_range(value: str, is_taken: bool) -> None:
    number = parameters.integer("n", 1, 9, 5, "A number.")
    if is_taken:
        assert parameters.parse([number], MultiDict({"n": value})) == {"n": int(value)}
    else:
        with pytest.raises(BadRequest, match="from 1 to 9"):
            parameters.parse([number], MultiDict({"n": value}))


@pytest.mark.parametrize(("times", "is_taken"), [(0, True), (1, True), (3, True), (4, False)])
def test_a_parameter_is_given_as_often_as_it_may_be(times: int, is_taken: bool) -> None:
    several = parameters.pattern("p", "[a-z]", "a letter", "A letter.", most=3)
    given = MultiDict([("p", "a")] * times)
    if is_taken:
        assert parameters.parse([several], given) == {"p": ["a"] * times}
    else:
        with pytest.raises(BadRequest, match="at most 3 times"):
            parameters.parse([several], given)


@pytest.mark.parametrize(("length", "is_taken"), [(0, False), (1, True), (200, True), (201, False)])
def test_a_text_has_a_length(length: int, is_taken: bool) -> None:
    text = parameters.text("t", "A text.")
    if is_taken:
        assert parameters.parse([text], MultiDict({"t": "x" * length})) == {"t": "x" * length}
    else:
        with pytest.raises(BadRequest):
            parameters.parse([text], MultiDict({"t": "x" * length}))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("refs.bib", "refs.bib"),
        ("/home/x/refs.bib", "refs.bib"),
        ("C:\\x\\refs.bib", "refs.bib"),
        ("../../refs.bib", "refs.bib"),
        ("a\x1b[1mb\n\u202e", "a[1mb"),
        (" refs.bib ", "refs.bib"),
        ("x" * 201, "x" * 200),
    ],
)
def test_the_name_of_an_upload_is_no_path_and_moves_no_cursor(name: str, shown: str) -> None:
    assert label(name) == shown


def test_two_imports_run_and_eight_wait() -> None:
    jobs, go_on = Jobs(), Event()
    started = [jobs.start("x", lambda step: go_on.wait(20)) for _ in range(10)]

    with pytest.raises(Problem, match="Too many imports"):
        jobs.start("x", lambda step: None)
    go_on.set()
    jobs._threads.shutdown(wait=True)

    assert {jobs.job(job.id).state for job in started} == {"done"}


def settle(jobs: Jobs) -> None:
    """Wait until both threads have done what was given to them before."""
    met = Barrier(3)
    for _ in range(2):
        jobs._threads.submit(met.wait, 20)
    met.wait(20)


def test_a_hundred_finished_imports_can_still_be_asked_for() -> None:
    jobs = Jobs()
    finished = []
    for _ in range(17):
        finished += [jobs.start("x", lambda step: None).id for _ in range(6)]
        settle(jobs)

    last = jobs.start("x", lambda step: None).id

    assert len(finished) == 102
    assert [job for job in (*finished, last) if job in jobs._jobs] == [*finished[2:], last]
    jobs.close()


@pytest.mark.parametrize(("n_keys", "is_taken"), [(0, False), (1, True), (100, True), (101, False)])
@pytest.mark.parametrize("shape", [GivenKeys, GivenSend])
def test_up_to_a_hundred_papers_are_chosen_at_once(
    shape: type[Shape], n_keys: int, is_taken: bool
) -> None:
    given = {"keys": ["k"] * n_keys} | ({"to": "zotero"} if shape is GivenSend else {})
    if is_taken:
        assert _members(given, shape) == given
    else:
        with pytest.raises(BadRequest, match="1 to 100 keys"):
            _members(given, shape)

"""Jobs: libraries that are read in the background, and how far that is."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Literal

from recommender.errors import RecommenderError, UnknownName
from recommender.service import log
from recommender.service.http.problems import Problem

RUNNING = 2
WAITING = 8
KEPT = 100  # finished jobs that can still be asked for

State = Literal["waiting", "running", "done", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One import; replaced, never changed, so that a reader sees one moment."""

    id: str
    library: str
    state: State = "waiting"
    step: int = 0
    steps: int = 3  # stored, read, ready
    error: str | None = None  # a sentence for the user


class Jobs:
    """The jobs of one running service."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(RUNNING, thread_name_prefix="import")
        self._jobs: dict[str, Job] = {}
        self._lock = Lock()

    def start(self, library: str, work: Callable[[Callable[[], None]], None]) -> Job:
        """Queue work, which calls what it is given after each step; 503 if too many wait."""
        with self._lock:
            open_jobs = sum(job.state in ("waiting", "running") for job in self._jobs.values())
            if open_jobs >= RUNNING + WAITING:
                raise Problem(
                    503, "busy", "Too many imports wait: try again later.", {"Retry-After": "30"}
                )
            job = Job(id=f"{secrets.randbits(64):016x}", library=library)
            self._jobs[job.id] = job
            for old in [j.id for j in self._jobs.values() if j.state in ("done", "failed")][:-KEPT]:
                del self._jobs[old]
        self._threads.submit(self._run, job.id, work)
        return job

    def job(self, job: str) -> Job:
        """Return one job; raises UnknownName."""
        with self._lock:
            if job not in self._jobs:
                raise UnknownName("There is no such job: jobs are forgotten when the service ends.")
            return self._jobs[job]

    def close(self) -> None:
        """Take no more; what is being read is read again at the next start."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _run(self, job: str, work: Callable[[Callable[[], None]], None]) -> None:
        self._change(job, state="running", step=1)
        try:
            work(lambda: self._change(job, step=self.job(job).step + 1))
        except RecommenderError as error:
            self._change(job, state="failed", error=str(error))
        except Exception as error:
            log.failure(error, job)
            self._change(job, state="failed", error=f"Something went wrong inside ({job}).")
        else:
            self._change(job, state="done", step=self.job(job).steps)

    def _change(self, job: str, **new: Any) -> None:
        with self._lock:
            self._jobs[job] = replace(self._jobs[job], **new)

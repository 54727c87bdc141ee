"""JabRef 6 through its HTTP server, which its user has to switch on.

For every JabRef there is another way: append to the .bib file, which JabRef watches.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from recommender.errors import ManagerError
from recommender.formats import FORMATS
from recommender.library import Library
from recommender.managers.http import Loopback, Reply, Unreachable
from recommender.managers.sent import Failure, Sent, in_batches
from recommender.papers import Paper
from recommender.works import Works

ADDRESS = "http://127.0.0.1:23119"  # the same port as Zotero's
GROUP = "Suggested"
CURRENT = "/libraries/current"  # the library tab in front
BATCH = 50
BIBTEX = FORMATS["bibtex"]


class JabRef:
    """A running JabRef; raises ManagerError with the remedy where another program is there."""

    def __init__(self, address: str = ADDRESS) -> None:
        self._program = Loopback(address)
        reply = self._ask("GET", "/")
        if "JabRef" in reply.text:
            return
        other = "Zotero" if "x-zotero-version" in reply.headers else "Another program"
        raise ManagerError(
            f"{other} answers at {address}, where JabRef would: close it or change the port in "
            "JabRef, or add to the .bib file instead with `recommender add`."
        )

    def library(self) -> Library | None:
        """Read the library in front; None where it is empty."""
        reply = self._ask("GET", CURRENT, headers={"Accept": BIBTEX.media_type})
        _refuse(reply)
        return BIBTEX.read(reply.body, file="JabRef") if b"@" in reply.body else None

    def add(self, papers: Sequence[Paper], group: str = GROUP) -> Sent:
        """Append papers to the library in front, in a group, without those it has."""
        library = self.library()
        works = Works(library.papers if library else ())
        owned = [bool((found := works.find(p)) and found[1] == "same") for p in papers]
        new = [p for p, had in zip(papers, owned, strict=True) if not had]
        added, failed = in_batches(new, BATCH, lambda batch: self._append(batch, group))
        return Sent(
            place=f"JabRef, group “{group}”",
            added=added,
            already=tuple(p for p, had in zip(papers, owned, strict=True) if had),
            failed=failed,
        )

    def _append(self, papers: Sequence[Paper], group: str) -> list[Failure]:
        reply = self._ask(
            "POST",
            f"{CURRENT}/entries?group={quote(group)}",
            headers={"Content-Type": BIBTEX.media_type},
            body=BIBTEX.write(papers).encode(),
            seconds=30,
        )
        _refuse(reply)
        return []

    def _ask(
        self,
        method: str,
        path: str,
        *,
        headers: dict[str, str] | None = None,
        body: bytes | None = None,
        seconds: float = 5.0,
    ) -> Reply:
        try:
            return self._program.ask(method, path, headers=headers, body=body, seconds=seconds)
        except Unreachable as error:
            raise Unreachable(
                f"JabRef does not answer at {self._program.address}: start JabRef 6 and switch on "
                "its HTTP server in the preferences, or add to the .bib file instead with "
                "`recommender add`."
            ) from error


def _refuse(reply: Reply) -> None:
    """Raise what a reply of another status than success means."""
    if reply.status < 400:
        return
    if reply.status == 404:
        raise ManagerError("No library is open in JabRef: open one, then try again.")
    if "GUI" in reply.text:
        raise ManagerError("JabRef runs without a window: open its window, then try again.")
    raise ManagerError(f"JabRef refuses (HTTP {reply.status}): restart it, then try again.")

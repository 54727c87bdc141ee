"""Libraries and verdicts as the service and the command line ask for them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from recommender.errors import UnknownName
from recommender.store import backup, following, migration, rows, verdict_rows
from recommender.store.database import Database, damaged
from recommender.store.rows import Origin, State, StoredLibrary
from recommender.verdicts import Judgement, Verdicts, superseded


class Store:
    """The store of one data folder; every change is on disk when its method returns."""

    def __init__(self, folder: Path) -> None:
        """Open it, take it to the version of this code, and make today's backup."""
        self._database = Database(folder)
        migration.to_current(self._database)
        backup.daily(self._database)

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def add(
        self,
        source: bytes,
        *,
        label: str,
        form: str,
        origin: Origin = "upload",
        state: State = "ready",
    ) -> tuple[StoredLibrary, bool]:
        """Keep a library's bytes; tells too whether it is new: the same bytes are kept once."""
        digest = sha256(source).hexdigest()
        with self._database.writing() as connection:
            same = rows.found(connection, "sha256 = ? AND origin = ?", digest, origin)
            if same:
                return same[0], False
            library = rows.insert(
                connection,
                label=label,
                format=form,
                origin=origin,
                state=state,
                sha256=digest,
                size=len(source),
            )
            connection.execute("INSERT INTO sources VALUES (?, ?)", (library.id, source))
        return library, True

    def add_living(
        self, place: str, *, label: str, form: str, origin: Origin = "file"
    ) -> StoredLibrary:
        """Know a library by where it lives, so that verdicts have a place; its bytes stay there."""
        with self._database.writing() as connection:
            known = rows.found(connection, "path = ?", place)
            if known:
                return known[0]
            return rows.insert(connection, label=label, format=form, origin=origin, path=place)

    def add_file(self, path: Path) -> StoredLibrary:
        """Know a file of the user's, wherever links to it lead, and what name it had before."""
        self.follow(path)
        return self.add_living(str(path.resolve()), label=path.name, form="file")

    def follow(self, path: Path) -> Path | None:
        """Find what was said for a file under its former name, if that is gone; tells the name."""
        return following.follow(self._database, path.resolve())

    def change(self, library: str, source: bytes, *, label: str, form: str) -> StoredLibrary:
        """Replace the bytes of a library; its verdicts and feed stay."""
        with self._database.writing() as connection:
            known = _known(connection, library)
            changed = replace(
                known,
                label=label or known.label,
                format=form,
                size=len(source),
                sha256=sha256(source).hexdigest(),
                state="ready",
            )
            rows.update(connection, changed)
            connection.execute("INSERT OR REPLACE INTO sources VALUES (?, ?)", (library, source))
        return changed

    def ready(self, library: str) -> None:
        """Note that a library has been read to its end."""
        with self._database.writing() as connection:
            rows.update(connection, replace(_known(connection, library), state="ready"))

    def delete(self, library: str) -> None:
        """Forget a library and all that was said about it, in the backups too."""
        with self._database.writing() as connection:
            _known(connection, library)
            connection.execute("DELETE FROM libraries WHERE id = ?", (library,))
            rows.count_library(connection, -1)
        with self._database.reading() as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        backup.erase(self._database, library)

    def libraries(self) -> list[StoredLibrary]:
        """Return all libraries, in the order they came."""
        with self._database.reading() as connection:
            return rows.all_libraries(connection)

    def library(self, library: str) -> StoredLibrary:
        """Return one library; raises UnknownName."""
        with self._database.reading() as connection:
            return _known(connection, library)

    def source(self, library: str) -> bytes:
        """Return the bytes as they came; raises DamagedStore if they are not."""
        with self._database.reading() as connection:
            known = _known(connection, library)
            row = connection.execute(
                "SELECT source FROM sources WHERE library = ?", (library,)
            ).fetchone()
        source = row[0] if row else None
        if not isinstance(source, bytes) or sha256(source).hexdigest() != known.sha256:
            raise damaged(self._database.path, "a library is not what was imported")
        return source

    def by_feed(self, feed: str) -> StoredLibrary:
        """Return the library whose feeds have this secret address; raises UnknownName."""
        with self._database.reading() as connection:
            found = rows.found(connection, "feed = ?", feed)
        if not found:
            raise UnknownName("There is no such feed: its address may have been revoked.")
        return found[0]

    def set_feed(self, library: str, feed: str | None) -> StoredLibrary:
        """Give a library a secret address for its feeds, or revoke it."""
        with self._database.writing() as connection:
            changed = replace(_known(connection, library), feed=feed)
            rows.update(connection, changed)
        return changed

    def set_verdicts(self, library: str, new: Sequence[Judgement]) -> None:
        """Remember what the user said of some works, in place of what was: all or nothing."""
        digest = following.digest(self.library(library))
        with self._database.writing() as connection:
            known = replace(_known(connection, library), sha256=digest)
            before = verdict_rows.read(connection, known)
            gone = superseded([*before.values(), *new])
            verdict_rows.delete(connection, (n for i, n in enumerate(before) if i in gone))
            kept = (each for i, each in enumerate(new, len(before)) if i not in gone)
            verdict_rows.insert(connection, known, kept)
            verdict_rows.count(connection, known)

    def forget_verdicts(
        self, library: str, which: Callable[[Verdicts], Verdicts] = lambda said: said
    ) -> Verdicts:
        """Forget what the user said for a library, or what is chosen of it; tells what it was."""
        with self._database.writing() as connection:
            known = _known(connection, library)
            said = verdict_rows.read(connection, known)
            gone = which(Verdicts(said.values()))
            chosen = set(gone)
            verdict_rows.delete(connection, (n for n, each in said.items() if each in chosen))
            verdict_rows.count(connection, known)
        return gone

    def known_file(self, path: Path) -> StoredLibrary | None:
        """Return what is known of a file of the user's, which may be gone; None where nothing."""
        with self._database.reading() as connection:
            known = rows.found(connection, "path = ?", str(path.resolve()))
        return known[0] if known else None

    def verdicts_on_file(self, path: Path) -> Verdicts:
        """Return the verdicts on works suggested for a file; a file never told of has none."""
        known = self.known_file(path)
        return self.verdicts(known.id) if known else Verdicts()

    def verdicts(self, library: str) -> Verdicts:
        """Return what was said for a library, the oldest first."""
        with self._database.reading() as connection:
            return Verdicts(verdict_rows.read(connection, _known(connection, library)).values())


def _known(connection: sqlite3.Connection, library: str) -> StoredLibrary:
    found = [known for known in rows.all_libraries(connection) if known.id == library]
    if not found:
        raise UnknownName("There is no library of that id: list them to see which there are.")
    return found[0]

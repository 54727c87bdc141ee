"""Everything that we raise for a user, as a tree.

RecommenderError          exit 1, HTTP 422
├── UnreadableInput       a file or body that cannot be used at all
├── UnknownName           no corpus, paper, interest or library of that name; HTTP 404
├── Conflict              the file changed meanwhile, or is not safe to write; HTTP 409
├── BadRequest            a value out of range; exit 2, HTTP 400
├── StoreInUse            another process holds the data folder; exit 3, HTTP 503
├── PortInUse             exit 4
├── SystemRefusal         a full disk, a missing permission, too many open files; HTTP 507, 503, 500
├── DamagedStore          a corpus on disk is not what was written; HTTP 500
├── NewerStore            written by a newer version; exit 5, HTTP 500
└── ManagerError          a reference manager is absent or refuses; HTTP 502

Each message is one sentence, or two, that ends with what the user can do.
"""

from __future__ import annotations


class RecommenderError(Exception):
    """Base of all errors whose message is written for the user."""

    exit_code = 1
    status = 422


class UnreadableInput(RecommenderError):
    """A file or body that cannot be used at all."""


class UnknownName(RecommenderError):
    """No corpus, paper, interest or library of that name."""

    status = 404


class Conflict(RecommenderError):
    """The user's file changed meanwhile, or cannot be written safely."""

    status = 409


class BadRequest(RecommenderError):
    """A value that is out of range or of the wrong form."""

    exit_code = 2
    status = 400


class StoreInUse(RecommenderError):
    """Another process holds the data folder."""

    exit_code = 3
    status = 503


class PortInUse(RecommenderError):
    """The port that was asked for is taken."""

    exit_code = 4


class SystemRefusal(RecommenderError):
    """The operating system refuses: a full disk, a missing permission, too many open files."""

    status = 500

    def __init__(self, message: str, *, status: int, public: str) -> None:
        """Take the whole message, and what of it strangers may read: no path."""
        super().__init__(message)
        self.status, self.public = status, public


class DamagedStore(RecommenderError):
    """A corpus on disk is not what was written."""

    status = 500


class NewerStore(RecommenderError):
    """The data folder was written by a newer version."""

    exit_code = 5
    status = 500


class ManagerError(RecommenderError):
    """A reference manager is absent or refuses."""

    status = 502

"""The only code that writes into users' files: one at a time, all or nothing, with a backup."""

from recommender.files.holding import held
from recommender.files.refusals import changed
from recommender.files.replacing import replace

__all__ = ["changed", "held", "replace"]

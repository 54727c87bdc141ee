"""Verdicts: what the user answered to suggestions, by work, whatever its key and corpus."""

from recommender.verdicts.judgement import HELD_BACK, VERDICTS, Judgement, Verdict, superseded
from recommender.verdicts.verdicts import Applied, Verdicts

__all__ = [
    "HELD_BACK",
    "VERDICTS",
    "Applied",
    "Judgement",
    "Verdict",
    "Verdicts",
    "superseded",
]

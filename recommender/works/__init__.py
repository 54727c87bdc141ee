"""When two records are the same work, or versions of one; linear in the number of records."""

from recommender.works.marks import Marks, marks
from recommender.works.rules import Relation, related
from recommender.works.works import MAX_CANDIDATES, Doubt, Works, clashes, pairs

__all__ = [
    "MAX_CANDIDATES",
    "Doubt",
    "Marks",
    "Relation",
    "Works",
    "clashes",
    "marks",
    "pairs",
    "related",
]

"""When two records are the same work, or versions of one; linear in the number of records."""

from recommender.works.marks import Marks, marks
from recommender.works.rules import Relation, related
from recommender.works.withheld import is_taken_back, withheld
from recommender.works.works import MAX_CANDIDATES, Doubt, Works, best, clashes, pairs

__all__ = [
    "MAX_CANDIDATES",
    "Doubt",
    "Marks",
    "Relation",
    "Works",
    "best",
    "clashes",
    "is_taken_back",
    "marks",
    "pairs",
    "related",
    "withheld",
]

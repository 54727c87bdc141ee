"""The interests of a library: which there are, what they are called, one list made of theirs."""

from recommender.interests.interests import Interest, interests, undivided

__all__ = ["Interest", "interests", "undivided"]

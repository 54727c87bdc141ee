"""Clusters of a library: papers that are like the same papers of the corpus belong together.

Titles share few words, so papers are compared by their similarities with other papers: those of
the library, and a sample of the corpus. Clusters that lead to the same suggestions are put together
again.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from recommender.rankers.profile import N_BACKGROUND, Profile, spaced

MAX_CLUSTERS = 4
PAPERS_EACH = 10  # a library needs so many papers for each cluster that is tried
MIN_PAPERS = 3
N_COMPARED = 1000  # papers of the library that each of its papers is compared with
N_COMPANY = 3  # papers beside one that starts a cluster
N_TOP = 200  # suggestions of a cluster that are compared with those of another
N_TERMS = 300  # the heaviest of a cluster, by which it leads to suggestions
SAME = 0.07  # share of suggestions in common above which two clusters are one interest
ALIKE = 0.5  # correlation of similarities with the corpus above which they are one as well
ALIKE_TITLES = 0.2  # the same for titles, which correlate less with anything
N_FULL = 60  # terms of a paper that has more than its title
MAX_ROUNDS = 30
ALONE = 1 << 18  # multiplications that OpenBLAS does alone; its threads cost more than they spare

Float32s = NDArray[np.float32]
Group = NDArray[np.intp]  # rows of a profile, ascending
Labels = NDArray[np.intp]


def clusters(profile: Profile) -> list[list[int]]:
    """Return the rows of a profile in clusters, each ascending; one where all are alike."""
    n_clusters = min(MAX_CLUSTERS, round(profile.n_papers / PAPERS_EACH))
    if n_clusters < 2:
        return [list(range(profile.n_papers))]
    similarities = _similarities(profile, profile.sample["tfidf"])
    some = spaced(profile.n_papers, N_COMPARED).astype(np.intp)
    among = _similarities(profile, profile.vectors[some])
    among[some, np.arange(len(some))] = 0
    points = _unit(np.hstack([similarities, among]))
    small = (
        profile.index.n_papers <= N_BACKGROUND
    )  # too few papers to tell small topics from odd ones
    labels = k_means(points, _starts(points, some, n_clusters, central=small))
    groups = [np.flatnonzero(labels == label) for label in np.unique(labels)]
    groups = _apart(_large(groups, points), similarities, profile)
    return [group.tolist() for group in groups]


def k_means(points: Float32s, starts: list[int]) -> Labels:
    """Return a label for each row of unit length; some rows are the first centres."""
    centres = points[starts]
    labels = np.full(len(points), -1)
    for _ in range(MAX_ROUNDS):
        nearest = _products(points, centres).argmax(axis=1)
        if (nearest == labels).all():
            break
        labels = nearest
        sums = np.array([points[labels == i].sum(axis=0) for i in range(len(centres))])
        centres = np.where(sums.any(axis=1, keepdims=True), _unit(sums), centres)
    return labels


def _starts(points: Float32s, some: Group, n_points: int, *, central: bool) -> list[int]:
    """Return the most central row, then again and again one that is little like those before.

    Of these it is one in close company with some rows, or with central a central one: an odd paper
    is no topic.
    """
    centrality = _products(points, points.mean(axis=0, keepdims=True))[:, 0]
    chosen = [int(centrality.argmax())]
    typical = centrality if central else _company(points, some)
    likeness = _products(points, points[chosen])[:, 0]
    while len(chosen) < n_points:
        chosen.append(int(((1 - likeness) * typical).argmax()))
        likeness = np.maximum(likeness, _products(points, points[chosen[-1:]])[:, 0])
    return chosen


def _company(points: Float32s, some: Group) -> Float32s:
    """Return how like each row is to those of some rows that it is most like."""
    side = max(2, int(np.sqrt(ALONE / points.shape[1])))
    rows, others = (np.array_split(part, -(-len(part) // side)) for part in (points, points[some]))
    alike = np.block([[row @ other.T for other in others] for row in rows])
    alike[some, np.arange(len(some))] = 0
    return np.asarray(np.partition(alike, -N_COMPANY, axis=1)[:, -N_COMPANY:].mean(axis=1))


def _similarities(profile: Profile, others: csr_array) -> Float32s:
    """Return the cosine of each library paper with each of some others."""
    return np.asarray((profile.vectors @ others.T).toarray(), np.float32)


def _products(rows: Float32s, others: Float32s) -> Float32s:
    """Return `rows @ others.T` without BLAS, whose threads cost more than so small a product."""
    return np.asarray(np.einsum("ij,kj->ik", rows, others), np.float32)


def _unit(rows: Float32s) -> Float32s:
    length = np.sqrt(np.einsum("ij,ij->i", rows, rows))[:, np.newaxis]
    return np.asarray(rows / np.where(length > 0, length, 1))


def _large(groups: list[Group], points: Float32s) -> list[Group]:
    """Return the groups with those too small joined to the one that they are most like."""
    groups = sorted(groups, key=len)
    while len(groups) > 1 and len(groups[0]) < MIN_PAPERS:
        centres = _unit(np.array([points[group].sum(axis=0) for group in groups]))
        nearest = 1 + int(_products(centres[1:], centres[:1]).argmax())
        groups[nearest] = np.sort(np.concatenate([groups[nearest], groups[0]]))
        groups = sorted(groups[1:], key=len)
    return groups


def _apart(groups: list[Group], similarities: Float32s, profile: Profile) -> list[Group]:
    """Return the groups with those joined that lead to the same suggestions."""
    n_top = min(N_TOP, max(1, profile.index.n_papers // 8))
    by_chance = n_top**2 / profile.index.n_papers  # papers that two lists share for no reason
    same = max(SAME * n_top, by_chance + 2 * np.sqrt(by_chance))
    most = _most_alike(profile)
    while len(groups) > 1:
        leads = [_suggestions(group, profile, n_top) for group in groups]
        rows = [similarities[group] for group in groups]
        alike = {
            (a, b): max(len(leads[a] & leads[b]) / same, _likeness(rows[a], rows[b]) / most)
            for a, b in combinations(range(len(groups)), 2)
        }
        a, b = max(alike, key=lambda pair: (alike[pair], pair))
        if alike[a, b] <= 1:
            break
        joined = np.sort(np.concatenate([groups[a], groups[b]]))
        groups = [group for i, group in enumerate(groups) if i not in (a, b)] + [joined]
    return groups


def _most_alike(profile: Profile) -> float:
    """Return the correlation above which two groups are one, less the fewer have an abstract."""
    full = float(np.mean(np.diff(profile.counts.indptr) >= N_FULL))
    return ALIKE_TITLES + full * (ALIKE - ALIKE_TITLES)


def _likeness(one: Float32s, other: Float32s) -> float:
    """Return the correlation of the means of two groups, freed of what their scatter takes off it.

    Spearman's correction for attenuation: few or short titles correlate little with anything.
    """
    reliable = _reliability(one) * _reliability(other)
    found = _correlation(one.mean(axis=0), other.mean(axis=0))
    return found / float(np.sqrt(reliable)) if reliable > 0 else 1.0


def _reliability(rows: Float32s) -> float:
    """Return how well half of a group foretells the other, as for the whole (Spearman-Brown)."""
    halves = _correlation(rows[::2].mean(axis=0), rows[1::2].mean(axis=0))
    return max(0.0, 2 * halves / (1 + halves)) if halves > -1 else 0.0


def _correlation(one: Float32s, other: Float32s) -> float:
    """Return Pearson's correlation; zero where one of them does not vary."""
    spread = float(one.std() * other.std())
    return float(((one - one.mean()) * (other - other.mean())).mean()) / spread if spread else 0.0


def _suggestions(group: Group, profile: Profile, n_top: int) -> set[int]:
    weights = profile.part(group.tolist()).centre
    used = np.argsort(-weights, kind="stable")[:N_TERMS]
    papers, _ = profile.index.top("tfidf", profile.numbers[used], weights[used], n_top)
    return set(papers.tolist())

"""One list made of the lists of several interests, which take turns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

FAIRNESS = 0.5  # 1: turns by size, most hits; 0: the same for all. README, Decision 6


def merged(
    orders: Sequence[NDArray[np.integer]], sizes: Sequence[int], limit: int
) -> list[tuple[int, int]]:
    """Return (place of the interest, paper), best first: the best papers of each by turns.

    Turns go by size to the power of FAIRNESS. A paper in several lists is named once, by the first.
    """
    weights = [size**FAIRNESS for size in sizes]
    queues = [iter(order.tolist()) for order in orders]
    taken = [0] * len(orders)
    waiting = set(range(len(orders)))
    found: dict[int, int] = {}
    while waiting and len(found) < limit:
        turn = min(waiting, key=lambda i: ((taken[i] + 1) / weights[i], i))
        paper = next((p for p in queues[turn] if p not in found), None)
        if paper is None:
            waiting.remove(turn)
        else:
            found[paper] = turn
            taken[turn] += 1
    return [(interest, paper) for paper, interest in found.items()]

"""The report: rows as JSON, or as a table with sentences that say what they mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from recommender.evaluate.own import Hiding
from recommender.evaluate.rankings import BASE
from recommender.evaluate.rows import SHOWN, Row

FEW_OTHERS = 1000  # below these, chance alone finds much
By = Mapping[tuple[str, str], Row]


def as_json(rows: Sequence[Row]) -> dict[str, Any]:
    """Return the rows; low and high are the interval of recall@50, gain is over the plain query."""
    by = _by(rows)
    return {"rows": [_record(row, by.get((row.case, BASE))) for row in rows]}


def _record(row: Row, base: Row | None) -> dict[str, Any]:
    low, high = row.interval
    record = {"case": row.case, "ranking": row.ranking, **row.means, "low": low, "high": high}
    if base is not None:
        names = ("gain", "gain_low", "gain_high")
        record |= dict(zip(names, row.gain(base), strict=True))
    return {name: round(v, 4) if isinstance(v, float) else v for name, v in record.items()}


def table(rows: Sequence[Row]) -> str:
    """Return the rows as aligned text."""
    names = list(rows[0].means)
    width = max(len("ranking"), *(len(row.ranking) for row in rows))
    case_width = max(len("case"), *(len(row.case) for row in rows))
    head = f"{'case':<{case_width}}  {'ranking':<{width}}  " + "  ".join(names)
    lines = [f"{head}  {SHOWN}, 95 %"]
    for row in rows:
        values = "  ".join(f"{row.means[name]:{len(name)}.3f}" for name in names)
        low, high = row.interval
        lines.append(
            f"{row.case:<{case_width}}  {row.ranking:<{width}}  {values}  {low:.3f} to {high:.3f}"
        )
    return "\n".join(lines)


def words_on_own(rows: Sequence[Row], hiding: Hiding) -> str:
    """Return what the rows mean for the owner of a library."""
    return " ".join(_on_own(rows, hiding))


def _on_own(rows: Sequence[Row], hiding: Hiding) -> Iterator[str]:
    hidden, kept = len(hiding.hidden), len(hiding.kept)
    which = {"added": "the last added", "year": "the newest", "lot": "drawn by lot"}[hiding.order]
    yield (
        f"{hidden} of your {hidden + kept} works were hidden, {which}, "
        f"among {hiding.n_others} papers of the corpus."
    )
    if hiding.n_others < FEW_OTHERS:
        by_chance = hidden * min(1, 50 / (hidden + hiding.n_others))
        yield (
            f"Among so few, chance alone finds {by_chance:.0f} of them in the first 50: name a "
            "larger corpus with -c."
        )
    by = _by(rows)
    first = rows[0]
    found = sum(first.values)
    sentence = f"Of your {hidden} hidden works, {found:.0f} came in the first 50 of {first.ranking}"
    base = by.get((first.case, BASE))
    if base is not None and base is not first:
        yield f"{sentence}; a plain BM25 query found {sum(base.values):.0f}."
        yield _verdict(*first.gain(base))
    else:
        yield f"{sentence}."
    titles = by.get(("titles", first.ranking))
    if not any(entry.paper.abstract for entry in hiding.entries.values()):
        yield "Your file holds no abstract: with abstracts a ranking finds more."
    elif first.case == "whole" and titles is not None:
        yield f"By the titles alone it would have found {sum(titles.values):.0f}."


def words_on_many(rows: Sequence[Row], unit: str) -> str:
    """Return what the rows mean, a sentence a case; the unit is what the intervals are over."""
    by = _by(rows)
    sentences = []
    for case in dict.fromkeys(row.case for row in rows):
        first = next(row for row in rows if row.case == case)
        base = by.get((case, BASE))
        text = (
            f"{case}: {first.ranking} has {100 * first.means[SHOWN]:.0f} % of the hidden papers in "
            f"its first 50, in the mean of {len(first.values)} {unit}"
        )
        if base is not None and base is not first:
            gain, low, high = first.gain(base)
            text += (
                f"; a plain BM25 query has {100 * base.means[SHOWN]:.0f} % (gain {gain:+.3f}, "
                f"95 %: {low:+.3f} to {high:+.3f})"
            )
        sentences.append(f"{text}.")
    return "\n".join(sentences)


def _verdict(gain: float, low: float, high: float) -> str:
    if low > 0:
        return "That is more than chance explains."
    if high < 0:
        return "That is worse, and more than chance explains."
    return "A difference that small may be chance."


def _by(rows: Sequence[Row]) -> By:
    return {(row.case, row.ranking): row for row in rows}

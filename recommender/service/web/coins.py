"""COinS: a paper as a span that pickers of references read from a page."""

from __future__ import annotations

from urllib.parse import quote

from recommender.papers import Paper
from recommender.text.links import safe_link
from recommender.text.visible import visible

PROCEEDINGS = ("inproceedings", "conference", "incollection")


def coins(paper: Paper) -> str:
    """Return the key-value text of the span's title, "" for a paper without title or author.

    Pickers look such a paper up on the internet, which we do not want them to.
    """
    if not paper.title or not paper.authors:
        return ""
    pairs = [("ctx_ver", "Z39.88-2004"), *_kind(paper), *_facts(paper)]
    return "&".join(f"{key}={quote(visible(value), safe='')}" for key, value in pairs if value)


def _kind(paper: Paper) -> list[tuple[str, str]]:
    if paper.type in PROCEEDINGS:
        return [
            ("rft_val_fmt", "info:ofi/fmt:kev:mtx:book"),
            ("rft.genre", "proceeding"),
            ("rft.atitle", paper.title),
            ("rft.btitle", paper.venue),
        ]
    if paper.type == "article" and not (paper.arxiv and "arxiv" in paper.venue.casefold()):
        return [
            ("rft_val_fmt", "info:ofi/fmt:kev:mtx:journal"),
            ("rft.genre", "article"),
            ("rft.atitle", paper.title),
            ("rft.jtitle", paper.venue),
        ]
    return [
        ("rft_val_fmt", "info:ofi/fmt:kev:mtx:dc"),
        ("rft.type", "preprint" if paper.arxiv else "document"),
        ("rft.title", paper.title),
        ("rft.source", paper.venue),
    ]


def _facts(paper: Paper) -> list[tuple[str, str]]:
    first = paper.authors[0]
    return [
        ("rft.aulast", " ".join(filter(None, (first.prefix, first.family or first.literal)))),
        ("rft.aufirst", first.given),
        *(("rft.au", str(author)) for author in paper.authors),
        ("rft.date", str(paper.year or "")),
        ("rft.pages", paper.fields.get("pages", "")),
        ("rft.volume", paper.fields.get("volume", "")),
        ("rft.issue", paper.fields.get("number", "")),
        ("rft_id", f"info:doi/{paper.doi}" if paper.doi else ""),
        ("rft_id", safe_link(paper)),
    ]

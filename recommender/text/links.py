"""Where a paper can be read: web addresses only, whatever a record claims."""

from __future__ import annotations

import re
from urllib.parse import quote

from recommender.papers import Paper

WEB = re.compile(r"https?://[!-~]+", re.IGNORECASE)  # ASCII ink: no blank, tab or control


def safe_link(paper: Paper) -> str:
    """Return an http(s) address of a paper, "" where there is none."""
    if WEB.fullmatch(paper.url):
        return paper.url
    if paper.doi:
        return "https://doi.org/" + quote(paper.doi, safe="/:;()._-")
    if paper.arxiv:
        return "https://arxiv.org/abs/" + quote(paper.arxiv, safe="/.")
    return ""

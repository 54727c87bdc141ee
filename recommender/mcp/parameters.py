"""The parameters of the tools: what an assistant reads of each, and its bounds."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

MAX_SUGGESTIONS = 50  # an answer of so many fills about half of a small window

Bibtex = Annotated[
    str, Field(description="Entries to start from, as BibTeX: @article{key, title = {…}}.")
]
LibraryName = Annotated[str, Field(description="The name of one of the user's libraries.")]
Limit = Annotated[
    int, Field(ge=1, le=MAX_SUGGESTIONS, description=f"How many papers: 1 to {MAX_SUGGESTIONS}.")
]
Interest = Annotated[
    str,
    Field(
        description="A part of the library to start from: `interests` of an answer lists their "
        "labels; a part of a label will do."
    ),
]
Year = Annotated[str, Field(description="A year or a span: 2025, 2023:2025, 2024: or :2020.")]
Venue = Annotated[str, Field(description="Only papers whose venue holds this text, as NeurIPS.")]
Author = Annotated[str, Field(description="Only papers of an author whose name holds this text.")]
Keyword = Annotated[str, Field(description="Only papers with a keyword that holds this text.")]
Language = Annotated[
    str, Field(description="Only papers marked with this language: en or english.")
]
AddedSince = Annotated[
    str,
    Field(
        description="Only papers that came into the corpus from this date on: 2025-01-31, 2025-01 "
        "or 2025."
    ),
]
Key = Annotated[
    str,
    Field(
        description="The key of a paper of the corpus, as suggest_related gives it; the keys of "
        "the user's own entries are others."
    ),
]
Keys = Annotated[
    list[str],
    Field(
        min_length=1,
        description="Keys of papers of the corpus, as suggest_related gives them; the keys of the "
        "user's own entries are others.",
    ),
]

"""What the service says of itself, and when it refuses."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from recommender.wire.shape import Id, Shape

PRODUCT: Final = "recommender"


class Health(Shape):
    """Who answers here; adapters compare the instance before they send."""

    product: Literal["recommender"]
    version: str
    instance: Id


class Problem(Shape):
    """A refusal (RFC 9457): a stable code, and a sentence with the remedy."""

    type: str
    title: str
    status: Annotated[int, Meta(ge=400, le=599)]
    detail: str
    instance: str

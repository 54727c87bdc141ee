"""Who answers here: product, version, and which running instance."""

from __future__ import annotations

from importlib.metadata import version

from flask import Response

from recommender.service.http.responses import json_response
from recommender.service.http.routes import Operation
from recommender.service.runtime.service import current
from recommender.wire.service import PRODUCT, Health


def health() -> Response:
    """Tell product, version and instance; adapters compare the instance before they send."""
    ours = {"version": version("bib-recommender"), "instance": current().instance}
    return json_response(Health(product=PRODUCT, **ours))


OPERATIONS = (
    Operation(
        method="GET",
        path="/health",
        view=health,
        summary="Who answers here.",
        answers={200: Health},
        free=True,
    ),
)

"""The section [recommender] of papis's configuration."""

from __future__ import annotations

from recommender_client.service import ADDRESS, Service

SECTION = "recommender"
DEFAULTS = {"address": ADDRESS, "corpus": "", "limit": 10}


def service() -> Service:
    """Return the service that the configuration names."""
    import papis.config

    papis.config.register_default_settings({SECTION: DEFAULTS})
    return Service(
        papis.config.getstring("address", section=SECTION),
        papis.config.getstring("corpus", section=SECTION),
    )


def limit(given: int | None) -> int:
    """Return how many suggestions: as given, else as configured."""
    import papis.config

    return given or papis.config.getint("limit", section=SECTION) or 10

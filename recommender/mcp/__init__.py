"""A server of the Model Context Protocol: suggestions for assistants, offline and read-only.

Needs the extra `mcp`. Assistants see the libraries that the user names at the start and no other
file; they can add to one only where the user allows it.
"""

from recommender.mcp.assistant import Assistant
from recommender.mcp.tools import server

__all__ = ["Assistant", "server"]

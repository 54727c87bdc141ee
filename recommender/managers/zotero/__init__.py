"""Zotero, as it runs beside us: its library read, papers put into it. No plugin needed.

reading.py     its library, through the local API (off by default in Zotero)
connector.py   papers into it as the browser button does (always on)
writing.py     papers into it through the write API, which asks the user (Zotero 10)
"""

from recommender.managers.zotero.connection import ADDRESS, Zotero

__all__ = ["ADDRESS", "Zotero"]

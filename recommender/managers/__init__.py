"""Clients of reference managers that run beside us: Zotero and JabRef."""

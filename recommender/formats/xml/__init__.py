"""Formats in XML, and the one reader of it, which takes no entities and asks no network.

elements.py    the elements of a file, one after the other
endnote.py     EndNote's export
sound.py       where a file is broken
zotero_rdf.py  Zotero's RDF
"""

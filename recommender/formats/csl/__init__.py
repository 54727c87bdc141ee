"""CSL JSON as Zotero, pandoc, citation-js and Crossref write it.

tables.py  its types and variables beside BibTeX's types and fields
paper.py   an item as a paper
write.py   a paper as an item, in the form that Zotero reads back whole
"""

from recommender.formats.csl.write import write
from recommender.formats.json.document import read

__all__ = ["read", "write"]

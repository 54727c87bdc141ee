"""RIS as Zotero, EndNote, Mendeley and publishers write it.

cutting.py   the text cut into records, with their lines
tags.py      its types and tags beside BibTeX's types and fields
paper.py     a record as a paper
read.py      a file as a library
write.py     a paper as a record, in the tags that Zotero reads back whole
"""

from recommender.formats.ris.read import read
from recommender.formats.ris.write import write

__all__ = ["read", "write"]

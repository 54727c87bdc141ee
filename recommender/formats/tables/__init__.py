"""Tables: CSV and the like, of Scopus, Web of Science, IEEE Xplore, Lens, Dimensions, Zotero …

headings.py  what columns are called
rows.py      lines to cells
paper.py     a row as a paper
read.py      a table as a library
"""

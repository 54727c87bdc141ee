"""Pages that list papers for people, as web pages and as plain text.

html_lines.py  a web page as lines, with what marks titles and authors
html.py        those lines as papers
titles.py      a plain list of titles, with or without authors
naming.py      which lines are names
"""

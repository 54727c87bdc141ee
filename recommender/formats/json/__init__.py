"""JSON as services, databases and people give it: one module a form, and what they share.

forms.py       which form a record has, and its paper
unwrapped.py   where in an answer its papers are
document.py    a whole text of JSON, record by record, with their lines
lines.py       JSON Lines of any length, a line at a time
values.py      values of any type as the parts of a paper
bounded.py     no more of a text than a paper can have
"""

"""The types and tags of RIS beside the types and fields of BibTeX, for reading and for writing.

Where programs differ, the tags are those of Zotero's translator.
"""

from __future__ import annotations

TYPES = {  # RIS -> BibTeX; any other type is misc
    **dict.fromkeys(("JOUR", "EJOUR", "JFULL", "MGZN", "NEWS", "INPR", "ABST"), "article"),
    **dict.fromkeys(("CPAPER", "CONF"), "inproceedings"),
    **dict.fromkeys(("CHAP", "ECHAP", "ENCYC", "DICT"), "incollection"),
    **dict.fromkeys(("BOOK", "EBOOK", "EDBOOK", "SER", "CLSWK"), "book"),
    **dict.fromkeys(("RPRT", "GOVDOC", "STAND"), "techreport"),
    **dict.fromkeys(("UNPB", "UNPD", "MANSCPT", "PAMP"), "unpublished"),
    **dict.fromkeys(("ELEC", "BLOG", "WEB"), "online"),
    **dict.fromkeys(("DATA", "DBASE", "AGGR"), "dataset"),
    **{"THES": "phdthesis", "COMP": "software"},
}
TAGS = {  # BibTeX -> RIS; any other type is GEN
    **{"article": "JOUR", "inproceedings": "CONF", "conference": "CONF", "incollection": "CHAP"},
    **{"inbook": "CHAP", "phdthesis": "THES", "mastersthesis": "THES", "thesis": "THES"},
    **{"techreport": "RPRT", "report": "RPRT", "unpublished": "MANSCPT"},
    **dict.fromkeys(("book", "mvbook", "collection", "proceedings", "booklet"), "BOOK"),
    **dict.fromkeys(("online", "electronic", "www"), "ELEC"),
    **{"software": "COMP", "dataset": "DATA"},
}
TITLES = ("TI", "T1", "CT")
LATER_TITLES = ("BT", "TT", "ST")
JOURNALS = ("JF", "T2", "BT", "JO", "SO", "JA", "J2", "J1")  # the full names first
VENUES = {  # BibTeX's type -> where a venue is looked for
    "article": JOURNALS,
    "inproceedings": ("C3", "T2", "BT", "JF", "JO", "SO", "JA", "J2", "T3"),
    "incollection": ("T2", "BT", "JF", "JO", "SO"),
    "book": ("T2", "T3"),
    **dict.fromkeys(("phdthesis", "mastersthesis", "techreport"), ("PB", "T2")),
    "unpublished": (*JOURNALS, "PB"),
}
NUMBERS = {  # BibTeX's type -> where the number is looked for
    "book": ("M1", "IS"),
    "incollection": ("SV", "IS"),
    "techreport": ("SN", "M1", "IS"),
}
EDITORS = {"book": ("A3", "ED", "A2")}  # elsewhere A2 and ED
SERIES = {"techreport": ("T2", "T3"), "book": ("T2", "T3")}  # elsewhere T3
VENUE_TAGS = {  # RIS -> where we write the venue
    **{"CONF": "C3", "THES": "PB", "RPRT": "PB", "MANSCPT": "PB"},
}
NUMBER_TAGS = {"BOOK": "M1", "CHAP": "SV", "RPRT": "SN"}
EDITOR_TAGS = {"BOOK": "A3", "JOUR": "A2", "CONF": "A2", "CHAP": "A2", "GEN": "A2", "RPRT": "ED"}
SERIES_TAGS = {"JOUR": "T3", "CONF": "T3", "CHAP": "T3", "RPRT": "T2"}
WITH_ISSN = frozenset({"JOUR"})  # SN is the ISSN there, the number of a report, elsewhere the ISBN
WHOLE_PAGES = frozenset({"BOOK", "THES", "MANSCPT"})  # SP is how many pages there are
KINDS_OF_THESIS = {"phdthesis": "PhD thesis", "mastersthesis": "Master's thesis"}

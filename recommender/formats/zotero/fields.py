"""Zotero's item types and their fields beside BibTeX's, for writing items and for reading them.

As Zotero's schema 41 has them; an older Zotero keeps in Extra what it has no field for yet.
"""

from __future__ import annotations

KINDS = {  # BibTeX -> Zotero; any other type is a preprint with an arXiv id, else a document
    "article": "journalArticle",
    "book": "book",
    "booklet": "book",
    "collection": "book",
    "conference": "conferencePaper",
    "dataset": "dataset",
    "electronic": "webpage",
    "inbook": "bookSection",
    "incollection": "bookSection",
    "inproceedings": "conferencePaper",
    "mastersthesis": "thesis",
    "online": "webpage",
    "phdthesis": "thesis",
    "proceedings": "book",
    "report": "report",
    "software": "computerProgram",
    "techreport": "report",
    "thesis": "thesis",
    "unpublished": "manuscript",
    "www": "webpage",
}
TYPES = {  # Zotero -> BibTeX, where the first fitting name above would not be the usual one
    **{kind: name for name, kind in reversed(KINDS.items())},
    **{"conferencePaper": "inproceedings", "bookSection": "incollection", "thesis": "phdthesis"},
    **{"report": "techreport", "webpage": "online"},
    **{"magazineArticle": "article", "newspaperArticle": "article"},
    "encyclopediaArticle": "incollection",
}
VENUE = {  # where a work of a type appeared
    "book": "series",
    "bookSection": "bookTitle",
    "conferencePaper": "proceedingsTitle",
    "encyclopediaArticle": "encyclopediaTitle",
    "journalArticle": "publicationTitle",
    "magazineArticle": "publicationTitle",
    "manuscript": "institution",
    "newspaperArticle": "publicationTitle",
    "report": "institution",
    "thesis": "university",
    "webpage": "websiteTitle",
}
NAMES = {  # field -> names of BibTeX and biblatex that say it, the first one when read
    "company": ("publisher", "organization"),
    "conferenceName": ("eventtitle",),
    "edition": ("edition",),
    "genre": ("type",),
    "ISSN": ("issn",),
    "issue": ("number", "issue"),
    "journalAbbreviation": ("shortjournal",),
    "manuscriptType": ("type",),
    "number": ("number",),
    "numberOfVolumes": ("volumes",),
    "numPages": ("pagetotal",),
    "pages": ("pages",),
    "place": ("address", "location"),
    "PMCID": ("pmcid",),
    "publisher": ("publisher", "organization"),
    "reportNumber": ("number",),
    "reportType": ("type",),
    "series": ("series",),
    "seriesNumber": ("number",),
    "seriesTitle": ("series",),
    "shortTitle": ("shorttitle",),
    "thesisType": ("type",),
    "type": ("type",),
    "versionNumber": ("version",),
    "volume": ("volume",),
    "websiteType": ("type",),
}
BOOKISH = "publisher place edition series seriesNumber volume numberOfVolumes ISSN"
FIELDS = {  # type -> what it has beside title, abstract, date, address, language, keys and DOI
    kind: frozenset(f"shortTitle {names}".split())
    for kind, names in {
        "book": f"{BOOKISH} numPages ISBN",
        "bookSection": f"{BOOKISH} pages ISBN",
        "computerProgram": "company place versionNumber ISBN",
        "conferencePaper": "conferenceName publisher place volume numberOfVolumes issue pages "
        "series ISSN ISBN",
        "dataset": "type versionNumber",
        "document": "type publisher place",
        "journalArticle": "journalAbbreviation publisher place volume issue pages series ISSN "
        "PMID PMCID",
        "manuscript": "manuscriptType place numPages number",
        "preprint": "genre place series seriesNumber",
        "report": "reportType reportNumber place seriesTitle pages ISSN ISBN",
        "thesis": "thesisType place series numPages ISSN ISBN",
        "webpage": "websiteType publisher place",
    }.items()
}
CREATORS = {  # type -> whom it knows beside its authors
    "book": frozenset({"editor", "translator"}),
    "bookSection": frozenset({"editor", "translator", "bookAuthor"}),
    "conferencePaper": frozenset({"editor", "translator"}),
    "document": frozenset({"editor", "translator"}),
    "journalArticle": frozenset({"editor", "translator"}),
    "manuscript": frozenset({"translator"}),
    "preprint": frozenset({"editor", "translator"}),
    "report": frozenset({"editor", "translator"}),
    "webpage": frozenset({"translator"}),
}
FIRST = {"computerProgram": "programmer"}  # who stands for the author there

"""The types and variables of CSL, and of Crossref's dialect, beside BibTeX's types and fields."""

from __future__ import annotations

TYPES = {  # CSL -> BibTeX; any other type is misc
    "article-journal": "article",
    "article-magazine": "article",
    "article-newspaper": "article",
    "paper-conference": "inproceedings",
    "chapter": "incollection",
    "entry-encyclopedia": "incollection",
    "entry-dictionary": "incollection",
    "entry": "incollection",
    "book": "book",
    "classic": "book",
    "collection": "book",
    "thesis": "phdthesis",
    "report": "techreport",
    "manuscript": "unpublished",
    "webpage": "online",
    "post-weblog": "online",
    "post": "online",
    "dataset": "dataset",
    "software": "software",
    "review": "article",
    "review-book": "article",
    "article": "misc",
    "document": "misc",
    "standard": "techreport",
}
CROSSREF_TYPES = {  # Crossref and DataCite -> BibTeX
    "journal-article": "article",
    "peer-review": "misc",
    "proceedings-article": "inproceedings",
    "conference-paper": "inproceedings",
    "book-chapter": "incollection",
    "book-section": "incollection",
    "book-part": "incollection",
    "book-track": "incollection",
    "reference-entry": "incollection",
    "monograph": "book",
    "edited-book": "book",
    "reference-book": "book",
    "book-set": "book",
    "book-series": "book",
    "proceedings": "proceedings",
    "proceedings-series": "proceedings",
    "dissertation": "phdthesis",
    "report-component": "techreport",
    "report-series": "techreport",
    "posted-content": "misc",
    "preprint": "misc",
    "journal-issue": "misc",
    "component": "misc",
    "grant": "misc",
}
PREPRINTS = frozenset({"article", "posted-content", "preprint"})
OF_BOOKS = frozenset({"paper-conference", "chapter", "proceedings-article", "book-chapter"})
CSL_TYPES = {  # BibTeX -> CSL, of those that Zotero takes; any other type is a document
    **{kind: csl for csl, kind in reversed(TYPES.items()) if kind not in ("misc", "software")},
    **dict.fromkeys(("mastersthesis", "thesis"), "thesis"),
    **dict.fromkeys(("proceedings", "collection", "mvbook", "booklet"), "book"),
    **{"inbook": "chapter", "conference": "paper-conference", "report": "report"},
    **dict.fromkeys(("electronic", "www"), "webpage"),
}
FIELDS = {  # BibTeX -> CSL
    "volume": ("volume",),
    "pages": ("page", "article-number"),
    "publisher": ("publisher",),
    "address": ("publisher-place",),
    "edition": ("edition",),
    "series": ("collection-title",),
    "issn": ("ISSN",),
    "chapter": ("chapter-number",),
    "pagetotal": ("number-of-pages",),
    "volumes": ("number-of-volumes",),
    "version": ("version",),
    "shorttitle": ("title-short", "shortTitle"),
    "shortjournal": ("journalAbbreviation", "container-title-short"),
    "eventtitle": ("event-title",),
    "pmcid": ("PMCID",),
}
NUMBERS = {  # type of CSL -> where the number is; elsewhere it is the issue
    "report": "number",
    "book": "collection-number",
    "chapter": "collection-number",
}
PLACES = {"thesis": "publisher", "report": "publisher", "book": "collection-title"}
KINDS_OF_THESIS = {"phdthesis": "PhD thesis", "mastersthesis": "Master's thesis"}
# Of these each one shows that a record is meant as an item of CSL or Crossref.
ONLY_HERE = frozenset(
    {"issued", "container-title", "citation-key", "event-title", "collection-title", "DOI", "ISSN"}
    | {"container-title-short", "publisher-place", "published-print", "published-online"}
)
UPDATES = {"retraction": "retracted", "withdrawal": "withdrawn", "removal": "withdrawn"}
NOTICES = dict.fromkeys(
    (
        *("erratum", "corrigendum", "correction", "addendum", "clarification"),
        *("expression_of_concern", "partial_retraction", *UPDATES),
    ),
    "correction",
)

"""Which field of an entry tells which fact of a paper."""

from __future__ import annotations

import pytest

from recommender.formats.bibtex.read import read
from recommender.papers import Paper

FACTS = [  # an entry's fields, the fact that they tell, and its value
    ("language = {english}", "language", "english"),
    ("langid = {english}", "language", "english"),
    ("language = {german}, langid = {english}", "language", "german"),
    ("keywords = {owls, voles}", "keywords", ("owls", "voles")),
    ("keywords = {owls, barn; voles}", "keywords", ("owls, barn", "voles")),
    ("keywords = {owls}, mendeley-tags = {voles, owls}", "keywords", ("owls", "voles")),
    ("pmid = {123}", "pmid", "123"),
    ("pmid = {unknown}", "pmid", ""),
    ("pmid = {unknown}, url = {https://pubmed.ncbi.nlm.nih.gov/123}", "pmid", "123"),
    ("eprint = {123}, eprinttype = {pubmed}", "pmid", "123"),
    ("eprint = {123}, eprinttype = {other}", "pmid", ""),
    ("eprint = {2001.01234v2}", "arxiv", "2001.01234"),
    ("eprint = {2001.01234}, archiveprefix = {arXiv}", "arxiv", "2001.01234"),
    ("eprint = {2001.01234}, eprinttype = {other}", "arxiv", ""),
    ("arxivid = {2001.01234}", "arxiv", "2001.01234"),
    ("journal = {CoRR}, volume = {abs/2001.01234}", "arxiv", "2001.01234"),
    ("journal = {arXiv preprint arXiv:2001.01234}", "arxiv", "2001.01234"),
    ("doi = {https://doi.org/10.5555/A}", "doi", "10.5555/a"),
    ("url = {https://doi.org/10.5555/A}", "doi", "10.5555/a"),
    ("note = {doi:10.5555/A}", "doi", "10.5555/a"),
    ("doi = {10.5555/a}, url = {https://doi.org/10.5555/b}", "doi", "10.5555/a"),
    ("isbn = {0-306-40615-2}", "isbn", "9780306406157"),
    ("url = {<https://a.org/1>}", "url", "https://a.org/1"),
    ("howpublished = {\\url{https://a.org/1}.}", "url", "https://a.org/1"),
    ("url = {https://a.org/1}, howpublished = {\\url{https://a.org/2}}", "url", "https://a.org/1"),
    ("journal = {J}, booktitle = {B}", "venue", "J"),
    ("journaltitle = {J}", "venue", "J"),
    ("booktitle = {B}, series = {S}", "venue", "B"),
    ("series = {S}, publisher = {P}", "venue", "S"),
    ("publisher = {P}", "venue", "P"),
    ("school = {U}", "venue", "U"),
    ("institution = {I}", "venue", "I"),
    ("organization = {O}, publisher = {P}", "venue", "O"),
    ("howpublished = {https://a.org}, publisher = {P}", "venue", "P"),
    ("abstract = {They hear.}", "abstract", "They hear."),
    ("year = {2020}", "year", 2020),
    ("date = {2019-05}, year = {2020}", "year", 2019),
    ("year = {c. 2020}", "year", 2020),
    ("date = {2019/2020}", "year", 2019),
    ("date = {199X}", "year", 1990),
    ("date = {19xx}", "year", 1900),
    ("date = {-0043}", "year", -43),
    ("year = {44 BC}", "year", -43),
    ("year = {1 BC}", "year", 0),
    ("year = {AD 79}", "year", 79),
    ("year = {79 CE}", "year", 79),
    ("year = {850}", "year", 850),
    ("year = {in press}", "year", None),
    ("month = may", "month", 5),
    ("month = {May}", "month", 5),
    ("month = {5}", "month", 5),
    ("month = {05}", "month", 5),
    ("month = {12}", "month", 12),
    ("month = {13}", "month", None),
    ("month = {0}", "month", None),
    ("month = {May--June}", "month", 5),
    ("month = {Mai}", "month", 5),
    ("date = {2020-12-24}", "month", 12),
    ("date = {2020-13}", "month", None),
    ("date = {2020-05}, month = jun", "month", 6),
]


def entry(fields: str, kind: str = "misc") -> Paper:
    return read(f"@{kind}{{k, title = {{Owls}}, {fields}}}".encode()).papers[0]


@pytest.mark.parametrize(("fields", "name", "value"), FACTS)
def test_each_field_tells_its_fact(fields: str, name: str, value: object) -> None:
    assert getattr(entry(fields), name) == value


@pytest.mark.parametrize("kind", ["techreport", "phdthesis", "mastersthesis", "thesis", "manual"])
def test_the_series_of_a_report_is_not_where_it_appeared(kind: str) -> None:
    assert entry("series = {S}, institution = {I}", kind).venue == "I"
    assert entry("series = {S}, publisher = {P}", kind).venue == "P"
    assert entry("series = {S}", kind).venue == "S"


@pytest.mark.parametrize("month", range(1, 13))
def test_each_macro_of_a_month_is_that_month(month: int) -> None:
    names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    assert entry(f"month = {names[month - 1]}").month == month

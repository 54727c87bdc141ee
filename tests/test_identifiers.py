"""Which identifiers a note names as those of its own work."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recommender.text.identifiers import accession, identifiers_in

OWN = [
    ("DOI: 10.5555/moth.1", "doi", "10.5555/moth.1"),
    ("doi:10.5555/Moth.1.", "doi", "10.5555/moth.1"),
    ("https://dx.doi.org/10.5555/moth.2", "doi", "10.5555/moth.2"),
    ("DOI: https://doi.org/10.5555/moth.2", "doi", "10.5555/moth.2"),
    ("10.5555/moth.3", "doi", "10.5555/moth.3"),
    ("Moth Letters. 2020;1:2. doi: 10.5555/moth.4. Epub 2020", "doi", "10.5555/moth.4"),
    ("{:DOI: 10.5555/moth.5} {:PMID: 12}", "doi", "10.5555/moth.5"),
    ("DOI: 10.5555%2Fmoth.6", "doi", "10.5555/moth.6"),
    ("DOI: 10.5555/a\nrelated work: doi:10.5555/b", "doi", "10.5555/a"),
    ("arXiv:2101.99999 [q-bio]", "arxiv", "2101.99999"),
    ("arXiv: math.GT/0309136v2", "arxiv", "math/0309136"),
    ("arXiv preprint arXiv:2101.99999v3", "arxiv", "2101.99999"),
    ("https://arxiv.org/abs/2101.99999v1", "arxiv", "2101.99999"),
    ("moths of the north\nPMID: 123", "pmid", "123"),
    ("PubMed ID: 123", "pmid", "123"),
    ("https://pubmed.ncbi.nlm.nih.gov/123/", "pmid", "123"),
    ("PMCID: PMC333", "pmcid", "PMC333"),
    ("ISBN: 978-0-306-40615-7", "isbn", "9780306406157"),
    ("https://openreview.net/forum?id=abCD-12", "openreview", "abCD-12"),
    ("tex.ids: x\nCitation Key: moth2021", "key", "moth2021"),
    ("bibtex*: moth2021", "key", "moth2021"),
]
ANOTHER_S = [
    "Comment on: Moth Letters 2019. doi: 10.5555/other",
    "Erratum: doi:10.5555/other",
    "see doi:10.5555/other",
    "Data: https://doi.org/10.5555/other",
    "extends arXiv:2101.99999",
    "Comment in: Moths. PMID: 123",
    "our moths of 10.5555/other by number",
    "by doi:10.5555/a and by doi:10.5555/b",
    "Citation Key: two words",
    "OCLC: 12345, ISSN: 1234-5678",
    "PMID: none",
    "",
]


@pytest.mark.parametrize(("note", "scheme", "value"), OWN)
def test_an_identifier_named_in_a_note_is_found(note: str, scheme: str, value: str) -> None:
    assert getattr(identifiers_in(note), scheme) == value


@pytest.mark.parametrize("note", ANOTHER_S)
def test_an_identifier_of_another_work_is_not_taken(note: str) -> None:
    assert not any(identifiers_in(note))


def test_a_note_gives_all_that_it_names() -> None:
    found = identifiers_in("arXiv:2101.99999 [q-bio]\nCitation Key: m\nPMID: 12\nDOI: 10.5555/m.1")

    assert found[:3] == ("10.5555/m.1", "2101.99999", "12")
    assert found.key == "m"


def test_a_number_is_pubmeds_only_where_the_database_is() -> None:
    assert accession("22222222", "PubMed") == "22222222"
    assert accession("22222222", "Embase") == ""
    assert accession("PMID: 22222222", "") == "22222222"
    assert accession("rayyan-22222222", "MEDLINE") == ""


@given(st.text(alphabet="doiDOI:10./5%(){}\n arxivpmidcPMC2", max_size=300))
def test_any_note_is_read(note: str) -> None:
    assert all(isinstance(value, str) for value in identifiers_in(note))

"""Which records are one work, which are versions of one, and which only look like it."""

from __future__ import annotations

import pytest

from recommender.formats.bibtex.read import read
from recommender.papers import Paper, Person
from recommender.text import identifiers, titles
from recommender.works import Works, clashes, pairs
from recommender.works.preprints import is_preprint_venue

LONG = "A Very Particular Study of Winds over Lakes"


def papers(*fields: str) -> tuple[Paper, ...]:
    """Return papers by Ann Lee of 2020 with that long title, but for what the fields say."""
    text = ""
    for i, given in enumerate(fields):
        kind, _, rest = given.partition(":") if given.startswith("@") else ("@article", "", given)
        names = rest.replace(" ", "")
        author = "" if "author=" in names else "author={Lee, Ann}, "
        title = "" if "title=" in names.replace("booktitle=", "") else f"title={{{LONG}}}, "
        year = "" if "year=" in names else "year=2020, "
        text += f"{kind}{{k{i}, {author}{title}{year}{rest}}}\n"
    return read(text.encode()).papers


SAME = [
    ("doi={10.5555/X.1}", "doi={https://doi.org/10.5555/x.1}"),
    ("doi={10.5555/x\\_1}", "url={http://dx.doi.org/10.5555%2Fx_1}"),
    ("doi={10.5555/x.1}, title={Winds}", "note={doi:10.5555/x.1.}"),
    ("eprint={2001.01234v2}, archiveprefix={arXiv}", "url={https://arxiv.org/pdf/2001.01234}"),
    ("journal={arXiv preprint arXiv:2001.01234}", "doi={10.48550/arXiv.2001.01234}"),
    ("eprint={math.GT/0309136}", "url={http://xxx.lanl.gov/abs/math/0309136v1}"),
    ("eprint={2101.99991}", "url={https://huggingface.co/papers/2101.99991}"),
    ("eprint={2101.99991}", "url={https://ar5iv.org/abs/2101.99991}"),
    ("url={https://openreview.net/forum?id=abCD-12}", "note={openreview.net/pdf?id=abCD-12}"),
    ("pmid={123}, title={Winds}", "url={https://pubmed.ncbi.nlm.nih.gov/123/}"),
    ("url={https://aclanthology.org/P19-1001.pdf}", "url={https://aclanthology.org/P19-1001/}"),
    ("@book:isbn={0-306-40615-2}", "@book:isbn={978-0-306-40615-7}, title={Study of Winds}"),
    ("", "title={A very particular study of {Winds} over lakes.}"),
    ("", "title={{A} Very Particular Study of W{\\'i}nds over Lakes (v3)}"),
    ("", "title={A Very Particular Study of Winds over Lakes | Some Site}"),
    ("year=2020", "year=2021"),
    ("doi={10.5555/x.1}, title={Winds}", "url={https://example.org/doi/full/10.5555/x.1?a=b}"),
    ("arxivid={2001.01234}, title={Winds}", "url={https://alphaxiv.org/abs/2001.01234}"),
    ('author={M{\\"u}ller, Jo}', "author={Mueller, J.}"),
    ("author={Wi\\'sniewski, {\\L}.}", "author={Wisniewski, Lukasz}"),
    ("title={Winds and Waters of the Lakes}", "title={Winds \\& Waters of the Lakes}"),
    ("title={Winds of Lakes: a long study}", "title={Winds of Lakes}, subtitle={A Long Study}"),
    ("author={Ann Lee and Bo Hill}", "author={Lee, A.}"),
    ("journal={J}, volume=3", "journal={Journal}"),
    ("title={Winds}, journal={J}, volume=3", "title={Winds}, journal={J}, volume=3, url={x}"),
    (
        "title={Winds}, journal={J}, volume=3, pages={7--9}",
        "title={Winds}, journal={Jour.}, volume=3, pages={7}",
    ),
    ("title={Winds}", "title={Winds}"),
    (
        "@inproceedings:title={Winds}, booktitle={W}",
        "@inproceedings:title={Winds}, booktitle={W}, url={x}",
    ),
    ("author={王, 小明}", "author={王小明}, url={x}"),
    ("pmid={123}, title={Winds}", "note={PMID: 123}"),
    ("title={湖風與長期降水的研究綜述}", "title={湖風與長期降水的研究綜述}, url={x}"),
]
DIFFERENT = [
    ("doi={10.5555/1}", "doi={10.5555/2}"),
    ("title={Winds}", "title={Winds}, journal={J}"),
    ("title={Winds}, journal={J}", "title={Winds}, journal={J}, url={x}"),
    ("", "author={Hill, Bo}"),
    ("year=2010", "year=2020"),
    ("volume=3", "volume=4"),
    ("pages={1--9}", "pages={20--29}"),
    ("title={Programming at Length in C++}", "title={Programming at Length in C}"),
    (f"title={{{LONG}, Part I}}", f"title={{{LONG}, Part II}}"),
    ("eprint={2001.01234}", "eprint={2002.01234}"),
    ("title={Winds}, eprint={123}, eprinttype={pubmed}", "title={Winds}, eprint={123}"),
    ("@incollection:isbn={9780306406157}, title={Introduction}, pages={1--9}",
     "@incollection:isbn={9780306406157}, title={Introduction}, pages={20--29}"),
    ("title={Editorial}, journal={J}, volume=3", "title={Editorial}, journal={K}, volume=3"),
]  # fmt: skip
VERSIONS = [
    ("doi={10.48550/arXiv.2001.01234}", "doi={10.5555/1}"),
    ("doi={10.1101/2020.01.01}, year=2019", "doi={10.5555/1}, year=2021"),
    ("eprint={2001.01234}, archiveprefix={arXiv}", "journal={Journal of Winds}, volume=4"),
    ("journal={CoRR}, volume={abs/2001.01234}", "@inproceedings:booktitle={Winds Meeting}"),
    ("doi={10.5194/acp-2019-12}", "doi={10.5194/acp-20-1-2020}"),
]


@pytest.mark.parametrize("fields", SAME)
def test_two_records_of_one_work_are_the_same(fields: tuple[str, str]) -> None:
    assert pairs(papers(*fields)) == ([(0, 1)], [])


@pytest.mark.parametrize("fields", DIFFERENT)
def test_two_works_are_not_taken_for_one(fields: tuple[str, str]) -> None:
    assert pairs(papers(*fields)) == ([], [])


@pytest.mark.parametrize("fields", VERSIONS)
def test_a_preprint_and_its_published_form_are_versions(fields: tuple[str, str]) -> None:
    assert pairs(papers(*fields)) == ([], [(0, 1)])


@pytest.mark.parametrize(
    ("venue", "is_one"),
    [
        ("HAL", True),
        ("Research Papers in Economics", True),
        ("Optimization Online", True),
        ("Cold Spring Harbor Laboratory", True),
        ("Cold Spring Harbor Symposia on Owls", False),
        ("HAL Letters", False),
    ],
)
def test_a_servers_name_shows_a_preprint(venue: str, is_one: bool) -> None:
    assert is_preprint_venue(venue) is is_one


def test_one_doi_on_unlike_titles_is_a_clash_and_no_duplicate() -> None:
    found = papers(
        "doi={10.5555/1}",
        "doi={10.5555/1}, title={Snow in Deserts}, author={Hill, Bo}, year=2011",
    )

    assert pairs(found) == ([], [])
    assert clashes(found) == [(0, 1, "doi 10.5555/1")]


def test_chapters_of_one_book_do_not_clash_where_books_would() -> None:
    given = "isbn={9780306406157}"
    titles = (given, f"{given}, title={{Snow in Deserts}}")

    assert clashes(papers(*(f"@incollection:{each}" for each in titles))) == []
    assert len(clashes(papers(*(f"@book:{each}" for each in titles)))) == 1


def test_a_library_is_asked_for_the_same_work_before_its_versions() -> None:
    library = Works(papers("eprint={2001.01234}", "doi={10.5555/1}, journal={J}"))
    published, preprint, other = papers(
        "doi={10.5555/1}, journal={J}", "eprint={2001.01234}", "title={Snow in Deserts}"
    )

    assert library.find(published) == (1, "same")
    assert library.find(preprint) == (0, "same")
    assert library.find(other) is None
    assert Works(papers("doi={10.5555/1}, journal={J}")).find(preprint) == (0, "version")


def test_works_that_hang_together_are_joined_by_pairs() -> None:
    found = papers("doi={10.5555/1}", "doi={10.5555/1}, eprint={2001.01234}", "eprint={2001.01234}")

    duplicates, _ = pairs(found)
    assert {(0, 1), (1, 2)} <= set(duplicates)


def test_many_records_of_one_work_are_compared_in_linear_work() -> None:
    found = papers(*["doi={10.5555/1}"] * 400)

    duplicates, _ = pairs(found)
    assert len(duplicates) < 400 * 50
    assert {late for _, late in duplicates} == set(range(1, 400))


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("https://doi.org/10.1000/ABC.d", "10.1000/abc.d"),
        ("see doi:10.1000/abc; and more", "10.1000/abc"),
        ("(10.1000/abc(1)2)", "10.1000/abc(1)2"),
        (
            "10.1002/(SICI)1234-5678(199906)12:3<45::AID-X6>3.0.CO;2-#",
            "10.1002/(sici)1234-5678(199906)12:3<45::aid-x6>3.0.co;2-#",
        ),
        ("10.1000%2Fabc%3C1", "10.1000/abc"),
        ("https://doi.org/10.1000/abc/", "10.1000/abc"),
        ("https://doi.org/10.1000/abc#section2", "10.1000/abc"),
        ("https://example.org/10.1000/abc/epdf?from=x", "10.1000/abc"),
        ("is it 10.1000/abc?", "10.1000/abc"),
        ("version 10.2 of 2010", ""),
    ],
)
def test_a_doi_is_found_in_the_forms_that_people_write(text: str, doi: str) -> None:
    assert identifiers.doi(text) == doi


@pytest.mark.parametrize(
    ("text", "isbn"),
    [
        ("0-306-40615-2", "9780306406157"),
        ("ISBN: 978 0 306 40615 7 (hardback)", "9780306406157"),
        ("0-8044-2957-X", "9780804429573"),
        ("1234-5678", ""),
    ],
)
def test_an_isbn_has_thirteen_digits(text: str, isbn: str) -> None:
    assert identifiers.isbn(text) == isbn


def test_forms_of_titles_tell_languages_of_programs_apart() -> None:
    assert titles.form("Émile & the C++") == "emile and the c++"
    assert titles.form("C#") != titles.form("C")
    assert titles.form("深度学习") == "深度学习"


def test_a_record_without_authors_is_known_by_a_telling_title() -> None:
    owned = Paper(
        title="Transformers are SSMs: Generalized Models",
        year=2024,
        authors=(Person(family="Dao"),),
    )
    listed = Paper(title="Transformers are SSMs: Generalized Models", year=2024)
    general = Paper(title="Introduction", year=2024, authors=(Person(family="Dao"),))

    assert pairs([owned, listed])[0] == [(0, 1)]
    assert pairs([general, Paper(title="Introduction", year=2024)])[0] == []

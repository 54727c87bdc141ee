"""Lists of names: BibTeX's rules, and what people write in their place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recommender.papers import Person
from recommender.text.names import MAX_PEOPLE, people


def shown(value: str) -> list[str]:
    """Return each person as prefix|family|suffix|given, a literal in braces."""
    return [
        f"{{{p.literal}}}" if p.literal else f"{p.prefix}|{p.family}|{p.suffix}|{p.given}"
        for p in people(value)[0]
    ]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        # the three orders of BibTeX
        ("Ann Lee", ["|Lee||Ann"]),
        ("Lee, Ann", ["|Lee||Ann"]),
        ("Ludwig van Beethoven", ["van|Beethoven||Ludwig"]),
        ("van Beethoven, Ludwig", ["van|Beethoven||Ludwig"]),
        ("van Beethoven, Jr., Ludwig", ["van|Beethoven|Jr.|Ludwig"]),
        ("Antoni Gaudí i Cornet", ["|Gaudí i Cornet||Antoni"]),
        ("Charles Louis Xavier Joseph de la Vall{\\'e}e Poussin",
         ["de la|Vallée Poussin||Charles Louis Xavier Joseph"]),
        ("Sammy Davis, Jr.", ["|Davis|Jr.|Sammy"]),
        ("Sammy Davis Jr.", ["|Davis|Jr.|Sammy"]),
        ("John Smith III and Li Wu", ["|Smith|III|John", "|Wu||Li"]),
        ("Plato", ["|Plato||"]),
        ("al-Khwārizmī, Muḥammad", ["|al-Khwārizmī||Muḥammad"]),
        ("Lee,Ann", ["|Lee||Ann"]),
        ("Lee, Ann,", ["|Lee||Ann"]),
        # what joins names
        ("Ann Lee AND Bo Hill", ["|Lee||Ann", "|Hill||Bo"]),
        ("Ann Lee\n  and\tBo Hill", ["|Lee||Ann", "|Hill||Bo"]),
        ("Anderson, Andy and Brandt, Sand", ["|Anderson||Andy", "|Brandt||Sand"]),
        ("Ann Lee and others", ["|Lee||Ann"]),
        ("Ann Lee and et al.", ["|Lee||Ann"]),
        ("Lee, Ann, et al.", ["|Lee||Ann"]),
        ("and Ann Lee and  and Bo Hill and", ["|Lee||Ann", "|Hill||Bo"]),
        # organisations and braces
        ("{Board for Rivers and Lakes}", ["{Board for Rivers and Lakes}"]),
        ("{{Salt and Sons}, Ltd.} and Ann Lee", ["{Salt and Sons, Ltd.}", "|Lee||Ann"]),
        ("{von Neumann}, John", ["|von Neumann||John"]),
        ("John {von Neumann}", ["|von Neumann||John"]),
        ("Ann {Lee, Hill}", ["|Lee, Hill||Ann"]),
        ("{\\'E}mile Zola", ["|Zola||Émile"]),
        ("{\\O}ystein H{\\\"{o}}yland", ["|Höyland||Øystein"]),
        # TeX whose blanks part no words
        ("\\L ukasz Wi\\'sniewski", ["|Wiśniewski||Łukasz"]),
        ("Ivan \\v Svec", ["|Švec||Ivan"]),
        ("Donald~E. Knuth", ["|Knuth||Donald E."]),
        ("M&uuml;ller, J&ouml;rg", ["|Müller||Jörg"]),
        # biblatex's extended form
        ("family=Roux, given=Anne, prefix=de, useprefix=false", ["de|Roux||Anne"]),
        ('id=3, family="Lee, Inc.", given=Bo', ["|Lee, Inc.||Bo"]),
        ("given={Li, Jr}, family=Wu, suffix=III", ["|Wu|III|Li, Jr"]),
        # other lists
        ("Smith, A.; Jones, B.", ["|Smith||A.", "|Jones||B."]),
        ("Smith A., Jones B.C., Hill D", ["|Smith||A.", "|Jones||B.C.", "|Hill||D"]),
        ("Smith, A., Jones, B., Hill, D.", ["|Smith||A.", "|Jones||B.", "|Hill||D."]),
        ("Smith, A., Jones, B. & Hill, D.", ["|Smith||A.", "|Jones||B.", "|Hill||D."]),
        ("Ann Lee \\& Bo Hill", ["|Lee||Ann", "|Hill||Bo"]),
        ("Johnson \\& Johnson", ["{Johnson & Johnson}"]),
        ("Flake, Jr., Ed, PhD", ["{Flake, Jr., Ed, PhD}"]),
        ("Lee, V.; Hill, M.D.;", ["|Lee||V.", "|Hill||M.D."]),
        ("Ann Lee,Bo Hill,Cy de la Oak", ["|Lee||Ann", "|Hill||Bo", "de la|Oak||Cy"]),
        ("Ann Lee, Bo Hill, and Cy Oak", ["|Lee||Ann", "|Hill||Bo", "|Oak||Cy"]),
        ("Lee, Ann and others,", ["|Lee||Ann"]),
        ("Lee A.B., Hill C., and Oak E.", ["|Lee||A.B.", "|Hill||C.", "|Oak||E."]),
        ("van der Lee A, Hill B, Oak C", ["van der|Lee||A", "|Hill||B", "|Oak||C"]),
        ("A. Lee, B. Hill and C. Oak", ["|Lee||A.", "|Hill||B.", "|Oak||C."]),
        ("Ann Lee, Bo Hill & Cy Oak", ["|Lee||Ann", "|Hill||Bo", "|Oak||Cy"]),
        # names that BibTeX would divide otherwise
        ("King, Martin Luther, Jr.", ["|King|Jr.|Martin Luther"]),
        ("Ortega y Gasset, Jos{\\'e}", ["|Ortega y Gasset||José"]),
        ("José Ortega y Gasset", ["|Ortega y Gasset||José"]),
        ("Mies van der Rohe, Ludwig", ["|Mies van der Rohe||Ludwig"]),
        ("De la Cruz, Ana", ["De la|Cruz||Ana"]),
        # a comma at the end, and a comma too many
        ("New Hill Society, ", ["{New Hill Society}"]),
        ("Lee, Ann and Oak & Elm Club,", ["|Lee||Ann", "{Oak & Elm Club}"]),
        ("New Hill Society, and Lee, Ann", ["{New Hill Society}", "|Lee||Ann"]),
        ("Ann Lee, and Bo Hill,", ["|Lee||Ann", "|Hill||Bo"]),
        ("Plato,", ["|Plato||"]),
        ("A. Lee,", ["|Lee||A."]),
        ("Hill,, Bo and Lee, , Ann", ["|Hill||Bo", "|Lee||Ann"]),
        # an ampersand within a name
        ("Bo Hill and The Oak \\& Elm Team", ["|Hill||Bo", "{The Oak & Elm Team}"]),
        ("Centre for Moss {\\&} Fern", ["{Centre for Moss & Fern}"]),
        ("{Oak Club} \\& Bo Hill", ["{Oak Club}", "|Hill||Bo"]),
        ("{Oak \\& Elm}", ["{Oak & Elm}"]),
        ("Ann {Oak \\& Elm}", ["|Oak & Elm||Ann"]),
        ("Ann Lee \\& The Oak Team", ["|Lee||Ann", "|Team||The Oak"]),
        # families of one letter, and initials behind the family
        ("De La O, Eva M. and Hill, Bo", ["|De La O||Eva M.", "|Hill||Bo"]),
        ("Kim O, Eva M and Hill, Bo", ["|Kim O||Eva M", "|Hill||Bo"]),
        ("Eva De La O and Bo O", ["|O||Eva De La", "|O||Bo"]),
        ("Lee, Ann and Oak D, et al.", ["|Lee||Ann", "|Oak||D"]),
        ("Oak DK et al.", ["|Oak||DK"]),
        ("Lee A, Oak D, et al.", ["|Lee||A", "|Oak||D"]),
        ("Oak D and van der Elm J-H", ["|Oak||D", "van der|Elm||J-H"]),
        # the numbers that tell namesakes apart
        ("Li Wu 0003 and Wu 0012, Li and Wu, Li 0001", ["|Wu||Li"] * 3),
        # TeX, decoded once; blanks of TeX
        ("Mar\\textbackslash{}alpha, J", ["|Mar\\alpha||J"]),
        ("J Mar{\\textbackslash}beta", ["|Mar\\beta||J"]),
        ("Ann \\{x\\} Oak", ["|Oak||Ann {x}"]),
        ("Hill, C.\\~D. and Elm, D.\\~ W.", ["|Hill||C. D.", "|Elm||D. W."]),
        ("C.\\~D.\\~Hill", ["|Hill||C. D."]),
        ("C.\\ D. Hill and Elm, D.\\,W.", ["|Hill||C. D.", "|Elm||D. W."]),
        ("M\\textsuperscript{c}Gee, Ann", ["|McGee||Ann"]),
        # biblatex: options of the whole list, initials where no given name is
        ("useprefix=true and Ann de Lee", ["de|Lee||Ann"]),
        ("nametemplates=short and family=Lee, given-i=A", ["|Lee||A"]),
        # without Latin letters
        ("王, 小明", ["|王||小明"]),
        ("王，小明", ["|王||小明"]),
        ("王小明", ["|王小明||"]),
        ("王小明、李华", ["|王小明||", "|李华||"]),
        ("Иван Петров", ["|Петров||Иван"]),
        ("", []),
    ],
)  # fmt: skip
def test_a_list_of_names_is_divided_as_a_person_would(written: str, read: list[str]) -> None:
    assert shown(written) == read


@pytest.mark.parametrize(
    ("written", "codes"),
    [
        ("Ann Lee and Bo Hill and others", []),
        ("Ann Lee and  and Bo Hill", ["empty-name"]),
        ("Ann Lee et al.", ["et-al-in-names"]),
        ("Smith, A.; Jones, B.", ["semicolon-between-names"]),
        ("Smith, A. & Jones, B.", ["ampersand-between-names"]),
        ("Ann Lee, Bo Hill, Cy Oak", ["too-many-commas-in-name"]),
        ("a, b, c, d", ["too-many-commas-in-name"]),
        (" and ".join(["A B"] * (MAX_PEOPLE + 1)), ["too-many-authors"]),
    ],
)
def test_what_is_odd_about_names_is_told(written: str, codes: list[str]) -> None:
    assert people(written)[1] == codes


def test_a_spelling_with_and_without_tex_is_one_person() -> None:
    tex, letters = people('M{\\"u}ller, J{\\"o}rg')[0], people("Müller, Jörg")[0]

    assert tex == letters == (Person(family="Müller", given="Jörg"),)


PIECES = st.sampled_from(
    (
        *(
            "and",
            " and ",
            ",",
            ", ",
            ";",
            "&",
            " & ",
            "{",
            "}",
            "\\'",
            "\\v ",
            "~",
            "Ann",
            "Lee",
            "von",
        ),
        *(
            "Jr.",
            "et al.",
            "others",
            "family=",
            "given=",
            "王",
            "，",
            "、",
            " ",
            "\n",
            "$",
            "x",
            "X.",
            "=",
        ),
    )
)


@settings(max_examples=200)
@given(st.lists(PIECES, max_size=25).map("".join) | st.text(max_size=40))
def test_any_list_of_names_gives_persons_that_have_a_name(value: str) -> None:
    persons, codes = people(value)

    assert all(p.family or p.literal for p in persons), persons
    assert len(codes) == len(set(codes))

"""Values as a person reads them, whatever program or person wrote them."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recommender.text.latex import plain
from recommender.text.verbatim import verbatim

READINGS = [
    # accents, in all the ways to write them
    (r"M\"uller", "Müller"),
    (r"M{\"u}ller", "Müller"),
    (r"M\"{u}ller", "Müller"),
    (r"M{\"{u}}ller", "Müller"),
    (r"Mar{\'\i}a", "María"),
    (r"Mar\'{\i}a", "María"),
    (r"Mar\'{i}a", "María"),
    (r"na{\"\i}ve", "naïve"),
    (r"Nguy{\~{\^e}}n", "Nguyễn"),
    (r"Fa{\c{c}}ade", "Façade"),
    (r"Fran\c cois", "François"),
    (r"\v{S}vec \v Cech", "Švec Čech"),
    (r"Erd{\H o}s Erd\H{o}s", "Erdős Erdős"),
    (r"\k{a} \d{s} \b{b} \u{g} \r{u} \={a} \.Z", "ą ṣ ḇ ğ ů ā Ż"),
    (r"{\^\i}le \^{\i}le", "île île"),
    (r"\t{oo}", "o͡o"),
    (r"Ho{\h{a}}", "Hoả"),
    ("e\u0301te\u0301", "été"),
    # letters
    (r"Stra{\ss}e Stra\ss e Stra\ss{}e", "Straße Straße Straße"),
    (r"S{\o}ren {\O}ystein \o stergaard", "Søren Øystein østergaard"),
    (r"{\L}ukasz {\l}", "Łukasz ł"),
    (r"{\AA}str{\"o}m \aa{}", "Åström å"),
    (r"\ae{}ther {\OE}uvre", "æther Œuvre"),
    (r"{\th}orn {\DH} {\dj}", "þorn Ð đ"),
    # escapes and bare signs
    (r"50\% \& more \# 1 \$5 a\_b \{x\}", "50% & more # 1 $5 a_b {x}"),
    ("50% of R&D in C# and F#", "50% of R&D in C# and F#"),
    ("snake_case and x^2", "snake_case and x^2"),
    ("It cost $7.", "It cost $7."),
    ("$5 and $6", "$5 and $6"),
    ("A $10-million and $20-million plan", "A $10-million and $20-million plan"),
    (r"US\$ 5", "US$ 5"),
    (r"C:\Users\val\My Papers", r"C:\Users\val\My Papers"),
    ("Meetings\\2013\\KW45\\", "Meetings\\2013\\KW45\\"),
    ("ends in \\", "ends in \\"),
    (r"\textbackslash{}n \textless \textgreater{} \textbar", "\\n < > |"),
    (r"{\textasciitilde}5 \textasciicircum{}2 {\textunderscore}", "~5 ^2 _"),
    (r"{\textbraceleft}a{\textbraceright}", "{a}"),
    # dashes, quotes, blanks
    ("1--2 a---b -- c", "1–2 a—b – c"),
    ("``so'' he said, `yes'", "“so” he said, ‘yes’"),
    ("it's the 1990s' end", "it's the 1990s' end"),
    ("Fig.~3 of\\ all\\,of\\;it", "Fig. 3 of all of it"),
    (r"data\-base \mbox{a-b} x\/y", "database a-b xy"),
    ("two\n   lines\tand  blanks ", "two lines and blanks"),
    (r"line\\break", "line break"),
    (r"yes\ldots{} no\dots", "yes… no…"),
    (r"\textquotedblleft a\textquotedblright{} \guillemotleft b\guillemotright", "“a” «b»"),
    # markup commands
    (r"{\em in vivo} \emph{in} \textit{vitro} {\bf x} \textbf{y}", "in vivo in vitro x y"),
    (r"\textsc{Smith} {\sc Jones} \texttt{code} \textrm{x}", "Smith Jones code x"),
    (r"{DNA} {B}ayes {{Whole Title}}", "DNA Bayes Whole Title"),
    (r"Smelting {\hspace{0.1em}} at Home", "Smelting at Home"),
    (r"\noopsort{1973a}1973", "1973"),
    (r"\href{https://x.org/a_b}{The Site} here", "The Site here"),
    (r"see \url{https://x.org/~a_b%20}", "see https://x.org/~a_b%20"),
    (r"\textcolor{red}{warm} \foreignlanguage{german}{Wort}", "warm Wort"),
    (r"text\footnote{Thanks} more\thanks{NSF}", "text more"),
    (r"\texorpdfstring{$\beta$}{beta} decay", "beta decay"),
    (r"\unknowncommand{kept words} stay", "kept words stay"),
    (r"The {\LaTeX} book, \TeX\ too, \BibTeX{}", "The LaTeX book, TeX too, BibTeX"),
    (r"\copyright{} 2001 \textregistered \texttrademark", "© 2001 ® ™"),
    (r"5\textdegree C \pounds 3 \euro{}4 \S 5", "5° C £ 3 €4 § 5"),
    # formulas
    ("CO$_2$ H$_2$O", "CO₂ H₂O"),
    (r"H\textsubscript{2}O 10\textsuperscript{-3}", "H₂O 10⁻³"),
    (r"$\alpha$-decay, {$\beta$}, \ensuremath{\gamma}", "α-decay, β, γ"),
    (r"{\textalpha} \textmu m", "α μm"),
    (r"$O(n \log n)$ and $x_i$, $x_{ij}$", "O(n log n) and x_i, x_ij"),
    (r"$\mathbb{R}^d$, $\mathcal{O}(n^2)$", "ℝ^d, O(n²)"),
    (r"$^{13}$C at 90$^\circ$ to the 5$^{th}$", "¹³C at 90° to the 5th"),
    (r"$10^{-3} \leq \epsilon \ll 1$", "10⁻³ ≤ ε ≪ 1"),
    (r"\(x^2\) and \[y^2\] and $$z^2$$", "x² and y² and z²"),
    (r"$\frac{1}{2}$ of $\sqrt{2}$", "1/2 of √2"),
    (r"$p<0.05$, $k$-means, $\sim$10", "p<0.05, k-means, ∼10"),
    (r"$\hat{x}$ $\bar x$ $\tilde{\theta}$", "x̂ x̄ θ̃"),
    (r"Al$_{0.3}$Ga$_{0.7}$As", "Al_0.3Ga_0.7As"),
    (r"$5 \mu m$ wide", "5 μm wide"),
    (r"$\ell_1$ and $L_\infty$ norms", "ℓ₁ and L_∞ norms"),
    (r"$\mathrm{H}_2\mathrm{O}$ $\rm CO_2$", "H₂O CO₂"),
    (r"$a \rightarrow b$, $A \times B$", "a → b, A × B"),
    (r"costs $5, $6 or $7", "costs $5, $6 or $7"),
    # HTML and its kin
    ("R&amp;D &lt;b&gt; &#8211; &#x2013; &eacute;&nbsp;x", "R&D – – é x"),
    (r"R\&amp;D {\&}lt;", "R&D <"),
    ("&amp;amp; twice", "& twice"),
    ("Ind. Res. &amp Letters", "Ind. Res. & Letters"),
    ("AT&T and Q&A; Barnes &Noble &copy", "AT&T and Q&A; Barnes &Noble &copy"),
    ("<i>E. coli</i> in H<sub>2</sub>O, <sup>13</sup>C", "E. coli in H₂O, ¹³C"),
    ("<jats:p>One.</jats:p><jats:p>Two.</jats:p>", "One. Two."),
    ("<mml:math><mml:mi>x</mml:mi><mml:mo>=</mml:mo><mml:mn>1</mml:mn></mml:math>", "x=1"),
    ('<span class="x">a</span><br/>b <scp>DNA</scp>', "a b DNA"),
    ("a < b and c > d, x<i and j>k", "a < b and c > d, x<i and j>k"),
    (r"{\textless}sub{\textgreater}2{\textless}/sub{\textgreater}", "₂"),
    (
        r"glue setting\Dash an example of WEB\unknown here",
        "glue setting—an example of WEB unknown here",
    ),
    (r"saved in Papers\New\Old", r"saved in Papers\New\Old"),
    (r"Path C:\Users\x and C:\New", r"Path C:\Users\x and C:\New"),
    (r"the lake\textquoteright s edge", "the lake’s edge"),
    (r"$A\cdot B$ and $x \to y$", "A·B and x → y"),
    ("see http://x.org/~lee and A~B", "see http://x.org/~lee and A B"),
    (r"On \enquote{one} lake", "On “one” lake"),
    # escaped though it was no TeX
    (r"On \"Tall Elms\" and \"a hare\"", 'On "Tall Elms" and "a hare"'),
    (r"\"Who Fed the Hare?\": A Study", '"Who Fed the Hare?": A Study'),
    (r"{{\"Tall Elms\" grow}} (\"so\")", '"Tall Elms" grow ("so")'),
    ('a \\"hare" b', 'a "hare" b'),
    (r"\"Uber \"Apfel und \"Ol", "Über Äpfel und Öl"),
    (r"{\"Uber} H\"ugel, \"Ozg\"un", "Über Hügel, Özgün"),
    (r"the \'old elm\' and \'Etude", "the ‘old elm’ and Étude"),
    (r"It grew.$\backslash$nIt fell.$\backslash$n$\backslash$nSo.", "It grew. It fell. So."),
    (r"It grew.\nIt fell.{\textbackslash}nSo C:$\backslash$new", r"It grew. It fell. So C:\new"),
    (r"$\backslash$nu and $\backslash$newline", r"\nu and \newline"),
    (r"the trees\' bark and the \'Elms\' wood", "the trees' bark and the ‘Elms’ wood"),
    (r"M\" uller", "Müller"),
    (r"$a \text{ for $b$ or $c$}$ and {cost $5} or {$6}", "a for b or c and cost $5 or $6"),
    # tildes that are no accents
    (r"A.\~B. Oak, D.\~ W. and Fig.\~3", "A. B. Oak, D. W. and Fig. 3"),
    (r"{\tilde}40 \tilde 40 $\tilde$40 $\tilde{40}$", "~40 ~40 ~40 ~40"),
    (r"Espa\~na \~Nandu J\~ao x\~{a}", "España Ñandu Jão xã"),
    (
        r"at http://x.org/\~lee/a \url{http://x.org/\textasciitilde lee/b}",
        "at http://x.org/~lee/a http://x.org/~lee/b",
    ),
    # commands that are not known, or only take room
    (r"A {\ABCsum} tree, \ABCsum{} \UNIX-like", "A ABCsum tree, ABCsum UNIX-like"),
    (r"{\foo word} {\foo} the \foo way $\softmax x$", "word foo the foo way softmax x"),
    (r"Wind\hyphen free a{\hyphen}b \babelhyphen{hard}c", "Wind-free a-b -c"),
    (r"a \{\vphantom\}{{SiC}}\vphantom\{\} film", "a {SiC} film"),
    (r"\phantom{wide}y \hphantom 1z", "y z"),
    (r"On \path|x@y.org| and \verb+a_b+", "On x@y.org and a_b"),
    ('\\char`\\\\let \\char"26\\char65', r"\let &A"),
    (r"{\mnras}", "Monthly Notices of the Royal Astronomical Society"),
    (r"\prd", "Physical Review D"),
    (r"S\not{o}ren Pa{\not l} {$\not$}a $a\not=b$ $a \not\in B$", "Søren Pał a a≠b a ∉ B"),
    (r"579\psqq", "579 ff."),
    (r"Ne\~set\~ril Hill\~B", "Nes̃etr̃il Hill B"),
    # formulas in formulas, letters above
    (r"\($\mu$\)-meson \[$a$ and $b$\]", "μ-meson a and b"),
    (
        r"M\textsuperscript{c}Gee M$^c$Gee M\textsuperscript{lle} 19\textsuperscript{i\`eme}",
        "McGee McGee Mlle 19ième",
    ),
    (r"10\textsuperscript{k} and a\textsuperscript{2}", "10ᵏ and a²"),
    # damage
    ("an {open brace", "an open brace"),
    ("a close} brace", "a close brace"),
    (r"\"", '"'),
    (r"\'", "'"),
    (r"x\~{} y\^{}", "x~ y^"),
    ("$", "$"),
    ("$$", "$$"),
    ("", ""),
    ("深度学习 \\'{e}", "深度学习 é"),
]


@pytest.mark.parametrize(("written", "read"), READINGS)
def test_a_value_is_read_as_a_person_would(written: str, read: str) -> None:
    assert plain(written) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("https://x.org/~a/b_c%20d?e=1&f=2#g", "https://x.org/~a/b_c%20d?e=1&f=2#g"),
        (r"https://x.org/{\~{}}a/b{\_}c{\%}20", "https://x.org/~a/b_c%20"),
        (r"https://x.org/\~{}a/b\_c\%20?e\&f\#g", "https://x.org/~a/b_c%20?e&f#g"),
        (r"https://x.org/$\sim$a {\textasciitilde}b \textasciitilde{}c", "https://x.org/~a ~b ~c"),
        (r"\url{https://x.org/a_b}", "https://x.org/a_b"),
        (r"https://x.org/\string~a", "https://x.org/~a"),
        ("{https://x.org}", "https://x.org"),
        ("https://x.org/?a=1&amp;b=2", "https://x.org/?a=1&b=2"),
        (
            r"10.1002/1(199906)12:3{\textless}45::AID-X6{\textgreater}3.0.CO;2-\#",
            "10.1002/1(199906)12:3<45::AID-X6>3.0.CO;2-#",
        ),
        (r"10.5555/rings{\\_}14{\\_}b", "10.5555/rings_14_b"),
        (" 10.5555/a--b''c ", "10.5555/a--b''c"),
    ],
)
def test_a_link_loses_only_what_an_exporter_added(written: str, read: str) -> None:
    assert verbatim(written) == read


def test_braces_over_a_hundred_deep_are_left_as_they_are() -> None:
    value = "{" * 101 + "x" + "}" * 101

    assert plain(value) == value


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "\\(",
            "\\[",
            "\\'",
            "$5 ",
            "$$",
            "<i a=b ",
            "\\frac",
            "`x ",
            "\\href{a}",
            '\\"a',
            ".\\n",
        ),
        *(
            ' \\"ab',
            ' "a\\',
            "\\'ab ",
            "$\\backslash$n",
            "\\~",
            "\\phantom",
            "\\Foo",
            "{\\foo ",
            "$ {a",
            "{$}",
        ),
    ],
)
def test_damaged_markup_is_read_in_work_that_grows_with_its_length(piece: str) -> None:
    found = plain(piece * 20_000)

    assert len(found) <= len(piece) * 20_000


def test_many_marks_on_one_letter_are_cut() -> None:
    found = plain("e" + "\u0301\u0323" * 5_000)

    assert len(found) <= 32


TOKENS = st.sampled_from(
    (
        *(
            "\\'",
            '\\"',
            "\\",
            "{",
            "}",
            "$",
            "_",
            "^",
            "~",
            "\\frac",
            "\\textsubscript",
            "\\href",
            " ",
        ),
        *(
            "\\noopsort",
            "\\i",
            "\\alpha",
            "\\url",
            "\\(",
            "\\[",
            "`",
            "''",
            "<i>",
            "&amp;",
            "é",
            "\n",
        ),
        *("x", "word", "2", "\\mathbb", "\\sqrt", "\\begin", "--", "\u0301", "<sub>", "$5 "),
    )
)


@settings(max_examples=200)
@given(st.lists(TOKENS, max_size=40).map("".join) | st.text(max_size=60))
def test_any_value_becomes_one_line_in_normal_form(value: str) -> None:
    found = plain(value)

    assert found == " ".join(found.split())
    assert unicodedata.is_normalized("NFC", found)


WORDS = st.sampled_from(
    (
        *(
            "light",
            "R&D",
            "50%",
            "{DNA}",
            "\\emph{whole}",
            "{\\it slanted}",
            "\\foo{inner}",
            "a_b",
            "#1",
        ),
        *(
            "\\'{e}tude",
            "$x_1$",
            "$5",
            "(round)",
            "\\textbf{bold text}",
            "C++",
            "<b>mark</b>",
            "-- so",
        ),
    )
)


@settings(max_examples=100)
@given(st.lists(WORDS, max_size=12).map(" ".join))
def test_every_word_outside_commands_survives(value: str) -> None:
    outside = re.sub(r"\\[a-zA-Z]+|\\.|</?b>", " ", value)

    found = plain(value)
    assert all(run in found for run in re.findall(r"[A-Za-z0-9]{3,}", outside))


@given(st.text(st.characters(codec="ascii", exclude_characters="\\{}$~&<`'-"), max_size=80))
@settings(max_examples=100)
def test_text_without_markup_only_loses_spare_blanks(value: str) -> None:
    assert plain(value) == " ".join(value.split())


def test_arguments_nested_deeply_keep_their_words() -> None:
    found = plain("\\frac{" * 99 + "word" + "}" * 99)

    assert "word" in found

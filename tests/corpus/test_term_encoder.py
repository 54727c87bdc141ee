"""Terms as whole numbers are the terms that the analysis gives as texts."""

from __future__ import annotations

from collections import Counter

from hypothesis import example, given
from hypothesis import strategies as st

from recommender.corpus import build
from recommender.corpus.indexing.term_counts import count
from recommender.corpus.indexing.term_encoder import Numbering, TermEncoder
from recommender.papers import Paper
from recommender.text.terms import paper_terms

PIECES = st.sampled_from(
    [
        *(
            "Sparse",
            "autoencoders",
            "of",
            "the",
            "image",
            "Images",
            "model's",
            "l'image",
            "C++",
            "C#",
        ),
        *(
            "GPT",
            "4.5",
            "3",
            "x",
            "naïve",
            "Schrödinger",
            "机器学习",
            "人",
            "ภาษาไทย",
            "한국어",
            "ﬁne",
        ),
        *(".", ",", "(", "”", "—", "-", "_", "'", "\n", "q" * 70, "e\u0301", "\ud800"),
    ]
)
TEXTS = st.lists(PIECES | st.text(max_size=4), max_size=30).map(" ".join) | st.text(max_size=60)


@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=4))
@example([("机器 of 学习 images", "人", "人人")])
def test_coded_terms_equal_the_terms_of_the_analysis(texts: list[tuple[str, str, str]]) -> None:
    papers = [Paper(title=t, abstract=a, keywords=(k,)) for t, a, k in texts]
    words = Numbering()
    coder = TermEncoder(words)
    for paper in papers:
        coder.add(paper)

    run = count(coder.take())

    names = list(words)
    found, start = [], 0
    for size in run.sizes.tolist():
        codes = run.codes[run.terms[start : start + size]].tolist()
        found.append(Counter(dict(zip(map(_name(names), codes), run.tf[start:], strict=False))))
        start += size
    assert found == [Counter(paper_terms(paper)) for paper in papers]


def _name(words: list[str]) -> object:
    def name(code: int) -> str:
        first, second = divmod(code, 1 << 32)
        return f"{words[first - 1]} {words[second]}" if first else words[second]

    return name


@given(st.lists(TEXTS, min_size=1, max_size=6))
def test_every_term_of_a_corpus_is_found_by_its_text(texts: list[str]) -> None:
    index = build("any", [Paper(title=text) for text in texts]).index
    used = index.document_frequency.nonzero()[0].tolist()

    assert index.numbers([index.term(number) for number in used]).tolist() == used

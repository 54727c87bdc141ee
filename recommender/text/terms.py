"""Text to terms: normalised word stems and pairs of neighbouring stems.

Words are compared without case, accents and endings. A pair ("autoencod spars", in the order of
the alphabet) is made of two kept words that follow each other in one sentence, at most one stop
word between: "segmentation of images" is "image segmentation". Scripts written without blanks
become pairs of characters, so that libraries in any language can be compared.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterator
from functools import lru_cache

from snowballstemmer.english_stemmer import EnglishStemmer

from recommender.papers import Paper
from recommender.text.boilerplate import content
from recommender.text.stopwords import STOP_WORDS

TOKENIZER = "snowball-english-pairs/3"  # part of each index manifest: change it with the analysis
TITLE_WEIGHT = 2  # a title word counts as often: README, Decision 3
MAX_SKIPPED = 1  # stop words between the two of a pair
MAX_WORD_CHARACTERS = 64  # longer ones are addresses and encoded data

_UNSPACED = (  # Thai to Khmer, kana, Han, Hangul: no blanks between words, or long compounds
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff"
_LETTER = rf"(?:[^\W_{_UNSPACED}]|[{_MARKS}])"
_ASCII = r"[A-Za-z](?:\+\+|\#)(?!\w)|\d+(?:\.\d+)+(?!\w)|[^\W_]+(?:'[^\W_]+)?"
_ANY = (
    rf"[{_UNSPACED}]+|[A-Za-z](?:\+\+|\#)(?!\w)|\d+(?:\.\d+)+(?!\w)|{_LETTER}+(?:['’]{_LETTER}+)?"
)
_BREAK = r"[.!?;:,()\[\]{}<>\"“”|/…—。、，．！？；：]"
_ASCII_TOKEN = re.compile(rf"({_ASCII})|{_BREAK}")
_TOKEN = re.compile(rf"({_ANY})|{_BREAK}")
_IS_UNSPACED = re.compile(rf"[{_UNSPACED}]")
_ACCENTS = re.compile("[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]")
_CLITIC = re.compile(r"^\w{1,2}['’](?=\w\w)|['’]s$")  # l'apprentissage, model's
_NUMBER = re.compile(r"[\d.]+")


def terms(text: str) -> list[str]:
    """Return the terms of a text in order, repeated as often as they occur."""
    return [term for term, _, _ in _spans(composed(text))]


def spellings(text: str, wanted: Container[str]) -> Iterator[tuple[str, str]]:
    """Yield the wanted terms of a text with the words that they stand for, as written there."""
    text = composed(text)
    for term, start, end in _spans(text):
        if term in wanted:
            yield term, _CLITIC.sub("", " ".join(text[start:end].split()))


def fields(paper: Paper) -> tuple[str, ...]:
    """Return the texts of a paper that count, as often as they count."""
    return (*(paper.title,) * TITLE_WEIGHT, content(paper.abstract), *paper.keywords)


def paper_terms(paper: Paper) -> list[str]:
    """Return the terms of a paper: its title twice, what its abstract says, its keywords."""
    return [term for text in fields(paper) for term in terms(text)]


def composed(text: str) -> str:
    """Return a text with its characters in one form, as all below expect it."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def words(text: str) -> list[str]:
    """Return the words of a text in order; "" where a sentence or a part of one ends."""
    return (_ASCII_TOKEN if text.isascii() else _TOKEN).findall(text)


def is_unspaced(word: str) -> bool:
    """Return whether a word is a run of characters of a script without blanks."""
    return _IS_UNSPACED.match(word) is not None


def characters(run: str) -> list[str]:
    """Return the terms of a run in a script without blanks."""
    return [term for term, _, _ in _characters(run, 0)]


def roles(form: str) -> tuple[bool, bool]:
    """Return whether a stem is a term alone, and whether it opens a pair with the next one."""
    alone = len(form) > 1 and not _NUMBER.fullmatch(form)
    return alone, alone or form.isalpha()


def _spans(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield (term, start, end): each word, and each pair that it closes."""
    before: tuple[str, int] | None = None  # the kept word to the left, and where it starts
    skipped = 0
    for match in (_ASCII_TOKEN if text.isascii() else _TOKEN).finditer(text):
        word, start, end = match.group(1), *match.span()
        if word is None:
            before = None
        elif is_unspaced(word):
            before = None
            yield from _characters(word, start)
        elif form := stem(word):
            alone, opens = roles(form)
            if alone:
                yield form, start, end
            if before is not None and skipped <= MAX_SKIPPED:
                yield " ".join(sorted((before[0], form))), before[1], end
            before, skipped = ((form, start) if opens else None), 0
        else:
            skipped += 1


def _characters(run: str, start: int) -> Iterator[tuple[str, int, int]]:
    """Yield the neighbouring character pairs of a run in a script without blanks."""
    for i in range(max(1, len(run) - 1)):
        yield run[i : i + 2], start + i, start + min(i + 2, len(run))


@lru_cache(maxsize=1 << 18)
def stem(word: str) -> str:
    """Return the stem of a word, "" where it is a stop word or no word."""
    word = _folded(word)
    if word in STOP_WORDS or len(word) > MAX_WORD_CHARACTERS:
        return ""
    head, _, tail = word.partition("'")
    word = tail if tail and len(head) <= 2 else head  # model's, but l'apprentissage
    if word in STOP_WORDS:
        return ""
    if not word.isascii() or not word.isalpha():
        return word
    return str(EnglishStemmer().stemWord(word))  # it keeps the word in itself: one for each call


def _folded(word: str) -> str:
    """Return a word without case and accents."""
    word = word.casefold().replace("’", "'")
    if word.isascii():
        return word
    bare = _ACCENTS.sub("", unicodedata.normalize("NFKD", word))
    return unicodedata.normalize("NFC", bare)

"""What the columns of a table are called, by its program or by a person, in many languages."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NOT_LETTERS = re.compile(r"[\W\d_]+")
_WORDS = {  # fact -> headings in small letters; the first of a fact that a table has counts
    "title": "title/article title/document title/paper title/item title/primary title"
    "/display name/titel/titre/título/titulo/titolo/tytuł/название/заглавие"
    "/заголовок/标题/題名/题名/篇名/题目/論題"
    "/タイトル/제목/başlık/název/otsikko/cím/عنوان/título do artigo/название статьи"
    "/论文题目/论文标题/título del documento/titre de l'article",
    "authors": "author full names/authors/author/author(s)/author-s/author names/author name"
    "/authorships.author.display_name/creator/creators/autor/autoren/verfasser/autor(en)/auteur"
    "/auteurs/auteur(s)/autores/autor(es)/autore/autori/autorzy/autor(zy)/авторы/автор/作者/著者"
    "/저자/författare/forfatter/forfattere/yazar/yazarlar/autoři/tekijä/szerző/المؤلف/author list",
    "year": "publication year/year/pubyear/pub year/published year/year of publication"
    "/jahr/erscheinungsjahr/année/annee/année de publication/año/ano/anno/jaar/rok/год/год издания"
    "/年份/年/出版年/发表年份/発行年/出版年份/연도/år/yıl/vuosi/év/السنة/conference year",
    "date": "date/publication date/date published/published/published date/online date/datum/fecha"
    "/data/дата/日期/발행일/date de publication/publish date/publicationdate/publication_date",
    "venue": "source title/publication title/journal/journal-book/journal title/journal name"
    "/conference/conference name/proceedings title/booktitle/book title/publication/venue"
    "/publication name/container title/anthology title/zeitschrift/quelle/revue/revista/rivista"
    "/tijdschrift/czasopismo/журнал/источник/期刊/来源/刊名/来源期刊/文献来源/雑誌/雑誌名/誌名/학술지"
    "/tidskrift/tidsskrift/dergi/časopis/primary_location.source.display_name"
    "/secondary title/source",
    "abstract": "abstract/abstract note/abstracts/summary/zusammenfassung/kurzfassung/résumé/resume"
    "/resumen/resumo/riassunto/sommario/samenvatting/streszczenie/аннотация/реферат/摘要/抄録/要旨"
    "/概要/초록/sammanfattning/sammendrag/özet/abstrakt/tiivistelmä/المستخلص/abstract text",
    "keywords": "author keywords/keywords/keyword/manual tags/tags/schlagwörter/schlagworte"
    "/stichwörter/mots-clés/mots clés/palabras clave/palavras-chave/parole chiave/trefwoorden"
    "/słowa kluczowe/ключевые слова/关键词/关键字/キーワード/키워드/nyckelord/anahtar kelimeler"
    "/index keywords/keywords plus/ieee terms/fields of study/mesh terms/keywords.display_name",
    "doi": "doi/item doi/doi link/doi number",
    "url": "link/url/article url/articleurl/external url/source linkout/dimensions url/pdf link"
    "/links/address/source urls/paper url/openreview/site/webseite/adresse/链接/网址",
    "type": "document type/publication type/item type/document identifier/content type/type"
    "/bibliographytype/dokumenttyp/тип документа/文献类型/tipo de documento",
    "volume": "volume/journal volume/band/tome/volumen/том/卷/巻/vol",
    "number": "issue/issue number/number/journal issue/heft/numéro/número/номер/выпуск/期/号/no",
    "pages": "pages/pagination/page range/seiten/páginas/pagine/страницы/页码/页/ページ/page",
    "first": "page start/start page/beginning page/first page/erste seite",
    "last": "page end/end page/ending page/last page/letzte seite",
    "eid": "art. no./article number/article no/artikelnummer",
    "publisher": "publisher/verlag/éditeur/editorial/editora/editore/издательство/出版社/出版者",
    "address": "place/publisher address city/ort/erscheinungsort/lieu",
    "editors": "editor/editors/book editors/herausgeber/éditeur scientifique",
    "series": "series/book series title/series title/reihe",
    "edition": "edition/auflage/édition",
    "issn": "issn/issns/print issn/eissn",
    "isbn": "isbn/isbns/electronic isbn/print isbn",
    "pmid": "pmid/pubmed id",
    "pmcid": "pmcid/pmc id",
    "arxiv": "arxiv/arxiv id/arxivid/eprint",
    "language": "language of original document/language/sprache/langue/idioma/lingua/язык/语言",
    "key": "citation key/citationkey/bibtex key/bibtexkey/identifier/key/cite key/paper id/id",
    "extra": "extra/note/notes",
    "shortjournal": "abbreviated source title/journal abbreviation/journal iso abbreviation",
    "eventtitle": "conference title/conference name",
}
TAGS = frozenset({"PT", "AU", "TI", "SO"})  # what Web of Science's columns are called
MAX_LETTERS = 60  # of a heading


def plain(heading: str) -> str:
    """Return the letters of a heading in small: Author(s), AUTHORS and authors are one."""
    short = len(heading) <= MAX_LETTERS
    return _NOT_LETTERS.sub("", heading.casefold()) if short else ""


def _split(words: str) -> list[str]:
    return [plain(word) for word in words.split("/")]


KNOWN = {fact: _split(words) for fact, words in _WORDS.items()}
ENOUGH = frozenset({"authors", "year", "date", "venue", "abstract", "doi", "url", "keywords"})


def columns(headings: Sequence[str]) -> dict[str, list[int]]:
    """Return which columns hold which fact, the best first."""
    places: dict[str, int] = {}
    for place, heading in enumerate(headings):
        if name := plain(heading):
            places.setdefault(name, place)
    found = {fact: [places[n] for n in names if n in places] for fact, names in KNOWN.items()}
    return {fact: places for fact, places in found.items() if places}


def are_headings(cells: Sequence[str]) -> bool:
    """Tell whether a row is that of the headings: it names a title, and another fact."""
    if {*cells} >= TAGS:
        return True
    found = columns(cells)
    return "title" in found and bool(ENOUGH & found.keys())

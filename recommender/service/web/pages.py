"""The page: start, results of an upload, an example, or a stored library; and its few files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Response, redirect, render_template, request

from recommender.corpus import seeds_dir
from recommender.formats import FORMATS, listed, writable
from recommender.ranking.query import MAX_LIMIT
from recommender.recommend import Answer
from recommender.service.api.params import CORPUS, FILTERS
from recommender.service.http import parameters, request_bodies
from recommender.service.http.access import Access, same
from recommender.service.http.parameters import Parameter
from recommender.service.http.problems import Problem
from recommender.service.http.request_bodies import Upload
from recommender.service.http.routes import Operation
from recommender.service.runtime.service import Service, current
from recommender.service.web import cards
from recommender.service.web.picture import picture
from recommender.text.visible import visible
from recommender.wire.libraries import ATOM, FILES, feed
from recommender.wire.shape import plain

FOLDER = Path(__file__).parent / "page"
ASSETS = {
    "page.css": "text/css; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
    "offer.js": "text/javascript; charset=utf-8",
    "talk.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
}
EXAMPLE = "library.bib"
ACCEPT = [name for f in FORMATS.values() for name in (*f.suffixes, f.media_type)]
YEAR = "[0-9]{4}"
TOKEN = parameters.text("token", "The token, taken once.")
ASKED: tuple[Parameter, ...] = (
    CORPUS,
    parameters.integer("limit", 1, MAX_LIMIT, 20, "How many suggestions at the most."),
    parameters.text("interest", "The id of an interest."),
    *FILTERS,
    parameters.text("words", "Words that a paper must hold."),
    parameters.pattern("since", YEAR, "a year of four digits", "The first year."),
    parameters.pattern("until", YEAR, "a year of four digits", "The last year."),
    parameters.choice("sort", cards.SORTS, "rank", "The order."),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A library on the page: what it is called, and how it is asked about again."""

    label: str
    action: str
    method: str = "get"
    library: str = ""  # the id of a stored one
    feed: str | None = None  # the secret in its feeds' addresses
    appendable: bool = False
    verdicts: int = 0  # what was said of its suggestions


def start(*, token: str | None) -> Response:
    """Show how to begin; a token in the address becomes a cookie and leaves the address."""
    if token is not None:
        return _let_in(token)
    service = current()
    trusted = _trusted()
    return _page(
        "start.html",
        corpora=[{"name": n, "papers": len(c)} for n, c in service.corpora().items() if c],
        accept=",".join(ACCEPT),
        formats=listed(FORMATS.values()),
        libraries=service.store.libraries() if trusted else [],
    )


def example(**asked: Any) -> Response:
    """Show suggestions for the bundled example library."""
    source = (seeds_dir() / EXAMPLE).read_bytes()
    upload = Upload(source=source, format="bibtex", label=EXAMPLE)
    shown = Shown(label="An example library", action="/example")
    return _results(current().answer(upload, **_wanted(asked)), shown, asked)


def results(**_: Any) -> Response:
    """Show suggestions for a library that was dropped on the page; nothing is stored."""
    upload = request_bodies.upload(request)
    asked = parameters.parse(ASKED, request.form)
    shown = Shown(label=upload.label or "Your library", action="/suggestions", method="post")
    return _results(current().answer(upload, **_wanted(asked)), shown, asked)


def stored(*, library: str, **asked: Any) -> Response:
    """Show suggestions for a stored library."""
    known = current().store.library(library)
    shown = Shown(
        label=known.label,
        action=f"/libraries/{library}",
        library=library,
        feed=known.feed,
        appendable=known.origin == "file",
        verdicts=known.verdicts,
    )
    return _results(current().suggestions(known, **_wanted(asked)), shown, asked)


def asset(*, name: str) -> Response:
    """Give one of the page's own files."""
    if name not in ASSETS:
        raise Problem(404, "not-found", "There is no such file.")
    return Response((FOLDER / name).read_bytes(), content_type=ASSETS[name])


def _wanted(asked: dict[str, Any]) -> dict[str, Any]:
    """Return what the ranking is asked; words are looked for in what it finds."""
    since, until = asked["since"], asked["until"]
    return {
        "corpus": asked["corpus"],
        "limit": MAX_LIMIT if asked["words"] else asked["limit"],
        "interest": asked["interest"],
        **{filter.name: asked[filter.name] for filter in FILTERS},
        "year": f"{since or ''}:{until or ''}" if since or until else None,
    }


def _results(answer: Answer, shown: Shown, asked: dict[str, Any]) -> Response:
    options = {"words": asked["words"] or "", "sort": asked["sort"], "limit": asked["limit"]}
    shown_cards = cards.cards(answer, **options)
    trusted = _trusted()
    upload = shown.method == "post"
    nothing = answer.empty_because or "No suggestion holds these words: take one away."
    return _page(
        "results.html",
        label=visible(shown.label),
        action=shown.action,
        method=shown.method,
        upload=upload,
        keepable=upload and trusted,
        appendable=shown.appendable and trusted,
        library_id=shown.library,
        verdicts=shown.verdicts,
        downloads=writable().values(),
        feeds={suffix: f.title for suffix, f in FILES.items()} | {ATOM: "Atom feed"},
        feed=plain(feed(current().origin(request), shown.feed)) if shown.feed else None,
        asked={name: "" if value is None else value for name, value in asked.items()},
        cards=shown_cards,
        versions=[cards.card(s, answer.corpus.name, 1) for s in answer.versions],
        picture=picture(answer, shown_cards),
        told=[visible(notice.message) for notice in answer.notices],
        empty_because=None if shown_cards else nothing,
        **cards.facts(answer),
        sorts=cards.SORTS,
    )


def _page(template: str, **values: Any) -> Response:
    trusted = _trusted()
    proof = current().secrets.page if trusted else ""
    html = render_template(template, trusted=trusted, proof=proof, **values)
    return Response(html, content_type="text/html; charset=utf-8")


def _trusted() -> bool:
    return _access(current()).trusted(request, reading=True)


def _access(service: Service) -> Access:
    return Access(service.settings, service.secrets)


def _let_in(token: str) -> Response:
    service = current()
    if not same(token, service.secrets.token):
        raise Problem(
            401, "wrong-token", "That token is not this service's: ask `recommender token` for it."
        )
    answer = redirect("/", 303)
    answer.set_cookie(
        _access(service).cookie_name,
        service.secrets.cookie,
        max_age=365 * 24 * 3600,
        httponly=True,
        samesite="Strict",
        secure=service.settings.public_url.startswith("https:"),
        path="/",
    )
    return answer  # type: ignore[return-value]


def _operation(method: str, path: str, view: Any, **more: Any) -> Operation:
    return Operation(
        method=method,
        path=path,
        view=view,
        summary="A page.",
        answers={200: "text/html"},
        page=True,
        **more,
    )


OPERATIONS = (
    _operation("GET", "/", start, query=(TOKEN,), free=True),
    _operation("GET", "/example", example, query=ASKED, free=True),
    _operation("POST", "/suggestions", results, body=(request_bodies.MULTIPART,), free=True),
    _operation("GET", "/libraries/{library}", stored, query=ASKED),
    _operation("GET", "/assets/{name}", asset, free=True),
)

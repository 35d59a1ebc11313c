"""The site: visitors, templates, and forms that are checked to come from own pages."""

import contextlib
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, Request
from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader
from jinja2.bccache import Bucket
from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from charkoni.core.compiler import cache_root, own_folder
from charkoni.core.registry import family, games, named
from charkoni.core.teaching.presentation import presentation_of
from charkoni.core.teaching.rule_pages import rule_page_files
from charkoni.core.translations import EVENT_LANGUAGES, FALLBACK, LANGUAGES, Words
from charkoni.graphics.emblems import emblem_svg
from charkoni.graphics.themes import THEMES
from charkoni.web.config import Settings
from charkoni.web.http import texts
from charkoni.web.http.assets import ClientFiles
from charkoni.web.http.bodies import LONGEST_BODY, LONGEST_FILE, read_form
from charkoni.web.http.errors import Problem
from charkoni.web.http.network_access import NetworkAccess
from charkoni.web.http.origins import is_own_origin
from charkoni.web.http.quotas import Quotas, RateLimited, User
from charkoni.web.http.request_queue import RequestQueue
from charkoni.web.http.routing import service
from charkoni.web.http.sessions import COOKIE, LONGEST_ID, NOBODY, Access, clean_name, is_pupil, new_id, now_ms
from charkoni.web.http.texts import words_in

TEMPLATES = Path(__file__).resolve().parents[1] / "templates"
TEMPLATE_OPTIONS: dict[str, Any] = {"autoescape": True, "trim_blocks": True, "lstrip_blocks": True}
YEAR_S = 365 * 24 * 3600
SESSION_AGE_MS = 24 * 3600 * 1000
"""After which time a page renews the cookie of a session, and notes that it was seen."""
LANG_COOKIE, THEME_COOKIE = "charkoni_lang", "charkoni_theme"
BROWSER_COOKIE = "charkoni_browser"
"""Tells browsers apart before their first game, so that the token of one opens no form in another."""
OWN_NAMES = {"ru": "Русский", "en": "English", "tr": "Türkçe"}
_EVENT_PAGES = re.compile(
    r"/events(/plan)?"
    r"|/t/\w+(/(entries|entry/.*|round/\d+|standings|cross|screen|live|why|log|regulations|(desk/)?print/.+))?"
)
"""Pages and print-outs in all languages of events."""
_RULE_PAGE = re.compile(r"/rules/([a-z0-9]+)(:[^/]*)?")
_OF_PUPILS = re.compile(r"/(class(/[\w.]+)*|settings|g/\w+/(text|ending\.json)|t/\w+/me/here)")
"""The forms that pupils of a classroom may send."""
FOR_PROGRAMS = re.compile(r"/api/.*|/explore.*|.*\.json")
"""The paths whose errors are JSON."""


@dataclass(frozen=True)
class Visitor:
    """A visitor.

    person: its id, "" before the first game.  theme: "" for that of the system.  session: of a member who is signed in,
    "" for all others.  issued: when the cookie was made (ms since 1970), 0 if unknown.
    """

    person: str
    name: str
    lang: str
    theme: str = ""
    session: str = ""
    issued: int = 0

    @property
    def words(self) -> Words:
        """The texts of the visitor's language."""
        return words_in(self.lang)

    @property
    def is_pupil(self) -> bool:
        """Whether the visitor is a pupil of a classroom."""
        return is_pupil(self.person)


class TemplateCache(FileSystemBytecodeCache):
    """The compiled templates on disk: without them the first pages of a server take a tenth of a second more.

    An entry holds a hash of its template's source and the versions of Jinja and Python.
    """

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write a compiled template, if that can be done: a full disk does not keep a server from its pages."""
        with contextlib.suppress(OSError):
            super().dump_bytecode(bucket)


def template_cache(options: Mapping[str, object]) -> TemplateCache | None:
    """Return the cache of an environment with some options; None where there is no folder of this user for it."""
    # Options change the compiled code: two servers with different ones must not share a folder.
    digest = hashlib.sha256(repr(sorted(options.items())).encode()).hexdigest()[:8]
    folder = cache_root() / f"templates-{digest}"
    return TemplateCache(str(folder)) if own_folder(folder) else None


class Site:
    """Templates and visitors of a server."""

    def __init__(
        self,
        settings: Settings,
        access: Access,
        files: ClientFiles,
        quotas: Quotas,
        requests: RequestQueue,
        network: NetworkAccess,
    ) -> None:
        self._access = access
        self._files = files
        self._origins = settings.origins
        self._network = network
        self.quotas, self.requests = quotas, requests
        self._templates = Environment(
            loader=FileSystemLoader(TEMPLATES),
            bytecode_cache=template_cache(TEMPLATE_OPTIONS),
            # Templates do not change while a server runs: no look at the disk with each page.
            auto_reload=settings.dev,
            **TEMPLATE_OPTIONS,
        )
        self._templates.globals |= {"emblem": emblem, "longest_file": LONGEST_FILE}

    # --- visitors -----------------------------------------------------------------------------------------------------

    def visitor(self, request: HTTPConnection) -> Visitor:
        """Return the visitor who sent a request, from its cookies and headers."""
        person, name, session, issued = self._access.person(request.cookies.get(COOKIE)) or NOBODY
        theme = request.cookies.get(THEME_COOKIE, "")
        return Visitor(person, name, _language(request), theme if theme in THEMES else "", session, issued)

    def user(self, request: HTTPConnection) -> User:
        """Return the user to charge for a request: the person, or the browser of a visitor, and the address."""
        person = (self._access.person(request.cookies.get(COOKIE)) or NOBODY).person
        browser = browser_of(request)
        return User(request.client.host if request.client else "", person or (f"~{browser}" if browser else ""))

    def ensure_person(self, visitor: Visitor, name: str | None = None) -> Visitor:
        """Return the visitor as a person, with a new name unless that is None; members have theirs."""
        wanted = visitor.name if name is None or visitor.session else clean_name(name)
        return replace(visitor, person=visitor.person or new_id(20), name=wanted)

    def with_person(self, response: Response, visitor: Visitor, request: HTTPConnection) -> Response:
        """Return a response with the person's cookie."""
        cookie = self._access.cookie(visitor.person, visitor.name, visitor.session)
        self._set_cookie(response, COOKIE, cookie, request)
        return response

    def _set_cookie(
        self, response: Response, name: str, value: str, request: HTTPConnection, max_age: int | None = YEAR_S
    ) -> None:
        # A secure cookie would never come back to a server at home without https. Lax: links from elsewhere keep the
        # visitor, foreign forms do not bring the cookie.
        is_secure = request.url.scheme == "https"
        response.set_cookie(name, value, max_age=max_age, httponly=True, samesite="lax", secure=is_secure, path="/")

    def set_appearance_cookies(self, response: Response, request: HTTPConnection, lang: str, theme: str) -> None:
        """Set the cookies of language and theme."""
        if lang in EVENT_LANGUAGES:
            self._set_cookie(response, LANG_COOKIE, lang, request)
        if theme in (*THEMES, ""):
            self._set_cookie(response, THEME_COOKIE, theme, request)

    async def form(self, request: Request) -> FormData:
        """Return a posted form; raise Problem 403 unless it comes from an own page, RateLimited.

        Pupils of a classroom begin nothing themselves: of them other forms are refused with NOT_NOW.
        """
        # Origin and token: either alone would do in most browsers, and each has had its gaps.
        if not is_own_origin(request, self._origins):
            raise Problem(403, "BAD_ORIGIN")
        self.quotas.spend(self.user(request), "form")
        form = await read_form(request)
        token = request.headers.get("x-csrf-token") or str(form.get("csrf", ""))
        if not self._access.is_form_token(token, self.visitor(request).person, browser_of(request)):
            raise Problem(403, "BAD_FORM")
        if self.visitor(request).is_pupil and not _OF_PUPILS.fullmatch(request.url.path):
            raise Problem(403, "NOT_NOW")
        return form

    def too_large(self, request: Request, sent: int, most: int) -> Response:
        """Answer a body of more than `most` bytes with both sizes."""
        template, unit = (texts.MANY_MB, 1_000_000) if most > LONGEST_BODY else (texts.MANY_KB, 1_000)
        text = self.visitor(request).words._(template, sent=f"{-(-sent // unit):,}", most=most // unit)
        return self.problem(request, 413, "TOO_LONG", text)

    def problem(
        self, request: Request, status: int, code: str, text: str, headers: Mapping[str, str] | None = None
    ) -> Response:
        """Return a page about a problem, or what a page's script reads."""
        if accepts_json(request):
            return JSONResponse({"code": code, "text": text}, status, headers)
        response = self.page(request, "pages/problem.html", status, text=text)
        response.headers.update(headers or {})
        return response

    def hold_off(self, request: Request, spent: RateLimited) -> Response:
        """Return a short, cheap response to a sender of too many requests."""
        text = spent.message(words_in(_language(request)))
        if FOR_PROGRAMS.fullmatch(request.url.path):
            return JSONResponse({"code": spent.code, "text": text}, 429, spent.headers)
        return PlainTextResponse(text, 429, spent.headers)

    def prepare(self) -> None:
        """Compile the templates, before the first page needs them."""
        for name in self._templates.list_templates():
            self._templates.get_template(name)

    # --- pages --------------------------------------------------------------------------------------------------------

    def page(self, request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
        """Return a page.

        The context of every template: `_`, `ngettext`, `decimal`, lang, languages (own names by code), theme, themes,
        csrf, client (address of the client's files), path, origin (for addresses given to others) and network (what
        there is to say about them), both see `NetworkAccess`, visitor, and that of the page.
        """
        visitor = context.pop("visitor", None) or self.visitor(request)
        words = visitor.words
        self.quotas.charge(self.user(request), "page", 1)
        # The token of a form is bound to a person or browser; without either a cookie for this session is set.
        known = visitor.person or browser_of(request)
        owner = known or new_id(20)
        html = self._templates.get_template(template).render(
            _=words._,
            ngettext=words.ngettext,
            decimal=words.decimal,
            lang=visitor.lang,
            languages=_languages_of(request.url.path),
            theme=visitor.theme,
            themes=tuple(THEMES),
            csrf=self._access.form_token(owner),
            client=self._files.url,
            path=request.url.path,
            origin=self._network.origin_for_others(request),
            network=self._network.note_for(request),
            visitor=visitor,
            **context,
        )
        # Pages differ by visitor and language, and hold tokens: no cache may keep them.
        headers = {"cache-control": "no-store", "vary": "cookie, accept-language"}
        response = HTMLResponse(html, status, headers=headers)
        if not known:
            self._set_cookie(response, BROWSER_COOKIE, owner, request, max_age=None)  # until the browser is closed
        elif visitor.session and (now := now_ms()) > visitor.issued + SESSION_AGE_MS:
            # A cookie lasts a year, a session as long as somebody comes back.
            self._access.seen[visitor.person, visitor.session] = now
            self.with_person(response, visitor, request)
        return response


def browser_of(request: HTTPConnection) -> str:
    """Return the id of a visitor's browser, "" if it has none."""
    # Cut: a foreign value may be of any length, and is kept as a key.
    return request.cookies.get(BROWSER_COOKIE, "")[:LONGEST_ID]


def accepts_json(request: Request) -> bool:
    """Return whether the client asks for JSON."""
    return "application/json" in request.headers.get("accept", "")


def emblem(game: str, size: int) -> Markup:
    """Return the emblem of a game, by its name with or without flags, as SVG; empty for a game without one."""
    presentation = presentation_of(named(game).family)
    return safe(emblem_svg(presentation.emblem, size)) if presentation else Markup()


SiteDep = Annotated[Site, Depends(service("site"))]


def site_of(request: HTTPConnection) -> Site:
    """Return the site of the server that answers a request."""
    site: Site = request.app.state.site
    return site


async def visitor_of(request: HTTPConnection, site: SiteDep) -> Visitor:
    """Return the visitor who sent a request."""
    return site.visitor(request)


VisitorDep = Annotated[Visitor, Depends(visitor_of)]


async def posted_form(request: Request, site: SiteDep) -> FormData:
    """Return a posted form; raise Problem when it does not come from an own page, or too many come."""
    return await site.form(request)


FormDep = Annotated[FormData, Depends(posted_form)]


def _languages_of(path: str) -> Mapping[str, str]:
    """Return the languages of a page by their codes: the usual ones, and those of events or of a game's rule page."""
    if _EVENT_PAGES.fullmatch(path):
        return EVENT_LANGUAGES
    rules = _RULE_PAGE.fullmatch(path)
    if not rules or rules[1] not in games():
        return OWN_NAMES
    written = {code for code, _ in rule_page_files(family(rules[1]))}
    return {code: name for code, name in EVENT_LANGUAGES.items() if code in LANGUAGES or code in written}


def _language(request: HTTPConnection) -> str:
    """Return the language of a request: from its address, cookie, or header, else English."""
    known = _languages_of(request.url.path)
    for code in (request.query_params.get("lang"), request.cookies.get(LANG_COOKIE)):
        if code in EVENT_LANGUAGES:
            return code if code in known else FALLBACK
    for part in request.headers.get("accept-language", "").split(","):
        language = part.partition(";")[0].strip().partition("-")[0].lower()
        if language in known:
            return language
    return "en"


def safe(markup: str) -> Markup:
    """Return SVG of this program as markup, which is not escaped."""
    return Markup(markup)

"""What all pages share: who visits, in which language and theme, templates, and forms that are really ours."""

import hashlib
import logging
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response

from charkoni.core.translations import LANGUAGES, Words
from charkoni.graphics.themes import THEMES, classes, variables
from charkoni.web.http import messages_text
from charkoni.web.http.rate_limits import Buckets
from charkoni.web.http.security import is_own_origin
from charkoni.web.http.sessions import COOKIE, clean_name, digest, new_id
from charkoni.web.live.board_view import words_in
from charkoni.web.live.commands import Refused
from charkoni.web.live.hub import Hub

logger = logging.getLogger(__name__)

HERE = Path(__file__).resolve().parents[1]
CLIENT = HERE / "client"
YEAR = 365 * 24 * 3600
LANG_COOKIE, THEME_COOKIE = "charkoni_lang", "charkoni_theme"
OWN_NAMES = {"ru": "Русский", "en": "English", "tr": "Türkçe"}


@dataclass(frozen=True)
class Visitor:
    """Who visits: the guest ("" before the first game), his name, language and theme ("" : as the system)."""

    guest: str
    name: str
    lang: str
    theme: str = ""

    @property
    def words(self) -> Words:
        """The words of his language."""
        return words_in(self.lang)


class Problem(Exception):
    """A page that cannot be shown: the status and the code of a sentence."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code


class Site:
    """Templates and visitors of a server."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.posts = Buckets(rate=hub.settings.post_rate, burst=20 * hub.settings.post_rate)
        self.calls = Buckets(rate=10 * hub.settings.post_rate, burst=50 * hub.settings.post_rate)
        self.looks = Buckets(rate=5 * hub.settings.post_rate, burst=50 * hub.settings.post_rate)
        self._templates = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=hub.settings.dev,
        )

    @cached_property
    def _hash(self) -> str:
        sha = hashlib.sha256(boards_css().encode())
        for path in sorted(CLIENT.rglob("*")):
            if path.is_file():
                sha.update(path.name.encode() + path.read_bytes())
        return sha.hexdigest()[:12]

    @property
    def client(self) -> str:
        """The address of the client's files; it changes with their content."""
        if self.hub.settings.dev:
            self.__dict__.pop("_hash", None)
        return f"/client/{self._hash}"

    # --- visitors -----------------------------------------------------------------------------------------------------

    def visitor(self, request: HTTPConnection) -> Visitor:
        """Return who visits, by his cookies and what his browser says."""
        found = self.hub.access.guest(request.cookies.get(COOKIE))
        guest, name = found or ("", "")
        theme = request.cookies.get(THEME_COOKIE, "")
        return Visitor(guest, name, _language(request), theme if theme in THEMES else "")

    async def by_token(self, request: HTTPConnection) -> tuple[str, str] | None:
        """Return the guest and name that a bearer token stands for, or None."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not token:
            return None
        return await self.hub.store.token(digest(token.strip()))

    def ensure_guest(self, visitor: Visitor, name: str | None = None) -> Visitor:
        """Return the visitor as a guest, perhaps with a new name."""
        wanted = visitor.name if name is None else clean_name(name)
        return Visitor(visitor.guest or new_id(20), wanted, visitor.lang, visitor.theme)

    def remember(self, response: Response, visitor: Visitor, request: HTTPConnection) -> None:
        """Set the guest's cookie."""
        self._set_cookie(response, COOKIE, self.hub.access.cookie(visitor.guest, visitor.name), request)

    def _set_cookie(self, response: Response, name: str, value: str, request: HTTPConnection) -> None:
        is_secure = request.url.scheme == "https"
        response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="lax", secure=is_secure, path="/")

    def remember_look(self, response: Response, request: HTTPConnection, lang: str, theme: str) -> None:
        """Set the cookies of language and theme."""
        if lang in LANGUAGES:
            self._set_cookie(response, LANG_COOKIE, lang, request)
        if theme in (*THEMES, ""):
            self._set_cookie(response, THEME_COOKIE, theme, request)

    async def form(self, request: Request, who: str = "") -> FormData:
        """Return a posted form; raise Problem when it is not from one of our pages.

        who: a guest to be counted by himself; a hall full of phones has one address.
        """
        if not is_own_origin(request, self.hub.settings.origins):
            raise Problem(403, "BAD_ORIGIN")
        host = request.client.host if request.client else ""
        if not (self.calls.take(who) if who else self.posts.take(host)):
            raise Problem(429, "TOO_FAST")
        form = await request.form(max_files=0, max_fields=60)
        token = request.headers.get("x-csrf-token") or str(form.get("csrf", ""))
        if not self.hub.access.is_form_token(token, self.visitor(request).guest):
            raise Problem(403, "BAD_FORM")
        return form

    def prepare(self, beginning: str) -> None:
        """Compile the templates whose names begin so, lest somebody's first page has to wait for that."""
        for name in self._templates.list_templates(filter_func=lambda name: name.startswith(beginning)):
            self._templates.get_template(name)

    # --- pages --------------------------------------------------------------------------------------------------------

    def page(self, request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
        """Return a page.

        Every template knows: `_` and `ngettext`, lang, languages, theme, themes, csrf, client (address of the client's
        files), path, origin (address of this server), visitor, and what the page hands over.
        """
        visitor = context.pop("visitor", None) or self.visitor(request)
        words = visitor.words
        html = self._templates.get_template(template).render(
            _=words._,
            ngettext=words.ngettext,
            lang=visitor.lang,
            languages=OWN_NAMES,
            theme=visitor.theme,
            themes=tuple(THEMES),
            csrf=self.hub.access.form_token(visitor.guest),
            client=self.client,
            path=request.url.path,
            origin=str(request.base_url).rstrip("/"),
            visitor=visitor,
            **context,
        )
        headers = {"cache-control": "no-store", "vary": "cookie, accept-language"}
        return HTMLResponse(html, status, headers=headers)

    def problem(self, request: Request, error: Problem | Refused, status: int = 409) -> HTMLResponse:
        """Return a page that says what went wrong."""
        words = self.visitor(request).words
        if isinstance(error, Problem):
            text = words._(messages_text.REFUSALS[error.code])
            return self.page(request, "pages/problem.html", error.status, text=text)
        return self.page(request, "pages/problem.html", status, text=error.say(words))


def _language(request: HTTPConnection) -> str:
    """Return the language that is asked for: by address, cookie, or browser."""
    for wish in (request.query_params.get("lang"), request.cookies.get(LANG_COOKIE)):
        if wish in LANGUAGES:
            return str(wish)
    for part in request.headers.get("accept-language", "").split(","):
        language = part.partition(";")[0].strip().partition("-")[0].lower()
        if language in LANGUAGES:
            return language
    return "en"


def boards_css() -> str:
    """Return the style sheet of all boards: the theme of <html data-theme>, else light or dark as the system is."""
    dark = variables("dark", ":root")
    parts = [variables("light", ":root"), f"@media (prefers-color-scheme: dark) {{\n{dark}\n}}"]
    parts += [variables(name, f':root[data-theme="{name}"]') for name in THEMES]
    parts.append(classes())
    return "\n".join(parts) + "\n"


def safe(markup: str) -> Markup:
    """Return SVG of our own making as it is."""
    return Markup(markup)

"""The client's files: JavaScript, style sheets and icons, under an address with a hash of their content."""

import gzip
import hashlib
import re
from functools import cached_property
from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request
from starlette.responses import PlainTextResponse, Response

from charkoni.core import registry
from charkoni.graphics.themes import classes, variables, with_materials
from charkoni.web.http.errors import Problem
from charkoni.web.http.routing import PageRouter, service

CLIENT = Path(__file__).resolve().parents[1] / "client"
IMMUTABLE = {"cache-control": "public, max-age=31536000, immutable"}
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".ts": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".png": "image/png",
    ".ico": "image/x-icon",
}

router = PageRouter()


class ClientFiles:
    """The files of the folder `client`, and the hash of their content."""

    def __init__(self, is_dev: bool = False) -> None:
        """Take whether files may change while the server runs: then each request reads its file."""
        self._is_dev = is_dev
        self._compressed: dict[Path, bytes] = {}

    @cached_property
    def _hash(self) -> str:
        # The style of the boards comes from the games: a change of theirs must change the address, too.
        sha = hashlib.sha256(boards_css().encode())
        for path in sorted(CLIENT.rglob("*")):
            if path.is_file():
                sha.update(path.relative_to(CLIENT).as_posix().encode() + path.read_bytes())
        return sha.hexdigest()[:12]

    @property
    def url(self) -> str:
        """The address of the folder, which holds the hash."""
        if self._is_dev:
            self.__dict__.pop("_hash", None)
        return f"/client/{self._hash}"

    def compressed(self, path: Path) -> bytes:
        """Return a file as it is sent, compressed by gzip."""
        if self._is_dev or path not in self._compressed:
            # Once a file, as well as it can be; mtime=0 makes equal files equal bytes.
            self._compressed[path] = gzip.compress(content(path), 9, mtime=0)
        return self._compressed[path]


FilesDep = Annotated[ClientFiles, Depends(service("client_files"))]


@router.get("/client/{hash}/{path:path}")
async def client_file(request: Request, path: str, files: FilesDep) -> Response:
    """Return a file of the client, cached without limit when the address holds the present hash."""
    try:
        inside = (CLIENT / path).resolve()
        # Resolved first: "..", or a link out of the folder, leads to no file.
        exists = inside.is_relative_to(CLIENT) and inside.is_file() and inside.suffix in TYPES
    except (OSError, ValueError):  # a name that no file can have
        exists = False
    if not exists:
        raise Problem(404, "NO_SUCH_PAGE")
    is_current = request.url.path.startswith(files.url + "/")
    # An old address may be asked for by a page from before an update: it gets the new file, and does not keep it.
    headers = IMMUTABLE if is_current else {"cache-control": "no-cache"}
    headers |= {"content-type": TYPES[inside.suffix], "vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(content(inside), headers=headers)
    return Response(files.compressed(inside), headers=headers | {"content-encoding": "gzip"})


@router.get("/robots.txt")
async def robots() -> Response:
    """Keep search engines away from games, invitations and the API."""
    return PlainTextResponse("User-agent: *\nDisallow: /g/\nDisallow: /i/\nDisallow: /s/\nDisallow: /api/\n")


def content(path: Path) -> bytes:
    """Return a file of the client as it is sent."""
    raw = path.read_bytes()
    if path.suffix == ".js":
        return without_comments(raw.decode()).encode()
    if path.suffix != ".css":
        return raw
    boards = boards_css() if path.name == "style.css" else ""  # saves a request before a page can be shown
    return without_spaces(raw.decode() + boards).encode()


def boards_css() -> str:
    """Return the style sheet of all boards: the theme of <html data-theme>, else the system's, light or dark.

    On paper boards are line drawings: the theme of high contrast.
    """
    themes = with_materials(map(registry.family, registry.games()))
    dark = variables(themes, "dark", ":root")
    light = ':root,:root[data-theme="light"]'  # the longer selector also overrides the rule of dark systems
    parts = [variables(themes, "light", light), f"@media (prefers-color-scheme: dark) {{\n{dark}\n}}"]
    parts += [variables(themes, name, f':root[data-theme="{name}"]') for name in themes if name != "light"]
    parts.append(f"@media print {{\n{variables(themes, 'contrast', ':root,:root[data-theme]')}\n}}")
    parts.append(classes(themes))
    return "\n".join(parts) + "\n"


def without_spaces(style: str) -> str:
    """Return a style sheet without comments and without spaces round its braces and after its semicolons.

    No string in it may hold a brace, or a semicolon with a space behind it.
    """
    return _STYLE_SPACES.sub(lambda match: match[0].strip("; \t\r\n") or ";", _STYLE_COMMENTS.sub("", style))


_STYLE_COMMENTS = re.compile(r"/\*.*?\*/[ \t]*\n?", re.DOTALL)
_STYLE_SPACES = re.compile(r"\s*\{\s*|;?\s*\}\s*|;\s+")
_COMMENTS = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)$", re.DOTALL | re.MULTILINE)
_CASTS = re.compile(r"/\*\* @type [^\n]*?\*/ ?")
_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


def without_comments(code: str) -> str:
    """Return JavaScript without types, indentation and comments on lines of their own; every line keeps its number.

    The code must hold no string of several lines, which would lose its indentation, too.  Minifiers join lines: they
    would lose the line numbers of errors, and save a few per cent after gzip.
    """
    # Line breaks stay where a comment was, so that errors of browsers name the line of the source.
    bare = _COMMENTS.sub(lambda match: "\n" * match[0].count("\n"), code)
    return _INDENTATION.sub("", _CASTS.sub("", bare))

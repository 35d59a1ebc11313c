"""Searches in a visitor's browser: modules for WebAssembly under addresses with a digest, and what they are asked.

The server says what is asked and what the moves are called; the page has no rules and no texts of its own.
"""

import asyncio
import base64
import gzip
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Game, Position
from charkoni.core.record import Record
from charkoni.core.registry import named
from charkoni.games.opponents import HIGHEST, STYLES
from charkoni.web.engine.warm import playable
from charkoni.web.http.assets import IMMUTABLE, without_comments
from charkoni.web.http.errors import Problem
from charkoni.web.http.routing import PageRouter

if TYPE_CHECKING:  # a first page needs no search
    from charkoni.players.perfect import ByGame
    from charkoni.search.browser_modules import BrowserModule
    from charkoni.search.engine import Engine

TYPES = {".js": "text/javascript; charset=utf-8", ".json": "application/json", ".wasm": "application/wasm"}
DRIVER = "engine.js"
LINES = 3
WITHOUT_END = 1000
"""A depth that no search reaches."""

router = PageRouter()


class BrowserEngines:
    """The modules that are built on this machine, by the games that they search.  Blocking: called in threads."""

    def __init__(self) -> None:
        self._addresses: dict[str, str] = {}
        self.files: dict[str, bytes] = {}
        self._engines: ByGame[Engine] | None = None

    def prepare(self) -> None:
        """Find the modules of all games."""
        for name in playable():
            self.address(named(name))

    def address(self, game: Game) -> str:
        """Return the address of the manifest of a game's module, "" where none is built from the present sources."""
        family = game.family.name
        if family not in self._addresses:
            from charkoni.search.browser_modules import find_module
            from charkoni.search.searcher import full_width

            # Looked for once: a module that is built later is found by the next start.
            found = find_module(game, full_width(game))
            self._addresses[family] = self._publish(found) if found else ""
        return self._addresses[family]

    def _publish(self, module: "BrowserModule") -> str:
        """Compress the files of a module, and return the address of its manifest."""
        import charkoni.search

        driver = (Path(charkoni.search.__file__).parent / DRIVER).read_text(encoding="utf-8")
        name, code = module.code.stem, module.code.read_bytes()
        manifest = json.dumps(dict(module.manifest), separators=(",", ":")).encode()
        files = {DRIVER: without_comments(driver).encode(), f"{name}.json": manifest, f"{name}.wasm": code}
        digest = hashlib.sha256(b"\0".join(files.values())).hexdigest()[:12]
        for each, content in files.items():
            self.files[f"/engine/{digest}/{each}"] = gzip.compress(content, 9, mtime=0)
        return f"/engine/{digest}/{name}.json"

    def question(self, position: Position, path: Sequence[Position]) -> dict[str, object] | None:
        """Return what a page asks its module to search a position without end; None where nobody decides any more.

        path: the positions before it.  Returns request (base64, see `Request.to_bytes`), moves (texts by their codes)
        and player (whose points are answered).
        """
        if position.turn == OVER:
            return None
        from charkoni.search import Limits

        asked = self.of(position.game).request(position, path, Limits(depth=WITHOUT_END, lines=LINES)).to_bytes()
        return {"request": _text(asked), "moves": moves_of(position), "player": max(position.turn, 0)}

    def searches(self, game: Game, level: int) -> bool:
        """Return whether a level of a game searches, and a page can do it."""
        from charkoni.players.levels import parameters

        return level <= HIGHEST and parameters(game, level).nodes > 0 and bool(self.address(game))

    def of_level(self, record: Record, level: int, style: str, seed: int) -> "str | dict[str, object]":
        """Return the move of a level by the book, or what a page is asked for it.

        The question: request (base64) and moves (texts by their codes).  Habits of people are not asked: a choice that
        depends on them is made by the server.
        """
        from charkoni.players.levels import LevelPlayer

        player = LevelPlayer(level, seed, style or STYLES[0], self._shared())
        if opening := player.opening_move(record):
            return opening
        request = player.request(record, asks_habits=False).to_bytes()
        return {"request": _text(request), "moves": moves_of(record.position)}

    def of(self, game: Game) -> "Engine":
        """Return the engine of a game that writes requests."""
        return self._shared()[game]

    def _shared(self) -> "ByGame[Engine]":
        """Return the engines that write requests; their tables are memory that is never touched."""
        if self._engines is None:
            from charkoni.players.perfect import ByGame
            from charkoni.search import full_width_engine

            self._engines = ByGame(full_width_engine)
        return self._engines


def moves_of(position: Position) -> Mapping[int, str]:
    """Return the texts of the legal moves by their codes; none where a throw is due."""
    if position.turn == CHANCE:
        return {}
    return dict(zip(position.codes, position.moves, strict=True))


def _text(content: bytes) -> str:
    return base64.b64encode(content).decode()


@router.get("/engine/{digest}/{name}")
async def engine_file(request: Request) -> Response:
    """Return a file of a module, cached without limit: its address holds a hash of all of them."""
    engines: BrowserEngines = request.app.state.hub.browser_engines
    path = request.url.path
    if path not in engines.files:  # the page is another process's, or from before a restart
        await asyncio.to_thread(engines.prepare)
    content = engines.files.get(path)
    if content is None:
        raise Problem(404, "NO_SUCH_PAGE")
    headers = IMMUTABLE | {"content-type": TYPES[Path(path).suffix], "vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(content), headers=headers)
    return Response(content, headers=headers | {"content-encoding": "gzip"})

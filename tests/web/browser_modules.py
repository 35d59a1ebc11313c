"""Built modules for tests of the server, which never run them."""

from pathlib import Path

import pytest

from charkoni.core.game import Game
from charkoni.search import browser_modules
from charkoni.search.browser_modules import BrowserModule
from charkoni.web.engine.browser import BrowserEngines
from charkoni.web.live.hub import Hub

CODE = b"\0asm" + bytes(5000)


def build_modules(hub: Hub, folder: Path, monkeypatch: pytest.MonkeyPatch, *games: str) -> None:
    """Let a server find modules of some games."""
    for game in games:
        (folder / f"{game}-ab.wasm").write_bytes(CODE)

    def find(game: Game, search: str) -> BrowserModule | None:
        code = folder / f"{game.family.name}-{search}.wasm"
        return BrowserModule(code, {"format": 1, "size": len(CODE)}) if code.exists() else None

    monkeypatch.setattr(browser_modules, "find_module", find)
    monkeypatch.setattr(hub, "browser_engines", BrowserEngines())

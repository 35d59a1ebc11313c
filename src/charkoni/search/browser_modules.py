"""Built modules: the searches of a game for WebAssembly, and where they are found.

`charkoni wasm build` writes `GAME-SEARCH.wasm`, and the manifest `GAME-SEARCH.json` (see `module_build`), into this
user's cache; a wheel or an image may bring them as data of the package.  Without them everything else works.
"""

import functools
import importlib.util
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from charkoni.core.compiler import PACKAGE, cache_root, source_digest
from charkoni.core.game import Game
from charkoni.search.searcher import full_width

PACKAGED = PACKAGE / "wasm"
_ENGINES: Mapping[str, str] = {
    "ab": "charkoni.search.alphabeta.search",
    "dice": "charkoni.search.expectiminimax.search",
}
"""By the name of a search the module of its engine."""
_RULES = ("rules", "evaluate", "playout")


@dataclass(frozen=True, slots=True)
class BrowserModule:
    """A built module.  code: `GAME-SEARCH.wasm`.  manifest: as it is in the file beside it."""

    code: Path
    manifest: Mapping[str, object]

    @property
    def described(self) -> Path:
        """The file of the manifest."""
        return self.code.with_suffix(".json")


def cached_modules(game: Game, search: str) -> Path:
    """Return the folder in which a module of the present sources is left unless another one is named."""
    return cache_root() / "wasm" / module_name(game, search) / digest_of(game, search)


def searches_of(game: Game) -> tuple[str, ...]:
    """Return the names of the searches of a game that can be modules."""
    return (full_width(game),)


def module_name(game: Game, search: str) -> str:
    """Return the name of a module, GAME-SEARCH; all variants of a game share it."""
    return f"{game.family.name}-{search}"


def find_module(game: Game, search: str, *folders: Path) -> BrowserModule | None:
    """Return the module of a search built from the present sources, None where there is none.

    folders: where it may be, by default this user's cache and the data of the package.
    """
    for folder in folders or (cached_modules(game, search), PACKAGED):
        found = _read(folder / f"{module_name(game, search)}.wasm")
        if found and found.manifest.get("digest") == digest_of(game, search):
            return found
    return None


def _read(code: Path) -> BrowserModule | None:
    """Return a module with its manifest, None for one that is not whole."""
    try:
        manifest = json.loads(code.with_suffix(".json").read_text(encoding="utf-8"))
        is_whole = isinstance(manifest, dict) and code.stat().st_size == manifest.get("size")
    except (OSError, ValueError):
        return None
    return BrowserModule(code, manifest) if is_whole else None


@functools.cache
def digest_of(game: Game, search: str) -> str:
    """Return the digest of the sources of a module: one of another digest may play otherwise."""
    package = game.kernels.package
    spec = importlib.util.find_spec(package)
    assert spec and spec.origin
    rules = [path for name in _RULES if (path := Path(spec.origin).with_name(f"{name}.py")).is_file()]
    engine = PACKAGE.parent / f"{_ENGINES[search].replace('.', '/')}.py"
    build = (Path(__file__).with_name("module_build.py"), PACKAGE / "core" / "machine_code" / "wasm.py")
    own = source_digest(f"{package}.rules", *rules, PACKAGE / "core" / "playout.py", versions=False)
    return own + source_digest(_ENGINES[search], engine, *build, versions=False)

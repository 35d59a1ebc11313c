"""Built modules: the searches of a game for WebAssembly, and where they are found.

`charkoni wasm build` writes `GAME-SEARCH.wasm`, and the manifest `GAME-SEARCH.json` (see `module_build`), into this
user's cache; a wheel or an image may bring them as data of the package.  Without them everything else works.
"""

import functools
import importlib.util
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from charkoni.core.compiler import PACKAGE, cache_root, source_digest
from charkoni.core.game import Game
from charkoni.search.engine import Engine
from charkoni.search.mcts.search import Mcts
from charkoni.search.searcher import ENGINE_CLASSES, engine_of, full_width

PACKAGED = PACKAGE / "wasm"
MCTS = "mcts"
MODULE_ENGINES: Mapping[str, Callable[..., Engine]] = {**ENGINE_CLASSES, MCTS: Mcts}
"""The engines of modules by the names of their searches."""
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


def module_search(game: Game, name: str = "") -> str:
    """Return the search of a module, by default the full-width one; raise BadEngine for one that does not suit it.

    name: of Monte Carlo tree search, or as `engine_of` takes it.
    """
    return name if name == MCTS else engine_of(game, name or full_width(game))


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
    engine = importlib.util.find_spec(MODULE_ENGINES[search].__module__)
    assert engine and engine.origin
    build = (Path(__file__).with_name("module_build.py"), PACKAGE / "core" / "machine_code" / "wasm.py")
    own = source_digest(f"{package}.rules", *rules, PACKAGE / "core" / "playout.py", versions=False)
    return own + source_digest(engine.name, Path(engine.origin), *build, versions=False)

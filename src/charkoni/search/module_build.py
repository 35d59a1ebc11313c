"""The build of a search of a game as a WebAssembly module, with the manifest that says how to ask it.

A manifest is JSON: game, search, `digest` of the sources (`browser_modules.digest_of`), `size` of the module in bytes,
`memory` that its arrays take, and the arrays, each with `offset` from the base that `choose(base, nodes)` is given;
`stride` and `count` of its records; and `fields` of a record: offset, type (as NumPy writes it) and number of values.
What the fields mean is said in `charkoni.search.decision.layout`.  A request is written as `Request.to_bytes` has it:
the fields before `codes`, the codes, the priors, the path.
"""

import argparse
import gc
import importlib
import json
import math
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import as_strided

import charkoni
from charkoni.core import compiler
from charkoni.core.compiler import jit, remove_old_caches
from charkoni.core.game import Game, variants_of
from charkoni.core.game_types import Array
from charkoni.search.browser_modules import MODULE_ENGINES, cached_modules, digest_of, find_module, module_name
from charkoni.search.decision.choice import choose
from charkoni.search.decision.layout import LONGEST_PATH, Task
from charkoni.search.decision.random_games import digest_of_games
from charkoni.search.decision.request import blank_request, task_of
from charkoni.search.engine import Engine

if TYPE_CHECKING:
    from charkoni.core.machine_code.wasm import Buffer

FORMAT = 1
MOST_LINES = 8
TREES = {"mcts": 1 << 19, "puct": 1 << 18}
"""The nodes of trees, fewer than natively: a module is to take 64 MB at most."""
_SHOWN = ("task_request", "task_path", "task_progress", "task_rows")


def build(game: Game, search: str, folder: Path) -> None:
    """Write the module of a search of a game, for all its variants, and its manifest.  Raises NoLinker.

    A process that builds has an environment of its own (`wasm.ENVIRONMENT`).
    """
    from charkoni.core.machine_code import wasm

    engine, task, work = _arrays_of(game, search, max)
    _, lesser_task, lesser_work = _arrays_of(game, search, min)
    arrays, lesser, classes = dict[str, Array](), dict[str, Array](), dict[str, object]()
    made_task, made_search = _flatten("task", task, arrays, classes), _flatten("search", work, arrays, classes)
    _flatten("task", lesser_task, lesser, classes), _flatten("search", lesser_work, lesser, classes)
    twins = {name: f"{name.removesuffix('words')}states" for name in arrays if name.endswith("_words")}
    buffers = wasm.layout_of(arrays, twins)
    names: dict[str, object] = {"choose": jit(choose), "deepen": type(engine).deepen, "kernels": game.kernels}
    names |= {"digest_of_games": digest_of_games, "as_strided": as_strided, "int64": np.int64, **classes}
    names |= {f"pointer_{each}": wasm.pointer_to(buffer.dtype) for each, buffer in buffers.items()}
    views = ""
    for name, buffer in buffers.items():
        views += f"    {name} = {_view(name, buffer, arrays[name].shape != lesser[name].shape)}\n"
        views += f"    players = {name}[0].players\n" if name == "task_request" else ""
    computed = getattr(game.kernels, "COMPUTED", ())
    tables = [f"table_{number}" for number in range(len(computed))]
    fills = ""
    for table, (array, fill) in zip(tables, computed, strict=True):
        names |= {f"pointer_{table}": wasm.pointer_to(array.dtype), f"fill_{table}": fill}
        fills += f"        fill_{table}(carray(pointer_{table}({table}), {array.shape}))\n"
    code = wasm.compile_module(
        f"def entry({', '.join(['how', 'base', 'count', *tables])}):\n"
        f"    if how == {wasm.PREPARE}:\n"
        f"{fills}"
        "        return int64(1)\n"
        f"{views}"
        f"    task = {made_task}\n"
        f"    if how == {wasm.CHECK}:\n"
        "        rest = task.request[0].rng, task.answers, task.weights, task.points, count\n"
        "        return digest_of_games(kernels, task.path, task.states, task.words, *rest)\n"
        f"    return int64(choose(kernels, task, {made_search}, count, deepen))\n",
        names,
        [array for array, _ in computed],
    )
    manifest = {
        "format": FORMAT,
        "game": game.family.name,
        "search": search,
        "digest": digest_of(game, search),
        "size": len(code),
        "memory": sum(buffer.size + wasm.ALIGNMENT for buffer in buffers.values() if not buffer.is_shared),
        "lines": task.rows.shape[1],
        **{each.removeprefix("task_"): _described(buffers[each]) for each in _SHOWN},
    }
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / f"{module_name(game, search)}.wasm", code)
    _write(folder / f"{module_name(game, search)}.json", json.dumps(manifest).encode() + b"\n")


def _write(path: Path, content: bytes) -> None:
    """Replace a file as a whole: a server may read it meanwhile."""
    made = path.with_suffix(f"{path.suffix}.{os.getpid()}")
    made.write_bytes(content)
    made.replace(path)


def _arrays_of(game: Game, search: str, bound: Callable[..., Game]) -> tuple[Engine, Task, NamedTuple]:
    """Return an engine, and the arrays that its kernel takes.

    bound: max or min, of the players of a variant.  Where these differ, the arrays differ that have a place for each.
    """
    one = bound(variants_of(game.family), key=lambda variant: variant.players)
    engine, asked = module_engine(one, search), blank_request(one, LONGEST_PATH)
    return engine, task_of(one, asked, MOST_LINES if not game.has_dice else game.widest), engine.work_arrays()


def module_engine(game: Game, search: str) -> Engine:
    """Return the engine of a search as it is in a module."""
    return MODULE_ENGINES[search](game, **({"nodes": TREES[search]} if search in TREES else {}))


def _flatten(name: str, tree: "Array | NamedTuple", arrays: dict[str, Array], classes: dict[str, object]) -> str:
    """Collect the arrays and the classes of a tuple of arrays and such tuples; return the expression that makes it."""
    if isinstance(tree, np.ndarray):
        arrays[name] = tree
        return name
    classes[f"class_{name}"] = type(tree)
    parts = (_flatten(f"{name}_{field}", part, arrays, classes) for field, part in tree._asdict().items())
    return f"class_{name}({', '.join(parts)})"


def _view(name: str, buffer: "Buffer", is_per_player: bool) -> str:
    """Return the expression of an array at its place; the last axis may have a place for each player of a request."""
    start, row = f"pointer_{name}(base + {buffer.offset})", buffer.dtype.itemsize * math.prod(buffer.shape[1:])
    shape = repr(buffer.shape)
    if is_per_player:
        shape = f"({', '.join((*map(str, buffer.shape[:-1]), 'players'))},)"
    if buffer.stride != row:
        return f"as_strided(carray({start}, (1,)), {shape}, ({buffer.stride},))"
    return f"carray({start}, {shape})"


def _described(buffer: "Buffer") -> dict[str, object]:
    fields = {
        name: [offset, dtype.base.str[1:], math.prod(dtype.shape)]
        for name, (dtype, offset, *_) in (buffer.dtype.fields or {}).items()
    }
    count = math.prod(buffer.shape)
    return {"offset": buffer.offset, "stride": buffer.dtype.itemsize, "count": count, "fields": fields}


def build_apart(game: Game, search: str, chosen: Path | None = None) -> None:
    """Build a module in a process of its own, unless it is there.  Raises NoLinker.

    chosen: the folder, by default one in this user's cache, which keeps the modules of some states of the sources.
    """
    folder = chosen or cached_modules(game, search)
    if find_module(game, search, folder):
        return
    wasm = importlib.import_module("charkoni.core.machine_code.wasm")
    wasm.find_linker()
    command = [sys.executable, "-m", __name__, game.family.name, search, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **wasm.ENVIRONMENT})
    if done.returncode:
        raise RuntimeError(f"the module {module_name(game, search)} could not be built:\n{done.stderr}")
    if not chosen:
        remove_old_caches(folder.parent, folder)


def main() -> None:
    """Build a module: python -m charkoni.search.module_build GAME SEARCH FOLDER"""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("game")
    parser.add_argument("search")
    parser.add_argument("folder", type=Path)
    chosen = parser.parse_args()
    gc.disable()  # Numba makes few cycles, and what it makes lives until the end
    assert not compiler.CACHED, "a process that builds modules has an environment of its own"
    importlib.import_module("charkoni.core.machine_code.wasm").begin()
    build(charkoni.game(chosen.game), chosen.search, chosen.folder)


if __name__ == "__main__":
    main()

"""The search of a game as a WebAssembly module, with the manifest that says how to ask it.

A manifest is JSON: game, search, digest of the sources, `size` of the module in bytes, `memory` that its arrays take,
and the arrays, each with `offset` from the base that `choose(base, nodes)` is given; `stride` and `count` of its
records; and `fields` of a record: offset, type (as NumPy writes it) and number of values.  What the fields mean is said
in `charkoni.search.decision.layout`.  A request is written as `Request.to_bytes` has it: the fields before `codes`, the
codes, the priors, the path.
"""

import argparse
import importlib
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided

import charkoni
from charkoni.core import compiler
from charkoni.core.compiler import jit, source_digest
from charkoni.core.game import Game
from charkoni.search.decision.choice import choose
from charkoni.search.decision.request import LONGEST_PATH, request_of, task_of
from charkoni.search.searcher import full_width, full_width_engine

FORMAT = 1
MOST_LINES = 8
PER_PLAYER = frozenset({"points", "shares", "values"})
"""Arrays with a place for each player of the variant that a request names."""
_SAME_MEMORY = {"task_words": "task_states", "search_words": "search_states"}
_SHOWN = ("task_request", "task_path", "task_progress", "task_rows")


def build(game: Game, folder: Path) -> tuple[Path, Path]:
    """Write the module of a game, all its variants, and its manifest; return their paths.  Raises NoLinker.

    The cache of the compiler keeps no intermediate code: a process that builds has to do without it (`main`).
    """
    from charkoni.core.machine_code import wasm

    engine, name = full_width_engine(game), f"{game.family.name}-{full_width(game)}"
    asked = request_of(game.start(), ())
    task = task_of(game, asked, MOST_LINES if not game.has_dice else game.widest)
    task = task._replace(path=np.zeros((LONGEST_PATH, asked.path.shape[1]), np.uint64))
    work = engine.work_arrays()
    arrays = {f"task_{field}": array for field, array in task._asdict().items()}
    arrays |= {f"search_{field}": array for field, array in work._asdict().items()}
    buffers = wasm.layout_of(arrays, _SAME_MEMORY)
    names: dict[str, object] = {"choose": jit(choose), "deepen": type(engine).deepen, "kernels": game.kernels}
    names |= {"Task": type(task), "Search": type(work), "as_strided": as_strided, "int64": np.int64}
    names |= {f"pointer_{each}": wasm.pointer_to(buffer.dtype) for each, buffer in buffers.items()}
    shown = {each: _view(each, buffer) for each, buffer in buffers.items()}
    shown["task_request"] = "request"
    code = wasm.compile_module(
        "def entry(base, nodes):\n"
        f"    request = {_view('task_request', buffers['task_request'])}\n"
        "    players = request[0].players\n"
        f"    task = Task({', '.join(shown[f'task_{field}'] for field in task._fields)})\n"
        f"    search = Search({', '.join(shown[f'search_{field}'] for field in work._fields)})\n"
        "    return int64(choose(kernels, task, search, nodes, deepen))\n",
        names,
    )
    manifest = {
        "format": FORMAT,
        "game": game.family.name,
        "search": full_width(game),
        "digest": digest_of(game),
        "size": len(code),
        "memory": sum(buffer.size + wasm.ALIGNMENT for buffer in buffers.values() if not buffer.is_shared),
        "lines": task.rows.shape[1],
        **{each.removeprefix("task_"): _described(buffers[each]) for each in _SHOWN},
    }
    folder.mkdir(parents=True, exist_ok=True)
    module, described = folder / f"{name}.wasm", folder / f"{name}.json"
    module.write_bytes(code)
    described.write_text(json.dumps(manifest) + "\n", encoding="utf-8")
    return module, described


def digest_of(game: Game) -> str:
    """Return the digest of the sources of a game's module: one of another digest may play otherwise."""
    package = Path(__file__).parent
    kernels = game.kernels._numba_type_.digest
    engine = source_digest(type(full_width_engine(game)).__module__, package / "browser_modules.py")
    return f"{kernels}{engine}"


def _view(name: str, buffer: Any) -> str:
    """Return the expression of an array at its place."""
    start, row = f"pointer_{name}(base + {buffer.offset})", buffer.dtype.itemsize * math.prod(buffer.shape[1:])
    shape = "(players,)" if name.split("_", 1)[1] in PER_PLAYER else repr(buffer.shape)
    if buffer.stride != row:
        return f"as_strided(carray({start}, (1,)), {shape}, ({buffer.stride},))"
    return f"carray({start}, {shape})"


def _described(buffer: Any) -> dict[str, object]:
    fields = {
        name: [offset, dtype.base.str[1:], math.prod(dtype.shape)]
        for name, (dtype, offset, *_) in (buffer.dtype.fields or {}).items()
    }
    count = math.prod(buffer.shape)
    return {"offset": buffer.offset, "stride": buffer.dtype.itemsize, "count": count, "fields": fields}


def main() -> None:
    """Build modules: python -m charkoni.search.browser_modules [GAME ...] [--out FOLDER]

    Those of the present sources are left as they are.
    """
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("games", nargs="*", default=charkoni.games())
    parser.add_argument("--out", type=Path, default=Path("build/wasm"))
    chosen = parser.parse_args()
    compiler.CACHED = False  # before a kernel is made: the games are imported now
    wasm = importlib.import_module("charkoni.core.machine_code.wasm")
    wasm.begin()
    for name in chosen.games:
        game = charkoni.game(name)
        described = chosen.out / f"{game.family.name}-{full_width(game)}.json"
        if not described.exists() or json.loads(described.read_text(encoding="utf-8"))["digest"] != digest_of(game):
            print(*build(game, chosen.out))


if __name__ == "__main__":
    main()

"""Speed and size of modules for WebAssembly beside native searches: python bench/wasm.py FOLDER [GAME ...]

FOLDER: of `make wasm`.  For each game, from a position after some moves: nodes a second natively and in Node, by turns
in one run, their ratio, bytes of the module as it is and compressed, and MB of its memory.
"""

import argparse
import base64
import gzip
import json
import subprocess
import time
from pathlib import Path

import charkoni
from charkoni.core.game import Position
from charkoni.search import Limits, full_width, full_width_engine

ANSWERS = Path(__file__).parent.parent / "tests" / "search" / "answers.mjs"
TURNS = 3
OPENING = 12
"""Plies of the position, each the middle one of the legal moves."""


def middle(name: str) -> Position:
    """Return a position in which a player is to move."""
    position, plies = charkoni.game(name).start(), 0
    while plies < OPENING or position.turn < 0:
        position = position.play(position.moves[len(position.moves) // 2])
        plies += 1
    return position


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", default=charkoni.games())
    parser.add_argument("--nodes", type=int, default=400_000)
    chosen = parser.parse_args()
    print("| module | native nodes/s | Node nodes/s | ratio | bytes | compressed | memory MB |")
    print("|---" * 7 + "|")
    for name in chosen.games:
        position, limits = middle(name), Limits(nodes=chosen.nodes)
        engine = full_width_engine(position.game)
        path = chosen.folder / f"{position.game.family.name}-{full_width(position.game)}.json"
        engine.search(position, Limits(nodes=1000))
        asked = json.dumps([base64.b64encode(engine.request(position, (), limits).to_bytes()).decode()])
        native, module = [], []
        for _ in range(TURNS):
            began = time.perf_counter()
            nodes = engine.search(position, limits).nodes
            native.append(nodes / (time.perf_counter() - began))
            command = ["node", str(ANSWERS), str(path), "20000"]
            answer = json.loads(subprocess.run(command, input=asked, capture_output=True, text=True, check=True).stdout)
            assert answer["answers"][0]["nodes"] == nodes
            module.append(nodes / answer["seconds"])
        code = path.with_suffix(".wasm").read_bytes()
        memory = json.loads(path.read_text())["memory"] / 2**20
        sizes = f"{len(code):,} | {len(gzip.compress(code, 9)):,} | {memory:.0f}"
        print(
            f"| {path.stem} | {max(native):,.0f} | {max(module):,.0f} | {max(module) / max(native):.2f} | {sizes} |",
            flush=True,
        )


if __name__ == "__main__":
    main()

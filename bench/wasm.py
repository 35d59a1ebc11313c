"""The gates of modules for WebAssembly beside native searches: PYTHONPATH=. python bench/wasm.py [GAME ...]

For each game, from a position after some moves, everything by turns in one run: nodes a second natively, in Node and in
Chromium, over `--seconds` of native thinking, and the ratios (gate: Chromium 0.5); bytes of the module as it is and
compressed (60 kB, Mangala 250 kB); MB of memory (64); and ms from the module in memory to the first 2,000 nodes in
Chromium on a four times throttled processor (400).  Modules that are missing are built.  Pin it: taskset -c 0.
`--search`: of another search than the main one; a playout or a turn of a rollout counts as a node.
"""

import argparse
import gzip
import math
import time
from typing import Any

from playwright.sync_api import sync_playwright
from tests.browser.conftest import FLAGS, HEADLESS_SHELL
from tests.search.modules import ask_in_node, ask_in_page, in_base64

import charkoni
from charkoni.core.game import Position
from charkoni.search import Limits
from charkoni.search.browser_modules import find_module, module_name, module_search
from charkoni.search.module_build import build_apart, module_engine

TURNS = 2
OPENING = 12
"""Plies of the position, each the middle one of the legal moves."""
SLICE, FIRST = 20_000, 2_000
"""Nodes of a call, and of the first thought."""
PROBE_S = 0.3
"""The least seconds of the search that says how many nodes are searched in some seconds."""
SLOWER = 4


def middle(name: str) -> Position:
    """Return a position in which a player is to move."""
    position, plies = charkoni.game(name).start(), 0
    while plies < OPENING or position.turn < 0:
        position = position.play(position.moves[len(position.moves) // 2])
        plies += 1
    return position


def measured(name: str, chosen: str, seconds: float, browser: Any) -> str:
    """Return a row of the table.  chosen: the search, "" for the main one."""
    position = middle(name)
    game, search = position.game, module_search(position.game, chosen)
    engine = module_engine(game, search)
    build_apart(game, search)
    module = find_module(game, search)
    assert module
    engine.prepare()
    asked_nodes = FIRST  # a limit of time ends a search whose move is clear
    while (
        found := engine.search(position, Limits(nodes=asked_nodes))
    ).seconds < PROBE_S and found.nodes >= asked_nodes:
        asked_nodes *= 4
    # A tree may be full long before: then the search is asked again and again, else the ratios would be those of a
    # module that is still being compiled.
    is_full = found.nodes < asked_nodes
    repeats = math.ceil(seconds / found.seconds) if is_full else 1
    limits = Limits(nodes=asked_nodes if is_full else int(found.nodes * seconds / found.seconds))
    asked: dict[str, object] = {
        "requests": [in_base64(engine.request(position, (), limits).to_bytes())] * repeats,
        "slice": SLICE,
    }
    speeds: dict[str, list[float]] = {"native": [], "Node": [], "Chromium": []}
    for _ in range(TURNS):
        began = time.perf_counter()
        nodes = [engine.search(position, limits).nodes for _ in range(repeats)]
        speeds["native"].append(sum(nodes) / (time.perf_counter() - began))
        for where in ("Node", "Chromium"):
            page = browser.new_page()
            answer = ask_in_node(module, asked) if where == "Node" else ask_in_page(page, module, asked)
            page.close()
            assert [each["nodes"] for each in answer["answers"]] == nodes
            speeds[where].append(sum(nodes) / answer["seconds"])
    page = browser.new_page()
    first = ask_in_page(page, module, asked | {"slice": FIRST, "last": 1}, SLOWER)["first"]
    page.close()
    native, node, chromium = (max(each) for each in speeds.values())
    code = module.code.read_bytes()
    sizes = f"{len(code):,} | {len(gzip.compress(code, 9)):,} | {int(str(module.manifest['memory'])) / 2**20:.0f}"
    ratios = f"{native:,.0f} | {node / native:.2f} | {chromium / native:.2f}"
    return f"| {module_name(game, search)} | {ratios} | {sizes} | {first:.0f} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=charkoni.games())
    parser.add_argument("--search", default="")
    parser.add_argument("--seconds", type=float, default=2.0)
    chosen = parser.parse_args()
    print("| module | native nodes/s | Node | Chromium | bytes | compressed | memory MB | first thought ms |")
    print("|---" * 8 + "|")
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=HEADLESS_SHELL, args=FLAGS)
        for name in chosen.games:
            print(measured(name, chosen.search, chosen.seconds, browser), flush=True)
        browser.close()


if __name__ == "__main__":
    main()

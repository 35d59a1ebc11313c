"""The first minute on a machine that has never seen Charkoni: python bench/first_minute.py [GAME ...] [--levels 2,5]

For each game and level, from an empty compile cache: seconds from the start of `charkoni serve` to the first board and
to the first move of the computer, over the pages, the form and the socket that a browser uses, and the same for
`charkoni play`; then the same with all that has been compiled by then.  The person moves at once, so these are the
longest waits.  --stages: how long the stages of compilation take for each game (see `charkoni.web.engine.compilation`),
in processor seconds.
"""

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx2
import pexpect
from websockets.asyncio.client import ClientConnection, connect

import charkoni
from charkoni.core.compiler import switch_off
from charkoni.core.constants import CHANCE
from charkoni.core.game import Game
from charkoni.core.record import Record
from charkoni.graphics.click_trie import leaves

switch_off()  # what this script compiled itself would count as waiting

LONGEST_S = 300.0
STAGES = """
import sys, time
import charkoni
from charkoni.web.engine.compilation import Stage, compile_stage
for stage in Stage:
    began = time.process_time()
    compile_stage(charkoni.game(sys.argv[1]), stage)
    print(f"{stage.name.lower()} {time.process_time() - began:.1f}", end="  ", flush=True)
"""

Waits = tuple[float, float]
"""Seconds from the start to the first board and to the computer's first move."""


def environment(cache: Path) -> dict[str, str]:
    """Return the environment of a program with a compile cache of its own; bytecode is kept, as people do."""
    kept = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"CHARKONI_CACHE": str(cache), "CHARKONI_LANG": "en", "TERM": "xterm"}


def page(game: Game, level: int, cache: Path) -> Waits:
    """Play on a server of its own until the computer has moved."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "charkoni", "serve", "--port", "0", "--database", f"{folder}/games.sqlite"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment(cache)) as server:
            try:
                assert server.stdout
                found = re.search(r"http://[^/]+", server.stdout.readline())
                assert found, "the server tells its address"
                return asyncio.run(_first_moves(found[0], game, level, began))
            finally:
                server.terminate()


async def _first_moves(address: str, game: Game, level: int, began: float) -> Waits:
    """Do what a browser does: the home page and its form, the page of the table, the socket of its board."""
    async with httpx2.AsyncClient(base_url=address, timeout=60) as browser:
        found = re.search('name="csrf" value="([^"]+)"', (await browser.get("/")).raise_for_status().text)
        assert found, "the home page has a form"
        form = {"csrf": found[1], "game": game.name, "opponent": "computer", "level": str(level)}
        table = (await browser.post("/new", data=form)).headers["location"]
        (await browser.get(table)).raise_for_status()
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        headers = {"cookie": cookies, "origin": address}
        async with connect(address.replace("http", "ws") + "/ws", additional_headers=headers) as wire:
            await wire.send(json.dumps({"type": "hello", "g": table.removeprefix("/g/"), "lang": "en"}))
            return await _played(wire, game, began)


async def _played(wire: ClientConnection, game: Game, began: float) -> Waits:
    """Play at a board until the computer has moved."""
    record, board, board_s, sent = Record(game), dict[str, Any](), 0.0, -1
    while time.perf_counter() - began < LONGEST_S:
        message = json.loads(await asyncio.wait_for(wire.recv(), LONGEST_S))
        if message["type"] not in ("view", "ply", "table"):
            continue
        board |= {"trie": {}} | message if message["type"] != "table" else {"table": message["table"]}
        if message["type"] == "ply":
            record.play(message["m"])
        board_s = board_s or time.perf_counter() - began
        if has_replied(record):
            return board_s, time.perf_counter() - began
        request = _request(board)
        if request and board["v"] > sent:
            sent = board["v"]
            await wire.send(json.dumps(request | {"g": board["g"], "v": sent, "n": sent}))
    return board_s, float("inf")


def _request(board: dict[str, Any]) -> dict[str, Any] | None:
    """Return what a person sends who does the first thing that a board offers, if it is his turn."""
    if "throw" in board["table"]["can"]:
        return {"type": "throw", "salt": "word"}
    move = next((move for _, move in leaves(board["trie"])), None)
    return {"type": "do", "m": move} if move else None


def terminal(game: Game, level: int, cache: Path) -> Waits:
    """Play in a terminal until the computer has moved."""
    began = time.perf_counter()
    sides = zip("abcd", game.sides, strict=False)
    seats = [f"{letter}=level={level}" for letter, side in sides if side != game.sides[0]]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game"
        program = pexpect.spawn(
            sys.executable,
            ["-m", "charkoni", "play", game.name, *seats, "--seed", "1", "--pace", "0", "--save", str(path)],
            env=environment(cache) | {"XDG_DATA_HOME": folder},
            encoding="utf-8",
            timeout=LONGEST_S,
            dimensions=(50, 100),
        )
        board_s = 0.0
        try:
            while True:
                program.expect("help explains.*> ")
                board_s = board_s or time.perf_counter() - began
                saved = path.read_text(encoding="utf-8") if path.exists() else ""
                record = Record.parse(saved) if saved else Record(game)  # it may just be written
                if has_replied(record):
                    return board_s, time.perf_counter() - began
                program.sendline(record.position.moves[0])
        finally:
            program.close(force=True)


def has_replied(record: Record) -> bool:
    """Return whether somebody of another side than the first has moved."""
    deciders = [position.turn for position in record.positions[:-1]]
    return any(turn != CHANCE and record.game.sides[turn] != record.game.sides[0] for turn in deciders)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=charkoni.games())
    parser.add_argument("--levels", default="2")
    parser.add_argument("--stages", action="store_true")
    args = parser.parse_args()
    for name in args.games:
        if args.stages:
            with tempfile.TemporaryDirectory() as cache:
                spent = subprocess.run(
                    [sys.executable, "-c", STAGES, name], env=environment(Path(cache)), capture_output=True, text=True
                )
                print(f"{name:10} processor s of {spent.stdout}{spent.stderr}", flush=True)
        for level in map(int, args.levels.split(",")):
            for place in (page, terminal):
                with tempfile.TemporaryDirectory() as cache:
                    waits = [place(charkoni.game(name), level, Path(cache)) for _ in range(2)]
                (board_s, move_s), (again_s, move_again_s) = waits
                print(
                    f"{name:10} level {level}, {place.__name__:8}: board {board_s:.1f} s, first move {move_s:.1f};"
                    f" second start {again_s:.1f} and {move_again_s:.1f}",
                    flush=True,
                )
    load = " ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"load of the machine {load}, {os.cpu_count()} cores")


if __name__ == "__main__":
    main()

"""A Python player in a process of its own: `python -m charkoni.arena.player_process MODULE NAME`.

It speaks the line protocol (docs/program/players.md) with the arena.  NAME is called without arguments and returns a
player: an object with a method `choose(record)`.
"""

import importlib
import os
import sys
from typing import Any

import charkoni
from charkoni.core.record import Player
from charkoni.players import decide


def serve(player: Player) -> None:
    """Answer the lines of standard input until it ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)  # the player's output goes to standard error
    name = start = ""
    moves: list[str] = []
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "charkoni":
            name = rest.partition(" ")[2]
            game = charkoni.game(name)
            if hasattr(player, "prepare"):
                player.prepare(game)
            print("ready", type(player).__name__, file=answers)
        elif word == "start":
            start = rest
        elif word == "moves":
            moves = rest.split()
        elif word == "go":
            game = charkoni.game(name)
            record = charkoni.Record(game, game.parse(start))
            for move in moves:
                record.play(move)
            decision = decide(player, record)
            value = "" if decision.value is None else f" value {decision.value:.6f}"
            nodes = "" if decision.nodes is None else f" nodes {decision.nodes}"
            print(f"move {decision.move}{value}{nodes}", file=answers)


def main() -> None:
    """Import the player that the arguments name, and serve it."""
    sys.path.insert(0, os.getcwd())
    module, name = sys.argv[1:]
    make: Any = importlib.import_module(module)
    for part in name.split("."):
        make = getattr(make, part)
    serve(make())


if __name__ == "__main__":
    main()

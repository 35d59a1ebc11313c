"""Compiles what most tests need before they start, game by game in two processes: `python -m tests.compile [quick]`.

Without this step the workers of a test run would wait for each other.  quick: positions and random games only, which is
what the conformance kit needs with bounds checks.
"""

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import charkoni
from charkoni.check.perft import leaves
from charkoni.core.record import Record
from charkoni.players import player
from charkoni.search import engines_of

PROCESSES = 2
SLOW_FIRST = ("chaupar", "gana", "banglagor", "focus", "barbakan", "mosty", "mangala")
"""The order in which compiling them all ends soonest."""


def compile_game(name: str, players: Sequence[str]) -> None:
    """Use once whatever positions, leaf counts and players of a game need.  players: "*" stands for its searches."""
    game = charkoni.game(name)
    record = Record(game)
    while record.turn == charkoni.CHANCE:
        record.play(record.position.moves[0])
    leaves(record.position, 2)
    for spec in players:
        for each in [f"{engine}:20" for engine in engines_of(game)] if spec == "*" else [spec]:
            player(each).choose(record)
    record.play(player("random").choose(record))


def main(arguments: Sequence[str]) -> None:
    """Compile all games, in the order of what takes longest."""
    players = ("random",) if "quick" in arguments else ("random", "mcts:10", "*")
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        for done in [pool.submit(compile_game, name, players) for name in SLOW_FIRST]:
            done.result()


if __name__ == "__main__":
    main(sys.argv[1:])

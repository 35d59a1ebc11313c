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
from charkoni.web.engine.compilation import Stage, compile_stage
from charkoni.web.engine.readiness import record_compiled

PROCESSES = 2
TREE_SEARCHES = ("mangala", "mosty")
"""The games that tests play by PUCT and by Monte Carlo tree search; all are played by alpha-beta or expectiminimax."""
SLOW_FIRST = ("chaupar", "gana", "banglagor", "focus", "barbakan", "mosty", "mangala")
"""The order in which compiling them all ends soonest."""


def compile_game(name: str, with_searches: bool) -> None:
    """Use once whatever positions, leaf counts, random games and, if wanted, searches of a game need."""
    game = charkoni.game(name)
    record = Record(game)
    while record.turn == charkoni.CHANCE:
        record.play(record.position.moves[0])
    leaves(record.position, 2)
    engines = [each for each in engines_of(game) if name in TREE_SEARCHES or each != "puct"]
    specs = [f"{each}:20" for each in engines] + ["mcts:10"] * (name in TREE_SEARCHES)
    for spec in specs if with_searches else ():
        player(spec).choose(record)
    for stage in Stage if with_searches else ():
        compile_stage(game, stage)
    record.play(player("random").choose(record))


def main(arguments: Sequence[str]) -> None:
    """Compile all games, in the order of what takes longest."""
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        for done in [pool.submit(compile_game, name, "quick" not in arguments) for name in SLOW_FIRST]:
            done.result()
    if "quick" not in arguments:
        record_compiled()  # the servers of the tests load their kernels and compile nothing


if __name__ == "__main__":
    main(sys.argv[1:])

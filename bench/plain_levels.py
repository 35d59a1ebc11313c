"""How long each level thinks as plain Python: NUMBA_DISABLE_JIT=1 python bench/plain_levels.py [games]

For each game and level the median and the longest seconds of processor for a move, over positions of one random game.
`Catalog.plain_level` is the highest level whose median is below 3 s; the levels above it are offered with the word that
they are slow where the compiler is not installed.
"""

import argparse
import random
import statistics
import time
from collections.abc import Iterator

import charkoni
from charkoni.core.catalog import PLAIN_S
from charkoni.core.compiler import compiled
from charkoni.core.game import Game
from charkoni.core.record import Record
from charkoni.players.levels import HIGHEST, level_player


def records(game: Game, count: int) -> Iterator[Record]:
    """Yield records of one random game, at equal distances, somebody to move in each."""
    chosen = random.Random(1)
    whole = Record(game)
    while whole.position.outcome is None and len(whole) < 400:
        whole.play(chosen.choice(list(whole.position.moves)))
    for part in range(count):
        record = Record(game)
        for move in whole.moves[: len(whole) * part // count]:
            record.play(move)
        while record.position.odds:
            record.play(record.position.moves[0])
        yield record


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=charkoni.games())
    parser.add_argument("--positions", type=int, default=5)
    arguments = parser.parse_args()
    if compiled():
        parser.error("set NUMBA_DISABLE_JIT=1")
    for name in arguments.games:
        for level in range(1, HIGHEST + 1):
            player = level_player(f"level={level}")
            spent = []
            for record in records(charkoni.game(name), arguments.positions):
                began = time.process_time()
                player.choose(record)
                spent.append(time.process_time() - began)
            print(f"{name} {level}: {statistics.median(spent):.2f} s, at most {max(spent):.2f} s", flush=True)
            if statistics.median(spent) > 2 * PLAIN_S:
                break


if __name__ == "__main__":
    main()

"""Latency of answers under load:  python bench/deadlines.py [GAME ...] [--budget 0.1] [--moves 60] [--load 4]

Each search of each game plays moves with a time budget, while other processes load the machine.  --pause 0.2 sleeps
between two answers, as when the opponent is to move; without it, the search uses up its share of the processor and the
scheduler delays it.  Printed: the mean and the longest answer, and the number of those more than 50 ms over the budget.
"""

import argparse
import os
import time
from multiprocessing import Process
from statistics import mean

from charkoni import OVER, Record, game, games
from charkoni.core.constants import CHANCE
from charkoni.search import Limits, Searcher, engines_of

LATE = 0.05


def burn() -> None:
    """Keep a core busy for ever."""
    while True:
        sum(range(100_000))


def answers(name: str, engine: str, budget: float, moves: int, pause: float) -> list[float]:
    """Return the seconds of each move of a game."""
    searcher = Searcher(game(name), engine)
    searcher.prepare()
    record, taken = Record(game(name)), []
    while len(taken) < moves:
        if record.turn == OVER:
            record = Record(game(name))
        if record.turn == CHANCE:
            record.play(record.position.moves[len(record) % len(record.position.moves)])
            continue
        time.sleep(pause)
        begin = time.perf_counter()
        move = searcher.search(record, Limits(seconds=budget)).move
        taken.append(time.perf_counter() - begin)
        assert move is not None
        record.play(move)
    return taken


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=games())
    parser.add_argument("--budget", type=float, default=0.1)
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--load", type=int, default=4)
    parser.add_argument("--pause", type=float, default=0.0)
    args = parser.parse_args()
    pairs = []
    for name in args.games:
        for engine in engines_of(game(name)):
            Searcher(game(name), engine).prepare()
            pairs.append((name, engine))
    others = [Process(target=burn, daemon=True) for _ in range(args.load)]
    for other in others:
        other.start()
    print(f"{os.cpu_count()} cores, {args.load} busy processes, load {os.getloadavg()[0]:.0f}")
    print(f"{1000 * args.budget:.0f} ms a move, pauses of {1000 * args.pause:.0f} ms")
    for name, engine in pairs:
        taken = answers(name, engine, args.budget, args.moves, args.pause)
        late = sum(each > args.budget + LATE for each in taken)
        print(
            f"{name:12} {engine:6} mean {1000 * mean(taken):6.1f} ms  latest {1000 * max(taken):6.1f} ms  late {late}",
            flush=True,
        )
    for other in others:
        other.terminate()


if __name__ == "__main__":
    main()

"""Speed of the searches:  python bench/search.py [GAME ...] [--seconds 1.0] [--rounds 5] [--threads 2]

Each search of each game searches positions of a random game.  Printed are medians of rounds in which the games
alternate: nodes per second of processor time on one thread, and the speed-up of several threads: nodes per second of
wall time with them over those with one, which needs as many free cores; and the same by processor time, as if cores
were free, which shows only the overhead of the threads.
"""

import argparse
import os
import platform
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from statistics import median

from charkoni import OVER, Record, game, games
from charkoni.core.constants import CHANCE
from charkoni.core.game import Position
from charkoni.core.random_numbers import below, seeded
from charkoni.search import Limits, Searcher, engines_of

TARGETS = {("mangala", "ab"): 4e6}
TARGET_GAIN = 1.7
PLIES = 6


@dataclass
class Rates:
    """The measurements of a search, one number per round."""

    alone: list[float] = field(default_factory=list)  # nodes in a second of the processor
    gains: list[float] = field(default_factory=list)  # by the clock
    costs: list[float] = field(default_factory=list)  # by the processor's time


def middle(name: str, seed: int) -> Position:
    """Return a position of a random game in which a player has a choice."""
    rng = seeded(seed)
    record = Record(game(name))
    while len(record) < PLIES or record.turn == CHANCE or (record.turn != OVER and len(record.position.moves) < 2):
        moves = record.position.moves
        record.play(moves[int(below(rng, len(moves)))])
    return record.position if record.turn != OVER else middle(name, seed + 1000)


def nodes_per_second(engine: str, position: Position, seconds: float, threads: int) -> tuple[float, float]:
    """Return nodes per second of wall time and of processor time."""
    searcher = Searcher(position.game, engine)  # a new one, which knows nothing of the position yet
    searcher.prepare()
    clock, processor = time.perf_counter(), time.process_time()
    found = searcher.search(position, Limits(seconds=seconds, threads=threads))
    return found.nodes / (time.perf_counter() - clock), found.nodes / (time.process_time() - processor)


def measure(rates: Rates, engine: str, position: Position, seconds: float, threads: int) -> None:
    """Measure one round."""
    clock, processor = nodes_per_second(engine, position, seconds, 1)
    rates.alone.append(processor)
    if threads > 1 and engine != "dice":
        many_clock, many_processor = nodes_per_second(engine, position, seconds, threads)
        rates.gains.append(many_clock / clock)
        rates.costs.append(threads * many_processor / processor)


def report(name: str, engine: str, rates: Rates) -> str:
    """Return a line of the table."""
    rate = median(rates.alone)
    target = TARGETS.get((name, engine))
    said = "" if target is None else f"  target {target / 1e6:.1f}: {'reached' if rate >= target else 'NOT reached'}"
    if rates.gains:
        said = f"{median(rates.gains):8.2f} {median(rates.costs):8.2f}" + said
    return f"{name:12} {engine:6} {rate / 1e6:8.2f} {said}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=games())
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    pairs = []
    for name in args.games:
        for engine in engines_of(game(name)):
            pairs.append((name, engine, Rates()))
            Searcher(game(name), engine).prepare()
    for number in range(args.rounds):
        for name, engine, rates in pairs:
            measure(rates, engine, middle(name, number), args.seconds, args.threads)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    processor = platform.processor() or platform.machine()
    print(f"{datetime.now(UTC).date()}, {processor}, {os.cpu_count()} cores, load {load:.1f}")
    print(f"{'game':12} {'search':6} {'M nodes/s':>8} {args.threads:5} threads: clock, processor")
    for name, engine, rates in pairs:
        print(report(name, engine, rates))


if __name__ == "__main__":
    main()

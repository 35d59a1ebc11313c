"""Speed of the other solvers:  python bench/solve_others.py [--seed 1]

Barbakan's retrograde analysis, Mosty's spanning trees (target: 5 ms per position of size 10), Chaupar's lane
tablebases, and proofs of endings with the verification of their certificates.  Processor time on one thread; memory as
allocated.
"""

import argparse
import platform
import sys
import time
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

import charkoni
from charkoni.core.game import Position
from charkoni.core.game_types import Array
from charkoni.core.random_numbers import below, seeded
from charkoni.solve.barbakan import tablebase
from charkoni.solve.barbakan.retrograde_kernels import NEVER
from charkoni.solve.chaupar import lane_tablebase
from charkoni.solve.mosty import solver as switching_game
from charkoni.solve.proof import solve_whole
from charkoni.solve.proof.search import LIMITS, search_tree
from charkoni.solve.proof.tree_kernels import FIELDS

TARGET_MS = 5.0
DEEPEST = LIMITS[-1]
OPEN_ENDING = "4/6/8/3,gg,4/8/8/rrr,5/4 a 0:0"
SMALL_ENDING = "0,0,4,1,2,1:11/0,1,1,0,1,0:26 b 1/1"


def seconds_of(work: Callable[[], Any]) -> tuple[float, Any]:
    begin = time.process_time()
    result = work()
    return time.process_time() - begin, result


def positions(name: str, seed: int) -> list[Position]:
    """Return the positions of a random game."""
    found, rng = [charkoni.game(name).start()], seeded(seed)
    while not found[-1].outcome:
        moves = found[-1].moves
        found.append(found[-1].play(moves[int(below(rng, len(moves)))]))
    return found[:-1]


def counts(values: Array) -> dict[str, int]:
    """Return the numbers of positions won, drawn and lost for the mover, and the plies of the longest win."""
    live = values[values < NEVER]
    wins = live[live % 2 == 1]
    return {
        "wins": int(wins.size),
        "draws": int((live == 0).sum()),
        "losses": int(((live % 2 == 0) & (live > 0)).sum()),
        "longest": int(live.max()) if live.size else 0,
    }


def barbakan() -> None:
    tablebase.ArmyTablebaseKey("mini3", 1, 1).build()  # compiles
    key = tablebase.ArmyTablebaseKey("mini3", 3, 3)
    seconds, values = seconds_of(key.build)
    facts = " / ".join(f"{count}" for count in counts(values).values())
    print(f"Barbakan mini3: {facts} (wins, draws, losses, longest), CRC-32 {zlib.crc32(values):08x}")
    speed = key.positions / seconds / 1e6
    print(f"  {speed:.2f} M positions/s, {key.memory / 1e6:.1f} MB for {key.positions} positions")


def mosty_trees(seed: int) -> float:
    """Print the time of a verdict with all winning moves; return the milliseconds at size 10."""
    mean = 0.0
    for size in (5, 10):
        game = [p for i in range(3) for p in positions(f"mosty:size={size}", seed + i)]
        switching_game.solve(game[0])
        times = sorted(seconds_of(lambda p=p: switching_game.solve(p))[0] * 1000 for p in game)
        mean = sum(times) / len(times)
        print(f"Mosty size {size}: {mean:.2f} ms a position (slowest {times[-1]:.2f}), winner and all winning moves")
    return mean


def chaupar() -> None:
    lane_tablebase.LaneTablebaseKey(0, 0).build()  # compiles
    key = lane_tablebase.LaneTablebaseKey(0, 1)
    seconds, chances = seconds_of(key.build)
    print(f"Chaupar, one pile each: {len(chances)} positions, CRC-32 {zlib.crc32(chances.tobytes()):08x}")
    print(f"  {len(chances) / seconds / 1e3:.1f} k positions/s, each with all throws")


def proofs() -> None:
    at, room = charkoni.game("focus").parse(OPEN_ENDING), np.zeros((400_000, FIELDS), np.int32)
    search_tree(at, 0, 1, room)
    seconds, (_, used) = seconds_of(lambda: search_tree(at, 0, DEEPEST, room))
    print(f"Proof-number search, Focus: {used / seconds / 1e6:.2f} M nodes/s, {room.itemsize * FIELDS} bytes each")
    small = charkoni.game("mangala:fortress").parse(SMALL_ENDING)
    solve_whole(small, 1000)
    seconds, whole = seconds_of(lambda: solve_whole(small, 2_000_000))
    if whole is None:
        print("Ending of the fortress variant: more than 2 000 000 positions")
        return
    print(f"Fortress variant, an ending solved whole: {whole.nodes} positions, {whole.nodes / seconds / 1e3:.0f} k/s")
    seconds, checked = seconds_of(whole.certificate.check)
    print(f"  certificate: {checked} positions checked by the rules, {checked / seconds / 1e3:.1f} k/s")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    barbakan()
    slowest = mosty_trees(args.seed)
    chaupar()
    proofs()
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    return slowest > TARGET_MS


if __name__ == "__main__":
    sys.exit(main())

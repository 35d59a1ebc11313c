"""Speed of Mangala tablebases and proofs compared with plain C:  python bench/solve.py [--stones 15] [--rounds 3]

Measured is processor time on one thread, of this package and of bench/solve_plain.c (compiled by the system's C
compiler where there is one), in alternation; medians count.  The target is a tablebase at 6 million boards per second
and core, or on a slower or busier machine the speed of plain C there.  The checksums of both programs must be equal.
"""

import argparse
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from charkoni import game, tablebases
from charkoni.core.compiler import jit
from charkoni.core.game import Position
from charkoni.solve.mangala import tablebase
from charkoni.solve.mangala.board_kernels import boards_up_to
from charkoni.solve.mangala.search import Prover
from charkoni.solve.mangala.verification_kernels import boards_with_both, set_board

TARGET = 6e6
PROBES = 1_000_000
SOURCE = Path(__file__).with_name("solve_plain.c")


def plain_program(folder: str) -> Path | None:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    program = Path(folder) / "plain"
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, SOURCE], check=True)
    return program


def plain_round(program: Path, stones: int) -> tuple[float, str]:
    lines = subprocess.run([program, str(stones), "1"], check=True, capture_output=True, text=True).stdout.splitlines()
    return boards_up_to(stones) / float(lines[-1].split()[2]), lines[-2].split()[2]


def plain_proof(program: Path, board: str) -> tuple[float, int, int]:
    """Return seconds, nodes and the value of a board by the plain program, with a tablebase of 10 stones."""
    done = subprocess.run([program, "10", "1", "64"], input=board, check=True, capture_output=True, text=True).stdout
    value, nodes, _, seconds, _ = done.split()
    return float(seconds), int(nodes), int(value)


def our_round(stones: int) -> tuple[float, str, Any]:
    begin = time.process_time()
    endgames = tablebase.build_in_memory(stones)
    return boards_up_to(stones) / (time.process_time() - begin), f"{endgames.tablebase.sums[-1]:08x}", endgames


@jit
def probe_all(table, states):
    total = 0
    for i in range(len(states)):
        total += tablebases.further(table, states[i])
    return total


def probing(endgames: tablebases.Endgames) -> None:
    """Print the time of a probe, on boards spread over the whole tablebase."""
    mangala = game("mangala")
    rng = np.random.default_rng(1)
    ranks = rng.integers(0, endgames.tablebase.ends[-1], PROBES)
    halves = np.zeros(2, np.uint64)
    ranks = ranks[: boards_with_both(ranks, halves)]
    states = np.zeros(len(ranks), mangala.dtype)
    for i, rank in enumerate(ranks[: PROBES // 20]):
        set_board(states[i], rank, halves)
    states = np.tile(states[: PROBES // 20], 20)
    probe_all(endgames.tablebase.cells, states[:1])
    begin = time.process_time()
    probe_all(endgames.tablebase.cells, states)
    each = (time.process_time() - begin) / len(states)
    position = mangala.start().of_state(mangala, states[:1])
    endgames.lead(position)
    begin = time.process_time()
    for _ in range(2000):
        endgames.lead(position)
    python = (time.process_time() - begin) / 2000
    print(f"a probe: compiled {each * 1e6:.3f} us (target 2), from Python {python * 1e6:.0f} us")


def our_proof(endgames: tablebases.Endgames, start: Position) -> tuple[float, int, int]:
    """Return seconds, nodes and the lead of a start, which is the value of its board as the stores are equal."""
    begin = time.process_time()
    prover = Prover(endgames, 1 << 26)
    lead = prover.lead(start)
    return time.process_time() - begin, prover.nodes, lead


def proving(program: Path | None, rounds: int) -> bool:
    """Print the proofs of the start with two stones in each hole by both programs; return whether they agree."""
    endgames = tablebase.build_in_memory(10)
    start = game("mangala").parse("2,2,2,2,2,2:12/2,2,2,2,2,2:12 a")
    our_proof(endgames, start.play("6"))  # compiles
    ours, plain = [], []
    for _ in range(rounds):
        ours.append(our_proof(endgames, start))
        if program:
            plain.append(plain_proof(program, " ".join(["2"] * 12)))
    for name, found in (("ours", ours), ("plain C", plain)):
        if found:
            seconds, nodes, value = sorted(found)[len(found) // 2]
            speed = nodes / seconds / 1e6
            print(f"proof of two stones each, {name}: {value:+}, {seconds:.2f} s, {nodes} nodes, {speed:.2f} M nodes/s")
    return len({value for _, _, value in ours + plain}) == 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stones", type=int, default=15)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    tablebase.build_in_memory(6)  # compiles
    ours, plain, sums = [], [], set()
    with tempfile.TemporaryDirectory() as folder:
        program = plain_program(folder)
        for _ in range(args.rounds):
            speed, total, endgames = our_round(args.stones)
            ours.append(speed)
            sums.add(total)
            if program:
                speed, total = plain_round(program, args.stones)
                plain.append(speed)
                sums.add(total)
        agree = proving(program, args.rounds)
    print(f"table of at most {args.stones} stones, CRC-32 {' and '.join(sorted(sums))}")
    beside = f", plain C {median(plain) / 1e6:.2f} M" if plain else ", no C compiler here"
    print(f"boards a second and core: {median(ours) / 1e6:.2f} M (target {TARGET / 1e6:.0f} M){beside}")
    print(f"memory: {tablebase.memory_of(args.stones) / 1e6:.1f} MB")
    probing(endgames)
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    return not agree or len(sums) != 1 or median(ours) < min([TARGET, *plain])


if __name__ == "__main__":
    sys.exit(main())

"""Proofs by distance from the end of a game:  python bench/proved_endings.py GAME [--games 20] [--nodes 20000]

Games are played with weak moves: of eight random ones, the one that leaves the opponent the fewest.  Tried are the
positions 1, 2, 3 ... plies before the last move of each game.  Printed: the share that was proved, their values, and
the time per position; with --list the proved ones whose end is at least three plies away.  Every proof is verified by
the rules of the game alone.
"""

import argparse
import time

import charkoni
from charkoni.core.game import Position
from charkoni.core.random_numbers import below, seeded
from charkoni.solve.proof import prove, suits

BEFORE = (1, 2, 3, 4, 5, 6, 8, 10)
LONGEST = 1000
LOOKED_AT = 8


def played(name: str, seed: int) -> list[Position]:
    """Return the positions of a game, the finished one included."""
    positions, rng = [charkoni.game(name).start()], seeded(seed)
    while positions[-1].moves and len(positions) < LONGEST:
        position, moves = positions[-1], positions[-1].moves
        some = [position.play(moves[int(below(rng, len(moves)))]) for _ in range(LOOKED_AT)]
        positions.append(min(some, key=lambda after: len(after.moves)))
    return positions


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    found = {plies: {"wins": 0, "draws": 0, "open": 0, "seconds": 0.0} for plies in BEFORE}
    ended = 0
    for number in range(args.games):
        positions = played(args.game, args.seed + number)
        if not positions[-1].outcome:
            continue
        ended += 1
        for plies in BEFORE:
            position = positions[max(len(positions) - 1 - plies, 0)]
            if not suits(position):
                continue
            begin = time.process_time()
            proof = prove(position, args.nodes)
            row = found[plies]
            row["seconds"] += time.process_time() - begin
            if proof is None:
                row["open"] += 1
                continue
            proof.certificate.check()
            row["draws" if proof.certificate.plies == 0 else "wins"] += 1
            if args.list and (abs(proof.certificate.plies) > 2 or proof.certificate.plies == 0):
                size = len(proof.certificate.entries)
                print(f"{args.game} | {position} | {proof.certificate.claim} | {proof.nodes} {size}", flush=True)
    print(f"{args.game}: {ended} of {args.games} games ended within {LONGEST} plies; {args.nodes} nodes each")
    print("plies before the end: won or lost / draws / not proved, seconds each")
    for plies, row in found.items():
        total = max(row["wins"] + row["draws"] + row["open"], 1)
        share = f"{row['wins']:.0f} / {row['draws']:.0f} / {row['open']:.0f}"
        print(f"{plies:4}: {share:16} {row['seconds'] / total:8.2f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Confirmation of the published line of Mangala by plain C.

    python bench/published_line.py [--stones 26] [--tablebase 20]

docs/solving.md holds a line of perfect play, with a refutation of every error.  Each position of it, those after the
refutations included, with at most --stones stones on the board is solved by bench/solve_plain.c, which shares no code
with the package.  Its values must be those of the line: the lead is 0 on the line, and not 0 after a refutation.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from charkoni import OVER, Position, game
from charkoni.solve.mangala.tablebase import board_of, lead_now, sign_of_mover
from solve import plain_program

PAGE = Path(__file__).resolve().parents[1] / "docs" / "solving.md"
STEP = re.compile(r"^    ([\d,]+:\d+/[\d,]+:\d+ [ab])  ([1-6])(.*)$", re.MULTILINE)


def claims() -> list[tuple[Position, str, int]]:
    """Return positions with their claims: how they arise, and the sign of the final lead of a."""
    found, position = [], game("mangala").start()
    for at, move, rest in STEP.findall(PAGE.read_text(encoding="utf-8")):
        assert str(position) == at, at
        found.append((position, f"before {move}", 0))
        for worse, reply in re.findall(r"([1-6])\?([1-6])", rest):
            # Who errs falls behind: a, the first player, has then less than 0, b more.
            found.append((position.play(worse).play(reply), f"{worse}?{reply}", -1 if position.turn == 0 else 1))
        position = position.play(move)
    return [each for each in found if each[0].turn != OVER]


def board_line(position: Position) -> str:
    """Return a board in the format of the plain program: twelve numbers from the mover's hole 1 on."""
    holes = position.state[0].holes
    order = (0, 1) if sign_of_mover(position) > 0 else (1, 0)
    return " ".join(str(int(stones)) for side in order for stones in holes[side])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stones", type=int, default=26)
    parser.add_argument("--tablebase", type=int, default=20)
    parser.add_argument("--memory", type=int, default=1024, help="MB for what plain C remembers")
    args = parser.parse_args()
    said = claims()
    asked = sorted(
        (each for each in said if board_of(each[0])[2] <= args.stones), key=lambda each: board_of(each[0])[2]
    )
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        program = plain_program(folder)
        if program is None:
            print("no C compiler here")
            return 2
        command = [str(program), str(args.tablebase), "1", str(args.memory)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as plain:
            assert plain.stdin and plain.stdout
            for position, how, sign in asked:
                plain.stdin.write(board_line(position) + "\n")
                plain.stdin.flush()
                value, nodes, *_ = plain.stdout.readline().split()
                lead = lead_now(position) + sign_of_mover(position) * int(value)
                agrees = (lead > 0) - (lead < 0) == sign
                wrong += not agrees
                verdict = "agrees" if agrees else "DIFFERS"
                stones = board_of(position)[2]
                print(
                    f"{position!s:40} {how:9} {stones:3} stones, a {lead:+3}, {nodes:>10} nodes, {verdict}", flush=True
                )
            plain.stdin.close()
    left = len(said) - len(asked)
    print(f"{len(asked) - wrong} of {len(asked)} positions agree; {left} with more stones were not asked")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

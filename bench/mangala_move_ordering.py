"""Fit of the hole values of `charkoni.solve.mangala.move_ordering` to a tablebase.

    python bench/mangala_move_ordering.py --stones 25 --rest take --folder FOLDER

Boards are sampled uniformly from each layer, more varied than those of good play, since in a proof one side plays
anything.  (Fitted to positions of play, the values predict these better and prove more slowly.)  The value of a board
is modelled as a sum of one number for each hole and its stones, fitted by coordinate descent.  No compiler is needed
beyond that of the package.
"""

import argparse
from pathlib import Path

import numpy as np

from charkoni.core.game_types import Array
from charkoni.solve.mangala.board_kernels import HOLES, unpack, unrank
from charkoni.solve.mangala.layer_kernels import OFFSET
from charkoni.solve.mangala.move_ordering import COUNTED
from charkoni.solve.mangala.tablebase import READINGS, Endgames, open_endgames
from charkoni.solve.tablebase_files import tablebase_folder

LEAST = 14
"""Stones; boards with fewer differ from those that a proof meets above its tablebase."""

PRIOR = 5.0
"""Shrinks numbers of rare counts towards 0, as so many boards of value 0 would."""

SWEEPS = 40


def sampled(endgames: Endgames, each: int, seed: int) -> tuple[Array, Array]:
    """Return boards, int64[n, 12], and their values, float64[n]: `each` of every layer from LEAST stones on."""
    rng, halves = np.random.default_rng(seed), np.zeros(2, np.uint64)
    ends = endgames.tablebase.ends
    boards, values = [], []
    for stones in range(min(LEAST, endgames.stones), endgames.stones + 1):
        for rank in rng.integers(ends[stones - 1] if stones else 0, ends[stones], each):
            unrank(rank, 2 * HOLES, halves)
            board = unpack(halves[0]) + unpack(halves[1])
            if any(board[:HOLES]) and any(board[HOLES:]):
                boards.append(board)
                values.append(int(endgames.tablebase.cells[rank]) - OFFSET)
    return np.array(boards, np.int64), np.array(values, np.float64)


def fitted(boards: Array, values: Array) -> Array:
    """Return the value of each hole by its stones, float64[12, COUNTED + 1]; the last column is "COUNTED or more"."""
    counts = np.minimum(boards, COUNTED)
    hole_values = np.zeros((2 * HOLES, COUNTED + 1))
    expected = np.zeros(len(values))
    for _ in range(SWEEPS):
        for hole in range(2 * HOLES):
            column = counts[:, hole]
            missing = np.bincount(column, values - expected, COUNTED + 1)
            step = missing / (np.bincount(column, minlength=COUNTED + 1) + PRIOR)
            hole_values[hole] += step
            expected += step[column]
    return hole_values


def main() -> None:
    """Print the numbers, in hundredths of a stone, and their error on other boards."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stones", type=int, default=14)
    parser.add_argument("--rest", choices=tuple(READINGS), default="take", help="who gets the rest (M11)")
    parser.add_argument("--folder", type=Path, default=tablebase_folder())
    parser.add_argument("--each", type=int, default=25_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    endgames = open_endgames(options.stones, options.rest, options.folder)
    endgames.tablebase.check_all()
    hole_values = fitted(*sampled(endgames, options.each, options.seed))
    boards, values = sampled(endgames, options.each // 10, options.seed + 1)
    off = values - hole_values[np.arange(2 * HOLES), np.minimum(boards, COUNTED)].sum(axis=1)
    for row in np.rint(100 * hole_values[:, :COUNTED]).astype(int).tolist():
        print(f"        {row},")
    print(
        f"root mean square of what is missed: {np.sqrt((off**2).mean()):.2f} stones, of the values: {values.std():.2f}"
    )


if __name__ == "__main__":
    main()

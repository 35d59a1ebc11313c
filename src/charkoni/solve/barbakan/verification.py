"""Verification of Barbakan tablebases by the game's own rules."""

from pathlib import Path

import numpy as np

from charkoni.core.errors import N_, Reason
from charkoni.core.game import Game, Position
from charkoni.core.registry import named
from charkoni.games.barbakan.rules import POINTS
from charkoni.solve.barbakan.tablebase import ArmyTablebaseKey
from charkoni.solve.barbakan.verification_kernels import count_wrong, set_armies
from charkoni.solve.tablebase_files import BadTablebase, open_tablebase
from charkoni.solve.tasks import Progress, Verification

_CHUNK = 1 << 18  # entries between two reports, a fraction of a second
_WRONG = N_("wrong entries: {wrong}, the first is {position}")


def verify(key: ArmyTablebaseKey, path: Path, sample: int | None, seed: int, progress: Progress) -> Verification:
    """Check the checksum, then `sample` entries or all (None) against the game's own rules; raise BadTablebase.

    An entry holds if it follows from those its moves lead to.  Wins and losses count down to the end of the game, and
    a drawn position has a move to a drawn one: if every entry holds, the whole tablebase is right.
    """
    tablebase = open_tablebase(path, key.title)
    tablebase.check_all()
    game = named(f"barbakan:board={key.board}")
    states, codes = np.concatenate([game.blank()] * 2), np.zeros(game.widest, np.int64)
    shape = (int(POINTS[key.number]), key.mine, key.other)
    total = key.positions if sample is None else min(sample, key.positions)
    chosen = None if sample is None else np.random.default_rng(seed).integers(0, key.positions, total)
    for begin in range(0, total, _CHUNK):
        end = min(begin + _CHUNK, total)
        # In the order of the file: the sample is sorted, so that a mapped file is read forwards.
        indices = np.arange(begin, end, dtype=np.int64) if chosen is None else np.sort(chosen[begin:end])
        pair = np.zeros(2, np.uint64)
        wrong, first = count_wrong(game.kernels, tablebase.cells, indices, states, codes, *shape, pair)
        if wrong:
            raise _wrong(path, game, shape, int(wrong), int(first))
        progress(end, total)
    return Verification(total)


def _wrong(path: Path, game: Game, shape: tuple[int, int, int], wrong: int, first: int) -> BadTablebase:
    state = game.blank()
    set_armies(state[0], first, *shape, np.zeros(2, np.uint64))
    args = {"wrong": wrong, "position": str(Position.of_state(game, state))}
    return BadTablebase(str(path), Reason("WRONG", "", _WRONG, args))

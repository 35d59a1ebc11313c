"""Verification of a tablebase: checksums, a sample of entries recomputed by the rules, small boards played out."""

from collections.abc import Iterator

import numpy as np

from charkoni.core.errors import N_, Reason
from charkoni.core.game import Position
from charkoni.core.game_types import Array
from charkoni.solve.mangala.board_kernels import boards_up_to
from charkoni.solve.mangala.layer_kernels import OFFSET
from charkoni.solve.mangala.tablebase import Endgames, game_of
from charkoni.solve.mangala.verification_kernels import UNKNOWN, boards_with_both, count_wrong, minimax, set_board
from charkoni.solve.tablebase_files import BadTablebase
from charkoni.solve.tasks import Progress, Verification

PLAYED_OUT = 6
"""Stones; boards up to here are also played out to the end."""

LINES = 400  # boards that are played out
STACK = 400  # plies; a line of six stones is far shorter
_CHUNK = 1 << 18  # entries between two reports

_WRONG = N_("wrong entries: {wrong}, the first is {position}")


def verify(
    endgames: Endgames, sample: int | None = 100_000, seed: int = 1, progress: Progress | None = None
) -> Verification:
    """Check all checksums, then `sample` entries (None: every entry) against the game's rules; raise BadTablebase.

    Half of the sample is spread over the tablebase evenly, half over the layers.  An entry holds if it is the best of
    its moves, whose values are entries of boards with fewer stones or a smaller distance: if every entry holds, the
    whole tablebase is right.  The rules are those of the game with the reading of the tablebase.
    """
    endgames.tablebase.check_all()
    entries, boards = 0, endgames.tablebase.ends[-1]
    every = (np.arange(begin, min(begin + _CHUNK, boards), dtype=np.int64) for begin in range(0, boards, _CHUNK))
    for ranks in every if sample is None else _sampled(endgames, sample, seed):
        entries += _check(endgames, ranks)
        if progress:
            progress(entries, boards if sample is None else sample)
    return Verification(entries, _play_out(endgames, seed))


def _sampled(endgames: Endgames, sample: int, seed: int) -> Iterator[Array]:
    rng = np.random.default_rng(seed)
    ends = endgames.tablebase.ends
    yield np.sort(rng.integers(0, ends[-1], sample // 2))
    # Evenly over the boards nearly all would be of the largest layer: C(n + 12, 12) grows by half from 24 to 25 stones.
    share = -(-(sample - sample // 2) // len(ends))
    for begin, end in zip([0, *ends], ends, strict=False):
        yield np.sort(rng.integers(begin, end, share))


def _check(endgames: Endgames, ranks: Array) -> int:
    """Recompute entries, those of boards with an empty side left out; return their number; raise BadTablebase."""
    game = game_of(endgames.reading)
    states, codes, halves = game.blank().repeat(2), np.zeros(6, np.int64), np.zeros(2, np.uint64)
    # A board with an empty side is over (M11): it has no move to recompute its entry from.
    ranks = ranks[: boards_with_both(ranks, halves)]
    wrong, first = count_wrong(game.kernels, endgames.tablebase.cells, ranks, states, codes, halves)
    if wrong:
        raise _wrong(endgames, int(wrong), int(first))
    return len(ranks)


def _play_out(endgames: Endgames, seed: int) -> int:
    """Compare random small boards with a search to the end; return their number; raise BadTablebase."""
    game = game_of(endgames.reading)
    # Entries checked against other entries could be wrong together; here nothing of the tablebase is used.
    rng = np.random.default_rng(seed)
    ranks = rng.integers(0, boards_up_to(min(PLAYED_OUT, endgames.stones)), LINES)
    states, codes = game.blank().repeat(STACK), np.zeros((STACK, 6), np.int64)
    counts, best, halves = np.zeros(STACK, np.int64), np.zeros(STACK, np.int64), np.zeros(2, np.uint64)
    ranks = ranks[: boards_with_both(ranks, halves)]
    for rank in ranks:
        set_board(states[0], rank, halves)
        value = int(minimax(game.kernels, states, codes, counts, best))
        assert value != UNKNOWN, "the longest line of a small board is longer than the stack"
        if value != int(endgames.tablebase.cells[rank]) - OFFSET:
            raise _wrong(endgames, 1, int(rank))
    return len(ranks)


def _wrong(endgames: Endgames, wrong: int, rank: int) -> BadTablebase:
    game = game_of(endgames.reading)
    state = game.blank()
    set_board(state[0], rank, np.zeros(2, np.uint64))
    args = {"wrong": wrong, "position": str(Position.of_state(game, state))}
    return BadTablebase(str(endgames.tablebase.path), Reason("WRONG", "", _WRONG, args))

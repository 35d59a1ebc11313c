"""Alpha-beta: what lies about in a search, as the compiled half knows it."""

from typing import Any

import numpy as np

PLIES = 96
WIN = 1_000_000  # less the plies to it
SURE = WIN - 2000  # a score from here on is a win
SPAN = 900_000  # what an estimate can reach
QUIET_PLIES = 8
SORTED = 24
LONGEST_GAME = 4096

ENTER, LIST, NEXT, DONE, LEAF = range(5)  # phases of a frame; at LEAF there is nothing to remember
WIDE, NARROW, REDUCED, SKIPPED = range(4)  # how a move is being looked at

FRAME = np.dtype(
    (
        np.record,
        [
            ("same", np.uint64),  # hash of what counts for repetition
            ("key", np.uint64),
            ("check", np.uint64),
            ("phase", np.int64),
            ("turn", np.int64),
            ("sign", np.int64),  # 1 when the searcher's side decides, else -1
            ("depth", np.int64),  # plies still to look at; 0 or less: noisy moves only
            ("lowest", np.int64),  # alpha when the frame was entered
            ("alpha", np.int64),
            ("beta", np.int64),
            ("best", np.int64),
            ("code", np.int64),  # the best move
            ("solved", np.int64),  # whether `best` is
            ("whole", np.int64),  # whether all scores so far are
            ("sure", np.int64),  # whether a win is proved
            ("urgent", np.int64),
            ("hashed", np.int64),
            ("first", np.int64),  # the moves: places in `codes` and `ranks`
            ("count", np.int64),
            ("next", np.int64),
            ("current", np.int64),  # the move that is being looked at
            ("rank", np.int64),
            ("hint", np.int64),  # the move that the table knows
            ("stage", np.int64),
            ("length", np.int64),  # of the best line
        ],
    )
)


def context_dtype(widest: int, codes: int, players: int, words: int) -> Any:
    """Return the dtype of what lies about in a search: one record, for one pointer is handed on faster than arrays."""
    return np.dtype(
        (
            np.record,
            [
                ("level", np.int64),  # the frame that goes on
                ("nodes", np.int64),  # positions looked at
                ("now", np.int64),  # the present position's place in `path`
                ("played", np.int64),  # plies of the game so far
                ("cap", np.int64),  # its greatest number, or 0
                ("repeats", np.int64),  # whether positions met again are draws
                ("player", np.int64),  # who searches
                ("draw", np.int64),  # the score of a draw for him
                ("depth", np.int64),  # of this search
                ("age", np.int64),  # its number, 0..63
                ("skips", np.int64),  # whether the null move may prune
                ("salt", np.uint64),
                ("mask", np.uint64, (words,)),  # see `hash_words`
                ("signs", np.int64, (players,)),  # 1 for the searcher and those who win with him, -1 for others
                ("killers", np.int64, (PLIES + 1, 2)),
                ("fewer", np.int64, (64, 64)),  # by how much a late move is looked at less deeply: depth, its place
                ("lines", np.int64, (PLIES + 1, PLIES + 1)),  # the best line from each level on
                ("seen", np.uint16, (4096,)),  # how often a hash, cut to 12 bits, is in `path`
                ("path", np.uint64, (LONGEST_GAME + PLIES,)),  # hashes of the positions of the game, then of the line
                ("history", np.int64, (2, codes)),  # how well a move did, of the searcher's side and of others
                ("answers", np.int64, (codes,)),  # the move that refuted a move
                ("codes", np.int64, ((PLIES + 1) * widest,)),
                ("ranks", np.int64, ((PLIES + 1) * widest,)),
            ],
        )
    )

"""Alpha-beta: the search context, the arrays that the compiled kernels work on."""

import numpy as np

from charkoni.core.game_types import record_dtype
from charkoni.search.decision.layout import LONGEST_PATH

# The stack: the deepest iteration (80 plies, `search.DEEPEST`) and what extensions add.  At its end a node is valued
# like a horizon, so that a longer line costs depth and no error.
PLIES = 96

# Scores, of the player to move, between -WIN and WIN:
#
#     -WIN ... -PROVED_WIN      a proved loss in WIN + score plies
#     -SPAN ... SPAN            (2 * points - 1) * SPAN of a static value, a draw or shared points
#     PROVED_WIN ... WIN        a proved win in WIN - score plies
#
# The 2,000 plies between are more than PLIES and what a tablebase or `settled` adds.  A score fits the 22 bits of a
# table entry; a step is 0.5 / SPAN, half a millionth of a point.
WIN = 1_000_000
PROVED_WIN = WIN - 2000
SPAN = 900_000

# Captures that go on longer are cut off by the static value.  More plies see longer exchanges to their end and cost
# nodes everywhere; chosen, not measured.
QUIESCENCE_PLIES = 8

# Moves that are selected by rank; the rest follow as they are listed.  A selection costs a pass over all moves, and
# after two dozen tried in vain a cut-off is unlikely.  Chosen, not measured.
SORTED = 24

# A frame goes through these phases, a step of the kernel each:
#
#     ENTER --> LIST --> NEXT --> DONE     searched: stored in the transposition table, its score backed up
#       |                 | ^
#       |                 v |
#       |               child             pushed for the next move; backs its score up when it is done
#       +---> LEAF                        ended, repeated, in a table, at the horizon: backed up, not stored
#       +---> NEXT                        quiescence: only noisy moves are listed
ENTER, LIST, NEXT, DONE, LEAF = range(5)  # phases of a frame; a LEAF is not stored in the transposition table
FULL_WINDOW, NULL_WINDOW, REDUCED, NULL_MOVE = range(4)  # stages: how the current move is searched

FRAME = record_dtype(
    ("same", np.uint64),  # hash of the state for repetition
    ("key", np.uint64),
    ("check", np.uint64),
    ("phase", np.int64),
    ("turn", np.int64),
    ("sign", np.int64),  # 1 when the root player's side decides, else -1
    ("depth", np.int64),  # remaining depth in plies; 0 or less: quiescence search
    ("lowest", np.int64),  # alpha at entry
    ("alpha", np.int64),
    ("beta", np.int64),
    ("best", np.int64),
    ("code", np.int64),  # the best move
    ("solved", np.int64),  # whether `best` is proved
    ("whole", np.int64),  # whether all scores so far are proved
    ("sure", np.int64),  # whether a win is proved
    ("urgent", np.int64),  # whether the mover must answer a threat
    ("hashed", np.int64),  # whether the position is counted in `path_counts`
    ("first", np.int64),  # the moves: places in `codes` and `ranks`
    ("count", np.int64),
    ("next", np.int64),
    ("current", np.int64),  # the move being searched
    ("rank", np.int64),
    ("hash_move", np.int64),  # of the transposition table
    ("stage", np.int64),
    ("length", np.int64),  # of the principal variation
)


def context_dtype(widest: int, codes: int, players: int, words: int) -> np.dtype[np.void]:
    """Return the dtype of the search context: one record, since one pointer is passed faster than many arrays.

    widest: the longest list of legal moves.  codes: size of the code space.  words: uint64 words of a state.  Variants
    of a game share one dtype, of the largest sizes, so that the kernels compile once for all of them.
    """
    return record_dtype(
        ("ply", np.int64),  # the current frame
        ("nodes", np.int64),  # nodes searched
        ("now", np.int64),  # index of the root position in `path`
        ("played", np.int64),  # plies of the game before the root
        ("cap", np.int64),  # ply cap of the game, or 0
        ("repeats", np.int64),  # whether repetition is a draw
        ("player", np.int64),  # the root player
        ("draw", np.int64),  # score of a draw for the root player
        ("depth", np.int64),  # of the iteration
        ("age", np.int64),  # number of the search, 0..63
        ("may_try_null_move", np.int64),
        ("salt", np.uint64),
        ("mask", np.uint64, (words,)),  # see `hash_words`
        ("signs", np.int64, (players,)),  # 1 for the root player's side, -1 for others
        ("killers", np.int64, (PLIES + 1, 2)),
        (
            "pv",
            np.int64,
            (PLIES + 1, PLIES + 1),
        ),  # triangular table: principal variation from each ply
        # A filter: only where the counter of a hash is above 0 is `path` looked through for a repetition. Most
        # positions are new, and cost one read.
        ("path_counts", np.uint16, (4096,)),  # occurrences in `path` by the low 12 bits of the hash
        (
            "path",
            np.uint64,
            (LONGEST_PATH + PLIES,),
        ),  # hashes of the game, then of the current line
        ("history", np.int64, (2, codes)),  # history heuristic, of the root player's side and of others
        ("countermoves", np.int64, (codes,)),  # the move that last refuted a move
        ("codes", np.int64, ((PLIES + 1) * widest,)),
        ("ranks", np.int64, ((PLIES + 1) * widest,)),
    )

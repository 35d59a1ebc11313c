"""PUCT: the nodes of a tree and the search context, the arrays that the compiled kernels work on."""

import numpy as np

ROOT = 0
NONE = -1
DEEPEST = 400  # plies of a line: a bound for `path`; a line that long is valued where it ends
LONGEST_GAME = 4096  # positions of the game whose repetition is seen, the latest ones

OPEN, ENDED, REPEATED = range(3)  # kinds of nodes: expandable, terminal, a repetition


def node_dtype(players: int) -> np.dtype[np.void]:
    """Return the dtype of a node, one record."""
    # 128 bytes with two players, 192 with four: one or two cache lines and a half, of which a selection reads one
    # record a child.
    return np.dtype(
        (
            np.record,
            [
                ("total", np.float64, (players,)),  # points gathered by the visits
                ("minimax", np.float64, (players,)),  # minimax of the static values
                ("low", np.float64, (players,)),  # proved lower bound of the points
                ("high", np.float64, (players,)),  # proved upper bound
                ("prior", np.float64),  # the prior of the move, summing to 1 over the children; of a throw its odds
                ("code", np.int64),  # the move that leads here
                ("visits", np.int64),
                ("parent", np.int64),
                ("first", np.int64),  # the first child, or NONE; the children of a node are consecutive
                ("count", np.int64),  # the number of children
                ("turn", np.int64),
                ("kind", np.int64),
            ],
        )
    )


def context_dtype(players: int, words: int) -> np.dtype[np.void]:
    """Return the dtype of the search context, one record.  words: uint64 words of a state."""
    return np.dtype(
        (
            np.record,
            [
                ("used", np.int64),  # nodes in use
                ("nodes", np.int64),  # positions valued by this search
                ("deepest", np.int64),  # the longest line of this search, in plies
                ("now", np.int64),  # index of the root position in `path`
                ("played", np.int64),  # plies of the game before the root
                ("cap", np.int64),  # ply cap of the game, or 0
                ("repeats", np.int64),  # whether repetition is a draw
                ("sides", np.int64),  # the number of sides
                ("prior_noise", np.float64),  # noise of the priors, for the trees of helper threads
                ("rng", np.uint64, (2,)),
                ("side", np.int64, (players,)),
                ("mask", np.uint64, (words,)),  # see `hash_words`
                ("path", np.uint64, (LONGEST_GAME + DEEPEST + 1,)),  # hashes of the game, then of the line
            ],
        )
    )

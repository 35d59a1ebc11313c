"""The rules of Chaupar in one minute.  The throws of the examples occur with all sticks."""

from charkoni.core.errors import N_
from charkoni.core.game_types import Flags
from charkoni.core.teaching.summary import Statement

_COMMON = (
    Statement(
        N_("A piece that has been once round the board may turn into its lane at the end of its arm, or go on."),
        "C8",
        "6+,h3/c4/c4/c4 a a 6",
        "6+:6^",
        "l3,h3/c4/c4/c4 b ? -",
    ),
    Statement(
        N_("Own pieces on one cell join for good. A pile moves as one piece with one value."),
        "C12",
        "c2,2,3/c4/c4/c4 a a 16",
        "2:1",
        "c2,3x2/c4/c4/c4 a a 6",
    ),
    Statement(
        N_("Landing on an enemy sends him back to his Charkoni, if your pile is at least as high as his."),
        "C14",
        "c3,14/c3,3/c4/c4 a a 6",
        "14:6",
        "c3,20/c4/c4/c4 b ? -",
    ),
    Statement(
        N_("Nobody lands on an enemy in a castle, on a higher enemy pile or on his partner."),
        "C15",
        "c2,7,14/c4/c3,54/c4 a a 6",
        "7:6",
        "c2,13,14/c4/c3,54/c4 b ? -",
        "14:6",
    ),
    Statement(
        N_("A step Home takes the exact value, no more and no less."),
        "C10",
        "l2,l7,h2/c4/c4/c4 a a 6",
        "l2:6",
        "l7,h3/c4/c4/c4 b ? -",
        "l7:6",
    ),
    Statement(
        N_("Yellow steps Home only when all four black pieces are there, green when all four red ones are."),
        "C11",
        "c4/c4/20,l7,h2/c4 c c 1",
        "20:1",
        "c4/c4/21,l7,h2/c4 d ? -",
        "l7:1",
    ),
    Statement(
        N_("Entering and walking are compulsory. Turning in, moving in the lane and stepping Home are not."),
        "C17",
        "l1,h3/c4/c4/c4 a a 1",
        "-1",
        "l1,h3/c4/c4/c4 b ? -",
    ),
    Statement(
        N_("A value that you cannot move at all may be handed over: your partner plays it at once or declines."),
        "C18",
        "h4/c4/c4/c4 a a 6",
        ">6",
        "h4/c4/c4/c4 a c 6|-",
    ),
    Statement(
        N_("The team whose eight pieces are Home first wins."),
        "C21",
        "h4/c4/l7,h3/c4 c c 1",
        "l7:1",
        "h4/c4/h4/c4 c . -; over: home, 1:0:1:0",
    ),
)


def summary(flags: Flags) -> tuple[Statement, ...]:
    """Return the statements; `dice` and `entry` change one each."""
    return (
        Statement(
            N_("Throw three sticks with the faces 1, 2, 5 and 6. Each value moves one piece, in any order."),
            "C16",
            "c4/c4/c4/c4 a ? -",
            "[126]",
            "c4/c4/c4/c4 a a 126",
        )
        if flags["dice"] == "1256"
        else Statement(
            N_("Throw three sticks with the faces 1, 3, 4 and 6. Each value moves one piece, in any order."),
            "C16",
            "c4/c4/c4/c4 a ? -",
            "[136]",
            "c4/c4/c4/c4 a a 136",
        ),
        Statement(
            N_("Any value brings a piece from the Charkoni to the board: a 6 to the sixth cell of its own arm."),
            "C6",
            "c4/c4/c4/c4 a a 6",
            "c:6",
            "c3,6/c4/c4/c4 b ? -",
        )
        if flags["entry"] == "inner"
        else Statement(
            N_("Any value brings a piece from the Charkoni to the board, beyond the end of its arm: a 6 to step 15."),
            "C6",
            "c4/c4/c4/c4 a a 6",
            "c:6",
            "c3,15/c4/c4/c4 b ? -",
        ),
        *_COMMON,
    )

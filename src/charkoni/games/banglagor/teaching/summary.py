"""The rules of Banglagor in one minute."""

from charkoni.core.errors import N_
from charkoni.core.game_types import Flags
from charkoni.core.teaching.summary import Statement

_BEFORE = Statement(
    N_("First both sides place their 18 columns in turn, on their own land and not on its border row."),
    "B3",
    "8/8/8/8/8/8/8/8/8/8/8/8 a 666:666 0",
    "3@d4",
    "8/8/8/8/8/8/8/8/3C4/8/8/8 b 665:666 0",
)
_AFTER = (
    Statement(
        N_("The way leads over empty cells only; nothing is jumped over."),
        "B6",
        "8/8/8/6c1/8/8/8/3A4/3B4/8/8/C7 a 000:000 4",
        "d4-e5",
        "8/8/8/6c1/8/8/8/3AB3/8/8/8/C7 b 000:000 5",
        "d4-d6",
    ),
    Statement(
        N_("A column that ends next to enemies has to attack one of them."),
        "B8",
        "8/8/8/6c1/8/4c3/8/8/3C4/8/8/B7 a 000:000 4",
        "d4-e6xe7",
        "8/8/8/6c1/8/4c*3/4C3/8/8/8/8/B7 b 000:000 5",
        "d4-e6",
    ),
    Statement(
        N_(
            "Add up the heights of your columns next to the target. More than its height: it is removed. Otherwise it "
            "is bound."
        ),
        "B10",
        "8/8/8/6c1/3Ac*3/8/8/8/4C3/8/8/B7 a 000:000 7",
        "e4-e7xe8",
        "8/8/8/6c1/3A4/4C3/8/8/8/8/8/B7 b 000:000 0",
    ),
    Statement(
        N_("A bound column neither walks nor counts for strength. To free one takes a whole turn."),
        "B13",
        "8/8/8/6c1/8/3b*4/3A4/8/8/8/8/B7 b 000:000 3",
        "~d7",
        "8/8/8/6c1/8/3b4/3A4/8/8/8/8/B7 a 000:000 4",
    ),
    Statement(
        N_("A column on the farthest row may be lifted, in a later turn, and put on any empty cell."),
        "B14",
        "5B2/8/8/4c3/7a/8/8/8/8/8/8/C7 a 000:000 6",
        "f12@e8",
        "8/8/8/4c3/4B2a/8/8/8/8/8/8/C7 b 000:000 0",
    ),
    Statement(
        N_("A side with less than half of the other's total height has lost."),
        "B15",
        "8/cccccb2/8/8/3b4/8/3C4/8/8/CC6/CCCCCCCC/C7 a 000:000 2",
        "d6-d7xd8",
        "8/cccccb2/8/8/8/3C4/8/8/8/CC6/CCCCCCCC/C7 . 000:000 0; over: half, 1:0",
    ),
)
_MOVES = Statement(
    N_("If for ten moves of each side no column comes to stand on enemy land, the game is a draw."),
    "B16",
    "8/ccc5/8/8/8/8/8/3b4/8/3CCC2/CC6/8 a 000:000 19",
    "a2-a1",
    "8/ccc5/8/8/8/8/8/3b4/8/3CCC2/1C6/C7 . 000:000 20; over: ten-moves, 1/2:1/2",
)
_STANDING = Statement(
    N_(
        "If for ten moves of each side no column stands on enemy land, the game is a draw; while one stands there, "
        "nothing is counted."
    ),
    "B16",
    "8/ccc5/8/8/8/8/8/3b4/8/3CCC2/CC6/8 a 000:000 18",
    "a2-a1",
    "8/ccc5/8/8/8/8/8/3b4/8/3CCC2/1C6/C7 b 000:000 0",
)


def summary(flags: Flags) -> tuple[Statement, ...]:
    """Return the statements; `steps` changes the walk, `quiet` what is counted for a draw."""
    walk = (
        Statement(
            N_("Then a column walks exactly as many steps as it is high, with any turns, never diagonally."),
            "B5",
            "8/8/8/6c1/8/4b3/8/8/3C4/8/8/B7 a 000:000 4",
            "d4-a4",
            "8/8/8/6c1/8/4b3/8/8/C7/8/8/B7 b 000:000 5",
            "d4-c5",
        )
        if flags["steps"] == "exact"
        else Statement(
            N_("Then a column walks one step up to as many as it is high, with any turns, never diagonally."),
            "B5",
            "8/8/8/6c1/8/4b3/8/8/3C4/8/8/B7 a 000:000 4",
            "d4-c5",
            "8/8/8/6c1/8/4b3/8/2C5/8/8/8/B7 b 000:000 5",
        )
    )
    return _BEFORE, walk, *_AFTER, _STANDING if flags["quiet"] == "standing" else _MOVES

"""The rules of Focus in one minute."""

from charkoni.core.errors import N_
from charkoni.core.game_types import Flags
from charkoni.core.teaching.summary import Statement

_THREE = "4/6/5,g,2/8/3,grr,4/8/r,5/4 a 0:0"

_COMMON = (
    Statement(
        N_("If a tower has more than five checkers, the lowest are taken off: yours into your reserve, others out."),
        "F8",
        "4/6/3,rggg,1,g,2/8/3,grr,4/8/r,5/4 a 0:0",
        "d4-d6:2",
        "4/6/3,gggrr,1,g,2/8/3,g,4/8/r,5/4 b 1:0",
    ),
    Statement(
        N_("Instead of moving you may put a checker of your reserve on any cell, also on a tower."),
        "F10",
        "4/6/5,g,2/8/3,rgrgg,4/8/r,5/4 a 1:0",
        "@d4",
        "4/6/5,g,2/8/3,grggr,4/8/r,5/4 b 1:0",
    ),
    Statement(
        N_("With a tower of two or more you may also go out and back: the null move, which changes nothing."),
        "F9",
        _THREE,
        "-",
        "4/6/5,g,2/8/3,grr,4/8/r,5/4 b 0:0",
    ),
)


_OWNER = Statement(
    N_("A tower belongs to the colour on top. What you leave behind may turn to your opponent."),
    "F3",
    _THREE,
    "d4-e5:2",
    "4/6/5,g,2/4,rr,3/3,g,4/8/r,5/4 b 0:0",
)

_WALK = {
    "exact": Statement(
        N_(
            "Take as many checkers from the top as you like; they make exactly as many steps, with any turns, "
            "never diagonally."
        ),
        "F6",
        _THREE,
        "d4-f4:2",
        "4/6/5,g,2/8/3,g,1,rr,2/8/r,5/4 b 0:0",
        "d4-d5:2",
    ),
    "upto": Statement(
        N_(
            "Take as many checkers from the top as you like; they make one step up to as many as they are, with "
            "any turns, never diagonally."
        ),
        "F6",
        _THREE,
        "d4-d5:2",
        "4/6/5,g,2/3,rr,4/3,g,4/8/r,5/4 b 0:0",
    ),
}
"""The steps of a move, by the flag `steps`."""

_LANDING = Statement(
    N_("Nothing bars the way. They land on an empty cell or on any tower, which is yours then."),
    "F7",
    "4/6/3,g,4/3,g,4/3,grr,4/8/r,5/4 a 0:0",
    "d4-d6:2",
    "4/6/3,grr,4/3,g,4/3,g,4/8/r,5/4 b 0:0",
)

_LOSS = {
    "on": Statement(
        N_("Whoever owns no tower and has no reserve has lost. Without towers one plays on from the reserve."),
        "F12",
        "4/6/8/3,g,4/3,r,4/8/rr,5/4 a 0:2",
        "d4-d5:1",
        "4/6/8/3,gr,4/8/8/rr,5/4 b 0:2",
    ),
    "off": Statement(
        N_("Whoever owns no tower has lost; a reserve does not help."),
        "F11",
        "4/6/8/3,g,4/3,r,4/8/rr,5/4 a 0:2",
        "d4-d5:1",
        "4/6/8/3,gr,4/8/8/rr,5/4 . 0:2; over: no-towers, 1:0",
    ),
}
"""The end of the game, by the flag `rescue`."""


def summary(flags: Flags) -> tuple[Statement, ...]:
    """Return the statements; `steps=upto` and `rescue` change one each."""
    return _OWNER, _WALK[flags["steps"]], _LANDING, *_COMMON, _LOSS[flags["rescue"]]

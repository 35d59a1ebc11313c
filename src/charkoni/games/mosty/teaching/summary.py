"""The rules of Mosty in one minute, the same for all sizes."""

from charkoni.core.errors import N_
from charkoni.core.game_types import Flags
from charkoni.core.teaching.summary import Statement

_TURNS = {
    "1": Statement(
        N_("The sides take turns, one bridge each. There is no pass."),
        "S6",
        "5/4/5/4/1r3/4/5/4/5 b",
        "d4",
        "5/4/5/4/1r3/1b2/5/4/5 a",
        name="mosty",
    ),
    "2": Statement(
        N_("The first turn of the game has one bridge, every later turn two."),
        "S6",
        "5/4/5/4/2r2/4/5/4/5 b 2",
        "d6",
        "5/4/5/1b2/2r2/4/5/4/5 b 1",
        name="mosty:links=2",
    ),
}
"""The bridges of a turn, by the flag `links`."""


def summary(flags: Flags) -> tuple[Statement, ...]:
    """Return the statements; with `links=2` a turn has two bridges."""
    is_double = flags["links"] == "2"
    name, small = ("mosty:links=2", "mosty:links=2,size=2") if is_double else ("mosty", "mosty:size=2")
    left, all_left, none_left = (" 1", " 2", " 0") if is_double else ("", "", "")
    return (
        Statement(
            N_("Put a bridge of your colour on a free crossing: it joins the two dots of your colour beside it."),
            "S2",
            f"5/4/5/4/5/4/5/4/5 a{left}",
            "c3",
            f"5/4/5/4/5/4/1r3/4/5 b{all_left}",
            name=name,
        ),
        Statement(
            N_("A crossing is used once, by either side. So bridges never cross, and they stay for good."),
            "S2",
            f"5/4/5/4/5/4/1r3/4/5 b{left}",
            "c3",
            "illegal: S2",
            name=name,
        ),
        _TURNS[flags["links"]],
        Statement(
            N_("Red joins bottom and top, Blue left and right. Who is joined first wins; a draw is impossible."),
            "S3",
            f"1b/1/r1 a{left}",
            "a3",
            f"rb/1/r1 .{none_left}; over: joined, 1:0",
            name=small,
        ),
    )

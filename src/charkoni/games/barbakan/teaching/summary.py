"""The rules of Barbakan in one minute, the same on all boards."""

from dataclasses import replace

from charkoni.core.errors import N_
from charkoni.core.game_types import Flags
from charkoni.core.teaching.summary import Statement

_RING = "............b.........../a.........../............/............ a 0:0"

_BEFORE = (
    Statement(
        N_("First all pawns are placed, one a turn, on free outer points."),
        "K4",
        "......................../............/............/............ a 12:12",
        "@o5",
        "....a.................../............/............/............ b 11:12",
        name="barbakan",
    ),
    Statement(
        N_("Then a pawn moves along a line to a free neighbouring point, in any direction."),
        "K6",
        _RING,
        "m1-o1",
        "a...........b.........../............/............/............ b 0:0",
        name="barbakan",
    ),
    Statement(
        N_("Nobody captures or jumps: pawns stand in each other's way."),
        "K8",
        "............b.........../a..........b/............/............ a 0:0",
        "m1-m2",
        "............b.........../.a.........b/............/............ b 0:0",
        "m1-m12",
        name="barbakan",
    ),
    Statement(
        N_("The gates of the wall lead inwards only: a pawn inside never comes out."),
        "K7",
        "............b.........../.....a....../a.........../............ a 0:0",
        "m6-b6",
        "............b.........../............/a....a....../............ . 0:0; over: inside, 1:0",
        "b1-m1",
        name="barbakan",
    ),
)
_SHUT_IN = "aba.a./b.b/.../... b 0:0"
_PASSES = Statement(
    N_("You must move, even to your harm. Only who cannot move at all passes."),
    "K9",
    _SHUT_IN,
    "o2-m2",
    "a.a.a./bbb/.../... a 0:0",
    "-",
    name="barbakan:board=mini3",
)
_LOSES = Statement(
    N_("You must move, even to your harm. Who cannot move at all has lost."),
    "K9",
    _SHUT_IN,
    "o2-m2",
    "a.a.a./bbb/.../... . 0:0; over: shut-in, 0:1",
    "-",
    name="barbakan:blocked=loses,board=mini3",
)
_AFTER = (
    Statement(
        N_("Who first has all his pawns inside wins."),
        "K10",
        "......................../...a...b..../aaa.aabbbbbb/aaaaaabbbbb. a 0:0",
        "m4-b4",
        "......................../.......b..../aaaaaabbbbbb/aaaaaabbbbb. . 0:0; over: inside, 1:0",
        name="barbakan",
    ),
)


def summary(flags: Flags) -> tuple[Statement, ...]:
    """Return the statements; `blocked` changes what becomes of one who cannot move."""
    if flags["blocked"] == "passes":
        return *_BEFORE, _PASSES, *_AFTER
    usual, later = (tuple(replace(each, name="barbakan:blocked=loses") for each in part) for part in (_BEFORE, _AFTER))
    return *usual, _LOSES, *later

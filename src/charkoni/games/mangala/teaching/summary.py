"""The rules of Mangala in one minute."""

from charkoni.core.errors import N_
from charkoni.core.game_types import Flags
from charkoni.core.teaching.summary import Statement

_START = "4,4,4,4,4,4:0/4,4,4,4,4,4:0 a"
_SINGLE = Statement(
    N_("A single stone steps on to the next place."),
    "M5",
    "0,1,0,4,4,4:11/4,4,4,0,4,4:4 a",
    "2",
    "0,0,1,4,4,4:11/4,4,4,0,4,4:4 b",
)
_PASSING = N_("Your own store gets a stone as you pass it, your opponent's store does not.")
_AGAIN = N_("Last stone in your own store: you move again.")
_EVEN = N_("Last stone makes an even number in an opponent's hole: you capture all stones there.")
_OPPOSITE = N_("Last stone in an empty hole of your own: you capture it with the stones opposite, if there are any.")
_BACK = (
    Statement(
        N_("Take all stones of one of your holes and sow them anticlockwise. The first goes back into the same hole."),
        "M4",
        _START,
        "1",
        "1,5,5,5,4,4:0/4,4,4,4,4,4:0 b",
    ),
    _SINGLE,
    Statement(_PASSING, "M3", _START, "6", "4,4,4,4,4,1:1/5,5,4,4,4,4:0 b"),
    Statement(_AGAIN, "M6", _START, "4", "4,4,4,1,5,5:1/4,4,4,4,4,4:0 a"),
    Statement(_EVEN, "M7", "1,5,5,2,5,5:1/4,4,4,4,4,4:0 b", "6", "2,0,5,2,5,5:1/4,4,4,4,4,1:7 a"),
    Statement(_OPPOSITE, "M8", "4,4,4,4,4,0:3/5,4,4,4,4,4:0 a", "3", "4,4,1,5,5,0:9/0,4,4,4,4,4:0 b"),
)
_ON = (
    Statement(
        N_(
            "Take all stones of one of your holes and sow them anticlockwise, beginning with the next place; the hole "
            "is left empty."
        ),
        "M4",
        _START,
        "1",
        "0,5,5,5,5,4:0/4,4,4,4,4,4:0 b",
    ),
    _SINGLE,
    Statement(_PASSING, "M3", _START, "6", "4,4,4,4,4,0:1/5,5,5,4,4,4:0 b"),
    Statement(_AGAIN, "M6", _START, "3", "4,4,0,5,5,5:1/4,4,4,4,4,4:0 a"),
    Statement(_EVEN, "M7", "1,5,5,2,5,5:1/4,4,4,4,4,3:1 b", "6", "2,0,5,2,5,5:1/4,4,4,4,4,0:8 a"),
    Statement(_OPPOSITE, "M8", "4,4,3,4,4,0:3/5,4,4,4,4,5:0 a", "3", "4,4,0,5,5,0:9/0,4,4,4,4,5:0 b"),
)

_HOLE_6 = N_("Hole 6 never becomes a fortress; three stones stay there.")
_FORTRESS_BACK = (
    Statement(
        N_(
            "Take all stones of one of your holes and sow them anticlockwise over the twelve holes. The first goes "
            "back into the same hole; a single stone steps on."
        ),
        "M4",
        f"{_START} -/-",
        "1",
        "1,5,5,5,4,4:0/4,4,4,4,4,4:0 b -/-",
    ),
    Statement(_HOLE_6, "M18", "4,4,4,4,4,7:1/3,3,3,3,3,2:3 a -/-", "6", "4,4,4,4,4,1:1/4,4,4,4,4,3:3 b -/-"),
)
_FORTRESS_ON = (
    Statement(
        N_(
            "Take all stones of one of your holes and sow them anticlockwise over the twelve holes, beginning with the "
            "next one; the hole is left empty."
        ),
        "M4",
        f"{_START} -/-",
        "1",
        "0,5,5,5,5,4:0/4,4,4,4,4,4:0 b -/-",
    ),
    Statement(_HOLE_6, "M18", "4,4,4,4,4,6:2/3,3,3,3,3,2:3 a -/-", "6", "4,4,4,4,4,0:2/4,4,4,4,4,3:3 b -/-"),
)
_FORTRESS = (
    Statement(
        N_("No stone is sown into a store: nobody moves twice, and an empty hole of your own captures nothing."),
        "M16",
        "0,1,0,4,4,1:11/4,4,4,4,4,4:3 a -/-",
        "2",
        "0,0,1,4,4,1:11/4,4,4,4,4,4:3 b -/-",
    ),
    Statement(_EVEN, "M7", "4,4,4,4,4,1:2/3,4,4,4,4,4:2 a -/-", "6", "4,4,4,4,4,0:6/0,4,4,4,4,4:2 b -/-"),
    Statement(
        N_(
            "Last stone makes exactly three in an opponent's hole: you take them, and the hole is your fortress till "
            "the end."
        ),
        "M17",
        "4,4,4,4,4,1:4/2,4,4,4,4,4:1 a -/-",
        "6",
        "4,4,4,4,4,0:7/0,4,4,4,4,4:1 b 1/-",
    ),
    Statement(
        N_("Each player has one fortress at most; a second three stays where it is."),
        "M19",
        "4,4,4,4,4,1:4/2,0,4,4,4,4:5 a 2/-",
        "6",
        "4,4,4,4,4,0:4/3,0,4,4,4,4:5 b 2/-",
    ),
    Statement(
        N_("Every stone that falls into a fortress goes to its owner's store, whoever sows it."),
        "M20",
        "4,4,4,4,4,4:3/1,0,4,4,4,4:4 b 2/-",
        "1",
        "4,4,4,4,4,4:4/0,0,4,4,4,4:4 a 2/-",
    ),
)

_TAKE = N_(
    "As soon as one side is empty, its owner takes all stones that are left on the other side, and the game is over."
)
_KEEP = N_(
    "As soon as one side is empty, the game is over: the stones that are left go to the store of the side on which "
    "they lie."
)
_WINNER = N_("The fuller store wins. 24 stones each are a draw.")


_ENDS = {
    ("off", "take"): (
        Statement(
            _TAKE, "M11", "0,0,0,0,0,1:20/2,0,3,0,0,1:21 a", "6", "0,0,0,0,0,0:27/0,0,0,0,0,0:21 .; over: stones, 1:0"
        ),
        Statement(
            _WINNER,
            "M13",
            "0,0,0,0,0,1:20/0,0,3,0,0,0:24 a",
            "6",
            "0,0,0,0,0,0:24/0,0,0,0,0,0:24 .; over: equal, 1/2:1/2",
        ),
    ),
    ("off", "keep"): (
        Statement(
            _KEEP, "M11", "0,0,0,0,0,1:20/2,0,3,0,0,1:21 a", "6", "0,0,0,0,0,0:21/0,0,0,0,0,0:27 .; over: stones, 0:1"
        ),
        Statement(
            _WINNER,
            "M13",
            "0,0,0,0,0,1:23/0,0,3,0,0,0:21 a",
            "6",
            "0,0,0,0,0,0:24/0,0,0,0,0,0:24 .; over: equal, 1/2:1/2",
        ),
    ),
    ("on", "take"): (
        Statement(
            _TAKE,
            "M23",
            "0,0,0,0,0,1:20/0,2,3,0,0,1:21 a -/-",
            "6",
            "0,0,0,0,0,0:27/0,0,0,0,0,0:21 . -/-; over: stones, 1:0",
        ),
        Statement(
            _WINNER,
            "M13",
            "0,0,0,0,0,1:20/0,0,3,0,0,0:24 a -/-",
            "6",
            "0,0,0,0,0,0:24/0,0,0,0,0,0:24 . -/-; over: equal, 1/2:1/2",
        ),
    ),
    ("on", "keep"): (
        Statement(
            _KEEP,
            "M23",
            "0,0,0,0,0,1:20/0,2,3,0,0,1:21 a -/-",
            "6",
            "0,0,0,0,0,0:20/0,0,0,0,0,0:28 . -/-; over: stones, 0:1",
        ),
        Statement(
            _WINNER,
            "M13",
            "0,0,0,0,0,1:24/0,0,3,0,0,0:20 a -/-",
            "6",
            "0,0,0,0,0,0:24/0,0,0,0,0,0:24 . -/-; over: equal, 1/2:1/2",
        ),
    ),
}
"""The statements about the rest and the result, by the flags `fortress` and `rest`."""


def summary(flags: Flags) -> tuple[Statement, ...]:
    """Return the statements: the sowing by `first` and `fortress`, what else a fortress changes, the end by `rest`."""
    goes_on, end = flags["first"] == "on", _ENDS[flags["fortress"], flags["rest"]]
    if flags["fortress"] == "on":
        return *(_FORTRESS_ON if goes_on else _FORTRESS_BACK), *_FORTRESS, *end
    return *(_ON if goes_on else _BACK), *end

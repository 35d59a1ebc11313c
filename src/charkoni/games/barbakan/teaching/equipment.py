"""Board and pawns of Barbakan."""

from charkoni.core.errors import N_
from charkoni.core.game_types import Flags
from charkoni.core.teaching.equipment import Equipment
from charkoni.games.barbakan.points import BOARDS

_BOARD = N_("A board of {points} points on four rings; gates in a wall lead to the two inner rings, the barbican.")
_PAWNS = N_("{pawns} pawns for each player, each in a colour of his own.")


def equipment(flags: Flags) -> tuple[Equipment, ...]:
    """Return board and pawns, whose numbers depend on the board and the players."""
    points = len(BOARDS[flags["board"]].points)
    pawns = 2 * points // 5 // int(flags["players"])
    return (
        Equipment(
            _BOARD,
            "K1",
            lambda start: len(str(start).split(" ")[0].replace("/", "")) == points,
            {"points": points},
        ),
        Equipment(
            _PAWNS,
            "K2",
            lambda start: set(start.state[0].hand.tolist()[: int(flags["players"])]) == {pawns},
            {"pawns": pawns},
        ),
    )

"""Board and checkers of Focus."""

from charkoni.core.errors import N_
from charkoni.core.game_types import Flags
from charkoni.core.teaching.equipment import Equipment

_ALL = (
    Equipment(
        N_("A board of 52 cells: eight by eight without the three cells of every corner."),
        "F1",
        lambda start: start.state[0].tower.shape == (52,),
    ),
    Equipment(
        N_("18 red and 18 green checkers that can be stacked; at the start each is on a cell of its own."),
        "F1",
        lambda start: [str(start).split(" ")[0].count(colour) for colour in "rg"] == [18, 18],
    ),
    Equipment(
        N_("Room beside the board for the reserve of each player."), "F8", lambda start: str(start).endswith(" 0:0")
    ),
)


def equipment(flags: Flags) -> tuple[Equipment, ...]:
    """Return board and checkers."""
    return _ALL

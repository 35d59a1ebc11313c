"""Board and columns of Banglagor."""

from charkoni.core.errors import N_
from charkoni.core.game_types import Flags
from charkoni.core.teaching.equipment import Equipment

_ALL = (
    Equipment(
        N_("A board of eight by twelve cells, with a line between the sixth and the seventh row: the border."),
        "B1",
        lambda start: str(start).split(" ")[0] == "/".join("8" * 12),
    ),
    Equipment(
        N_("18 blue and 18 green columns: six each of the heights one, two and three."),
        "B1",
        lambda start: start.state[0].hand.tolist() == [[6, 6, 6]] * 2,
    ),
    Equipment(N_("Rings or stones that mark bound columns."), "B10", lambda start: "*" not in str(start)),
)


def equipment(flags: Flags) -> tuple[Equipment, ...]:
    """Return board and columns."""
    return _ALL

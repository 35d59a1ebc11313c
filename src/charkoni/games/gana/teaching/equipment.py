"""Board and pieces of Gana."""

from charkoni.core.errors import N_
from charkoni.core.game_types import Flags
from charkoni.core.teaching.equipment import Equipment

_ALL = (
    Equipment(
        N_("A chess board of eight by eight squares, large enough for four pieces on a square."),
        "G3",
        lambda start: start.state[0].group.shape == (2, 64),
    ),
    Equipment(
        N_(
            "15 white and 15 black pawns, and a king of each colour; at the start they fill the two rows nearest to "
            "their player."
        ),
        "G2",
        lambda start: [str(start).split(" ")[0].count(piece) for piece in "PpKk"] == [15, 15, 1, 1],
    ),
)


def equipment(flags: Flags) -> tuple[Equipment, ...]:
    """Return board and pieces."""
    return _ALL

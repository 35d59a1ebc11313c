"""Board and stones of Toguz Korgool."""

from charkoni.core.errors import N_
from charkoni.core.game_types import Flags
from charkoni.core.teaching.equipment import Equipment

_USUAL = (
    Equipment(
        N_("A board with two rows of nine holes and a kazan for each player."),
        "T1",
        lambda start: start.state[0].holes.shape == (2, 9) and start.state[0].kazan.tolist() == [0, 0],
    ),
    Equipment(
        N_("162 stones, all alike; at the start nine lie in every hole."),
        "T1",
        lambda start: start.state[0].holes.tolist() == [[9] * 9] * 2,
    ),
    Equipment(
        N_("Two stones of another kind, one for each player: who makes a tuz lays his into the hole."),
        "T5",
        lambda start: str(start).endswith(" -/-"),
    ),
)


def equipment(flags: Flags) -> tuple[Equipment, ...]:
    """Return board, stones, and the signs of tuzes."""
    return _USUAL

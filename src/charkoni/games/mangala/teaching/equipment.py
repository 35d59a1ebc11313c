"""Board and stones of Mangala."""

from charkoni.core.catalog import Provenance
from charkoni.core.errors import N_
from charkoni.core.game_types import Flags
from charkoni.core.teaching.equipment import Equipment

_USUAL = (
    Equipment(
        N_("A board with two rows of six holes, and for each player a store at his right hand."),
        "M1",
        lambda start: start.state[0].holes.shape == (2, 6) and start.state[0].store.tolist() == [0, 0],
    ),
    Equipment(
        N_("48 stones, all alike; at the start every hole holds four."),
        "M1",
        lambda start: start.state[0].holes.tolist() == [[4] * 6] * 2,
    ),
)
_FORTRESSES = (
    Equipment(
        N_("Stones of another colour to mark the fortresses, one for each player."),
        "M19",
        lambda start: str(start).endswith(" -/-"),
    ),
    Equipment(
        N_("When you build your fortress, lay your stone beside the hole."),
        "M19",
        lambda start: str(start).endswith(" -/-"),
        verdict=Provenance.READ,
    ),
)


def equipment(flags: Flags) -> tuple[Equipment, ...]:
    """Return board and stones; fortresses are marked by stones of another colour."""
    return (*_USUAL, *_FORTRESSES) if flags["fortress"] == "on" else _USUAL

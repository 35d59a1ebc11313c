"""Board, pieces and sticks of Chaupar."""

from charkoni.core.errors import N_
from charkoni.core.game import Position
from charkoni.core.game_types import Flags
from charkoni.core.teaching.equipment import Equipment

_STICKS = N_("Three stick dice, each with the faces {a}, {b}, {c} and {d}.")


def _faces(start: Position) -> str:
    return "".join(sorted({face for throw in start.moves for face in throw.strip("[]")}))


_ALL = (
    Equipment(
        N_("A cross of four arms, each of three rows of eight cells, with Home in the middle and eight castles."),
        "C4",
        lambda start: start.state[0].cells.shape == (68,),
    ),
    Equipment(
        N_("Four pieces of each colour: black, red, yellow and green."),
        "C1",
        lambda start: str(start).split(" ")[0] == "c4/c4/c4/c4",
    ),
)


def equipment(flags: Flags) -> tuple[Equipment, ...]:
    """Return board and pieces, and the sticks that `dice` names."""
    faces = flags["dice"]
    sticks = Equipment(_STICKS, "C16", lambda start: _faces(start) == faces, dict(zip("abcd", faces, strict=True)))
    return (*_ALL, sticks)

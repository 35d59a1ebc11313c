"""Board and bridges of Mosty."""

from charkoni.core.errors import N_
from charkoni.core.game_types import Flags
from charkoni.core.teaching.equipment import Equipment

_BOARD = N_(
    "A board, or a drawing on paper, with {dots} red and {dots} blue dots and {crossings} crossings between them."
)
_BRIDGES = N_("Red and blue bridges, or two pens; {half} of each colour are always enough.")


def equipment(flags: Flags) -> tuple[Equipment, ...]:
    """Return board and bridges, whose numbers depend on the size."""
    size = int(flags["size"])
    crossings = size * size + (size - 1) ** 2
    return (
        Equipment(
            _BOARD,
            "S1",
            lambda start: len(start.moves) == crossings,
            {"dots": size * (size + 1), "crossings": crossings},
        ),
        Equipment(_BRIDGES, "S2", lambda start: len(start.moves) == crossings, {"half": crossings // 2 + 1}),
    )

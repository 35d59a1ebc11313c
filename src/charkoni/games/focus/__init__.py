"""Focus, the War of Towers, whose towers may bend at every step: docs/games/focus.md."""

from charkoni.core.game import Family, Flag, Referee
from charkoni.core.game_kernels import Kernels

KERNELS = Kernels(__name__)

FAMILY = Family(
    name="focus",
    package=__name__,
    flags=(Flag("steps", ("exact", "upto")), Flag("rescue")),
    reasons=("no-towers",),
    sides=lambda flags: (0, 1),
    codes=lambda flags: 52 * 52 * 5 + 52 + 1,  # tower moves, drops, the null move
    referee=lambda flags: Referee(repetition=True, cap=600),
)

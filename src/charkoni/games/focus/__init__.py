"""Focus, the War of Towers, whose towers may bend at every step: docs/games/focus.md."""

from charkoni.core.family import Family
from charkoni.core.game_types import Flag, Referee

FAMILY = Family(
    name="focus",
    package=__name__,
    flags=(Flag("steps", ("exact", "upto")), Flag("rescue")),
    outcome_reasons=("no-towers",),
    sides=lambda flags: (0, 1),
    codes=lambda flags: 52 * 52 * 5 + 52 + 1,  # tower moves, drops, the null move
    referee=lambda flags: Referee(repetition=True, cap=600),
)

"""Banglagor, the war of columns: docs/games/banglagor.md."""

from charkoni.core.family import Family
from charkoni.core.game_types import Flag, Referee

FAMILY = Family(
    name="banglagor",
    package=__name__,
    flags=(Flag("steps", ("exact", "upto")), Flag("quiet", ("moves", "standing"))),
    outcome_reasons=("half", "ten-moves"),
    sides=lambda flags: (0, 1),
    codes=lambda flags: 55681,
    referee=lambda flags: Referee(repetition=True, counter="counter", cap=1000),
)

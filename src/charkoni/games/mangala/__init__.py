"""Turkish Mangala, its fortress variant, and other readings of the rules as flags: docs/games/mangala.md."""

from charkoni.core.family import Family
from charkoni.core.game_types import Flag, Referee

FAMILY = Family(
    name="mangala",
    package=__name__,
    flags=(Flag("fortress"), Flag("rest", ("take", "keep")), Flag("first", ("back", "on"))),
    outcome_reasons=("stones", "equal"),
    sides=lambda flags: (0, 1),
    codes=lambda flags: 6,
    referee=lambda flags: Referee(repetition=True, cap=600) if flags["fortress"] == "on" else Referee(),
)

"""Toguz Korgool (Togyz Kumalak) of the Kyrgyz and Kazakhs: pages/toguz.md."""

from charkoni.core.family import Family
from charkoni.core.game_types import Flag, Referee

FAMILY = Family(
    name="toguz",
    package=__name__,
    flags=(Flag("nine"),),
    outcome_reasons=("stones", "equal"),
    sides=lambda flags: (0, 1),
    codes=lambda flags: 9,
    referee=lambda flags: Referee(repetition=True, cap=600),
)

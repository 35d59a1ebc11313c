"""Mosty, known as Bridg-It and Gale: docs/games/mosty.md."""

from charkoni.core.family import Family
from charkoni.core.game_types import Flag

FAMILY = Family(
    name="mosty",
    package=__name__,
    flags=(
        Flag("size", ("5", "2", "3", "4", "6", "7", "8", "9", "10"), numbers=(5, 2, 3, 4, 6, 7, 8, 9, 10)),
        Flag("links", ("1", "2"), numbers=(1, 2)),
    ),
    outcome_reasons=("joined",),
    sides=lambda flags: (0, 1),
    codes=lambda flags: int(flags["size"]) ** 2 + (int(flags["size"]) - 1) ** 2,  # the crossings
)

"""Gana, with other readings of four clauses as flags: docs/games/gana.md."""

from charkoni.core.family import Family
from charkoni.core.game_types import Flag, Referee

FAMILY = Family(
    name="gana",
    package=__name__,
    flags=(
        Flag("solo"),
        Flag("shield"),
        Flag("stalemate", ("safe", "any")),
        Flag("through", numbers=(0, 2), field="solo"),
    ),
    outcome_reasons=("king", "bare-kings", "fifty-moves", "stalemate"),
    sides=lambda flags: (0, 1),
    codes=lambda flags: 64 * 4 * 6,
    referee=lambda flags: Referee(repetition=True, counter="counter", cap=1000),
)

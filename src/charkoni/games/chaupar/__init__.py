"""Chaupar, the Indian race of two teams with three stick dice: docs/games/chaupar.md."""

from charkoni.core.family import Family
from charkoni.core.game_types import Flag

FAMILY = Family(
    name="chaupar",
    package=__name__,
    flags=(
        Flag("dice", ("1256", "1346")),
        Flag("entry", ("inner", "outer")),
        Flag("joined", numbers=(0, 2), field="entry"),
    ),
    outcome_reasons=("home",),
    sides=lambda flags: (0, 1, 0, 1),
    codes=lambda flags: 9548 if flags["joined"] == "on" else 1148,
    has_dice=True,
)

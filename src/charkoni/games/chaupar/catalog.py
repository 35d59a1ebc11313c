"""Texts and settings of Chaupar: docs/games/chaupar.md."""

from charkoni.core.catalog import (
    AT_ANSWERS,
    AT_MOVES,
    BLACK,
    GOOD_ONE_PLY,
    GREEN,
    LEVEL_DESCRIPTIONS,
    ONE_PLY,
    RED,
    YELLOW,
    Catalog,
    LevelParameters,
)
from charkoni.core.errors import N_

CATALOG = Catalog(
    title=N_("Chaupar"),
    counts_turns=True,
    about=N_("race with three stick dice, two teams of two colours"),
    typing=N_(
        "c:5 enters with 5 · 17:5 moves the piece on step 17 · 6+:5^ turns in · l3:2 in the lane · "
        ">5 hands the 5 over · -5 leaves it"
    ),
    flags={
        "dice=1346": N_("sticks 1 3 4 6"),
        "entry=outer": N_("entering beyond the end cell"),
    },
    players=(BLACK, RED, YELLOW, GREEN),
    outcome_reasons={"home": N_("the whole team is Home")},
    levels={
        "": {  # dice decide much: random play wins now and then, and a search gains little over a static evaluation
            1: LevelParameters(AT_MOVES, 2.00, 1.50, 1.00),
            2: LevelParameters(AT_MOVES, 0.78, 0.52, 1.00),
            3: LevelParameters(AT_MOVES, 0.49, 0.27, 1.00),
            4: LevelParameters(AT_MOVES, 0.315, 0.163, 0.88),
            5: LevelParameters(AT_MOVES, 0.235, 0.118, 0.72),
            6: LevelParameters(AT_MOVES, 0.187, 0.094, 0.60),
            7: LevelParameters(AT_MOVES, 0.131, 0.066, 0.45),
            8: LevelParameters(AT_ANSWERS, 0.12, 0.06, 0.35),
            9: LevelParameters(600, 0.10, 0.05, 0.27),
            10: LevelParameters(40_000, 0.0, 0.0, 0.0),
        },
    },
    plain_level=9,
    level_descriptions={
        3: ONE_PLY,
        4: ONE_PLY,
        5: ONE_PLY,
        6: GOOD_ONE_PLY,
        7: GOOD_ONE_PLY,
        8: LEVEL_DESCRIPTIONS[3],
        9: LEVEL_DESCRIPTIONS[4],
    },
)

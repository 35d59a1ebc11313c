"""Texts and settings of Focus: docs/games/focus.md."""

from charkoni.core.catalog import (
    AT_ANSWERS,
    AT_MOVES,
    GREEN,
    LEVEL_DESCRIPTIONS,
    ONE_PLY,
    RED,
    Catalog,
    LevelParameters,
)
from charkoni.core.errors import N_

CATALOG = Catalog(
    title=N_("Focus"),
    about=N_("War of Towers: stacks that walk and bend"),
    typing=N_("d4-e5:2 moves the top two from d4 to e5 · @d4 drops from the reserve · the null move is -"),
    flags={
        "steps=upto": N_("fewer steps allowed"),
        "rescue": N_("the reserve saves you"),
    },
    players=(RED, GREEN),
    outcome_reasons={"no-towers": N_("the opponent has no tower left")},
    levels={
        "": {  # a good two-ply evaluation is worth as much as a search of some dozen positions
            1: LevelParameters(AT_MOVES, 0.10, 0.05, 0.35),
            2: LevelParameters(AT_MOVES, 0.076, 0.038, 0.28),
            3: LevelParameters(AT_MOVES, 0.055, 0.027, 0.21),
            4: LevelParameters(AT_ANSWERS, 0.065, 0.032, 0.24),
            5: LevelParameters(AT_ANSWERS, 0.052, 0.026, 0.2),
            6: LevelParameters(AT_ANSWERS, 0.0385, 0.0193, 0.155),
            7: LevelParameters(AT_ANSWERS, 0.0195, 0.0098, 0.095),
            8: LevelParameters(510, 0.118, 0.059, 0.325),
            9: LevelParameters(3_600, 0.0245, 0.012, 0.049),
            10: LevelParameters(20_000, 0.0, 0.0, 0.0),
        },
    },
    plain_level=7,
    level_descriptions={
        3: ONE_PLY,
        4: LEVEL_DESCRIPTIONS[2],
        5: LEVEL_DESCRIPTIONS[2],
        6: LEVEL_DESCRIPTIONS[3],
        7: LEVEL_DESCRIPTIONS[3],
        8: LEVEL_DESCRIPTIONS[4],
        9: LEVEL_DESCRIPTIONS[6],
    },
    unchecked=("passing",),  # F9: there `-` is the null move, a move like others
)

"""Texts and settings of Barbakan: docs/games/barbakan.md."""

from charkoni.core.catalog import (
    AT_MOVES,
    BLUE,
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
    title=N_("Barbakan"),
    about=N_("race of pawns into the inner circle, 2 to 4 players"),
    typing=N_("@o5 places a pawn · o5-m3 moves it · the pass is -"),
    flags={
        "board=mini3": N_("tiny board of 3 sectors"),
        "board=mini4": N_("tiny board of 4 sectors"),
        "players=3": N_("three players"),
        "players=4": N_("four players"),
        "blocked=loses": N_("no move loses"),
    },
    players=(RED, BLUE, YELLOW, GREEN),
    outcome_reasons={
        "inside": N_("all pawns are inside the circle"),
        "blocked": N_("nobody can move"),
        "shut-in": N_("one player cannot move"),
    },
    levels={
        "": {  # random play hardly gets a pawn inside, so even a poor evaluation wins; a second ply gains little
            1: LevelParameters(AT_MOVES, 1.00, 0.70, 1.00),
            2: LevelParameters(AT_MOVES, 0.55, 0.37, 1.00),
            3: LevelParameters(AT_MOVES, 0.35, 0.21, 0.92),
            4: LevelParameters(AT_MOVES, 0.23, 0.13, 0.70),
            5: LevelParameters(AT_MOVES, 0.155, 0.087, 0.49),
            6: LevelParameters(AT_MOVES, 0.105, 0.053, 0.33),
            7: LevelParameters(AT_MOVES, 0.065, 0.0325, 0.215),
            8: LevelParameters(400, 0.15, 0.075, 0.41),
            9: LevelParameters(1_000, 0.075, 0.038, 0.2),
            10: LevelParameters(1_000, 0.0, 0.0, 0.0),
        },
    },
    plain_level=10,
    level_descriptions={
        3: ONE_PLY,
        4: ONE_PLY,
        5: ONE_PLY,
        6: GOOD_ONE_PLY,
        7: GOOD_ONE_PLY,
        8: LEVEL_DESCRIPTIONS[4],
        9: LEVEL_DESCRIPTIONS[4],
    },
)

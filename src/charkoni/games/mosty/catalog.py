"""Texts and settings of Mosty: docs/games/mosty.md."""

from charkoni.core.catalog import (
    AT_ANSWERS,
    AT_MOVES,
    BLUE,
    LEVEL_DESCRIPTIONS,
    ONE_PLY,
    RED,
    Catalog,
    LevelParameters,
)
from charkoni.core.errors import N_

CATALOG = Catalog(
    title=N_("Mosty"),
    about=N_("build bridges from shore to shore"),
    typing=N_("the crossing: column letter and row number, as in c3"),
    flags={
        "size": N_("size {value}"),
        "links=2": N_("two bridges a turn"),
    },
    players=(RED, BLUE),
    outcome_reasons={"joined": N_("the shores are joined")},
    levels={
        "": {  # a look at replies is stronger here than a search of few positions; one of many is nearly perfect
            1: LevelParameters(AT_MOVES, 0.56, 0.45, 1.00),
            2: LevelParameters(AT_MOVES, 0.485, 0.36, 0.93),
            3: LevelParameters(AT_MOVES, 0.86, 0.70, 1.00),
            4: LevelParameters(AT_ANSWERS, 0.33, 0.165, 0.66),
            5: LevelParameters(AT_ANSWERS, 0.187, 0.092, 0.43),
            6: LevelParameters(AT_ANSWERS, 0.12, 0.06, 0.32),
            7: LevelParameters(AT_ANSWERS, 0.0725, 0.038, 0.225),
            8: LevelParameters(AT_ANSWERS, 0.01, 0.007, 0.08),
            9: LevelParameters(12_000, 0.038, 0.019, 0.08),
            10: LevelParameters(80_000, 0.0, 0.0, 0.0),
        },
    },
    plain_level=8,
    level_descriptions={
        3: ONE_PLY,
        4: LEVEL_DESCRIPTIONS[2],
        5: LEVEL_DESCRIPTIONS[2],
        6: LEVEL_DESCRIPTIONS[2],
        7: LEVEL_DESCRIPTIONS[3],
        8: LEVEL_DESCRIPTIONS[3],
        9: LEVEL_DESCRIPTIONS[6],
    },
    checked_variants=("", "size=2", "size=3", "size=10", "links=2", "links=2,size=3"),
)

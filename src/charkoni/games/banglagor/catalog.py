"""Texts and settings of Banglagor: docs/games/banglagor.md."""

from charkoni.core.catalog import (
    AT_ANSWERS,
    AT_MOVES,
    BLUE,
    GREEN,
    LEVEL_DESCRIPTIONS,
    ONE_PLY,
    Catalog,
    LevelParameters,
)
from charkoni.core.errors import N_

CATALOG = Catalog(
    title=N_("Banglagor"),
    about=N_("war of columns on 8 x 12 cells"),
    typing=N_("2@d4 places a height of 2 · d4-e5 moves · d4-e5xe6 attacks e6 · ~d4 frees · d12@e5 lifts"),
    flags={
        "steps=upto": N_("fewer steps allowed"),
        "quiet=standing": N_("the count rests while an invader stands"),
    },
    players=(BLUE, GREEN),
    outcome_reasons={
        "half": N_("one side is less than half as high as the other"),
        "ten-moves": N_("ten moves without a column on enemy land"),
    },
    levels={
        "": {  # two plies gain little strength, a search of some thousand positions much
            1: LevelParameters(AT_MOVES, 0.27, 0.14, 0.95),
            2: LevelParameters(AT_MOVES, 0.145, 0.072, 0.62),
            3: LevelParameters(AT_MOVES, 0.10, 0.05, 0.50),
            4: LevelParameters(AT_ANSWERS, 0.105, 0.052, 0.31),
            5: LevelParameters(AT_ANSWERS, 0.055, 0.030, 0.20),
            6: LevelParameters(3_500, 0.030, 0.016, 0.07),
            7: LevelParameters(6_000, 0.020, 0.010, 0.045),
            8: LevelParameters(10_000, 0.012, 0.006, 0.025),
            9: LevelParameters(16_000, 0.006, 0.003, 0.012),
            10: LevelParameters(24_000, 0.0, 0.0, 0.0),
        },
    },
    plain_level=3,
    level_descriptions={
        3: ONE_PLY,
        4: LEVEL_DESCRIPTIONS[2],
        5: LEVEL_DESCRIPTIONS[3],
        6: LEVEL_DESCRIPTIONS[4],
        7: LEVEL_DESCRIPTIONS[5],
        8: LEVEL_DESCRIPTIONS[6],
        9: LEVEL_DESCRIPTIONS[7],
    },
)

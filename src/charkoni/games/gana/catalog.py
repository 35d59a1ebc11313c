"""Texts and settings of Gana: docs/games/gana.md."""

from charkoni.core.catalog import (
    AT_MOVES,
    BLACK,
    GOOD_ONE_PLY,
    LEVEL_DESCRIPTIONS,
    ONE_PLY,
    WHITE,
    Catalog,
    LevelParameters,
)
from charkoni.core.errors import N_

CATALOG = Catalog(
    title=N_("Gana"),
    about=N_("groups of up to four spread over the chess board; take the king"),
    typing=N_("e2n moves the group of e2 north · c5n:2 the king lands on the second square · e1n:k the king alone"),
    flags={
        "solo": N_("single pawns capture"),
        "shield": N_("a full square shields the king"),
        "stalemate=any": N_("stalemate even if attacked"),
        "through": N_("a group that takes the king goes on"),
    },
    players=(WHITE, BLACK),
    outcome_reasons={
        "king": N_("the king is taken"),
        "bare-kings": N_("only the kings are left"),
        "fifty-moves": N_("fifty moves without a capture"),
        "stalemate": N_("stalemate"),
    },
    checked_variants=("", "solo", "shield", "shield,solo", "stalemate=any", "shield,solo,stalemate=any", "through"),
    levels={
        "": {  # a move that overlooks an attack on its king loses at once, and a look at the replies adds little
            1: LevelParameters(AT_MOVES, 0.40, 0.20, 1.00),
            2: LevelParameters(AT_MOVES, 0.083, 0.042, 0.30),
            3: LevelParameters(AT_MOVES, 0.213, 0.1065, 0.70),
            4: LevelParameters(AT_MOVES, 0.1, 0.05, 0.365),
            5: LevelParameters(AT_MOVES, 0.055, 0.027, 0.21),
            6: LevelParameters(60, 0.40, 0.20, 1.00),
            7: LevelParameters(550, 0.145, 0.072, 0.47),
            8: LevelParameters(800, 0.044, 0.022, 0.145),
            9: LevelParameters(900, 0.0, 0.0, 0.0),
            10: LevelParameters(2_500, 0.0, 0.0, 0.0),
        },
    },
    plain_level=2,
    level_descriptions={
        3: ONE_PLY,
        4: ONE_PLY,
        5: GOOD_ONE_PLY,
        6: LEVEL_DESCRIPTIONS[4],
        7: LEVEL_DESCRIPTIONS[4],
        8: LEVEL_DESCRIPTIONS[5],
    },
)

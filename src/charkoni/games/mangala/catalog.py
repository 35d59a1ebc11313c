"""Texts and settings of Mangala: docs/games/mangala.md."""

from charkoni.core.catalog import (
    AT_ANSWERS,
    AT_MOVES,
    GREEN,
    LEVEL_DESCRIPTIONS,
    RED,
    Catalog,
    CompetitionProfile,
    FinalCount,
    LevelParameters,
    Provenance,
)
from charkoni.core.errors import N_

WORLD_NOMAD_GAMES = CompetitionProfile(
    name="mangala-wng",
    title=N_("Mangala, competition rules of the World Nomad Games 2016"),
    settings={"first": "lots", "clock": 15, "round_minutes": 30, "forfeit_after": 15},
    legend=N_(
        "● stands in the competition rules for mangala, World Nomad Games 2016, Cholpon-Ata, 3 to 8 September 2016. "
        "□ is our reading where that text is open. ○ is added by this event."
    ),
    clauses={
        **dict.fromkeys(("rounds", "M1", "M13", "M19"), Provenance.SAID),
        "M17": Provenance.READ,
    },
    prescribed={
        "system": ("swiss",),
        "game": ("mangala", "mangala:fortress"),
        "clock": (15,),
        "round_minutes": (30,),
        "first": ("lots",),
    },
    points=(2, 1, 0),
    departure=N_("These settings depart from the competition rules of the World Nomad Games 2016: {names}"),
    is_strict_online=True,
)
"""The Mangala competition of the World Nomad Games."""


CATALOG = Catalog(
    title=N_("Mangala"),
    counts_turns=True,
    about=N_("sowing and capturing stones"),
    typing=N_("the number of one of your holes, 1 to 6, from left to right as you sit"),
    flags={
        "fortress": N_("fortress"),
        "rest=keep": N_("each keeps his own side"),
        "first=on": N_("the first stone goes on"),
    },
    players=(RED, GREEN),
    outcome_reasons={
        "stones": N_("more stones in the store"),
        "equal": N_("equally many stones"),
    },
    levels={
        "": {  # a look at the replies adds little here: level 4 searches
            1: LevelParameters(AT_MOVES, 0.36, 0.19, 1.00),
            2: LevelParameters(AT_MOVES, 0.054, 0.027, 0.34),
            3: LevelParameters(AT_ANSWERS, 0.10, 0.04, 0.25),
            4: LevelParameters(250, 0.105, 0.053, 0.25),
            5: LevelParameters(600, 0.065, 0.033, 0.15),
            6: LevelParameters(1_500, 0.043, 0.022, 0.095),
            7: LevelParameters(6_000, 0.027, 0.0135, 0.06),
            8: LevelParameters(16_000, 0.016, 0.008, 0.033),
            9: LevelParameters(60_000, 0.006, 0.003, 0.0125),
            10: LevelParameters(600_000, 0.0, 0.0, 0.0),
        },
        "fortress": {  # a look at own moves is weaker here than without fortresses, one at replies stronger
            1: LevelParameters(AT_MOVES, 0.60, 0.36, 1.00),
            2: LevelParameters(AT_MOVES, 0.028, 0.014, 0.22),
            3: LevelParameters(AT_ANSWERS, 0.115, 0.047, 0.28),
            4: LevelParameters(250, 0.075, 0.038, 0.19),
            5: LevelParameters(600, 0.065, 0.033, 0.15),
            6: LevelParameters(1_700, 0.038, 0.019, 0.085),
            7: LevelParameters(6_000, 0.027, 0.0135, 0.06),
            8: LevelParameters(16_000, 0.0145, 0.0073, 0.03),
            9: LevelParameters(90_000, 0.0045, 0.0023, 0.0095),
            10: LevelParameters(350_000, 0.0, 0.0, 0.0),
        },
    },
    plain_level=7,
    level_descriptions={4: LEVEL_DESCRIPTIONS[4], 9: LEVEL_DESCRIPTIONS[7]},
    final_count=FinalCount(
        total=48,
        box=N_("stones"),
        wrong_total=N_("the stores of Mangala hold 48 stones together: {a} + {b} = {sum}"),
    ),
    sets=5,  # as Turkish school events play
    profiles=(WORLD_NOMAD_GAMES,),
)

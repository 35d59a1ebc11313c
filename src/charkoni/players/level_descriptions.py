"""What the levels do, in words."""

from charkoni.core.errors import mark
from charkoni.core.translations import Words

SIGHTS = (
    mark("Looks at its own moves only, and is often wrong about them."),
    mark("Looks at its own moves only, but takes a win that is at hand."),
    mark("Sees your answer, misjudges it now and then, and does not lose in one move."),
    mark("Sees your answer well; plans nothing."),
    mark("Thinks a few moves ahead and slips now and then."),
    mark("Thinks a few moves ahead and slips less."),
    mark("Thinks ahead well; small mistakes remain."),
    mark("Thinks far ahead; mistakes are rare."),
    mark("Always plays the best it finds, and thinks far ahead."),
    mark("Always plays the best it finds, with the most time to think."),
)
"""What each level does, as `players.levels` sets it up."""

GLANCE = mark("Looks at its own moves only, misjudges them now and then, and does not lose in one move.")
GOOD_GLANCE = mark("Looks at its own moves only, and is seldom wrong about them.")

OWN_SIGHTS = {
    "banglagor": {3: GLANCE, 4: SIGHTS[2], 5: SIGHTS[3], 6: SIGHTS[4], 7: SIGHTS[5], 8: SIGHTS[6], 9: SIGHTS[7]},
    "barbakan": {3: GLANCE, 4: GLANCE, 5: GLANCE, 6: GOOD_GLANCE, 7: GOOD_GLANCE, 8: SIGHTS[4], 9: SIGHTS[4]},
    "chaupar": {3: GLANCE, 4: GLANCE, 5: GLANCE, 6: GOOD_GLANCE, 7: GOOD_GLANCE, 8: SIGHTS[3], 9: SIGHTS[4]},
    "focus": {3: GLANCE, 4: SIGHTS[2], 5: SIGHTS[2], 6: SIGHTS[3], 7: SIGHTS[3], 8: SIGHTS[4], 9: SIGHTS[6]},
    "gana": {3: GLANCE, 4: GLANCE, 5: GOOD_GLANCE, 6: SIGHTS[4], 7: SIGHTS[4], 8: SIGHTS[5]},
    "mangala": {4: SIGHTS[4], 9: SIGHTS[7]},
    "mosty": {3: GLANCE, 4: SIGHTS[2], 5: SIGHTS[2], 6: SIGHTS[2], 7: SIGHTS[3], 8: SIGHTS[3], 9: SIGHTS[6]},
}
"""What differs, by the name of the game without its flags."""


def sight(name: str, level: int) -> str:
    """Return what a level does in a game, to be translated."""
    return OWN_SIGHTS.get(name, {}).get(level, SIGHTS[level - 1])


def own_sights(words: Words, name: str) -> list[tuple[int, str]]:
    """Return what levels of a game do that see otherwise than those of other games."""
    return [(level, words._(text)) for level, text in OWN_SIGHTS.get(name, {}).items()]

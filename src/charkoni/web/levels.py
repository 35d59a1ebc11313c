"""How strong the computer plays: ten levels, each in a style, and perfect play where a game is solved.

In the database a seat of the computer has its level in `level`, and its style in `name` unless it is the usual one.
"""

import importlib.util
import re
from functools import cache

from charkoni.core.errors import mark
from charkoni.core.words import Words
from charkoni.web import sayings

HIGHEST = 10
PERFECT = HIGHEST + 1
"""The number of the level that plays by what is proved."""

SOLVER = "perfect"
"""The player of that level."""

STYLES = ("balanced", "attacking", "cautious")
USUAL_LEVEL = 2
"""What somebody meets who chooses nothing: it sees a win at hand, and little more."""

STAND_IN_LEVEL = 5
JUDGE = "best:nodes=5000"
"""Who answers when a draw is offered to a computer, whatever its level."""

ADVICE_NODES = 20_000
"""How many positions are searched for a hint, and for each position of an analysis."""

NAMES = (
    mark("first steps"),
    mark("very easy"),
    mark("easy"),
    mark("rather easy"),
    mark("medium"),
    mark("rather hard"),
    mark("hard"),
    mark("very hard"),
    mark("master"),
    mark("as strong as it can"),
)
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

OWN_SIGHTS = {
    "mosty": {
        3: mark("Looks at its own moves only, misjudges them now and then, and does not lose in one move."),
        4: mark("Looks at its own moves only, and judges them well."),
        5: SIGHTS[2],
        6: SIGHTS[3],
    },
}
"""What differs, by the name of the game without its flags."""

STYLE_NAMES = {
    "balanced": mark("balanced"),
    "attacking": mark("attacking: likes wild positions"),
    "cautious": mark("cautious: likes quiet positions"),
}
_SAID = {
    "balanced": sayings.COMPUTER,
    "attacking": mark("Computer, level {level}, attacking"),
    "cautious": mark("Computer, level {level}, cautious"),
}
_PERFECT = mark("Computer, the solver")
_SEAT = re.compile(rf"([0-9]{{1,2}})(?:,({'|'.join(STYLES)}))?", re.ASCII)


def computer_of(text: str) -> tuple[int, str] | None:
    """Return level and style of "3", "3,attacking" or "perfect"; None for anything else."""
    if text == "perfect":
        return PERFECT, STYLES[0]
    match = _SEAT.fullmatch(text)
    if not match or not 1 <= int(match[1]) <= PERFECT:
        return None
    return int(match[1]), match[2] or STYLES[0]


def player_of(level: int, style: str = "") -> str:
    """Return the player of a level; levels beyond the ends are those at the ends."""
    if level >= PERFECT:
        return SOLVER
    chosen = f",style={style}" if style in STYLES[1:] else ""
    return f"level={max(level, 1)}{chosen}"


def computer_name(words: Words, level: int, style: str = "") -> str:
    """Return what stands at the seat of a computer."""
    if level >= PERFECT:
        return words._(_PERFECT)
    return words._(_SAID.get(style, sayings.COMPUTER), level=level)


def options(words: Words) -> list[tuple[int, str]]:
    """Return the levels with their names, for a form."""
    return [(number, f"{number} · {words._(name)}") for number, name in enumerate(NAMES, 1)]


def styles(words: Words) -> list[tuple[str, str]]:
    """Return the styles with their names, for a form."""
    return [(style, words._(name)) for style, name in STYLE_NAMES.items()]


def sight(name: str, level: int) -> str:
    """Return what a level does in a game, to be translated."""
    return OWN_SIGHTS.get(name, {}).get(level, SIGHTS[level - 1])


def own_sights(words: Words, name: str) -> list[tuple[int, str]]:
    """Return what levels of a game do that see otherwise than those of other games."""
    return [(level, words._(text)) for level, text in OWN_SIGHTS.get(name, {}).items()]


@cache
def has_solver(name: str) -> bool:
    """Return whether anything is proved about a game: `charkoni.solve` has a package of its name."""
    return importlib.util.find_spec(f"charkoni.solve.{name}") is not None

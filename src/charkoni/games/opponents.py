"""Computer opponents, as page and terminal name them: ten levels, each in a style, and perfect play where it is known.

The store keeps the level of a computer's seat in `level`, and its style in `name`, "" for the usual one.
"""

import re

from charkoni.core.errors import N_
from charkoni.core.translations import Words

HIGHEST = 10
PERFECT = HIGHEST + 1
"""The number of the level that plays by proved values."""

SOLVER = "perfect"
"""The specification of that level's player."""

STYLES = ("balanced", "attacking", "cautious")
USUAL_LEVEL = 2
"""The default level: it sees a win in one move, and little more."""

STAND_IN_LEVEL = 5
DRAW_EVALUATOR = "best:nodes=5000"
"""The player whose estimate decides about draw offers to a computer of any level."""

ADVICE_NODES = 20_000
"""The node budget of a hint, and of each position of an analysis."""

NAMES = (
    N_("first steps"),
    N_("very easy"),
    N_("easy"),
    N_("rather easy"),
    N_("medium"),
    N_("rather hard"),
    N_("hard"),
    N_("very hard"),
    N_("master"),
    N_("as strong as it can"),
)
STYLE_NAMES = {
    "balanced": (N_("balanced"), N_("balanced")),
    "attacking": (N_("attacking"), N_("attacking: likes wild positions")),
    "cautious": (N_("cautious"), N_("cautious: likes quiet positions")),
}
"""The name of each style, and the one that says what it is."""
_COMPUTER_NAMES = {
    "balanced": (N_("Computer, level {level}"), N_("level {level}")),
    "attacking": (N_("Computer, level {level}, attacking"), N_("level {level}, attacking")),
    "cautious": (N_("Computer, level {level}, cautious"), N_("level {level}, cautious")),
}
"""The name of a computer at each style, and the short one."""
_GUEST = N_("Guest")
_SEAT = re.compile(rf"(?:level=)?([0-9]{{1,2}})(?:,(?:style=)?({'|'.join(STYLES)}))?", re.ASCII)


def computer_of(text: str) -> tuple[int, str] | None:
    """Return level and style of "3", "3,attacking", "level=3,style=attacking" or "perfect"; None for anything else."""
    if text == SOLVER:
        return PERFECT, STYLES[0]
    match = _SEAT.fullmatch(text)
    if not match or not 1 <= int(match[1]) <= PERFECT:
        return None
    return int(match[1]), match[2] or STYLES[0]


def player_of(level: int, style: str = "") -> str:
    """Return the specification of a level's player; a level out of range is clipped."""
    if level >= PERFECT:
        return SOLVER
    chosen = f",style={style}" if style in STYLES[1:] else ""
    return f"level={max(level, 1)}{chosen}"


def computer_name(words: Words, level: int, style: str = "") -> str:
    """Return the name shown at a computer's seat."""
    if level >= PERFECT:
        return words._("Computer, the solver")
    return words._(_COMPUTER_NAMES[style if style in STYLES else STYLES[0]][0], level=level)


def short_name(words: Words, level: int, style: str = "") -> str:
    """Return the name where "computer" is understood, as in the header of the terminal."""
    return words._("the solver") if level >= PERFECT else words._(_COMPUTER_NAMES[style or STYLES[0]][1], level=level)


def name_in_record(words: Words, name: str) -> str:
    """Return a name from a record, where guests and computers have English names, as the language calls them."""
    english = Words("en")
    known = {
        computer_name(english, level, style): (level, style) for level in range(1, PERFECT + 1) for style in STYLES
    }
    if name in known:
        return computer_name(words, *known[name])
    return words._(_GUEST) if name == _GUEST else name


def options(words: Words) -> list[tuple[int, str]]:
    """Return the levels with their names, for a form."""
    return [(number, f"{number} · {words._(name)}") for number, name in enumerate(NAMES, 1)]

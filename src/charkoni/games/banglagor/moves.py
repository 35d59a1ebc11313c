"""The moves of Banglagor: placings, movements with their attacks, lifts, freeings, the pass."""

from charkoni.core.errors import N_
from charkoni.core.moves.declaration import Kind, Moves, Part
from charkoni.games.banglagor.catalog import CATALOG
from charkoni.games.banglagor.rules import CELLS, NEIGHBOUR

NAMES = tuple(f"{'abcdefgh'[cell % 8]}{cell // 8 + 1}" for cell in range(CELLS))
INDEX = {name: cell for cell, name in enumerate(NAMES)}
HEIGHTS = (1, 2, 3)
HAND = "hand-"
RETURN = "return"
FREE = "free"
LIFT = "lift"
PASS = "pass"

_EXAMPLES = {"placing": "3@d4", "walk": "d3-e5", "attack": "d3-e5xe6", "freeing": "~d6", "lift": "f12@e8"}
_PATTERN = "[a-h](?:1[0-2]|[1-9])"
_TARGETS = [[NAMES[cell] if cell >= 0 else "" for cell in row] for row in NEIGHBOUR.tolist()]


def hand_zone(player: str, height: int) -> str:
    """Return the zone of the columns of a height in a player's hand."""
    return f"{HAND}{player}-{height}"


def _walk_phrase(start: int, end: int, target: int) -> str:
    if start == end:
        if target:
            return N_("{start} goes out and back and attacks {target}")
        return N_("{start} goes out and back")
    return N_("{start} goes to {end} and attacks {target}") if target else N_("{start} goes to {end}")


_CELL = Part(NAMES, pattern=_PATTERN)
_HEIGHT = Part("123", zones=[hand_zone("{me}", height) for height in HEIGHTS])
_TARGET = Part(
    [["", *(f"x{name}" for name in row[1:])] for row in _TARGETS],
    zones=_TARGETS,
    said=_TARGETS,
    pattern=f"(?:x{_PATTERN})?",
    missing=lambda target, end: CATALOG.reason("FAR_TARGET", target=target[1:], end=end),
    follows=True,
)


def _zones(seat: int) -> list[str]:
    """Return the taps of a seat: the cells as he sees them, four chips, the heights in his hand."""
    hand = [hand_zone("ab"[seat], height) for height in HEIGHTS]
    return [*(NAMES[::-1] if seat else NAMES), RETURN, LIFT, FREE, PASS, *hand]


MOVES = Moves(
    Kind(
        "{height}@{end}",
        {"height": _HEIGHT, "end": _CELL},
        phrase=N_("a column of height {height} is placed on {end}"),
    ),
    Kind(
        "{start}-{end}{target}",
        {"start": _CELL, "end": _CELL, "target": _TARGET},
        taps="{start} {end} [{target}]",
        same=RETURN,
        phrase=_walk_phrase,
    ),
    Kind(
        "{start}@{end}",
        {"start": _CELL, "end": _CELL},
        taps=f"{{start}} {LIFT} {{end}}",
        phrase=N_("the column is lifted from {start} and set on {end}"),
    ),
    Kind("~{end}", {"end": _CELL}, taps=f"{{end}} {FREE}", phrase=N_("the column on {end} is freed")),
    Kind("-", taps=PASS, phrase=N_("passes")),
    unreadable=CATALOG.reason("UNREADABLE", **_EXAMPLES),
    taps=_zones,
    places=range(CELLS),
)

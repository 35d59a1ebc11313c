"""The moves of Gana: a square, a direction, and with the king in the group what he does."""

from charkoni.core.board_types import TapSequence
from charkoni.core.errors import N_
from charkoni.core.game_types import State
from charkoni.core.moves.declaration import Kind, Moves, Part
from charkoni.games.gana.catalog import CATALOG
from charkoni.games.gana.rules import ALONE, FULL, SQUARES, STEP, lane, may_go_beyond, may_step_alone

DIRECTIONS = "nesw"
NAMES = tuple(f"{'abcdefgh'[square % 8]}{square // 8 + 1}" for square in range(SQUARES))
INDEX = {name: square for square, name in enumerate(NAMES)}
EXCHANGE_ROWS = 56
"""Exchanges the rows of squares, as Black sees them."""

_DISTANCES = range(1, FULL + 1)
_START = Part(NAMES)
_WAY = Part(DIRECTIONS, said=(N_("north"), N_("east"), N_("south"), N_("west")))
_KING = Part(
    ("", *(f":{k}" for k in _DISTANCES), ":k"),
    zones=("", *(f"k-{k}" for k in _DISTANCES), "alone"),
    said=("", *map(str, _DISTANCES), ""),
)


def reach(s: State, way: int) -> int:
    """Return the greatest distance of a piece of the group: its lane, for the king perhaps one more (G6, G14)."""
    me, m = int(s.turn), int(lane(s, int(s.turn), way))
    if s.king[me] != way // 4:
        return m
    is_farther = may_step_alone(s, me, way) if m == 0 else may_go_beyond(s, me, way, m)
    return m + 1 if is_farther else m


def way_name(way: int) -> str:
    """Return a square with a direction, as in "e2n"."""
    return NAMES[way // 4] + DIRECTIONS[way % 4]


def _phrase(start: int, way: int, k: int) -> str:
    if k == ALONE:
        return N_("the king alone goes from {start} {way}")
    return N_("the group of {start} goes {way}, the king {k} away") if k else N_("the pawns of {start} go {way}")


def _ways(s: State, code: int) -> list[TapSequence]:
    """Return the ways to tap a move: its direction is a chip, or any square that the pieces reach that way.

    With pawns beside the king a third tap follows; after the chip of a direction it may be the king's square.
    """
    _, (square, direction, king) = MOVES.split(code)
    way = square * 4 + direction
    ray = [NAMES[square + distance * int(STEP[way])] for distance in range(1, reach(s, way) + 1)]
    start, chip = NAMES[square], DIRECTIONS[direction]
    if int(s.group[s.turn, square]) == 1 or not king:
        return [(start, zone) for zone in (chip, *ray)]
    ways: list[TapSequence] = [(start, zone, _KING.zone(king, 0)) for zone in (chip, *ray)]
    return ways if king == ALONE else [*ways, (start, chip, ray[king - 1])]


def _zones(seat: int) -> list[str]:
    """Return the taps of a seat: squares and directions as he sees them, then the king alone and his distances."""
    squares = [NAMES[square ^ (EXCHANGE_ROWS if seat else 0)] for square in range(SQUARES)]
    return [*squares, *("senw" if seat else DIRECTIONS), "alone", *(f"k-{k}" for k in _DISTANCES)]


MOVES = Moves(
    Kind(
        "{start}{way}{k}",
        {"start": _START, "way": _WAY, "k": _KING},
        taps="{start} {way} [{k}]",
        phrase=_phrase,
        ways=_ways,
    ),
    unreadable=CATALOG.reason("UNREADABLE"),
    refused=[("[a-h][1-8](?:ne|nw|se|sw|en|es|wn|ws)(?::.*)?", CATALOG.reason("NO_DIAGONAL"))],
    taps=_zones,
    places=range(SQUARES),
)

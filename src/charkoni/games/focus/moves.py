"""The moves of Focus: tower moves, drops, the null move."""

from charkoni.core.board_types import TapSequence
from charkoni.core.errors import N_
from charkoni.core.game_types import State
from charkoni.core.moves.declaration import Kind, Moves, Part
from charkoni.games.focus.catalog import CATALOG
from charkoni.games.focus.rules import OWN_HEIGHT, PLACES, TALLEST

NAMES = tuple(f"{'abcdefgh'[column - 1]}{row}" for column, row in PLACES)
"""The names of the cells, c8 to f1."""

_NO_SUCH_PART = CATALOG.reason("NO_SUCH_PART")
_COUNTS = tuple(f"k-{k}" for k in range(1, TALLEST + 1))
_CELL = Part(NAMES, pattern="[a-z][0-9]", missing=lambda text: CATALOG.reason("NO_CELL", cell=text))
_COUNT = Part("12345", zones=_COUNTS, pattern="[0-9]", missing=lambda text: _NO_SUCH_PART)


def _walk_phrase(start: int, end: int, k: int) -> str:
    return N_("the top {k} of {start} go to {end}") if k else N_("one checker from {start} to {end}")


def _returns(s: State, code: int) -> list[TapSequence]:
    """Return the ways to tap the null move: any own tower of two and more walks and returns (F9)."""
    mover = int(s.turn)
    seen = NAMES if mover == 0 else NAMES[::-1]
    is_tall = {name: OWN_HEIGHT[mover, tower] > 1 for name, tower in zip(NAMES, s.tower.tolist(), strict=True)}
    return [(name, "return") for name in seen if is_tall[name]]


MOVES = Moves(
    Kind(
        "{start}-{end}:{k}",
        {"start": _CELL, "end": _CELL, "k": _COUNT},
        taps="{start} {end} [{k}]",
        also=("{start} {k} {end}",),
        phrase=_walk_phrase,
    ),
    Kind("@{end}", {"end": _CELL}, taps="drop {end}", phrase=N_("a checker of the reserve drops on {end}")),
    Kind("-", taps="return", phrase=N_("the null move: nothing changes"), ways=_returns),
    unreadable=CATALOG.reason("UNREADABLE"),
    taps=lambda seat: (*(NAMES[::-1] if seat else NAMES), "drop", "return", *_COUNTS),
    places=[(8 - row) * 8 + column - 1 for column, row in PLACES],
)

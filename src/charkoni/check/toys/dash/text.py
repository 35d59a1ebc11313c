"""The texts of Dash: positions, moves, the diagram."""

import re

from charkoni.check.toys.dash.rules import HOME
from charkoni.core.constants import OVER
from charkoni.core.errors import N_, BadPosition, Reason
from charkoni.core.game_types import Flags, Span, State

_PAIRS = "|".join(f"{first},{second}" for first in range(HOME + 1) for second in range(first, HOME + 1))
_POSITION = re.compile(rf"({_PAIRS})/({_PAIRS}) (?:([ab]) ([?123])|\. \.)")

_GRAMMAR = N_("a position is the runners of both sides, the mover and the die, as in {example}")


def read_state(text: str, s: State, flags: Flags) -> None:
    """Fill the blank record from a position text; raise BadPosition."""
    match = _POSITION.fullmatch(text)
    if not match:
        raise BadPosition(text, Reason("BAD_TEXT", "D1", _GRAMMAR, {"example": "0,2/1,4 b ?"}))
    for player in range(2):
        s.runners[player] = [int(cell) for cell in match[player + 1].split(",")]
    s.mover = "ab".index(match[3]) if match[3] else OVER
    s.die = int(match[4]) if match[4] and match[4] != "?" else 0


def write_state(s: State, flags: Flags) -> str:
    """Return the position text."""
    runners = "/".join(f"{s.runners[player][0]},{s.runners[player][1]}" for player in range(2))
    if s.mover == OVER:
        return f"{runners} . ."
    return f"{runners} {'ab'[s.mover]} {s.die or '?'}"


def diagram(s: State, flags: Flags) -> list[list[Span]]:
    """Return the track, one row per player, and the die."""
    rows: list[list[Span]] = [[("    ", ""), (" ".join(f"{cell:^2}" for cell in range(HOME + 1)), "dim")]]
    for player, letter in enumerate("ab"):
        count = [int((s.runners[player] == cell).sum()) for cell in range(HOME + 1)]
        cells: list[Span] = [(f"{letter * n:.<2} ", letter if n else "board") for n in count]
        rows.append([("--> " if s.mover == player else "    ", "mark"), *cells])
    rows.append([("    ", ""), (N_("die"), "label"), (f" {s.die or '?'}", "mark")])
    return rows

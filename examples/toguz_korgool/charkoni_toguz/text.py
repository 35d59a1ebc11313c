"""The texts of Toguz Korgool: positions, moves, the diagram."""

import re

from charkoni.core.catalog import BLACK, WHITE
from charkoni.core.constants import OVER
from charkoni.core.errors import N_, BadPosition, Reason
from charkoni.core.game_types import Flags, Span, State

from charkoni_toguz.rules import HOLES, STONES

_NUMBER = "(?:0|[1-9][0-9]{0,2})"
_SIDE = rf"{_NUMBER}(?:,{_NUMBER}){{8}}:{_NUMBER}"
_POSITION = re.compile(rf"({_SIDE})/({_SIDE}) ([ab.]) ([-1-9])/([-1-9])")
_EXAMPLE = "9,9,9,9,9,9,9,9,9:0/9,9,9,9,9,9,9,9,9:0 a -/-"

_GRAMMAR = N_("a position is nine holes and a kazan per side, the mover and both tuzes, as in {example}")
_TOO_MANY = N_("there are only 162 stones")
_NAMES = (WHITE.name, BLACK.name)
_TUZ = "◆"
_MARGIN = " " * 4
_LINE = "─────"


def read_state(text: str, s: State, flags: Flags) -> None:
    """Fill the blank record from a position text; raise BadPosition."""
    match = _POSITION.fullmatch(text)
    if not match:
        raise BadPosition(text, Reason("BAD_TEXT", "T1", _GRAMMAR, {"example": _EXAMPLE}))
    for side in range(2):
        holes, kazan = match[side + 1].split(":")
        numbers = [int(number) for number in holes.split(",")]
        if max(*numbers, int(kazan)) > STONES:
            raise BadPosition(text, Reason("STONES", "T1", _TOO_MANY))
        s.holes[side] = numbers
        s.kazan[side] = int(kazan)
    s.turn = OVER if match[3] == "." else "ab".index(match[3])
    s.tuz = [0 if hole == "-" else int(hole) for hole in match.groups()[3:]]


def write_state(s: State, flags: Flags) -> str:
    """Return the position text."""
    sides = "/".join(f"{','.join(map(str, s.holes[side]))}:{s.kazan[side]}" for side in range(2))
    mover = "." if s.turn == OVER else "ab"[s.turn]
    return f"{sides} {mover} {'/'.join(str(hole) if hole else '-' for hole in s.tuz)}"


def diagram(s: State, flags: Flags) -> list[list[Span]]:
    """Return the board as seen by a; a hole that is a tuz shows a diamond in its owner's colour."""
    numbers = "".join(f"{hole:^6}" for hole in range(1, HOLES + 1))
    return [
        [(_MARGIN, ""), ("".join(f"{hole:^6}" for hole in range(HOLES, 0, -1)), "dim")],
        [(_MARGIN[1:], ""), (f"┌{'┬'.join([_LINE] * HOLES)}┐", "board")],
        [(_MARGIN[1:], ""), *_row(s, 1)],
        [(_MARGIN[1:], ""), (f"├{'┴'.join([_LINE] * HOLES)}┤", "board")],
        *(_kazan(s, side) for side in (1, 0)),
        [(_MARGIN[1:], ""), (f"├{'┬'.join([_LINE] * HOLES)}┤", "board")],
        [(_MARGIN[1:], ""), *_row(s, 0)],
        [(_MARGIN[1:], ""), (f"└{'┴'.join([_LINE] * HOLES)}┘", "board")],
        [(_MARGIN, ""), (numbers, "dim")],
    ]


def _kazan(s: State, side: int) -> list[Span]:
    """Return the kazan of a side with its name, marked when it is to move."""
    at, name, stones = "▶" if s.turn == side else " ", _NAMES[side], f"{s.kazan[side]:>4}"
    rest = 6 * HOLES - 1 - 4 - len(name) - len(stones)
    return [
        (_MARGIN[1:] + "│", "board"),
        (f" {at}", "mark"),
        ("● ", "ab"[side]),
        (name, "label"),
        (stones, "ab"[side]),
        (" " * rest + "│", "board"),
    ]


def _row(s: State, side: int) -> list[Span]:
    """Return the nine holes of a side with lines around them, as seen by a."""
    spans: list[Span] = [("│", "board")]
    for hole in range(HOLES) if side == 0 else range(HOLES - 1, -1, -1):
        spans += [_hole(s, side, hole), ("│", "board")]
    return spans


def _hole(s: State, side: int, hole: int) -> Span:
    """Return the stones of a hole, a dot when it is empty, or the sign of the tuz there."""
    owner = 1 - side
    if s.tuz[owner] == hole + 1:
        return f"  {_TUZ}  ", "ab"[owner]
    stones = int(s.holes[side, hole])
    return (f"{stones:^5}", "ab"[side]) if stones else ("  ·  ", "board")

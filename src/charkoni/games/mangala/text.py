"""The texts of Mangala: positions, moves, the diagram."""

import re

from charkoni.core.constants import OVER
from charkoni.core.errors import N_, BadPosition
from charkoni.core.game_types import Flags, Span, State
from charkoni.games.mangala.catalog import CATALOG

_NUMBER = "(?:0|[1-9][0-9]?)"
_SIDE = rf"{_NUMBER}(?:,{_NUMBER}){{5}}:{_NUMBER}"
_BASE = re.compile(rf"({_SIDE})/({_SIDE}) ([ab.])")
_FORTRESS = re.compile(rf"({_SIDE})/({_SIDE}) ([ab.]) ([-1-5])/([-1-5])")
_STONES = 48

_NAMES = tuple(player.name for player in CATALOG.players)
_FORTRESS_OF = (N_("Red's fortress"), N_("Green's fortress"))
_TOWER = "♜"
_MARGIN = " " * 12
_NUMBERS = "   1     2     3     4     5     6   "


def read_state(text: str, s: State, flags: Flags) -> None:
    """Fill the blank record from a position text; raise BadPosition."""
    has_fortress = flags["fortress"] == "on"
    match = (_FORTRESS if has_fortress else _BASE).fullmatch(text)
    if not match:
        example = "4,4,4,4,4,4:0/4,4,4,4,4,4:0 a" + (" -/-" if has_fortress else "")
        raise BadPosition(text, CATALOG.reason("GRAMMAR", example=example))
    for side in range(2):
        holes, store = match[side + 1].split(":")
        numbers = [int(number) for number in holes.split(",")]
        if max(*numbers, int(store)) > _STONES:
            raise BadPosition(text, CATALOG.reason("TOO_MANY_STONES"))
        s.holes[side] = numbers
        s.store[side] = int(store)
    s.turn = OVER if match[3] == "." else "ab".index(match[3])
    if has_fortress:
        s.fortresses = [0 if hole == "-" else int(hole) for hole in match.groups()[3:]]


def write_state(s: State, flags: Flags) -> str:
    """Return the position text."""
    sides = "/".join(f"{','.join(map(str, s.holes[side]))}:{s.store[side]}" for side in range(2))
    mover = "." if s.turn == OVER else "ab"[s.turn]
    if flags["fortress"] == "off":
        return f"{sides} {mover}"
    return f"{sides} {mover} {'/'.join(str(hole) if hole else '-' for hole in s.fortresses)}"


def diagram(s: State, flags: Flags) -> list[list[Span]]:
    """Return the board as seen by a; a hole that is a fortress shows a tower in its owner's colour."""
    top, bottom = _row(s, 1), _row(s, 0)
    stores = [f"  │{stones:^6}│" for stones in s.store]
    lines: list[list[Span]] = [
        [(_MARGIN, ""), (_NUMBERS[::-1], "dim")],
        [*_player(s, 1), ("┌─────┬─────┬─────┬─────┬─────┬─────┐", "board")],
        [("  ┌──────┐  ", "b"), *top, ("  ┌──────┐", "a")],
        [(f"{stores[1]}  ", "b"), ("├─────┼─────┼─────┼─────┼─────┼─────┤", "board"), (stores[0], "a")],
        [("  └──────┘  ", "b"), *bottom, ("  └──────┘", "a")],
        [(_MARGIN, ""), ("└─────┴─────┴─────┴─────┴─────┴─────┘", "board"), *_player(s, 0)],
        [(_MARGIN, ""), (_NUMBERS, "dim")],
    ]
    for owner in range(2):
        if s.fortresses[owner]:
            lines.append([(_MARGIN, ""), (f"[{_TOWER}] ", "ab"[owner]), (_FORTRESS_OF[owner], "label")])
    return lines


def _player(s: State, side: int) -> list[Span]:
    """Return the name of a side above or below its store, marked when it is to move."""
    at = "▶" if s.turn == side else " "
    name = _NAMES[side]
    return [(f" {at}", "mark"), ("● ", "ab"[side]), (name, "label"), (" " * (len(_MARGIN) - 4 - len(name)), "")]


def _row(s: State, side: int) -> list[Span]:
    """Return the six holes of a side with lines around them, as seen by a."""
    spans: list[Span] = [("│", "board")]
    for hole in range(6) if side == 0 else range(5, -1, -1):
        spans += [_hole(s, side, hole), ("│", "board")]
    return spans


def _hole(s: State, side: int, hole: int) -> Span:
    """Return the stones of a hole, a dot when it is empty, or the owner of the fortress there."""
    owner = 1 - side
    if s.fortresses[owner] == hole + 1:
        return f" [{_TOWER}] ", "ab"[owner]
    stones = int(s.holes[side, hole])
    return (f"{stones:^5}", "ab"[side]) if stones else ("  ·  ", "board")

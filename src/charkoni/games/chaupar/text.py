"""The texts of Chaupar: positions, moves, and the diagram of `diagram.py`."""

import re

from charkoni.core.catalog import PlayerName
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import BadPosition
from charkoni.core.game_types import Flags, Span, State
from charkoni.games.chaupar.catalog import CATALOG
from charkoni.games.chaupar.cells import COLOURS
from charkoni.games.chaupar.diagram import render
from charkoni.games.chaupar.moves import bad_face, bad_step, sticks, write_pile
from charkoni.games.chaupar.rules import CHARKONI, HOME, LANE, STEPS, fill_cells

__all__ = ["diagram", "read_state", "write_state"]

_POSITION = re.compile(r"([^ /]+)/([^ /]+)/([^ /]+)/([^ /]+) ([abcd]) ([abcd?.]) ([^ ]+)")
_WORD = re.compile(r"c([1-4])|([1-9][0-9]?)(\+?)(?:x([2-4]))?|l([1-7])(?:x([2-4]))?|h([1-4])")
_VALUES = re.compile(r"-|(?:([1-6])\|)?([1-6]+|-)")

_EXAMPLE = "c4/c4/c4/c4 a a 125"


def read_state(text: str, s: State, flags: Flags) -> None:
    """Fill the blank record from a position text; raise BadPosition."""
    match = _POSITION.fullmatch(text)
    if not match:
        raise BadPosition(text, CATALOG.reason("GRAMMAR", example=_EXAMPLE))
    for colour in range(4):
        s.pieces[colour] = _read_colour(text, match[colour + 1], CATALOG.players[colour])
    fill_cells(s)
    s.thrower = COLOURS.index(match[5])
    s.turn = {"?": CHANCE, ".": OVER}.get(match[6], COLOURS.find(match[6]))
    _read_values(text, match[7], s, flags)


def _read_colour(text: str, words: str, side: PlayerName) -> list[int]:
    """Return the four pieces of a colour, ascending."""
    pieces: list[int] = []
    for word in words.split(","):
        piece, height = _read_word(text, word)
        if pieces and _place(piece) == _place(pieces[-1]):
            reason = CATALOG.reason("TWO_PILES", side=side, place=word)
            raise BadPosition(text, reason)
        if pieces and piece < pieces[-1]:
            raise BadPosition(text, CATALOG.reason("BAD_ORDER", side=side))
        pieces += [piece] * height
    if len(pieces) != 4:
        raise BadPosition(text, CATALOG.reason("FOUR", side=side, count=len(pieces)))
    return pieces


def _read_word(text: str, word: str) -> tuple[int, int]:
    """Return the piece and the height that a word denotes."""
    match = _WORD.fullmatch(word)
    if not match:
        raise BadPosition(text, CATALOG.reason("BAD_WORD", word=word))
    waiting, step, lap, height, cell, lane_height, home = match.groups()
    if waiting:
        return CHARKONI, int(waiting)
    if home:
        return HOME, int(home)
    if cell:
        return LANE + int(cell), int(lane_height or 1)
    if int(step) > STEPS:
        raise BadPosition(text, bad_step(step))
    return 2 * int(step) + bool(lap), int(height or 1)


def _place(piece: int) -> int:
    """Return a number of the place of a piece, the same with a lap and without."""
    return piece // 2 if piece <= LANE else piece


def _read_values(text: str, values: str, s: State, flags: Flags) -> None:
    """Fill in the value handed over and the values left."""
    match = _VALUES.fullmatch(values)
    if not match or list(match[2] or "") != sorted(match[2] or ""):
        raise BadPosition(text, CATALOG.reason("BAD_VALUES"))
    for digit in values.replace("|", "").replace("-", ""):
        if digit not in flags["dice"]:
            raise BadPosition(text, bad_face(flags["dice"]))
    if match[1]:
        s.handed = 1 + flags["dice"].index(match[1])
    # More than three of one value break C16: the audit refuses four, and a larger count would overflow int8.
    s.values = [min((match[2] or "").count(face), 4) for face in flags["dice"]]


def write_state(s: State, flags: Flags) -> str:
    """Return the position text."""
    colours = "/".join(_write_colours(s))
    decider = {CHANCE: "?", OVER: "."}.get(int(s.turn), COLOURS[s.turn])
    left = sticks(s, flags) or "-"
    handed = flags["dice"][s.handed - 1] + "|" if s.handed else ""
    return f"{colours} {COLOURS[s.thrower]} {decider} {handed}{left}"


def _write_colours(s: State) -> list[str]:
    """Return the words of the four colours."""
    colours = [[int(piece) for piece in s.pieces[colour]] for colour in range(4)]
    return [",".join(_write_word(piece, pieces.count(piece)) for piece in sorted(set(pieces))) for pieces in colours]


def _write_word(piece: int, count: int) -> str:
    if piece == CHARKONI:
        return f"c{count}"
    if piece == HOME:
        return f"h{count}"
    return write_pile(piece) + (f"x{count}" if count > 1 else "")


def diagram(s: State, flags: Flags) -> list[list[Span]]:
    """Return the cross with black's arm at the bottom; each colour and its Charkoni are in a corner."""
    return render(s, flags, _write_colours(s))

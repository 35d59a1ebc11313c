"""Click scripts of the moves of Gana, prompts, and the moves that taps without effect mean.

A group is tapped, then a direction: its chip, or any square its pieces reach that way.  With the king in the group a
third tap follows: the chip "alone", or the king's distance, "k-1" .. "k-4"; after the chip of a direction also the
king's square.
"""

from charkoni.core.board_types import Script
from charkoni.core.errors import N_, Reason
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.gana.rules import (
    ALONE,
    KINDS,
    ROOM,
    SQUARES,
    STEP,
    lane,
    may_go,
    may_go_beyond,
    may_step_alone,
)
from charkoni.games.gana.text import read_move, square_name

NAMES = tuple(square_name(square) for square in range(SQUARES))
INDEX = {name: square for square, name in enumerate(NAMES)}
DIRECTIONS = "nesw"

_TOO_FAR = N_("the pieces of {start} reach no farther than {square} this way")
_OFF_LINE = N_("no diagonal moves: {square} is not in one row or file with {start}")


def pieces_on(s: State, side: int, square: int) -> int:
    """Return the size of a side's group, the king included (G3)."""
    return int(s.group[side, square])


def reach(s: State, way: int) -> int:
    """Return the greatest distance of a piece of the group: its lane, for the king perhaps one more (G6, G14)."""
    me, m = int(s.turn), int(lane(s, int(s.turn), way))
    if s.king[me] != way // 4:
        return m
    is_farther = may_step_alone(s, me, way) if m == 0 else may_go_beyond(s, me, way, m)
    return m + 1 if is_farther else m


def scripts(s: State, move: str, flags: Flags) -> list[Script]:
    """Return the scripts of a move: group, direction and, with pawns beside the king, his distance or "alone"."""
    way, kind = divmod(read_move(move, flags), KINDS)
    square = way // 4
    ray = [NAMES[square + distance * int(STEP[way])] for distance in range(1, reach(s, way) + 1)]
    start, chip = NAMES[square], DIRECTIONS[way % 4]
    if pieces_on(s, int(s.turn), square) == 1 or not kind:
        return [(start, zone) for zone in (chip, *ray)]
    third = "alone" if kind == ALONE else f"k-{kind}"
    ways: list[Script] = [(start, zone, third) for zone in (chip, *ray)]
    if kind != ALONE:
        ways.append((start, chip, ray[kind - 1]))
    return ways


def prompt(s: State, prefix: Script, flags: Flags, words: Words) -> str:
    """Return the prompt for the next tap."""
    if not prefix:
        return words._("Choose a square with pieces of yours.")
    n = pieces_on(s, int(s.turn), INDEX[prefix[0]])
    if len(prefix) > 1:
        return words._("Does the king go alone? If all go: how far does he go?")
    if INDEX[prefix[0]] == s.king[s.turn] and n > 1:
        return words._("Which way? The king may go alone, or all {n} pieces spread.", n=n)
    return words.ngettext(
        "Which way? It goes one square.",
        "Which way do the {n} pieces spread? The first goes one square, the last {n}.",
        n,
    )


def attempt(s: State, prefix: Script, zone: str, flags: Flags) -> str | Reason | None:
    """Return the move that a tap without effect means, the reason against it, or None."""
    if not prefix:
        return _move_from(s, INDEX[zone]) if zone in INDEX else None
    square = INDEX[prefix[0]]
    if len(prefix) == 1:
        return _second_tap(s, square, zone) if zone != prefix[0] else None
    towards = prefix[1] if prefix[1] in DIRECTIONS else _towards(square, INDEX[prefix[1]])
    if zone == "alone" or zone.startswith("k-"):
        return f"{prefix[0]}{towards}:{zone[-1] if zone != 'alone' else 'k'}"
    if zone not in INDEX or not towards or _towards(square, INDEX[zone]) != towards:
        return None
    return _to_distance(s, square, towards, _distance(square, INDEX[zone]))


def _move_from(s: State, square: int) -> str:
    """Return a move from a square that has no legal one: away from the own edge, if there is room."""
    ways = [square * 4 + direction for direction in ((0, 1, 3, 2) if s.turn == 0 else (2, 1, 3, 0))]
    way = next(way for way in ways if ROOM[way])
    return f"{NAMES[square]}{DIRECTIONS[way % 4]}{_kind(s, square)}"


def _kind(s: State, square: int) -> str:
    """Return the end of a move's text: that of the king alone if he is in the group, else nothing."""
    return ":k" if s.king[s.turn] == square else ""


def _second_tap(s: State, square: int, zone: str) -> str | Reason | None:
    """Return the move that a second tap without effect means, the reason against it, or None."""
    if zone in DIRECTIONS:
        return f"{NAMES[square]}{zone}{_kind(s, square)}"
    if zone not in INDEX:
        return None
    towards = _towards(square, INDEX[zone])
    if not towards:
        return Reason("NO_DIAGONAL", "G4", _OFF_LINE, {"start": NAMES[square], "square": zone})
    return _to_distance(s, square, towards, _distance(square, INDEX[zone]))


def _to_distance(s: State, square: int, towards: str, distance: int) -> str | Reason:
    """Return the move in a direction if it is illegal at any distance, else the reason that the square is too far."""
    way, me = square * 4 + DIRECTIONS.index(towards), int(s.turn)
    most = reach(s, way)
    kind = _kind(s, square)
    is_legal = most > 0 if kind else may_go(s, me, way)
    if not is_legal:
        return f"{NAMES[square]}{towards}{kind}"
    if distance <= most:
        return f"{NAMES[square]}{towards}:{distance}"
    args = {"start": NAMES[square], "square": NAMES[square + most * int(STEP[way])]}
    return Reason("TOO_FAR", "G6", _TOO_FAR, args)


def _towards(square: int, other: int) -> str:
    """Return the direction from one square to another in its row or file, else ""."""
    if square % 8 == other % 8:
        return "n" if other > square else "s"
    if square // 8 == other // 8:
        return "e" if other > square else "w"
    return ""


def _distance(square: int, other: int) -> int:
    """Return the distance between two squares of a row or file."""
    return abs(square % 8 - other % 8) + abs(square // 8 - other // 8)

"""Prompts for the taps of Gana, and the moves that taps without effect mean."""

from charkoni.core.board_types import TapSequence
from charkoni.core.errors import Reason
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.gana.catalog import CATALOG
from charkoni.games.gana.moves import DIRECTIONS, INDEX, NAMES, reach
from charkoni.games.gana.rules import ROOM, STEP, may_go


def pieces_on(s: State, side: int, square: int) -> int:
    """Return the size of a side's group, the king included (G3)."""
    return int(s.group[side, square])


def prompt(s: State, prefix: TapSequence, flags: Flags, words: Words) -> str:
    """Return the prompt for the next tap."""
    if not prefix:
        return words._("Choose a square with pieces of yours.")
    n = pieces_on(s, int(s.turn), INDEX[prefix[0]])
    if len(prefix) > 1:
        return words._("Does the king go alone? If all go: how far does he go?")
    if INDEX[prefix[0]] == s.king[s.turn] and n > 1:
        return words._("Which way? The king may go alone, or all {n} pieces spread.", n=n)
    return CATALOG.count(words, "way", n)


def attempt(s: State, prefix: TapSequence, zone: str, flags: Flags) -> str | Reason | None:
    """Return the move that a tap without effect means, the reason against it, or None."""
    if not prefix:
        if zone not in INDEX:
            return None
        ways = [INDEX[zone] * 4 + direction for direction in ((0, 1, 3, 2) if s.turn == 0 else (2, 1, 3, 0))]
        way = next(way for way in ways if ROOM[way])  # away from the own edge, if there is room
        return f"{zone}{DIRECTIONS[way % 4]}{_kind(s, INDEX[zone])}"
    square = INDEX[prefix[0]]
    if len(prefix) == 1:
        return _second_tap(s, square, zone) if zone != prefix[0] else None
    towards = prefix[1] if prefix[1] in DIRECTIONS else _towards(square, INDEX[prefix[1]])
    if zone == "alone" or zone.startswith("k-"):
        return f"{prefix[0]}{towards}:{zone[-1] if zone != 'alone' else 'k'}"
    if zone not in INDEX or not towards or _towards(square, INDEX[zone]) != towards:
        return None
    return _to_distance(s, square, towards, _distance(square, INDEX[zone]))


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
        return CATALOG.reason("OFF_LINE", start=NAMES[square], square=zone)
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
    return CATALOG.reason("TOO_FAR", start=NAMES[square], square=NAMES[square + most * int(STEP[way])])


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

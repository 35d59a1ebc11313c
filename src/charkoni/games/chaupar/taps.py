"""The taps that enter a move of Chaupar, the prompts between them, and taps without effect."""

from charkoni.core.board_types import TapSequence
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import Reason
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.chaupar import rules
from charkoni.games.chaupar.catalog import CATALOG
from charkoni.games.chaupar.cells import COLOURS, zone_of
from charkoni.games.chaupar.moves import legal_codes, moves, usable, write_pile
from charkoni.games.chaupar.reasons import exact_needed

_VALUES = ("die-", "join-")
"""The beginnings of the chips of values, alone and joined."""


def prompt(s: State, prefix: TapSequence, flags: Flags, words: Words) -> str:
    """Return the sentence that asks for the next tap."""
    if s.turn == OVER:
        return words._("The game is over.")
    if s.turn == CHANCE:
        return words._("{side}: throw the sticks.", side=CATALOG.players[s.thrower])
    if not prefix:
        return _first_prompt(s, flags, words)
    if len(prefix) == 2:
        return words._("Turn in to the lane, or go on for a further lap?")
    if prefix[0].startswith(_VALUES):
        n = sum(map(int, prefix[0].partition("-")[2]))
        return CATALOG.count(words, "steps", n)
    height = s.pieces[s.turn].tolist().count(piece_at(s, prefix[0]))
    if height > 1 and not prefix[0].startswith("charkoni"):
        return words._("The pile of {n} moves as one. By which value, or where to?", n=height)
    return words._("By which value, or where to?")


def _first_prompt(s: State, flags: Flags, words: Words) -> str:
    """Return the prompt before the first tap."""
    side, values = CATALOG.players[s.turn], ", ".join(usable(s, flags))
    can_move = any(rules.moves_piece(code) for code in legal_codes(s))
    if s.handed:
        if can_move:
            return words._("{side}: the partner hands you {value}. Play it or leave it.", side=side, value=values)
        return words._("{side}: the partner hands you {value}. No piece can use it.", side=side, value=values)
    if can_move:
        return words._("{side} has {values}: choose a piece or a value.", side=side, values=values)
    return words._(
        "{side} has {values}, but no piece can move: hand a value over or leave it.", side=side, values=values
    )


def piece_at(s: State, zone: str) -> int | None:
    """Return the number of the decider's piece in a zone, or None."""
    me = int(s.turn)
    return next((piece for piece in s.pieces[me].tolist() if zone_of(me, piece) == zone), None)


def attempt(s: State, prefix: TapSequence, zone: str, flags: Flags) -> str | Reason | None:
    """Return the move that a tap without effect seems to mean, why there is none, or None."""
    head, _, value = zone.partition("-")
    if head == "hand":
        return f">{value}"
    if head == "leave":
        return f"-{value}"
    if head == "die" and not prefix:
        if value not in usable(s, flags):
            return f"c:{value}"  # refused, because the value is not there
        return CATALOG.reason("NO_MOVE_HANDED" if s.handed else "NO_MOVE", value=value)
    if zone in ("turn-in", "go-on") or len(prefix) == 2:
        return None
    if prefix and not prefix[0].startswith(_VALUES):
        return _towards(s, prefix[0], zone, flags)
    if zone.startswith(_VALUES):
        return None
    return _from(s, zone, prefix[0].partition("-")[2] if prefix else usable(s, flags)[0])


def _from(s: State, zone: str, value: str) -> str | Reason:
    """Return the move of the piece in a zone by a value, or why there is none."""
    if zone.startswith("home-"):
        return CATALOG.reason("IS_HOME")
    piece = piece_at(s, zone)
    if piece is not None:
        return f"{name_of(piece)}:{value}"
    if zone == zone_of(int(s.turn), rules.CHARKONI):
        return f"c:{value}"
    for colour in range(4):
        if any(zone_of(colour, other) == zone for other in s.pieces[colour].tolist()):
            return CATALOG.reason("NOT_YOURS", other=CATALOG.players[colour])
    return CATALOG.reason("NOBODY")


def name_of(piece: int) -> str:
    """Return the name of a piece in a move text."""
    return "c" if piece == rules.CHARKONI else write_pile(piece)


def _towards(s: State, start: str, zone: str, flags: Flags) -> str | Reason | None:
    """Return the move from a chosen piece to a zone or by a value, or why there is none."""
    piece, me = piece_at(s, start), int(s.turn)
    if piece is None or zone.startswith("charkoni-"):
        return None
    if zone.startswith(_VALUES):
        return f"{name_of(piece)}:{zone.partition('-')[2]}"
    if zone.startswith("lane-") and zone[5] != COLOURS[me]:
        return CATALOG.reason("FOREIGN_LANE", other=CATALOG.players[COLOURS.index(zone[5])])
    goal = zone_of(me, rules.HOME) if zone.startswith("home-") else zone
    for code in _codes_of(piece):
        landing = int(rules.landing(s, code))
        if zone_of(me, landing) == goal and (landing > rules.LANE or not rules.turns_in(code)):
            return moves(flags).write(code)
    if zone.startswith("home-"):
        return exact_needed(piece) if piece > rules.LANE else CATALOG.reason("NOT_IN_LANE")
    return CATALOG.reason("NO_DISTANCE")


def _codes_of(piece: int) -> list[int]:
    """Return the codes that move a piece by each face, legal or not."""
    if piece == rules.CHARKONI:
        return [rules.ENTER + face for face in range(4)]
    if piece > rules.LANE:
        return [rules.RUN + 4 * (piece - rules.LANE - 1) + face for face in range(4)]
    return [rules.WALK + 8 * (piece - 2) + way for way in range(8)]

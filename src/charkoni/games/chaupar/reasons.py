"""Why a move of Chaupar is not legal."""

import numpy as np

from charkoni.core.errors import Reason
from charkoni.core.game_types import Flags, State
from charkoni.games.chaupar import rules
from charkoni.games.chaupar.catalog import CATALOG
from charkoni.games.chaupar.moves import faces_of, usable, write_pile
from charkoni.games.chaupar.moves import moves as moves_of


def illegal(s: State, code: int, flags: Flags) -> Reason:
    """Return why the move is not legal: the value is checked first, then the piece, its way and its landing."""
    about: dict[str, object] = {"decider": CATALOG.players[s.turn], "values": ", ".join(usable(s, flags))}
    if rules.THROW <= code < rules.JOINED:
        return CATALOG.reason("NO_THROW_DUE", **about)
    values, left = faces_of(code, flags["dice"]), usable(s, flags)
    if any(values.count(face) > left.count(face) for face in values):
        return CATALOG.reason("NO_SUCH_VALUE", **about, value=" + ".join(values))
    if not rules.moves_piece(code):
        return _why_must_move(s, code, flags)
    return _why_no_piece(s, code, about) or _why_closed(s, code) or _why_not_land(s, code)


def _why_must_move(s: State, code: int, flags: Flags) -> Reason:
    """Return why a value cannot be handed over or left unused: it can be moved (C18), or was handed over (C19)."""
    if s.handed:
        return CATALOG.reason("NOT_BACK")
    moves = np.zeros(rules.WIDEST, np.int64)
    n = rules.append_compulsory(s, int(s.turn), code % 4, moves, 0)
    n = rules.append_optional(s, int(s.turn), code % 4, moves, n)
    move = moves_of(flags).write(int(moves[0]))
    return CATALOG.reason("MUST_MOVE", value=flags["dice"][code % 4], move=move)


def _why_no_piece(s: State, code: int, about: dict[str, object]) -> Reason | None:
    """Return why the decider has no such piece, or None if he has."""
    piece = int(rules.origin(code))
    own = [int(piece) for piece in s.pieces[s.turn]]
    if piece in own:
        return None
    if piece == rules.CHARKONI:
        return CATALOG.reason("CHARKONI_EMPTY", **about)
    if piece <= rules.LANE and piece ^ 1 in own:
        return CATALOG.reason("OTHER_NAME", **about, place=write_pile(piece ^ 1))
    return CATALOG.reason("NO_PIECE", **about, place=write_pile(piece))


def _why_closed(s: State, code: int) -> Reason | None:
    """Return why the way into the lane or Home is closed, or None for a move along the edge."""
    piece = int(rules.origin(code))
    if code >= rules.JOINED and (piece > rules.LANE or rules.turns_in(code)):
        return CATALOG.reason("JOINED_LANE")
    if rules.turns_in(code):
        if piece % 2 == 0:
            return CATALOG.reason("NO_LAP", place=write_pile(piece))
        return CATALOG.reason("NOT_AT_END")
    if piece <= rules.LANE:
        return None
    if piece + rules.steps_of(s, code) > rules.HOME:
        return exact_needed(piece)
    return CATALOG.reason("BLACK_FIRST" if s.turn == 2 else "RED_FIRST")


def exact_needed(piece: int) -> Reason:
    """Return the reason that a piece in the lane steps Home by one value only (C10)."""
    return CATALOG.reason("EXACT", cell=piece - rules.LANE, exact=rules.HOME - piece)


def _why_not_land(s: State, code: int) -> Reason:
    """Return why the pile cannot land there."""
    me, step = int(s.turn), int(rules.landing(s, code)) // 2
    there = int(s.cells[rules.cell_of(me, step)])
    other = (there >> 3) - 1
    height = int(rules.height_of(s, me, int(rules.origin(code))))
    about = {"step": step, "other": CATALOG.players[other], "height": height, "there": there & 7}
    if other == me ^ rules.PARTNER:
        return CATALOG.reason("PARTNER", **about)
    if rules.IS_CASTLE[step]:
        return CATALOG.reason("CASTLE", **about)
    return CATALOG.reason("TOO_HIGH", **about)

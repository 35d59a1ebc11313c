"""Why a move of Chaupar is not legal, and what is wrong with a position."""

import numpy as np

from charkoni.core.errors import N_, Reason
from charkoni.core.game_types import Flags, State
from charkoni.games.chaupar import rules
from charkoni.games.chaupar.catalog import CATALOG
from charkoni.games.chaupar.moves import moves as moves_of
from charkoni.games.chaupar.moves import usable, write_pile

INVALID = (
    Reason("TWO_PILES", "C12", N_("the pieces of a colour do not stand in order, or two piles on one own step")),
    Reason("TWO_COLOURS", "C15", N_("two colours stand on one cell")),
    Reason("CELLS", "C5", N_("the cells do not show where the pieces stand")),
    Reason("DECIDER", "C21", N_("the decider is . exactly when the eight pieces of a team are Home")),
    Reason("VALUES", "C16", N_("there are no values before a throw and after the end: write -")),
    Reason("VALUES", "C16", N_("a throw has three values: 1 to 3 are left, the one handed over included")),
    Reason("DECIDER", "C19", N_("the thrower decides, but his partner about a value handed over")),
)
_NO_THROW_DUE = N_("no throw is due: {decider} has {values} to use")
_NO_SUCH_VALUE = N_("{decider} has no {value} to use, but {values}")
_NOT_BACK = N_("a value handed over is played or declined, not handed on")
_MUST_MOVE = N_("{value} can be moved: {move}")
_CHARKONI_EMPTY = N_("no piece of {decider} waits in the Charkoni")
_NO_PIECE = N_("{decider} has no piece on {place}")
_OTHER_NAME = N_("the pieces of {decider} there are called {place}")
_NO_LAP = N_("{place} has not completed a lap: only {place}+ could turn in")
_NOT_AT_END = N_("a piece turns in from own step 9 or before by a value that carries it beyond 9")
_EXACT = N_("from l{cell} exactly {exact} leads Home")
_BLACK_FIRST = N_("Yellow steps Home when all four black pieces are there")
_RED_FIRST = N_("Green steps Home when all four red pieces are there")
_PARTNER = N_("own step {step} is taken by a piece of the partner {other}")
_CASTLE = N_("own step {step} is a castle: a piece of {other} there cannot be captured")
_TOO_HIGH = N_("a pile of {height} does not capture the pile of {there} of {other} on own step {step}")


def illegal(s: State, code: int, flags: Flags) -> Reason:
    """Return why the move is not legal: the value is checked first, then the piece, its way and its landing."""
    about: dict[str, object] = {"decider": CATALOG.players[s.turn], "values": ", ".join(usable(s, flags))}
    if code >= rules.THROW:
        return Reason("NO_THROW_DUE", "C20", _NO_THROW_DUE, about)
    face = code % 4
    if not rules.is_usable(s, face):
        return Reason("NO_SUCH_VALUE", "C16", _NO_SUCH_VALUE, about | {"value": flags["dice"][face]})
    if code >= rules.HAND:
        return _why_must_move(s, code, flags)
    return _why_no_piece(s, code, about) or _why_closed(s, code, flags) or _why_not_land(s, code)


def _why_must_move(s: State, code: int, flags: Flags) -> Reason:
    """Return why a value cannot be handed over or left unused: it can be moved (C18), or was handed over (C19)."""
    if s.handed:
        return Reason("NOT_BACK", "C19", _NOT_BACK)
    moves = np.zeros(rules.WIDEST, np.int64)
    n = rules.append_compulsory(s, int(s.turn), code % 4, moves, 0)
    n = rules.append_optional(s, int(s.turn), code % 4, moves, n)
    move = moves_of(flags).write(int(moves[0]))
    return Reason("MUST_MOVE", "C18", _MUST_MOVE, {"value": flags["dice"][code % 4], "move": move})


def _why_no_piece(s: State, code: int, about: dict[str, object]) -> Reason | None:
    """Return why the decider has no such piece, or None if he has."""
    piece = int(rules.origin(code))
    own = [int(piece) for piece in s.pieces[s.turn]]
    if piece in own:
        return None
    if piece == rules.CHARKONI:
        return Reason("CHARKONI_EMPTY", "C6", _CHARKONI_EMPTY, about)
    if piece <= rules.LANE and piece ^ 1 in own:
        return Reason("OTHER_NAME", "C7", _OTHER_NAME, about | {"place": write_pile(piece ^ 1)})
    return Reason("NOT_YOURS", "C7", _NO_PIECE, about | {"place": write_pile(piece)})


def _why_closed(s: State, code: int, flags: Flags) -> Reason | None:
    """Return why the way into the lane or Home is closed, or None for a move along the edge."""
    piece, value = int(rules.origin(code)), int(flags["dice"][code % 4])
    if rules.turns_in(code):
        if piece % 2 == 0:
            return Reason("LAP_NOT_DONE", "C8", _NO_LAP, {"place": write_pile(piece)})
        return Reason("NOT_AT_END", "C8", _NOT_AT_END)
    if piece <= rules.LANE:
        return None
    if piece + value > rules.HOME:
        return exact_needed(piece)
    return Reason("TEAMMATE_FIRST", "C11", _BLACK_FIRST if s.turn == 2 else _RED_FIRST)


def exact_needed(piece: int) -> Reason:
    """Return the reason that a piece in the lane steps Home by one value only (C10)."""
    return Reason("EXACT_VALUE_NEEDED", "C10", _EXACT, {"cell": piece - rules.LANE, "exact": rules.HOME - piece})


def _why_not_land(s: State, code: int) -> Reason:
    """Return why the pile cannot land there."""
    me, step = int(s.turn), int(rules.landing(s, code)) // 2
    there = int(s.cells[rules.cell_of(me, step)])
    other = (there >> 3) - 1
    height = int(rules.height_of(s, me, int(rules.origin(code))))
    about = {"step": step, "other": CATALOG.players[other], "height": height, "there": there & 7}
    if other == me ^ rules.PARTNER:
        return Reason("PARTNER_ON_CELL", "C15", _PARTNER, about)
    if rules.IS_CASTLE[step]:
        return Reason("FORTRESS_SAFE", "C15", _CASTLE, about)
    return Reason("PILE_TOO_HIGH", "C14", _TOO_HIGH, about)

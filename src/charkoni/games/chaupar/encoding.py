"""Chaupar for learning programs: a vector of 592 numbers, and moves as one to three taps.

The edge is numbered by the viewer's own steps, and the colours follow from his on in the order of turns.  Taps: the
four faces; the own Charkoni, own steps 1 to 68, own lane 1 to 7; turn in, go on; hand over a face; leave a face unused;
with the flag `joined` the joined faces.  A move of a piece is a face, or joined ones, and the piece, and where both are
possible whether it turns in; handing over and leaving are one tap.
"""

from collections.abc import Sequence

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.family import Symmetry, observation
from charkoni.core.game_types import Flags, State
from charkoni.games.chaupar import rules
from charkoni.games.chaupar.cells import zone_of

_PIECE_TAP = 4
_LANE_TAP = _PIECE_TAP + rules.STEPS
_TURN_IN_TAP = _LANE_TAP + 8
_GO_ON_TAP = _TURN_IN_TAP + 1
_HAND_TAP = _GO_ON_TAP + 1
_LEAVE_TAP = _HAND_TAP + 4
_JOIN_TAP = _LEAVE_TAP + 4

_COLOUR = 2 * rules.STEPS + 7 + 2
_VALUES = rules.COLOURS * _COLOUR
_ENTRIES = _VALUES + 12
_TEN_BITS = np.uint64(1023)


HAS_SAME_MOVES = False
"""Not all colours have the same moves in the same situation: yellow steps Home after black, green after red (C11)."""


shape, bounds, features = observation(
    (),
    (0, 127),  # values may pile up
    *(
        (text.format(owner), number)
        for owner in ("own", "next colour's", "partner's", "last colour's")
        for text, number in (
            ("the {} pieces on the viewer's steps 1 to 68", rules.STEPS),
            ("1 where {} pieces there have completed the lap", rules.STEPS),
            ("the {} pieces in their lane, cells 1 to 7", 7),
            ("the {} pieces in the Charkoni", 1),
            ("the {} pieces Home", 1),
        )
    ),
    ("the thrower's remaining values of each face", 4),
    ("1 at the face handed over to the partner", 4),
    ("1 at the thrower, counted from the viewer", 4),
)


def seen_zones(viewer: int, flags: Flags) -> list[str]:
    """Return the zone that each entry of an observation describes, "" for those of values, faces and the thrower."""
    steps = [zone_of(viewer, 2 * step) for step in range(1, rules.STEPS + 1)]
    zones = []
    for colour in ((viewer + owner) % rules.COLOURS for owner in range(rules.COLOURS)):
        off_the_edge = (*range(rules.LANE + 1, rules.LANE + 8), rules.CHARKONI, rules.HOME)
        zones += [*steps, *steps, *(zone_of(colour, piece) for piece in off_the_edge)]
    return zones + [""] * (_ENTRIES - len(zones))


def symmetries(flags: Flags) -> list[Symmetry]:
    """Return no symmetry: pieces run one way round."""
    return []


def rearrange(s: State, out: State, cells: Sequence[int] | None, shift: int) -> None:
    """Write a position in which each colour has what the one `shift` before it had; the board has no other symmetry."""
    out.thrower = (int(s.thrower) + shift) % 4
    out.handed = s.handed
    out["values"][:] = s["values"]
    for colour in range(4):
        out.pieces[(colour + shift) % 4] = s.pieces[colour]
    rules.fill_cells(out)


def _entry_table():
    """Return where a piece is written, for the owner counted from the viewer on and the number of the piece.

    int32[COLOURS, HOME + 1]: the entry that counts the piece in the lowest ten bits, then that of the completed lap in
    ten, then whether it is completed.  Pieces off the edge have no such entry: 0 is written into the last one instead.
    """
    table = np.zeros((rules.COLOURS, rules.HOME + 1), np.int32)
    for owner in range(rules.COLOURS):
        base = owner * _COLOUR
        for piece in range(rules.HOME + 1):
            entry, lap, is_lapped = 0, _ENTRIES - 1, 0
            if piece == rules.CHARKONI:
                entry = base + 2 * rules.STEPS + 7
            elif piece == rules.HOME:
                entry = base + 2 * rules.STEPS + 8
            elif piece > rules.LANE:
                entry = base + 2 * rules.STEPS + piece - rules.LANE - 1
            elif piece >> 1:
                entry = base + (piece // 2 - 1 + rules.QUARTER * owner) % rules.STEPS
                lap, is_lapped = entry + rules.STEPS, piece & 1
            table[owner, piece] = entry | lap << 10 | is_lapped << 20
    return table


_ENTRY_OF = _entry_table()


@jit(counted=False)
def observe(s, viewer, rows, index):
    """Write the observation of a player: 592 numbers.  rows: [n, entries], row `index` is modified."""
    for entry in range(_ENTRIES):
        rows[index, entry] = 0
    for owner in range(rules.COLOURS):
        colour = np.uint64(viewer + owner & 3)
        for i in range(4):
            packed = np.uint64(_ENTRY_OF[owner, np.uint64(s.pieces[colour, i])])
            rows[index, packed & _TEN_BITS] += 1
            rows[index, packed >> np.uint64(10) & _TEN_BITS] = packed >> np.uint64(20)
    for face in range(4):
        rows[index, _VALUES + face] = s.values[face]
    if s.handed > 0:
        rows[index, _VALUES + 4 + np.int64(s.handed) - 1] = 1
    rows[index, _VALUES + 8 + ((np.int64(s.thrower) - viewer) & 3)] = 1


@jit(counted=False)
def full_taps(game, s, code):
    """Return the taps of a move."""
    if not rules.moves_piece(code):
        return np.int64((_LEAVE_TAP if code >= rules.DROP else _HAND_TAP) + (code & 3) + 1)
    piece, value = rules.origin(code), rules.value_of(code)
    place = piece >> 1 if piece <= rules.LANE else piece - rules.LANE + rules.STEPS
    first = value if value < 4 else _JOIN_TAP + value - 4
    taps = first + 1 | (_PIECE_TAP + place + 1) << 8
    steps = rules.steps_of(s, code)
    if rules.may_turn_in(piece, steps) and rules.may_walk(s, np.int64(s.turn), piece, steps):
        taps |= ((_TURN_IN_TAP if rules.turns_in(code) else _GO_ON_TAP) + 1) << 16
    return taps


@jit(counted=False)
def decode(game, s, taps, codes):
    """Return the code of the move that taps enter, or -1 for a beginning."""
    first = (taps & 255) - 1
    value = first if first < _JOIN_TAP else first - _JOIN_TAP + 4
    if _LEAVE_TAP <= first < _JOIN_TAP:
        return rules.DROP + first - _LEAVE_TAP
    if _HAND_TAP <= first < _LEAVE_TAP:
        return rules.HAND + first - _HAND_TAP
    place = (taps >> 8 & 255) - 1 - _PIECE_TAP
    if place < 0:
        return np.int64(-1)
    if place == 0:
        return rules.with_value(np.int64(rules.ENTER), value)
    if place > rules.STEPS:
        return rules.with_value(rules.RUN + (place - rules.STEPS - 1) * 4, value)
    me = np.int64(s.turn)
    piece = _piece_on(s, me, place)
    code = rules.with_value(rules.walk(piece, 0), value)
    turning = rules.with_value(rules.walk(piece, 0) + 4, value)
    steps = rules.steps_of(s, code)
    if not rules.may_turn_in(piece, steps):
        return code
    if not rules.may_walk(s, me, piece, steps):
        return turning
    if taps >> 16 == 0:
        return np.int64(-1)
    return turning if (taps >> 16) - 1 == _TURN_IN_TAP else code


@jit(counted=False)
def _piece_on(s, colour, step):
    """Return the number of the piece that stands on an own step: with the lap completed or not."""
    piece = 2 * step
    for i in range(4):
        if np.int64(s.pieces[colour, i]) == piece + 1:
            return piece + 1
    return piece


@jit(counted=False)
def candidates(game, s, tap, out):
    """Write the codes of the moves with a face or joined ones and return their number; out: int64[WIDEST]."""
    if tap >= _JOIN_TAP:
        return rules.append_joined(s, tap - _JOIN_TAP, out, np.int64(0))
    me = np.int64(s.turn)
    return rules.append_optional(s, me, tap, out, rules.append_compulsory(s, me, tap, out, np.int64(0)))


@jit(counted=False)
def action_mask(game, s, masks, index, codes):
    """Mark the faces, alone or joined, that move, and those that can be handed over or left; return their number.

    masks: bool[n, taps], row `index` empty.
    """
    me = np.int64(s.turn)
    is_partner = s.handed > 0
    count = np.int64(0)
    for face in range(4):
        if rules.is_usable(s, face):
            is_bound = rules.must_move(s, me, face)
            may_move = is_bound or rules.append_optional(s, me, face, codes, np.int64(0)) > 0
            hands_over = not may_move and not is_partner  # C18
            leaves = not is_bound or is_partner  # C18, C19
            masks[index, face] = may_move
            masks[index, _HAND_TAP + face] = hands_over
            masks[index, _LEAVE_TAP + face] = leaves
            count += np.int64(may_move) + np.int64(hands_over) + np.int64(leaves)
    if s.entry & 2 != 0 and not is_partner:
        for join in range(len(rules.JOIN_COUNTS)):
            may_move = rules.append_joined(s, join, codes, np.int64(0)) > 0
            masks[index, _JOIN_TAP + join] = may_move
            count += np.int64(may_move)
    return count

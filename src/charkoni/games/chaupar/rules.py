"""The rules of Chaupar, clause by clause (C1 to C22).

A piece is a number; the four of a colour are stored in ascending order, and equal ones on a cell are a pile (C12):

      0             Charkoni
      2 s + lap     own step s = 1 .. 68, lap = 1 when a lap is completed
    137 + l         lane cell l = 1 .. 7
    145             Home, as if it were lane cell 8

A code is THROW + the number of a sorted triple of faces, or one of these + a face 0..3:

    ENTER                                        bring in a piece
    WALK + (s - 1) * 16 + lap * 8 + turns * 4    along the edge, or turning in
    RUN + (l - 1) * 4                            along the lane
    HAND                                         hand over
    DROP                                         leave unused, decline

With the flag `joined` a piece is also moved by the sum of two or three values (C16): JOINED + 30 * (the code without
its face) / 4 + the number of the joined faces.
"""

from itertools import combinations_with_replacement

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import CHANCE, OVER, POINT
from charkoni.core.game_types import record_dtype

STATE = record_dtype(
    ("dice", np.int8),  # the flag: the row of FACES
    ("entry", np.int8),  # two flags: 1 for entry=outer, 2 for joined
    ("thrower", np.int8),
    ("turn", np.int8),
    ("handed", np.int8),  # 0, or 1 + the face handed over to the partner
    ("values", np.int8, (4,)),  # per face: how many are left to the thrower
    ("pieces", np.uint8, (4, 4)),
    ("cells", np.int8, (68,)),  # derived from the pieces: 0, or 8 * (1 + colour) + height
)
COLOURS = 4
PARTNER = 2  # the partner of a colour is colour ^ PARTNER (C1)
QUARTER = 17
STEPS = 68
END = 9
CASTLES = (5, 13, 22, 30, 39, 47, 56, 64)
FACES = np.array([[1, 2, 5, 6], [1, 3, 4, 6]], np.int64)

CHARKONI = 0
LANE = 2 * STEPS + 1
HOME = LANE + 8
WAY = STEPS + END + HOME - LANE
"""The number of steps from the Charkoni Home."""

ENTER = 0
WALK = ENTER + 4
RUN = WALK + 16 * STEPS
HAND = RUN + 4 * 7
DROP = HAND + 4
THROW = DROP + 4

TRIPLES = np.array([(i, j, k) for i in range(4) for j in range(i, 4) for k in range(j, 4)], np.int64)
WEIGHTS = np.array([{1: 1, 2: 3, 3: 6}[len(set(triple))] for triple in TRIPLES.tolist()], np.int64)
IS_CASTLE = np.array([step in CASTLES for step in range(STEPS + 1)])

THROWS = len(TRIPLES)
JOINED = THROW + THROWS
JOINS = [faces for n in (2, 3) for faces in combinations_with_replacement(range(4), n)]
"""The faces that may be joined to one move, ascending."""

JOIN_COUNTS = np.array([[faces.count(face) for face in range(4)] for faces in JOINS], np.int64)
JOIN_STEPS = FACES @ JOIN_COUNTS.T
CODES = JOINED + len(JOINS) * (HAND >> 2)
WIDEST = 56  # three values and their four joins, four piles, each of them turning in or going on


@jit
def start(s):
    """All pieces wait in the Charkoni, black throws (C1, C3).  s: STATE, blank but for the flags, modified in place."""
    s.thrower = 0
    s.turn = CHANCE


@jit
def throws(s, codes, weights):
    """Write all throws with their weights and return their number (C16).  codes, weights: int64[WIDEST]."""
    for i in range(THROWS):
        codes[i] = THROW + i
        weights[i] = WEIGHTS[i]
    return THROWS


@jit
def legal(s, out):
    """Write the codes of all legal moves of the decider and return their number.

    Each value is used regardless of the others.  The thrower may hand over what he cannot move and leave unused what he
    need not move (C18); the partner may always decline and never hand back (C19).  s: STATE, a colour decides, read
    only.  out: int64[WIDEST], modified in place, face by face.
    """
    me = np.int64(s.turn)
    n = np.int64(0)
    for face in range(4):
        if is_usable(s, face):
            before = n
            moved = append_compulsory(s, me, face, out, before)
            n = append_optional(s, me, face, out, moved)
            if n == before and s.handed == 0:
                out[n] = HAND + face
                n += 1
            if moved == before or s.handed > 0:
                out[n] = DROP + face
                n += 1
    if s.entry & 2 != 0 and s.handed == 0:
        for join in range(len(JOIN_COUNTS)):
            n = append_joined(s, join, out, n)
    return n


@jit
def is_usable(s, face):
    """Return whether the decider may use a value: the partner only the one handed over (C19)."""
    return s.handed == face + 1 if s.handed > 0 else s.values[face] > 0


@jit
def append_compulsory(s, me, face, out, n):
    """Append the moves that enter or walk along the edge (C6, C7, C17); return the new length."""
    before = np.int64(HOME)
    for i in range(4):
        piece = np.int64(s.pieces[me, i])
        if piece > LANE:
            break
        if piece == before:
            continue  # the same pile (C12)
        before = piece
        if may_walk(s, me, piece, FACES[s.dice, face]):
            out[n] = walk(piece, face)
            n += 1
    return n


@jit
def must_move(s, me, face):
    """Return whether a piece can enter or walk along the edge: a value that moves one is not left unused (C18)."""
    for i in range(4):
        piece = np.int64(s.pieces[me, i])
        if piece > LANE:
            break
        if may_walk(s, me, piece, FACES[s.dice, face]):
            return True
    return False


@jit
def may_walk(s, me, piece, steps):
    """Return whether a piece may enter or walk so many steps along the edge (C6, C7, C17)."""
    return may_land(s, me, advanced(s, piece, steps, False) >> 1, height_of(s, me, piece))


@jit
def walk(piece, face):
    """Return the code with which a piece enters or walks (C6, C7)."""
    return ENTER + face if piece == CHARKONI else WALK + ((piece - 2) << 3) + face


@jit
def append_optional(s, me, face, out, n):
    """Append the moves that turn in, run in the lane or step Home (C8 to C11, C17); return the new length."""
    value = FACES[s.dice, face]
    before = np.int64(HOME)
    for i in range(4):
        piece = np.int64(s.pieces[me, i])
        if piece == before:
            continue
        before = piece
        if may_turn_in(piece, value):
            out[n] = WALK + ((piece - 2) << 3) + 4 + face
            n += 1
        elif piece > LANE and (piece + value < HOME or (piece + value == HOME and may_step_home(s, me))):
            out[n] = RUN + ((piece - LANE - 1) << 2) + face
            n += 1
    return n


@jit
def append_joined(s, join, out, n):
    """Append the moves by joined values that are left (C16), never Home (C10); return the new length."""
    for face in range(4):
        if JOIN_COUNTS[join, face] > s.values[face]:
            return n
    me = np.int64(s.turn)
    steps = JOIN_STEPS[s.dice, join]
    before = np.int64(HOME)
    for i in range(4):
        piece = np.int64(s.pieces[me, i])
        if piece == before or piece >= HOME:
            continue
        before = piece
        by_first_face = walk(piece, 0) if piece <= LANE else RUN + ((piece - LANE - 1) << 2)
        code = JOINED + len(JOIN_COUNTS) * (by_first_face >> 2) + join
        if may_walk(s, me, piece, steps) if piece <= LANE else piece + steps < HOME:
            out[n] = code
            n += 1
        if may_turn_in(piece, steps):
            out[n] = code + len(JOIN_COUNTS)
            n += 1
    return n


@jit
def may_turn_in(piece, steps):
    """Return whether a piece on the edge is carried beyond own step 9, to lane cell 7 at most, its lap completed (C8).

    One value does so from own step 9 or before; joined ones also complete the lap on their way (C16).
    """
    step = piece >> 1
    if piece & 1 == 0 or step > END:
        step -= STEPS
    return END < step + steps < END + HOME - LANE and piece <= LANE


@jit
def may_step_home(s, me):
    """Return whether a colour may step Home: black and red always, their partners after them (C11)."""
    return me < 2 or is_home(s, me ^ PARTNER)


@jit
def may_land(s, me, step, height):
    """Return whether a pile may land on an own step: no partner, safe enemy or higher pile is there (C14, C15)."""
    there = np.int64(s.cells[cell_of(me, step)])
    owner = (there >> 3) - 1
    if there == 0 or owner == me:
        return True
    if owner == me ^ PARTNER or IS_CASTLE[step]:
        return False
    return there & 7 <= height


@jit
def cell_of(colour, step):
    """Return the perimeter cell, from 0, of an own step."""
    cell = step - 1 + QUARTER * colour
    return cell if cell < STEPS else cell - STEPS


@jit
def height_of(s, colour, piece):
    """Return the height of the pile of a piece on the edge, 1 for a piece in the Charkoni (C3)."""
    return np.int64(1) if piece == CHARKONI else np.int64(s.cells[cell_of(colour, piece >> 1)]) & 7


@jit
def fill_cells(s):
    """Fill the cells, which are derived from the pieces.  s: STATE with empty cells, modified in place."""
    for colour in range(COLOURS):
        for i in range(4):
            piece = np.int64(s.pieces[colour, i])
            if CHARKONI < piece <= LANE:
                s.cells[cell_of(colour, piece >> 1)] = 8 * (1 + colour) + _count(s, colour, piece)


@jit
def _count(s, colour, piece):
    """Return the number of pieces of a colour that are equal to `piece`."""
    count = np.int64(0)
    for i in range(4):
        if np.int64(s.pieces[colour, i]) == piece:
            count += 1
    return count


@jit
def is_home(s, colour):
    """Return whether all four pieces of a colour are Home."""
    return np.int64(s.pieces[colour, 0]) == HOME


@jit
def play(s, code):
    """Throw, move, hand over or leave a value unused.  s: STATE, modified in place; code: a legal one."""
    code = np.int64(code)
    if THROW <= code < JOINED:  # C16: the thrower has three values, and decides
        for i in range(3):
            s.values[TRIPLES[code - THROW, i]] += 1
        s.turn = s.thrower
    elif HAND <= code < DROP:  # C19: the partner decides at once
        s.values[code - HAND] -= 1
        s.handed = code - HAND + 1
        s.turn = np.int64(s.thrower) ^ PARTNER
    else:
        if moves_piece(code):
            me = np.int64(s.turn)
            piece = origin(code)
            target = advanced(s, piece, steps_of(s, code), turns_in(code))
            if target <= LANE:
                _capture(s, me, cell_of(me, target >> 1))
            _land(s, me, piece, target)
        if s.handed > 0:
            s.handed = 0
        elif code < JOINED:
            s.values[code & 3] -= 1
        else:
            for face in range(4):
                s.values[face] -= JOIN_COUNTS[value_of(code) - 4, face]
        thrower = np.int64(s.thrower)
        if is_home(s, thrower) and is_home(s, thrower ^ PARTNER):  # C21
            s.turn = OVER
            for face in range(4):
                s.values[face] = 0
        elif _values_left(s) > 0:
            s.turn = thrower
        else:  # C20
            s.thrower = (thrower + 1) & 3
            s.turn = CHANCE


@jit
def landing(s, code):
    """Return the number of the moved piece after the move."""
    return advanced(s, origin(code), steps_of(s, code), turns_in(code))


@jit
def steps_of(s, code):
    """Return the steps of a move of a piece: its value, or the sum of joined ones (C16)."""
    return FACES[s.dice, code & 3] if code < JOINED else JOIN_STEPS[s.dice, value_of(code) - 4]


@jit
def value_of(code):
    """Return the number of the value of a move of a piece: its face 0..3, or 4 + the number of the joined faces."""
    return code & 3 if code < JOINED else (code - JOINED) % len(JOIN_COUNTS) + 4


@jit
def with_value(code, value):
    """Return the code of a move of a piece by the first face, made by another value: see `value_of`."""
    return code + value if value < 4 else JOINED + len(JOIN_COUNTS) * (code >> 2) + value - 4


@jit
def moves_piece(code):
    """Return whether a code that is no throw moves a piece; the others hand a value over or leave it unused."""
    return code < HAND or code >= JOINED


@jit
def _by_first_face(code):
    """Return the code of the move of the same piece the same way, by the first face, where values are joined."""
    return code if code < JOINED else ((code - JOINED) // len(JOIN_COUNTS)) << 2


@jit
def advanced(s, piece, steps, is_turning_in):
    """Return the number of a piece after `steps` steps, at least 1: those of its move or the first ones."""
    if piece == CHARKONI:
        return 2 * (steps + END) if s.entry & 1 != 0 else 2 * steps  # C6
    if piece > LANE:
        return piece + steps  # C9, C10
    if is_turning_in:
        step = piece >> 1
        beyond = step + steps - END if step <= END else step + steps - END - STEPS
        if beyond > 0:
            return LANE + beyond  # C8
    piece += 2 * steps
    return piece if piece <= LANE else (piece - 2 * STEPS) | 1  # past own step 68 the lap is completed (C7)


@jit
def progress(piece):
    """Return the number of steps that a piece has made, 0 in the Charkoni and WAY Home (C7 to C10)."""
    if piece == CHARKONI:
        return np.int64(0)
    if piece > LANE:
        return STEPS + END + piece - LANE
    step = piece >> 1
    if piece & 1 == 1 and step <= END:
        return STEPS + step
    return step


@jit
def origin(code):
    """Return the number of the piece that a move moves, in the Charkoni, on the edge or in the lane."""
    code = _by_first_face(code)
    if code < WALK:
        return np.int64(CHARKONI)
    return ((code - WALK) >> 3) + 2 if code < RUN else ((code - RUN) >> 2) + LANE + 1


@jit
def turns_in(code):
    """Return whether a move turns in (C8)."""
    code = _by_first_face(code)
    return WALK <= code < RUN and (code - WALK) & 4 != 0


@jit
def _capture(s, me, cell):
    """Send the enemies on a cell back to their Charkoni, where piles part (C14)."""
    there = np.int64(s.cells[cell])
    enemy = (there >> 3) - 1
    if there == 0 or enemy == me:
        return
    for i in range(4):
        piece = np.int64(s.pieces[enemy, i])
        if CHARKONI < piece <= LANE and cell_of(enemy, piece >> 1) == cell:
            s.pieces[enemy, i] = CHARKONI
    _sort(s, enemy)


@jit
def _land(s, me, moved, target):
    """Put a piece or pile on its target, where it joins own pieces (C12)."""
    for i in range(4):
        piece = np.int64(s.pieces[me, i])
        if target <= LANE and piece >> 1 == target >> 1:
            target &= piece  # a pile has completed the lap only if all its parts have
    moving = 1 if moved == CHARKONI else 4  # pieces enter one by one (C3)
    for i in range(4):
        piece = np.int64(s.pieces[me, i])
        if piece == moved and moving > 0:
            s.pieces[me, i] = target
            moving -= 1
        elif target <= LANE and piece >> 1 == target >> 1:
            s.pieces[me, i] = target
    _sort(s, me)
    if CHARKONI < moved <= LANE:
        s.cells[cell_of(me, moved >> 1)] = 0
    if target <= LANE:
        s.cells[cell_of(me, target >> 1)] = 8 * (1 + me) + _count(s, me, target)


@jit
def _sort(s, colour):
    for i in range(1, 4):
        piece = np.int64(s.pieces[colour, i])
        j = i
        while j > 0 and np.int64(s.pieces[colour, j - 1]) > piece:
            s.pieces[colour, j] = s.pieces[colour, j - 1]
            j -= 1
        s.pieces[colour, j] = piece


@jit
def _values_left(s):
    left = np.int64(0)
    for face in range(4):
        left += s.values[face]
    return left


@jit
def score(s, out):
    """Write the points in twelfths and return the reason (C21).  out: int64[4], modified in place.

    If both teams are Home, which no game produces, the team that moved last has won.
    """
    thrower = np.int64(s.thrower)
    winner = thrower & 1 if is_home(s, thrower) and is_home(s, thrower ^ PARTNER) else 1 - (thrower & 1)
    for colour in range(COLOURS):
        out[colour] = POINT if colour & 1 == winner else 0
    return 0


@jit
def audit(s):
    """Return 0, or the number of a broken invariant (see `reasons.invalid`)."""
    on_edge = np.int64(0)
    for k in range(4 * COLOURS):
        colour = np.int64(k >> 2)
        piece = np.int64(s.pieces[colour, k & 3])
        before = np.int64(s.pieces[colour, (k & 3) - 1]) if k & 3 > 0 else np.int64(CHARKONI)
        if piece < before or piece > HOME:
            return 1
        if piece != before and piece >> 1 == before >> 1 and piece <= LANE:
            return 1
        if CHARKONI < piece <= LANE:
            on_edge += 1
            if s.cells[cell_of(colour, piece >> 1)] != 8 * (1 + colour) + _count(s, colour, piece):
                return 2
    for cell in range(STEPS):
        on_edge -= np.int64(s.cells[cell]) & 7
    if on_edge != 0:
        return 3
    return _audit_values(s)


@jit
def _audit_values(s):
    """Check the end (C21), the values (C16) and the decider (C18, C19)."""
    if ((is_home(s, 0) and is_home(s, 2)) or (is_home(s, 1) and is_home(s, 3))) != (s.turn == OVER):
        return 4
    values = _values_left(s)
    if s.turn < 0:
        return 0 if values == 0 and s.handed == 0 else 5
    decider = np.int64(s.thrower)
    if s.handed > 0:
        values += 1
        decider = decider ^ PARTNER
    if values < 1 or values > 3:
        return 6
    return 0 if s.turn == decider else 7

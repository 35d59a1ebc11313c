"""A move of Gana as events and in words, and the label of every zone."""

from typing import NamedTuple

from charkoni.core.board_types import Event, PieceSlot, SlotPair
from charkoni.core.constants import OVER
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.gana.catalog import CATALOG
from charkoni.games.gana.moves import MOVES, NAMES
from charkoni.games.gana.rules import FULL, KINDS, LIMIT, NOWHERE, SQUARES, STEP, is_attacked
from charkoni.games.gana.taps import pieces_on

PLAYERS = "ab"
COLOURS = ("white", "black")


class Trace(NamedTuple):
    """A move piece by piece.

    start: the square of the group.  steps: per piece, in the order of the lane, whether it is the king, and where it
    goes.  last: the last square.
    """

    start: int
    steps: tuple[tuple[bool, int], ...]
    last: int


def pawn_slot(side: int, square: int, number: int) -> PieceSlot:
    """Return the slot of a pawn: those of White have heights 0 to 3, those of Black 4 to 7."""
    return PieceSlot(NAMES[square], FULL * side + number)


def king_slot(side: int, square: int) -> PieceSlot:
    """Return the slot of a king, above all pawns."""
    return PieceSlot(NAMES[square], 2 * FULL + side)


def badge_slot(square: int) -> PieceSlot:
    """Return the slot of the numbers on a square with pieces of both sides."""
    return PieceSlot(f"{NAMES[square]}#")


def halo_slot(side: int) -> PieceSlot:
    """Return the slot of the sign that a king can be taken."""
    return PieceSlot(f"halo-{PLAYERS[side]}")


def is_mixed(s: State, square: int) -> bool:
    """Return whether pieces of both sides stand on a square."""
    return bool(s.group[0, square]) and bool(s.group[1, square])


def is_in_danger(s: State, side: int) -> bool:
    """Return whether the opponent could take the king if it were the opponent's move (G22)."""
    if s.turn == OVER or s.king[side] == NOWHERE:
        return False
    return bool(is_attacked(s, side, int(s.king[side])))


def pawns_on(s: State, side: int, square: int) -> int:
    """Return how many pawns of a side stand on a square."""
    return pieces_on(s, side, square) - (int(s.king[side]) == square)


def events(before: State, move: str, after: State, flags: Flags) -> list[Event]:
    """Return the move of the pieces, the capture, the signs that appear or vanish, and the end."""
    me, trace = int(before.turn), _trace(before, move, after, flags)
    sequence = [_movement(before, me, trace), *_capture(before, after, 1 - me, trace.last)]
    squares = sorted({trace.start, *(square for _, square in trace.steps)})
    shown = [(badge_slot(square), is_mixed(before, square), is_mixed(after, square)) for square in squares]
    shown += [(halo_slot(side), is_in_danger(before, side), is_in_danger(after, side)) for side in range(2)]
    signs: tuple[SlotPair, ...] = tuple((slot, None) if was else (None, slot) for slot, was, now in shown if was != now)
    if signs:
        sequence.append(Event("score", signs, zone=NAMES[trace.last]))
    if after.turn == OVER:
        sequence.append(Event("end"))
    return sequence


def labels(s: State, flags: Flags, words: Words) -> dict[str, str]:
    """Return the label of every square, with the pieces on it, and of every chip."""
    groups = s.group.tolist()
    texts = {name: _contents(s, words, name, square, groups) for square, name in enumerate(NAMES)}
    texts["n"], texts["e"] = words._("north, towards row 8"), words._("east, towards file h")
    texts["s"], texts["w"] = words._("south, towards row 1"), words._("west, towards file a")
    texts["alone"] = words._("the king goes alone")
    for k in range(1, FULL + 1):
        texts[f"k-{k}"] = CATALOG.count(words, "distance", k)
    return texts


def describe(before: State, move: str, after: State, flags: Flags, words: Words) -> str:
    """Return sentences about a move: the pieces that move and are captured, a king in danger, a draw."""
    me, trace = int(before.turn), _trace(before, move, after, flags)
    sentences = [*_movement_text(words, me, trace), *_capture_text(before, after, words, me, trace)]
    if after.turn == OVER:
        sentences.extend(_draw_text(after, words))
    elif is_in_danger(after, 1 - me):
        sentences.append(CATALOG.say(words, "king-in-danger", 1 - me))
    return " ".join(sentences)


def _trace(before: State, move: str, after: State, flags: Flags) -> Trace:
    """Return the trace of a move: each square of the lane once for every own piece that it has gained."""
    way, me = MOVES.read(move) // KINDS, int(before.turn)
    start = square = way // 4
    moving = pieces_on(before, me, start) - pieces_on(after, me, start)
    squares: list[int] = []
    while len(squares) < moving:
        square += int(STEP[way])
        squares += [square] * (pieces_on(after, me, square) - pieces_on(before, me, square))
    king = len(squares) - 1 - squares[::-1].index(after.king[me]) if after.king[me] != before.king[me] else -1
    return Trace(start, tuple((place == king, square) for place, square in enumerate(squares)), square)


def _movement(before: State, me: int, trace: Trace) -> Event:
    """Return the move of a single piece, or the sowing of a group: the uppermost pawn first."""
    left, landed = pawns_on(before, me, trace.start), dict.fromkeys(range(SQUARES), 0)
    moved: list[SlotPair] = []
    for is_king, square in trace.steps:
        if is_king:
            moved.append((king_slot(me, trace.start), king_slot(me, square)))
            continue
        left -= 1
        height = pawns_on(before, me, square) + landed[square]
        landed[square] += 1
        moved.append((pawn_slot(me, trace.start, left), pawn_slot(me, square, height)))
    if len(moved) == 1:
        return Event("move", tuple(moved), (NAMES[trace.start], NAMES[trace.last]), NAMES[trace.last])
    path = tuple(NAMES[square] for _, square in trace.steps)
    return Event("sow", tuple(moved), path, NAMES[trace.start])


def _capture(before: State, after: State, side: int, last: int) -> list[Event]:
    """Return the capture of the king (G16), and that of the pawns on the last square (G11, G13)."""
    king, sequence = int(before.king[side]), list[Event]()
    if after.king[side] == NOWHERE:
        sequence.append(Event("king", ((king_slot(side, king), None),), zone=NAMES[king]))
    captured = pawns_on(before, side, last) - pawns_on(after, side, last)
    if captured:
        moved = tuple((pawn_slot(side, last, number), None) for number in range(captured))
        sequence.append(Event("capture", moved, zone=NAMES[last], value=str(captured)))
    return sequence


def _contents(s: State, words: Words, name: str, square: int, groups: list[list[int]]) -> str:
    """Return the label of a square."""
    white, black = groups[0][square], groups[1][square]
    kings = (int(s.king[0]) == square, int(s.king[1]) == square)
    if not white and not black:
        return words._("{cell}: empty", cell=name)
    if white and black:
        values = {"square": name, "white": white, "black": black}
        if all(kings):
            return words._("{square}: White {white} with the king, Black {black} with the king", **values)
        if kings[0]:
            return words._("{square}: White {white} with the king, Black {black}", **values)
        if kings[1]:
            return words._("{square}: White {white}, Black {black} with the king", **values)
        return words._("{square}: White {white}, Black {black}", **values)
    side, pawns = 0 if white else 1, white + black - any(kings)
    if not pawns:
        return CATALOG.say(words, "king", side, square=name)
    return CATALOG.count(words, f"{COLOURS[side]}-{'king-and-' if any(kings) else ''}pawns", pawns, square=name)


def _movement_text(words: Words, me: int, trace: Trace) -> list[str]:
    """Return the pieces that move, where the king of a group stops, how many pile up on the last square."""
    start, last, n = NAMES[trace.start], NAMES[trace.last], len(trace.steps)
    if n == 1 and trace.steps[0][0]:
        return [CATALOG.say(words, "king-goes", me, start=start, end=last)]
    values = {"start": start, "end": last}
    if n > 1 and all(square == trace.last for _, square in trace.steps):
        return [CATALOG.say(words, "all-move", me, n=n, **values)]
    sentences = [CATALOG.count(words, f"{COLOURS[me]}-spreads", n, **values)]
    for is_king, square in trace.steps:
        if is_king:
            sentences.append(words._("The king stops on {square}.", square=NAMES[square]))
    piled = sum(square == trace.last for _, square in trace.steps)
    if piled > 1:
        sentences.append(CATALOG.count(words, "piled", piled, square=NAMES[trace.last]))
    return sentences


def _capture_text(before: State, after: State, words: Words, me: int, trace: Trace) -> list[str]:
    """Return the king, and the number of pawns captured on the last square."""
    sentences, captured = list[str](), pawns_on(before, 1 - me, trace.last) - pawns_on(after, 1 - me, trace.last)
    if after.king[1 - me] == NOWHERE:
        sentences.append(CATALOG.say(words, "king-taken", 1 - me))
    if captured:
        sentences.append(CATALOG.count(words, "captured", captured, square=NAMES[trace.last]))
    return sentences


def _draw_text(after: State, words: Words) -> list[str]:
    """Return the reason of a draw (G20 to G22)."""
    if NOWHERE in after.king:
        return []
    if after.left[0] + after.left[1] == 2:
        return [words._("Only the kings are left: a draw.")]
    if after.counter >= LIMIT:
        return [words._("Fifty moves without a capture: a draw.")]
    return [words._("Stalemate: a draw.")]

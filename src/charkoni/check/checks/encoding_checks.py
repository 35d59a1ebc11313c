"""Checks of encodings: moves as taps, and what players see of a state."""

import itertools
import re
from collections.abc import Iterator, Sequence

import numpy as np

from charkoni.check import kernel_calls
from charkoni.check.checks.board_checks import has_board, spread
from charkoni.check.report import Trouble
from charkoni.check.sample import SHOWN, Sample, each, each_of, few
from charkoni.core.board_types import Event
from charkoni.core.errors import BadPosition
from charkoni.core.family import Family
from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.core.moves.declaration import Moves
from charkoni.graphics import scene

_UNWRITTEN = -7777
"""Fills an observation before it is written; no observation holds it."""
_GREEDY_PLIES = 60
_MOST_NUMBERS = 24
_NUMBER = re.compile("[0-9]+")


def encoding_shape(sample: Sample) -> Iterator[Trouble]:
    """Features, places and zones of an encoding fit its shape and the taps."""
    game = sample.game
    moves = declared_moves(game)
    for seat in range(game.players):
        if moves and (len({*moves.zones(seat)}) != moves.taps or len(moves.zones(seat)) != moves.taps):
            yield Trouble(f"two taps of player {seat} are the same zone")
    if not game.family.has("encoding"):
        return
    encoding, flags = game.family.encoding, game.flags
    shape = encoding.shape(flags)
    if sum(number for _, number in encoding.features(flags)) != shape[0]:
        yield Trouble(f"the features do not make up the {shape[0]} planes or entries")
    on_board = [place for place in (moves.places if moves and len(shape) > 1 else []) if place >= 0]
    if on_board and (len({*on_board}) != len(on_board) or max(on_board) >= shape[1] * shape[2]):
        yield Trouble(f"the places of taps do not fit planes of {shape[1:]}")
    if len(shape) == 1 and len(_seen_zones(game, 0)) != shape[0]:
        yield Trouble(f"`seen_zones` does not name the zone of each of the {shape[0]} entries")


def observations(sample: Sample) -> Iterator[Trouble]:
    """Observations are complete and within bounds, and each entry describes its zone."""
    if not sample.game.family.has("encoding"):
        return
    seen: dict[tuple[int, int, bytes], Position] = {}
    low, high = sample.game.family.observation_bounds(sample.game.flags)
    for position in (*sample.positions, *extremes(sample)):
        for viewer in range(sample.game.players):
            row = observed(position, viewer)
            if not ((low <= row) & (row <= high)).all():
                worst = row[np.argmax(np.maximum(low - row, row - high))]
                yield Trouble(f"an entry is {worst}, the bounds are {low} to {high}", str(position))
            other = seen.setdefault((position.turn, viewer, row.tobytes()), position)
            if other != position:
                yield Trouble(f"player {viewer} sees the same as in {str(other)!r}", str(position))
    yield from each(sample.shown, _local)


def symmetries(sample: Sample) -> Iterator[Trouble]:
    """A position turned or mirrored by a symmetry of the encoding is seen so, and so are its moves."""
    game = sample.game
    if not game.family.has("encoding"):
        return
    own = [position for position in sample.played if position.turn == 0 and "-" not in position.moves]
    for symmetry in game.family.encoding.symmetries(game.flags):
        for position in own[:2]:
            yield from _mapped(position, *symmetry)


def observed(position: Position, viewer: int) -> Array:
    """Return what a player sees, int64[entries]."""
    rows = np.full((1, int(np.prod(position.game.family.encoding.shape(position.game.flags)))), _UNWRITTEN, np.int64)
    _encode(position, kernel_calls.OBSERVE, viewer, rows=rows)
    return np.ravel(rows)


def declared_moves(game: Game) -> Moves | None:
    """Return the declared moves of a game; None where it declares none."""
    return game.family.moves(game.flags) if game.family.has_moves else None


def sequences_of(position: Position) -> dict[tuple[int, ...], int]:
    """Return the taps of all legal moves, each with the code."""
    packed = ((_encode(position, kernel_calls.TAPS, code), code) for code in position.codes)
    return {tuple(byte - 1 for byte in sequence.to_bytes(8, "little") if byte): code for sequence, code in packed}


def extremes(sample: Sample) -> Iterator[Position]:
    """Yield positions with large numbers: of games played for them, and of texts whose numbers are gathered in one."""
    for viewer in range(sample.game.players):
        position = sample.game.start()
        for _ in range(_GREEDY_PLIES):
            if not position.moves:
                break
            after = [position.play(move) for move in spread(position)]
            position = max(after, key=lambda each: int(np.abs(observed(each, viewer)).max()))
            yield position
    for text in sample.texts[-3:]:
        yield from _gathered(sample.game, text)


def _gathered(game: Game, text: str) -> Iterator[Position]:
    """Yield valid positions in which one number of a text has got as many of the others as the rules allow."""
    pieces = _NUMBER.split(text)
    for taking in range(min(len(pieces) - 1, _MOST_NUMBERS)):
        numbers, found = [int(each) for each in _NUMBER.findall(text)], None
        for giving in range(len(numbers)):
            if giving == taking or numbers[giving] == 0:
                continue
            kept = numbers.copy()
            numbers[taking], numbers[giving] = numbers[taking] + numbers[giving], 0
            try:
                found = game.parse("".join(itertools.chain(*zip(pieces, [*map(str, numbers), ""], strict=True))))
            except BadPosition:
                numbers = kept
        if found:
            yield found


def _encode(position: Position, operation: int, number: int, **arrays: Array) -> int:
    game = position.game
    rows = arrays.get("rows", np.zeros((1, 1), np.int64))
    masks = arrays.get("masks", np.zeros((1, 1), np.uint8))
    codes = arrays.get("codes", np.zeros(game.widest, np.int64))
    kernels = game.family.encoding_kernels
    return int(kernel_calls.encode(kernels, operation, position.state, np.int64(number), rows, masks, codes))


def _packed(taps: Sequence[int]) -> int:
    """Return taps as a sequence."""
    return sum(tap + 1 << 8 * rank for rank, tap in enumerate(taps))


@each_of(lambda sample: [position for position in sample.shown if position.turn >= 0 and sample.game.family.has_moves])
def tap_codes(position: Position) -> Iterator[Trouble]:
    """Taps and codes of legal moves are a bijection; the taps are those of the page; the first ones are marked."""
    game, sequences = position.game, sequences_of(position)
    moves = game.family.moves(game.flags)
    zones = moves.zones(position.turn)
    ways = scene.tap_sequences(position) if has_board(game) else {}
    if len(sequences) < len(position.codes):
        yield Trouble("two moves have the same taps")
    beginnings = {taps[:rank] for taps in sequences for rank in range(1, len(taps))}
    if beginnings & sequences.keys():
        yield Trouble("the taps of a move are the beginning of others")
    for taps, code in sequences.items():
        move = game.move(code)
        if len(taps) > moves.pending + 1 or max(taps) >= moves.taps:
            yield Trouble(f"the taps {taps} are too many or too large", move=move)
        elif ways and tuple(zones[tap] for tap in taps) not in ways[move]:
            yield Trouble(f"the taps {[zones[tap] for tap in taps]} are none of the page", move=move)
        decoded = _encode(position, kernel_calls.DECODE, _packed(taps))
        if decoded != code:
            yield Trouble(f"its taps are decoded to {decoded}, not {code}", move=move)
    for taps in beginnings:
        if _encode(position, kernel_calls.DECODE, _packed(taps)) != -1:
            yield Trouble(f"the taps {taps} begin moves, and are decoded as one")
    yield from _first_taps(position, sequences)


def _first_taps(position: Position, sequences: dict[tuple[int, ...], int]) -> Iterator[Trouble]:
    """`action_mask` marks the first taps; `candidates` lists the moves that begin with one of several, all legal."""
    game = position.game
    masks = np.zeros((1, game.family.moves(game.flags).taps), np.uint8)
    number = _encode(position, kernel_calls.MASK, 0, masks=masks)
    marked, firsts = set(np.flatnonzero(masks[0]).tolist()), {taps[0] for taps in sequences}
    if marked != firsts or number != len(firsts):
        yield Trouble(f"the first taps are {sorted(firsts)}, marked are {number}: {sorted(marked)}")
    for tap in {taps[0] for taps in sequences if len(taps) > 1}:
        out = np.zeros(game.widest, np.int64)
        listed = out[: _encode(position, kernel_calls.CANDIDATES, tap, codes=out)].tolist()
        wanted = {code for taps, code in sequences.items() if taps[0] == tap}
        if len({*listed}) < len(listed) or not wanted <= {*listed} <= {*position.codes}:
            yield Trouble(f"the moves that begin with tap {tap} are {sorted(wanted)}, listed {sorted(listed)}")


def _seen_zones(game: Game, viewer: int) -> list[str]:
    """Return the zone of each entry of a vector, or of each place of a plane, "" for none."""
    encoding, flags = game.family.encoding, game.flags
    shape = encoding.shape(flags)
    if len(shape) == 1:
        return list(getattr(encoding, "seen_zones", lambda *_: [])(viewer, flags))
    zones = [""] * (shape[1] * shape[2])
    moves = declared_moves(game)
    for zone, place in zip(moves.zones(viewer), moves.places, strict=True) if moves else ():
        if place >= 0:
            zones[place] = zone
    return zones


def _local(position: Position) -> Iterator[Trouble]:
    """A move changes only the observed values of zones named by its events, and global values."""
    game = position.game
    for viewer in range(game.players):
        zones = np.array(_seen_zones(game, viewer))
        before = observed(position, viewer).reshape(-1, len(zones))
        for move in spread(position):
            touched = {zone for event in scene.events(position, move) for zone in _touched(event)}
            after = observed(position.play(move), viewer).reshape(-1, len(zones))
            is_local = np.ones(len(before), np.bool_)
            if len(before) > 1:  # planes that are the same everywhere tell of no zone
                is_local = (before != before[:, :1]).any(axis=1) | (after != after[:, :1]).any(axis=1)
            changed = {*zones[(before != after)[is_local].any(axis=0)].tolist()}
            if changed - touched - {""}:
                strange = ", ".join(sorted(changed - touched - {""}))
                yield Trouble(f"what player {viewer} sees of {strange} changes, where nothing happens", move=move)


def _touched(event: Event) -> Iterator[str]:
    yield event.zone
    yield from event.path
    for start, end in event.moved:
        yield from (slot.zone for slot in (start, end) if slot)


def _decisions(sample: Sample) -> list[Position]:
    """Return the decisions looked at; none of a game without an encoding."""
    is_encoded = sample.game.family.has("encoding")
    return [position for position in few(sample.played, SHOWN) if is_encoded and position.turn >= 0]


@each_of(_decisions)
def sides(position: Position) -> Iterator[Trouble]:
    """With the sides exchanged, each player has the observation and the moves of the previous player."""
    game = position.game
    other = rearranged(position, None, 1)
    for viewer in range(game.players):
        if (observed(position, viewer) != observed(other, (viewer + 1) % game.players)).any():
            yield Trouble(f"player {viewer} and the one after him see it differently with the sides exchanged")
    has_same_moves = getattr(_arrangement(game.family), "HAS_SAME_MOVES", True)
    if has_same_moves and sequences_of(position).keys() != sequences_of(other).keys():
        yield Trouble("with the sides exchanged other taps are legal")


def _mapped(position: Position, places: Array, taps: Array) -> Iterator[Trouble]:
    other = rearranged(position, taps.tolist(), 0)
    planes = observed(position, 0).reshape(position.game.family.encoding.shape(position.game.flags)[0], -1)
    mapped = np.zeros_like(planes)
    mapped[:, places] = planes
    if (mapped.ravel() != observed(other, 0)).any():
        yield Trouble(f"seen otherwise than {str(other)!r}, to which a symmetry maps it", str(position))
    if {tuple(int(taps[tap]) for tap in sequence) for sequence in sequences_of(position)} != {*sequences_of(other)}:
        yield Trouble(f"has other taps than {str(other)!r}, to which a symmetry maps it", str(position))


def rearranged(position: Position, cells: Sequence[int] | None, shift: int) -> Position:
    """Return the position with cells permuted by `cells`, and each player's things given to the player `shift` on.

    cells: by the tap of each cell as the first player sees it; None: each where the other player sees it.
    """
    game, state = position.game, position.state[0]
    states = game.blank()
    rearrange = getattr(_arrangement(game.family), "rearrange", None)
    if rearrange:
        rearrange(state, states[0], cells, shift)
    else:
        for name in states.dtype.names or ():
            is_shared_out = states.dtype[name].shape[:1] == (game.players,)
            states[0][name] = np.roll(state[name], shift, axis=0) if is_shared_out else state[name]
    states[0].turn = (int(state.turn) + shift) % game.players
    return Position.of_state(game, states)


def _arrangement(family: Family) -> object:
    """Return the module with `rearrange`: the encoding, or in games before version 1.1 a module `symmetry`."""
    return family.module("symmetry") if family.has("symmetry") else family.encoding

"""The taps of a game's declared moves: the ways to tap a legal move on the page, and tables for kernels."""

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from charkoni.core.errors import Reason
from charkoni.core.game_types import Array
from charkoni.core.moves.declaration import Kind, Moves, Values, letter
from charkoni.core.moves.tap_kernels import LISTED

_EXACT = 32
"""Divisions by a stride are products with 2 ** 32 / stride, rounded up; codes below 2 ** 16 allow it."""


class TapTables(NamedTuple):
    """What kernels need to write moves as taps and to read them; see `charkoni.core.moves.tap_kernels`.

    seats: how many see different taps.  most: the most taps of a move.  same: the tap, plus one, that stands for the
    one before it, 0 for none.  firsts: int64[table, kind + 1], the first code of each kind.  The others by table and
    kind: strides, factors: the codes of a value of the first part, and the factor that divides by that; head_rows,
    tail_rows: where the kind begins in heads and tails; lengths: the number of taps; shortened: whether the last may be
    left out; searched: whether the shares of the taps lead to the first of several codes.  heads, tails: int64[seat,
    ...], the taps that the first part determines, and the others.  kinds: int8[table, first tap + 1, second tap + 1],
    the kind that begins with two taps, or with one that is enough, or -1.  shares: int64[table, seat, kind, rank,
    tap + 1], what a tap adds to the code.
    """

    seats: int
    most: int
    same: int
    firsts: Array
    strides: Array
    factors: Array
    head_rows: Array
    tail_rows: Array
    heads: Array
    tails: Array
    lengths: Array
    shortened: Array
    searched: Array
    kinds: Array
    shares: Array


def tap_tables(variants: Sequence[Moves], seats: int, phases: int = 1) -> TapTables:
    """Return the tables of some variants in their order, for each the phases of the game."""
    most = max(moves.pending for moves in variants) + 1
    most_kinds = max(len(moves.kinds) for moves in variants)
    most_taps = max(moves.taps for moves in variants)
    tables = len(variants) * phases
    names = ("firsts", "strides", "factors", "head_rows", "tail_rows", "lengths", "shortened", "searched")
    rows = {name: np.zeros((tables, most_kinds + 1), np.int64) for name in names}
    kinds = np.full((tables, most_taps + 1, most_taps + 1 if most > 1 else 1), -1, np.int8)
    shares = np.zeros((tables, seats, most_kinds, most, most_taps + 1), np.int64)
    heads: list[Array] = []
    tails: list[Array] = []
    same = 0
    for number, moves in enumerate(variants):
        assert moves.codes < 1 << _EXACT // 2 and most_taps < 256
        numbers = [{zone: tap + 1 for tap, zone in enumerate(moves.zones(seat))} for seat in range(seats)]
        for place, (kind, first) in enumerate(zip(moves.kinds, moves.firsts, strict=False)):
            head, tail = _taps(kind, numbers)
            same = numbers[0].get(kind.same, same)
            own = slice(number * phases, (number + 1) * phases)
            stride = tail.shape[1]
            rows["firsts"][own, place + 1 :] = moves.firsts[place + 1]
            rows["strides"][own, place] = stride
            rows["factors"][own, place] = -(-(1 << _EXACT) // stride)
            rows["head_rows"][own, place] = sum(each.shape[1] for each in heads)
            rows["tail_rows"][own, place] = sum(each.shape[1] for each in tails)
            rows["lengths"][own, place] = len(kind.sequence)
            rows["shortened"][own, place] = kind.is_shortened
            follows = any(part.follows for part in kind.parts.values())
            rows["searched"][own, place] = follows if kind.only is None else int(LISTED)
            heads.append(head)
            tails.append(tail)
            for phase in range(phases):
                if kind.phase is None or kind.phase == phase:
                    _note(kind, place, first, numbers, kinds[number * phases + phase], shares[number * phases + phase])
    packed = {"heads": np.concatenate(heads, axis=1), "tails": np.concatenate(tails, axis=1)}
    return TapTables(seats, most, same, **rows, **packed, kinds=kinds, shares=shares)


def _taps(kind: Kind, numbers: Sequence[dict[str, int]]) -> tuple[Array, Array]:
    """Return the taps that the first part determines, and those of the others, int64[seat, ...] each.

    All taps of listed moves are in the first array.
    """
    if kind.only is not None:
        return _packed(kind, kind.only, kind.sequence, numbers), np.zeros((len(numbers), 1), np.int64)
    later = kind.sizes[1:]
    is_later = [each[1:-1] in list(kind.parts)[1:] for each in kind.sequence]
    heads = [(value, *(0 for _ in later)) for value in range(kind.sizes[0])] if kind.parts else [()]
    tails = [(0, *values) for values in product(*map(range, later))] if later else heads[:1]
    shown = [[each if late == is_tail else "" for each, late in zip(kind.sequence, is_later, strict=True)]
             for is_tail in (False, True)]  # fmt: skip
    return _packed(kind, heads, shown[0], numbers), _packed(kind, tails, shown[1], numbers)


def _packed(kind: Kind, moves: Sequence[Values], sequence: Sequence[str], numbers: Sequence[dict[str, int]]) -> Array:
    """Return the taps of moves, int64[seat, move]."""
    packed = np.zeros((len(numbers), len(moves)), np.int64)
    for seat, by_zone in enumerate(numbers):
        for place, values in enumerate(moves):
            for rank, each in enumerate(sequence):
                zone = kind.zone(each, values, seat)
                packed[seat, place] |= by_zone[zone] << 8 * rank if zone else 0
                if zone and kind.is_shortened and rank == len(sequence) - 1:
                    packed[seat, place] |= 1 << 56
    return packed


def _note(kind: Kind, place: int, first: int, numbers: Sequence[dict[str, int]], kinds: Array, shares: Array) -> None:
    """Note with which taps a kind begins, and what each of its taps adds to the code."""
    for seat, by_zone in enumerate(numbers):
        tapped = [_shares(kind, each, rank, seat) for rank, each in enumerate(kind.sequence)]
        for rank, by_tap in enumerate(tapped):
            for zone, share in by_tap.items():
                shares[seat, place, rank, by_zone[zone]] = share + (first if rank == 0 else 0)
        if seat == 0 and tapped:
            chips = [kind.same] if kind.same else []
            seconds = [by_zone[zone] for zone in (*tapped[1], *chips)] if len(tapped) > 1 else [0]
            if len(tapped) == 2 and kind.is_shortened:
                seconds.append(0)
            for zone in tapped[0]:
                for second in seconds:
                    assert kinds[by_zone[zone], second] < 0, "two kinds begin with the same taps"
                    kinds[by_zone[zone], second] = place


def _shares(kind: Kind, each: str, rank: int, seat: int) -> dict[str, int]:
    """Return the zones that may be tapped for a piece of a sequence, and what each adds to the code."""
    if each[1:-1] not in kind.parts:
        return {kind.zone(each, (), seat): 0}
    index = list(kind.parts).index(each[1:-1])
    part, shares = kind.parts[each[1:-1]], dict[str, int]()
    if kind.only is not None:
        for number, values in enumerate(kind.only):
            shares.setdefault(kind.zone(each, values, seat), number if rank == 0 else 0)
    elif part.follows:
        shares = {part.zone(value, row): 0 for row in range(kind.sizes[index - 1]) for value in range(part.size)}
    else:
        zones = [part.zone(value, 0).replace("{me}", letter(seat)) for value in range(part.size)]
        shares = {zone: value * kind.strides[index] for value, zone in enumerate(zones)}
    shares.pop("", None)
    return shares


@cache
def default_tables(family: Any) -> TapTables:
    """Return the tables of a game that has none of its own: it has the same moves in all variants, or declares none.

    family: a `Family`.
    """
    if not family.has_moves:
        return tap_tables([Moves(Kind("-"), unreadable=Reason("BAD_MOVE", "", ""))], 1)
    variants = {id(moves): moves for moves in map(family.moves, map(family.flag_values, family.combinations()))}
    assert len(variants) == 1, f"the taps of {family.name} depend on its flags: `moves` needs TAP_TABLES and tap_table"
    return tap_tables(list(variants.values()), family.most_players)

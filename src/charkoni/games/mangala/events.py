"""A move of Mangala as events and in words.

A move is traced by the kernels of the rules on a copy of the state, phase by phase: sowing, capture, and at the end the
collection of the rest.  The events of a phase come from the difference of the states before and after it.
"""

import itertools
from typing import NamedTuple

from charkoni.core.board_types import Event, PieceSlot, SlotPair
from charkoni.core.constants import OVER
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.mangala import rules
from charkoni.games.mangala.catalog import CATALOG
from charkoni.games.mangala.geometry import PLAYERS

Stones = dict[str, int]
"""The number of stones in every hole and store, by zone."""
_HOLES = tuple(f"{player}{hole}" for player in PLAYERS for hole in range(1, 7))


class Trace(NamedTuple):
    """A move phase by phase: the zones sown, in order, and the states after the sowing and after the captures."""

    places: tuple[str, ...]
    sown: State
    captured: State


def events(before: State, move: str, after: State, flags: Flags) -> list[Event]:
    """Return the sowing, a capture or a fortress, then the collection of the rest and the end, or an extra turn."""
    me, stones = int(before.turn), _stones_by_zone(before)
    trace = _trace(before, int(move) - 1)
    sequence = [_sowing(f"{PLAYERS[me]}{move}", trace, stones), *_captures(me, trace, stones)]
    if after.turn == OVER:  # who gains the remaining stones: M11, M23
        gains = (after.store > trace.captured.store).tolist()
        taker = PLAYERS[gains.index(True)] if any(gains) else ""
        emptied = _emptied(trace.captured, after)
        sequence += [Event("collect", _gather(stones, zone, taker), zone=zone) for zone in emptied]
        sequence.append(Event("end"))
    elif after.turn == me:
        sequence.append(Event("extra", zone=PLAYERS[me]))
    return sequence


def describe(before: State, move: str, after: State, flags: Flags, words: Words) -> str:
    """Return sentences about a sowing and its effects."""
    side = CATALOG.players[before.turn]
    sequence = events(before, move, after, flags)
    sentences = [words._("{side} sows hole {hole}.", side=side, hole=move), _last_stone_text(sequence[0], words)]
    for event in sequence:
        n = len(event.moved)
        if event.kind == "capture":
            sentences.append(CATALOG.count(words, "captured", n))
        elif event.kind == "fortress":
            sentences.append(words._("{side} builds a fortress.", side=side))
        elif event.kind == "extra":
            sentences.append(words._("Extra turn!"))
    rest = [end for event in sequence if event.kind == "collect" for _, end in event.moved]
    if rest:
        side = CATALOG.players[PLAYERS.index(rest[0].zone) if rest[0] else before.turn]
        sentences.append(CATALOG.count(words, "rest", len(rest), side=side))
    return " ".join(sentences)


def _stones_by_zone(s: State) -> Stones:
    """Return the number of stones in every hole and store."""
    held = zip(_HOLES, itertools.chain(*s.holes.tolist()), strict=True)  # lists: to read a field of a record is slow
    return {**dict(held), **dict(zip(PLAYERS, s.store.tolist(), strict=True))}


def _trace(before: State, hole: int) -> Trace:
    """Return the trace of the move from a hole, 0 to 5."""
    me = int(before.turn)
    mine, theirs = (_HOLES[:6], _HOLES[6:]) if me == 0 else (_HOLES[6:], _HOLES[:6])
    ring = (*mine, *([] if before.fortress else [PLAYERS[me]]), *theirs)  # in the order of `rules`
    stones = int(before.holes[me, hole])
    places = tuple(ring[place] for place in rules.sown_places(hole, stones, len(ring), int(before.first)))
    sow, capture = (
        (rules.sow_past_stores, rules.capture_with_fortress) if before.fortress else (rules.sow, rules.capture)
    )
    sown = before.copy()
    last = sow(sown, me, hole, int(before.first))
    captured = sown.copy()
    capture(captured, me, last)
    return Trace(places, sown, captured)


def _sowing(zone: str, trace: Trace, stones: Stones) -> Event:
    """Return the sowing from a hole and update the counts `stones`.

    Where a zone sown is empty afterwards, its stones have gone to the store of the owner of the fortress there (M20).
    """
    sown = _stones_by_zone(trace.sown)
    stones[zone] = 0
    moved = []
    for number, place in enumerate(trace.places):
        to = place if sown[place] else PLAYERS[1 - PLAYERS.index(place[0])]
        moved.append((PieceSlot(zone, number), PieceSlot(to, stones[to])))
        stones[to] += 1
    return Event("sow", tuple(moved), trace.places, zone)


def _captures(me: int, trace: Trace, stones: Stones) -> list[Event]:
    """Return the capture, from the hole of the last stone first, and the fortress that is built."""
    mine, last = PLAYERS[me], trace.places[-1]
    emptied = _emptied(trace.sown, trace.captured)
    if not emptied:
        return []
    moved: tuple[SlotPair, ...] = ()
    for zone in sorted(emptied, key=lambda zone: zone != last):
        moved += _gather(stones, zone, mine)
    if trace.captured.fortresses[me] == trace.sown.fortresses[me]:
        return [Event("capture", moved, zone=last)]
    return [
        Event("capture", moved, zone=last, value=str(stones[mine])),
        Event("fortress", ((None, PieceSlot(f"fortress-{mine}")), (PieceSlot(f"{last}#"), None)), zone=last),
    ]


def _emptied(before: State, after: State) -> list[str]:
    """Return the holes that have stones before and none after."""
    held, holds = _stones_by_zone(before), _stones_by_zone(after)
    return [zone for zone, n in held.items() if len(zone) == 2 and n and not holds[zone]]


def _gather(stones: Stones, zone: str, store: str) -> tuple[SlotPair, ...]:
    """Return the moves of all stones of a hole into a store and update the counts `stones`."""
    moved = tuple((PieceSlot(zone, number), PieceSlot(store, stones[store] + number)) for number in range(stones[zone]))
    stones[store] += stones[zone]
    stones[zone] = 0
    return moved


def _last_stone_text(sowing: Event, words: Words) -> str:
    """Return the place of the last stone."""
    last, (_, end) = sowing.path[-1], sowing.moved[-1]
    if len(last) == 1:
        return words._("The last stone falls into the store.")
    place = {"side": CATALOG.players[PLAYERS.index(last[0])], "hole": last[1]}
    if end and end.zone != last:
        return words._("The last stone falls into the fortress on {side}'s hole {hole}.", **place)
    return words._("The last stone falls into {side}'s hole {hole}.", **place)

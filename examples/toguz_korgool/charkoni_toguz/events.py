"""A move of Toguz Korgool as events and in words.

A move is traced by the kernels of the rules on a copy of the state, phase by phase: sowing, capture, and at the end the
collection of the rest.  The events of a phase come from the difference of the states before and after it.
"""

from charkoni.core.board_types import Event, PieceSlot
from charkoni.core.constants import OVER
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words

from charkoni_toguz import rules
from charkoni_toguz.catalog import CATALOG
from charkoni_toguz.geometry import PLAYERS

Moved = tuple[tuple[PieceSlot | None, PieceSlot | None], ...]
Stones = dict[str, int]
"""The number of stones in every hole and kazan, by zone."""


def events(before: State, move: str, after: State, flags: Flags) -> list[Event]:
    """Return the sowing, a capture or a tuz, then the collection of the rest, and the end."""
    me, zone, stones = int(before.turn), f"{PLAYERS[before.turn]}{move}", _stones_by_zone(before)
    sown = before.copy()
    last = int(rules.sow(sown, me, int(move) - 1))
    places = _path(me, int(move) - 1, stones[zone])
    sequence = [_sowing(zone, places, sown, stones)]
    captured = sown.copy()
    rules.capture(captured, me, last)
    sequence += _captures(me, places[-1], sown, captured, stones)
    if after.turn == OVER:
        taken = _stones_by_zone(captured), _stones_by_zone(after)
        left = [hole for hole, n in taken[0].items() if len(hole) == 2 and n and not taken[1][hole]]
        sequence += [Event("collect", _gather(stones, hole, PLAYERS[me]), zone=hole) for hole in left]
        sequence.append(Event("end"))
    return sequence


def describe(before: State, move: str, after: State, flags: Flags, words: Words) -> str:
    """Return sentences about a sowing and its effects."""
    side = CATALOG.players[before.turn]
    sequence = events(before, move, after, flags)
    sentences = [words._("{side} sows hole {hole}.", side=side, hole=move), _last_stone(sequence[0], words)]
    for event in sequence:
        if event.kind == "capture":
            n = len(event.moved)
            sentences.append(words.ngettext("{n} stone captured.", "{n} stones captured.", n))
        elif event.kind == "fortress":
            sentences.append(words._("The hole becomes {side}'s tuz.", side=side))
    rest = sum(len(event.moved) for event in sequence if event.kind == "collect")
    if rest:
        sentences.append(
            words.ngettext("{side} takes the last {n} stone.", "{side} takes the last {n} stones.", rest, side=side)
        )
    return " ".join(sentences)


def _stones_by_zone(s: State) -> Stones:
    """Return the number of stones in every hole and kazan."""
    held = {
        f"{player}{hole}": stones
        for player, row in zip(PLAYERS, s.holes.tolist(), strict=True)
        for hole, stones in enumerate(row, 1)
    }
    return held | dict(zip(PLAYERS, s.kazan.tolist(), strict=True))


def _path(me: int, hole: int, stones: int) -> tuple[str, ...]:
    """Return the zones of the holes into which the stones of a hole are sown, in order (T2, T3)."""
    ring = [f"{PLAYERS[side]}{at}" for side in (me, 1 - me) for at in range(1, rules.HOLES + 1)]
    first = int(rules.first_place(hole, stones))
    return tuple(ring[place % rules.RING] for place in range(first, first + stones))


def _sowing(zone: str, places: tuple[str, ...], sown: State, stones: Stones) -> Event:
    """Return the sowing from a hole and update the counts `stones`.

    A stone for a hole that is a tuz goes to the kazan of its owner (T6).
    """
    stones[zone] = 0
    moved = []
    for number, place in enumerate(places):
        owner = 1 - PLAYERS.index(place[0])
        to = PLAYERS[owner] if sown.tuz[owner] == int(place[1]) else place
        moved.append((PieceSlot(zone, number), PieceSlot(to, stones[to])))
        stones[to] += 1
    return Event("sow", tuple(moved), places, zone)


def _captures(me: int, last: str, sown: State, captured: State, stones: Stones) -> list[Event]:
    """Return the capture from the hole of the last stone, and the tuz that it becomes."""
    if captured.kazan[me] == sown.kazan[me]:
        return []
    moved = _gather(stones, last, PLAYERS[me])
    if captured.tuz[me] == sown.tuz[me]:
        return [Event("capture", moved, zone=last)]
    sign = f"tuz-{PLAYERS[me]}"
    made = Event("fortress", ((None, PieceSlot(sign)), (PieceSlot(f"{last}#"), None)), zone=last)
    return [Event("capture", moved, zone=last, value=str(len(moved))), made]


def _gather(stones: Stones, zone: str, kazan: str) -> Moved:
    """Return the moves of all stones of a hole into a kazan and update the counts `stones`."""
    moved = tuple((PieceSlot(zone, number), PieceSlot(kazan, stones[kazan] + number)) for number in range(stones[zone]))
    stones[kazan] += stones[zone]
    stones[zone] = 0
    return moved


def _last_stone(sowing: Event, words: Words) -> str:
    """Return the place of the last stone."""
    last, (_, end) = sowing.path[-1], sowing.moved[-1]
    place = {"side": CATALOG.players[PLAYERS.index(last[0])], "hole": last[1]}
    if end and end.zone != last:
        return words._("The last stone falls into the tuz on {side}'s hole {hole}.", **place)
    return words._("The last stone falls into {side}'s hole {hole}.", **place)

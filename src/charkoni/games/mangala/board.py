"""The board of Mangala: two rows of holes between two stores; stones lie on sunflower spirals.

Zones: "a1" .. "b6" the holes, "a" and "b" the stores.  Each stone has a slot of its hole or store, numbered from 0.
"""

from math import cos, pi, sin, sqrt

from charkoni.core.board_types import Counter, Layout, Number, Piece, PieceSlot, TapSequence
from charkoni.core.errors import Reason
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.mangala.catalog import CATALOG
from charkoni.games.mangala.events import describe, events
from charkoni.games.mangala.geometry import HIGH, PLAYERS, REACH, STORE_LENGTH, layout
from charkoni.games.mangala.moves import MOVES
from charkoni.games.mangala.rules import STONES

__all__ = ["attempt", "counters", "describe", "events", "labels", "layout", "pieces", "prompt"]

GOLDEN_ANGLE = pi * (3 - sqrt(5))


def pieces(s: State, flags: Flags, layout: Layout) -> list[Piece]:
    """Return all stones, the count of every hole and store, and the fortresses."""
    placed: list[Piece] = []
    is_upright = layout.height > layout.width
    holes, stores, fortresses = s.holes.tolist(), s.store.tolist(), s.fortresses.tolist()
    for side, player in enumerate(PLAYERS):
        first, store = layout.spots[f"{player}1"], layout.spots[player]
        outwards = 1 if (first.x > layout.width / 2 if is_upright else first.y > store.y) else -1
        for hole in range(1, 7):
            zone = f"{player}{hole}"
            stones = holes[side][hole - 1]
            if is_upright:
                _pile(placed, layout, zone, stones, 1.7, 0.95, -20 * outwards)
            else:
                _pile(placed, layout, zone, stones, 1, 1.25)
            if fortresses[1 - side] != hole:
                aside = (outwards * (REACH - 32), 0) if is_upright else (0, outwards * (HIGH + 14))
                _count(placed, layout, zone, stones, *aside)
        tall, wide = (0.42, 4.4) if is_upright else (2.0, 0.62)
        _pile(placed, layout, player, stores[side], wide, tall)
        half = STORE_LENGTH[is_upright] / 2
        _count(placed, layout, player, stores[side], *((half - 34, 0) if is_upright else (0, outwards * (half + 14))))
        if fortresses[side]:
            spot = layout.spots[f"{PLAYERS[1 - side]}{fortresses[side]}"]
            placed.append(Piece(PieceSlot(f"fortress-{player}"), f"fortress-{player}", spot.x, spot.y, z=50))
    return placed


def labels(s: State, flags: Flags, words: Words) -> dict[str, str]:
    """Return the label of every hole and store: its stones, or the owner of the fortress."""
    texts = {}
    for number, player in enumerate(PLAYERS):
        side, stones = CATALOG.players[number], int(s.store[number])
        texts[player] = CATALOG.count(words, "store", stones, side=side)
        for hole, stones in enumerate(s.holes[number].tolist(), 1):
            values = {"side": side, "hole": hole, "owner": CATALOG.players[1 - number]}
            if s.fortresses[1 - number] == hole:
                texts[f"{player}{hole}"] = words._("{side}'s hole {hole}: {owner}'s fortress", **values)
            else:
                texts[f"{player}{hole}"] = CATALOG.count(words, "hole", stones, **values)
    return texts


def prompt(s: State, prefix: TapSequence, flags: Flags, words: Words) -> str:
    """Return the prompt for the next tap."""
    return words._("Choose a hole to sow from.")


def attempt(s: State, prefix: TapSequence, zone: str, flags: Flags) -> str | Reason | None:
    """Return the move that a tap on a hole means; on a hole of the opponent, the reason against it."""
    meant = MOVES.meant(s, prefix, zone, int(s.turn))
    return meant if meant or len(zone) == 1 else CATALOG.reason("NOT_YOURS")


def counters(s: State, flags: Flags, words: Words) -> list[Counter]:
    """Return both stores, with half of the stones as the goal to exceed, and the stones in the holes of each side."""
    counted = []
    for side, store in enumerate(s.store.tolist()):
        counted.append(Counter(side, words._("store"), str(store), (store, STONES / 2, STONES)))
        counted.append(Counter(side, words._("in the holes"), str(int(s.holes[side].sum()))))
    return counted


def _pile(
    placed: list[Piece], layout: Layout, zone: str, stones: int, wide: float, tall: float, aside: Number = 0
) -> None:
    """Append stones on a sunflower spiral round the centre of a zone, shifted by `aside`."""
    spot = layout.spots[zone]
    gap = min(14.5, 33 / sqrt(max(stones, 1)))
    for number in range(stones):
        r, angle = gap * sqrt(number + 0.4), number * GOLDEN_ANGLE
        x, y = spot.x + aside + r * cos(angle) * wide, spot.y + r * sin(angle) * tall
        placed.append(Piece(PieceSlot(zone, number), "stone", round(x, 1), round(y, 1), z=number))


def _count(placed: list[Piece], layout: Layout, zone: str, stones: int, dx: Number, dy: Number) -> None:
    spot = layout.spots[zone]
    placed.append(Piece(PieceSlot(f"{zone}#"), "badge", spot.x + dx, spot.y + dy, "count", str(stones), 100))

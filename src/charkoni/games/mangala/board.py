"""What Mangala looks like: two rows of pits between two stores, stones that lie as sunflower seeds do.

Zones: "a1" .. "b6" the holes, "a" and "b" the stores.  Stones lie in slots of their hole or store, level by level.
"""

from math import cos, pi, sin, sqrt

from charkoni.core.board_types import (
    Counter,
    Element,
    Event,
    Layout,
    Number,
    Piece,
    Script,
    Slot,
    Spot,
    circle,
    path,
    polygon,
    rect,
    text,
)
from charkoni.core.constants import OVER
from charkoni.core.errors import Reason, mark
from charkoni.core.game import Flags, State
from charkoni.core.translations import Words
from charkoni.games.mangala.rules import STONES

PLAYERS = "ab"
COLOURS = ("red", "green")
PIT = 46
"""Half of what a hole is wide."""
REACH = 104
"""Half of what a hole of the upright board is wide: on a telephone it is oblong, and the board fills the screen."""
STEP = 100
MARGIN = 20
STORE_WIDTH = {False: 84, True: 58}
"""Of the lying and of the upright board, which must not be too tall for a telephone."""
LENGTH = {portrait: 2 * MARGIN + 2 * (width + 10) + 6 * STEP for portrait, width in STORE_WIDTH.items()}
BREADTH = {False: 2 * MARGIN + 2 * STEP + 46, True: 2 * MARGIN + 4 * REACH + 84}
STONE = {False: 10.5, True: 12.5}
TEXT = {False: 18, True: 23}
GOLDEN_ANGLE = pi * (3 - sqrt(5))
LAST_HOLE = 6

_NOT_YOURS = mark("this is the opponent's hole")


def layout(flags: Flags, seat: int, portrait: bool) -> Layout:
    """Return the board with the player `seat` in front: his store on the right, upright at the bottom."""
    spots: dict[str, Spot] = {}
    ground: list[Element] = []
    width, height = (BREADTH[True], LENGTH[True]) if portrait else (LENGTH[False], BREADTH[False])
    ground.append(rect(4, 4, width - 8, height - 8, "ground", 46))
    ground.append(rect(4, 4, width - 8, height - 8, "frame", 46))
    for side in range(2):
        player = PLAYERS[side]
        is_near = side == seat
        x, y = _store_place(portrait, is_near)
        across, along = STORE_WIDTH[portrait], BREADTH[portrait] - 2 * MARGIN
        w, h = (along, across) if portrait else (across, along)
        box = rect(x - w / 2, y - h / 2, w, h, f"land-{COLOURS[side]}", 44)
        ground.extend((box, rect(x - w / 2, y - h / 2, w, h, f"rim-{COLOURS[side]} bare", 44)))
        spots[player] = Spot(x, y, rect(x - w / 2, y - h / 2, w, h, "hit", 44))
        for hole in range(1, 7):
            x, y = _hole_place(portrait, hole, is_near)
            ground.extend(_hole(portrait, x, y, 0, name) for name in (f"land-{COLOURS[side]}", "hollow"))
            outside = (REACH if portrait else PIT) + (16 if portrait else 14)
            ground.append(
                text(*_hole_place(portrait, hole, is_near, outside), str(hole), "coord", 19 if portrait else 15)
            )
            spots[f"{player}{hole}"] = Spot(x, y, _hole(portrait, x, y, 4, "hit"))
    ground.extend(_arrows(portrait))
    return Layout(width, height, tuple(ground), _symbols(portrait), spots, COLOURS, TEXT[portrait])


def _hole(portrait: bool, x: Number, y: Number, more: Number, cls: str) -> Element:
    """Return the shape of a hole: round, or oblong on the upright board; `more` makes it larger."""
    if not portrait:
        return circle(x, y, PIT + more, cls)
    wide, high = REACH + more, PIT + more
    return rect(x - wide, y - high, 2 * wide, 2 * high, cls, high)


def _turned(portrait: bool, x: Number, y: Number) -> tuple[Number, Number]:
    """Return a place of the lying board on the upright one: a quarter turn clockwise."""
    return (BREADTH[True] - y, x) if portrait else (x, y)


def _store_place(portrait: bool, is_near: bool) -> tuple[Number, Number]:
    edge = MARGIN + STORE_WIDTH[portrait] / 2
    return _turned(portrait, LENGTH[portrait] - edge if is_near else edge, BREADTH[portrait] / 2)


def _hole_place(portrait: bool, hole: int, is_near: bool, outwards: Number = 0) -> tuple[Number, Number]:
    """Return where a hole lies: the near row runs from left to right, the far one from right to left (M3).

    outwards: how far from the middle of the hole, away from the middle of the board.
    """
    place = hole - 1 if is_near else LAST_HOLE - hole
    x = MARGIN + STORE_WIDTH[portrait] + 10 + STEP / 2 + place * STEP
    away = (REACH + 12 if portrait else STEP / 2 + 4) + outwards
    return _turned(portrait, x, BREADTH[portrait] / 2 + (away if is_near else -away))


def _arrows(portrait: bool) -> list[Element]:
    """Return the signs between the holes that tell which way stones are sown: on the near side to the right (M3)."""
    middle, found = (LENGTH[portrait] / 2, BREADTH[portrait] / 2), []
    for way in (1, -1):
        for along in (-2 * STEP, 0, 2 * STEP):
            corners = ((-4, -6), (5, 0), (-4, 6))
            drawn = [_turned(portrait, middle[0] + along + x * way, middle[1] + 15 * way + y) for x, y in corners]
            found.append(path("M" + " L".join(f"{x:g},{y:g}" for x, y in drawn), "line bare"))
    return found


def _symbols(portrait: bool) -> dict[str, tuple[Element, ...]]:
    """Return a stone, the badge of a count, and the fortress of each player."""
    stone = STONE[portrait]
    symbols: dict[str, tuple[Element, ...]] = {
        "stone": (
            circle(0.8, 1.6, stone, "shade"),
            circle(0, 0, stone, "stone"),
            circle(-3, -3.5, 3.6, "shine"),
        ),
        "badge": (rect(-21, -15, 42, 30, "badge", 15) if portrait else rect(-17, -12, 34, 24, "badge", 12),),
    }
    for player, colour in zip(PLAYERS, COLOURS, strict=True):
        wall = "M-26,22 V-12 H-16 V-4 H-6 V-12 H6 V-4 H16 V-12 H26 V22 Z"
        flag = polygon([(0, -40), (20, -33), (0, -26)], f"side-{colour}")
        symbols[f"fort-{player}"] = (
            _hole(portrait, 0, 0, 0, f"rim-{colour} bare"),
            path(wall, f"side-{colour} rim-{colour}"),
            path("M0,-12 V-40", f"rim-{colour} bare"),
            flag,
            text(0, 8, player, f"ink-{colour}", 20),
        )
    return symbols


def pieces(s: State, flags: Flags, layout: Layout) -> list[Piece]:
    """Return all stones, the count of every hole and store, and the fortresses."""
    found: list[Piece] = []
    is_upright = layout.height > layout.width
    holes, stores, forts = s.holes.tolist(), s.store.tolist(), s.forts.tolist()
    for side, player in enumerate(PLAYERS):
        outwards = 1 if layout.spots[f"{player}1"].x > layout.width / 2 else -1
        for hole in range(1, 7):
            zone = f"{player}{hole}"
            stones = holes[side][hole - 1]
            if is_upright:
                _pile(found, layout, zone, stones, 1.7, 0.95, -20 * outwards)
            else:
                _pile(found, layout, zone, stones, 1, 1)
            if forts[1 - side] != hole:
                _count(found, layout, zone, stones, *((outwards * (REACH - 32), 0) if is_upright else (0, PIT - 8)))
        tall, wide = (0.42, 4.4) if is_upright else (2.0, 0.62)
        _pile(found, layout, player, stores[side], wide, tall)
        far = BREADTH[is_upright] / 2 - MARGIN - 26
        along = (far, 0) if is_upright else (0, far + 4)
        _count(found, layout, player, stores[side], *along)
        if forts[side]:
            spot = layout.spots[f"{PLAYERS[1 - side]}{forts[side]}"]
            found.append(Piece(Slot(f"fort-{player}"), f"fort-{player}", spot.x, spot.y, z=50))
    return found


def _pile(
    found: list[Piece], layout: Layout, zone: str, stones: int, wide: float, tall: float, aside: Number = 0
) -> None:
    """Lay stones on a sunflower spiral round the middle of a zone, or aside of it."""
    spot = layout.spots[zone]
    gap = min(11.5, 33 / sqrt(max(stones, 1)))
    for level in range(stones):
        r, angle = gap * sqrt(level + 0.4), level * GOLDEN_ANGLE
        x, y = spot.x + aside + r * cos(angle) * wide, spot.y + r * sin(angle) * tall
        found.append(Piece(Slot(zone, level), "stone", round(x, 1), round(y, 1), z=level))


def _count(found: list[Piece], layout: Layout, zone: str, stones: int, dx: Number, dy: Number) -> None:
    spot = layout.spots[zone]
    found.append(Piece(Slot(f"{zone}#"), "badge", spot.x + dx, spot.y + dy, "count", str(stones), 100))


def labels(s: State, flags: Flags, words: Words) -> dict[str, str]:
    """Return what each hole and store is and holds."""
    found = {}
    for side, player in enumerate(PLAYERS):
        stones = int(s.store[side])
        found[player] = words.ngettext(
            "store of {player}: {n} stone", "store of {player}: {n} stones", stones, player=player
        )
        for hole in range(1, 7):
            if s.forts[1 - side] == hole:
                owner = PLAYERS[1 - side]
                found[f"{player}{hole}"] = words._(
                    "hole {zone}: fortress of {player}", zone=player + str(hole), player=owner
                )
            else:
                found[f"{player}{hole}"] = words.ngettext(
                    "hole {zone}: {n} stone",
                    "hole {zone}: {n} stones",
                    int(s.holes[side, hole - 1]),
                    zone=player + str(hole),
                )
    return found


def scripts(s: State, move: str, flags: Flags) -> list[Script]:
    """Return the one tap that plays a hole."""
    return [(f"{PLAYERS[s.turn]}{move}",)]


def events(before: State, move: str, after: State, flags: Flags) -> list[Event]:
    """Return the sowing, then a capture or a fortress, then what is collected at the end, then an extra turn."""
    me = int(before.turn)
    stones = {
        f"{player}{hole + 1}": int(before.holes[side, hole]) for side, player in enumerate(PLAYERS) for hole in range(6)
    }
    stones |= {player: int(before.store[side]) for side, player in enumerate(PLAYERS)}
    happened = [_sowing(before, f"{PLAYERS[me]}{move}", stones)]
    last = happened[0].path[-1]
    happened.extend(_captures(before, after, last, stones))
    if after.turn == OVER:
        happened.extend(_rest(after, stones))
        happened.append(Event("end"))
    elif after.turn == me:
        happened.append(Event("extra", zone=PLAYERS[me]))
    return happened


def _ring(before: State, me: int) -> list[str]:
    """Return the places of a sowing in order, hole 1 of the mover first (M3; in the variant M16)."""
    mine, theirs = PLAYERS[me], PLAYERS[1 - me]
    own = [f"{mine}{hole}" for hole in range(1, 7)]
    return own + ([] if before.fortress else [mine]) + [f"{theirs}{hole}" for hole in range(1, 7)]


def _sowing(before: State, zone: str, stones: dict[str, int]) -> Event:
    """Return the sowing from a hole and count the stones along; what falls into a fortress goes to its owner (M20)."""
    ring = _ring(before, int(before.turn))
    forts = {f"{PLAYERS[1 - owner]}{int(before.forts[owner])}": PLAYERS[owner] for owner in range(2)}
    lifted = stones[zone]
    stones[zone] = 0
    place = ring.index(zone) + (lifted == 1)
    moved, walked = [], []
    for level in range(lifted):
        at = ring[(place + level) % len(ring)]
        to = forts.get(at, at)
        moved.append((Slot(zone, level), Slot(to, stones[to])))
        walked.append(at)
        stones[to] += 1
    return Event("sow", tuple(moved), tuple(walked), zone)


def _captures(before: State, after: State, last: str, stones: dict[str, int]) -> list[Event]:
    """Return the capture of the hole of the last stone (M7), with its opposite (M8), or the fortress built (M17)."""
    mine = PLAYERS[before.turn]
    if len(last) == 1 or last in _fortresses(before):
        return []
    if last[0] != mine:
        new_fort = int(after.forts[before.turn]) != int(before.forts[before.turn])
        if new_fort:
            return [
                Event("capture", _gather(stones, last, mine), zone=last, value=str(stones[mine])),
                Event("fortress", ((None, Slot(f"fort-{mine}")), (Slot(f"{last}#"), None)), zone=last),
            ]
        return [Event("capture", _gather(stones, last, mine), zone=last)] if stones[last] % 2 == 0 else []
    opposite = f"{PLAYERS[1 - before.turn]}{7 - int(last[1])}"
    if before.fortress or stones[last] != 1 or stones[opposite] == 0:
        return []
    return [Event("capture", _gather(stones, last, mine) + _gather(stones, opposite, mine), zone=last)]


def _fortresses(s: State) -> set[str]:
    return {f"{PLAYERS[1 - owner]}{int(s.forts[owner])}" for owner in range(2) if s.forts[owner]}


def _gather(stones: dict[str, int], zone: str, store: str) -> tuple[tuple[Slot | None, Slot | None], ...]:
    """Move all stones of a hole into a store."""
    moved = tuple((Slot(zone, level), Slot(store, stones[store] + level)) for level in range(stones[zone]))
    stones[store] += stones[zone]
    stones[zone] = 0
    return moved


def _rest(after: State, stones: dict[str, int]) -> list[Event]:
    """Return how the remaining stones go to the player whose side is empty (M11)."""
    holes = [zone for zone, n in stones.items() if len(zone) == 2 and n]
    taker = next((player for side, player in enumerate(PLAYERS) if stones[player] != int(after.store[side])), "")
    return [Event("collect", _gather(stones, zone, taker), zone=zone) for zone in holes]


def prompt(s: State, prefix: Script, flags: Flags, words: Words) -> str:
    """Return the coach's sentence."""
    return words._("Choose a hole to sow from.")


def attempt(s: State, prefix: Script, zone: str, flags: Flags) -> str | Reason | None:
    """Return the move meant by a tap on a hole."""
    if len(zone) == 2 and zone[0] == PLAYERS[s.turn]:
        return zone[1]
    return Reason("NOT_YOUR_SIDE", "M2", _NOT_YOURS) if len(zone) == 2 else None


def tell(before: State, move: str, after: State, flags: Flags, words: Words) -> str:
    """Return sentences about a sowing and what it brings."""
    player = PLAYERS[before.turn]
    happened = events(before, move, after, flags)
    sentences = [words._("{player} sows hole {hole}.", player=player, hole=move), _told_last(before, happened, words)]
    for event in happened:
        n = len(event.moved)
        if event.kind == "capture":
            sentences.append(words.ngettext("{n} stone captured.", "{n} stones captured.", n))
        elif event.kind == "fortress":
            sentences.append(words._("{player} builds a fortress.", player=player))
        elif event.kind == "extra":
            sentences.append(words._("Extra turn!"))
    rest = [end for event in happened if event.kind == "collect" for _, end in event.moved]
    if rest:
        owner = rest[0].zone if rest[0] else ""
        sentences.append(
            words.ngettext(
                "{player} takes the last {n} stone.", "{player} takes the last {n} stones.", len(rest), player=owner
            )
        )
    return " ".join(sentences)


def _told_last(before: State, happened: list[Event], words: Words) -> str:
    """Return where the last stone falls."""
    last = happened[0].path[-1]
    if len(last) == 1:
        return words._("The last stone falls into the store.")
    if last in _fortresses(before):
        return words._("The last stone falls into the fortress on {zone}.", zone=last)
    return words._("The last stone falls into {zone}.", zone=last)


def counters(s: State, flags: Flags, words: Words) -> list[Counter]:
    """Return both stores, on the way to more than half of the stones, and what lies in the holes of each side."""
    found = []
    for side, store in enumerate(s.store.tolist()):
        found.append(Counter(side, words._("store"), str(store), (store, STONES / 2, STONES)))
        found.append(Counter(side, words._("in the holes"), str(int(s.holes[side].sum()))))
    return found

"""The chains that the links of a side form, and how many links it still needs.

Places are doubled coordinates x, y from 0 to 2 * size, for dots and crossings alike.
"""

from collections import deque

from charkoni.core.game_types import State
from charkoni.games.mosty.rules import crossings

Place = tuple[int, int]


def owners(s: State) -> dict[Place, int]:
    """Return whose link is on every crossing, -1 where it is free."""
    found = dict.fromkeys(crossings(int(s["size"])), -1)
    for side in range(2):
        found.update(dict.fromkeys(links(s, side), side))
    return found


def links(s: State, side: int) -> list[Place]:
    """Return the crossings with a link of the side, line by line."""
    found = []
    for line, places in enumerate(s.set[side].tolist(), 1):
        along = 1 if line % 2 else 2
        while places:
            if places & 1:
                found.append((along, line) if side == 0 else (line, along))
            places >>= 1
            along += 2
    return found


def dots(side: int, place: Place) -> tuple[Place, Place]:
    """Return the two dots that a link of the side on the crossing joins (S2)."""
    x, y = place
    if is_upright(side, place):
        return (x, y - 1), (x, y + 1)
    return (x - 1, y), (x + 1, y)


def is_upright(side: int, place: Place) -> bool:
    """Return whether a link of the side on the crossing runs along y."""
    return (place[0] % 2 == 1) == (side == 0)


def _advance(side: int, dot: Place) -> int:
    """Return how far a dot is from the border where the side begins: y for Red, x for Blue (S3)."""
    return dot[1 - side]


def _around(side: int, dot: Place, size: int) -> list[tuple[Place, Place]]:
    """Return the crossings next to a dot of the side, each with the dot behind it."""
    x, y = dot
    found = []
    for dx, dy in ((0, 1), (1, 0), (-1, 0), (0, -1)):
        place = x + dx, y + dy
        if min(place) > 0 and max(place) < 2 * size:
            found.append((place, (x + 2 * dx, y + 2 * dy)))
    return found


def _first_dots(side: int, size: int) -> list[Place]:
    """Return the dots of the border where the side begins."""
    return [(along, 0) if side == 0 else (0, along) for along in range(1, 2 * size, 2)]


def needed(s: State, side: int) -> int | None:
    """Return how many links the side needs at least to join its borders, or None if that is impossible."""
    size = int(s["size"])
    taken = owners(s)
    waiting = deque((0, dot) for dot in _first_dots(side, size))
    seen: set[Place] = set()
    while waiting:
        cost, dot = waiting.popleft()
        if _advance(side, dot) == 2 * size:
            return cost
        if dot in seen:
            continue
        seen.add(dot)
        for place, behind in _around(side, dot, size):
            if taken[place] == side:
                waiting.appendleft((cost, behind))
            elif taken[place] < 0:
                waiting.append((cost + 1, behind))
    return None


def winning_chain(s: State, side: int) -> list[Place]:
    """Return the crossings of a shortest chain that joins the side's borders, or nothing."""
    size = int(s["size"])
    own = set(links(s, side))
    before: dict[Place, tuple[Place, Place] | None] = dict.fromkeys(_first_dots(side, size))
    waiting = deque(before)
    while waiting:
        dot = waiting.popleft()
        if _advance(side, dot) == 2 * size:
            return _walk_back(before, dot)
        for place, behind in _around(side, dot, size):
            if place in own and behind not in before:
                before[behind] = place, dot
                waiting.append(behind)
    return []


def _walk_back(before: dict[Place, tuple[Place, Place] | None], dot: Place) -> list[Place]:
    """Return the crossings on the way to a dot, from its beginning."""
    chain = []
    step = before[dot]
    while step:
        chain.append(step[0])
        step = before[step[1]]
    return chain[::-1]


def largest_chain(s: State, side: int) -> list[Place]:
    """Return the crossings of the side's largest chain, or nothing while no two links meet."""
    meeting: dict[Place, list[Place]] = {}
    for place in links(s, side):
        for dot in dots(side, place):
            meeting.setdefault(dot, []).append(place)
    best: list[Place] = []
    while meeting:
        chain = _taken_out(side, next(iter(meeting)), meeting)
        if len(chain) > len(best):
            best = chain
    return best if len(best) > 1 else []


def _taken_out(side: int, dot: Place, meeting: dict[Place, list[Place]]) -> list[Place]:
    """Return the chain at a dot; its dots are taken out of those where links meet."""
    chain: dict[Place, None] = {}
    waiting = [dot]
    while waiting:
        for place in meeting.pop(waiting.pop(), ()):
            if place not in chain:
                chain[place] = None
                waiting.extend(dots(side, place))
    return list(chain)

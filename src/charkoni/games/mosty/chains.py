"""Chains of bridges, and the number of bridges that a side still needs.

Crossings and dots are named by x and y, 0 to 2 * size: see `rules`.
"""

from collections import deque

from charkoni.core.game_types import State
from charkoni.games.mosty.rules import crossing_at, crossings, is_upright

Place = tuple[int, int]
"""x and y of a crossing or a dot."""


def owners(s: State) -> dict[Place, int]:
    """Return the side with a bridge on each crossing, -1 where it is free."""
    sides = dict.fromkeys(crossings(int(s["size"])), -1)
    for side in range(2):
        sides.update(dict.fromkeys(bridges(s, side), side))
    return sides


def bridges(s: State, side: int) -> list[Place]:
    """Return the crossings with a bridge of the side, line by line."""
    return [
        crossing_at(side, line, place)
        for line, places in enumerate(s.set[side].tolist(), 1)
        for place in range(places.bit_length())
        if places >> place & 1
    ]


def needed(s: State, side: int) -> int | None:
    """Return the least number of bridges with which the side joins its shores, or None if that is impossible."""
    size = int(s["size"])
    sides = owners(s)
    waiting = deque((0, dot) for dot in _first_dots(side, size))
    seen: set[Place] = set()
    while waiting:
        cost, dot = waiting.popleft()
        if _is_goal(side, dot, size):
            return cost
        if dot in seen:
            continue
        seen.add(dot)
        for crossing, other in neighbours(side, dot, size):
            if sides[crossing] == side:
                waiting.appendleft((cost, other))
            elif sides[crossing] < 0:
                waiting.append((cost + 1, other))
    return None


def winning_chain(s: State, side: int) -> list[Place]:
    """Return the crossings of a shortest chain that joins the side's shores, in order; none before the end."""
    size = int(s["size"])
    own = set(bridges(s, side))
    previous: dict[Place, tuple[Place, Place] | None] = dict.fromkeys(
        _first_dots(side, size)
    )  # crossing and dot before
    waiting = deque(previous)
    while waiting:
        dot = waiting.popleft()
        if _is_goal(side, dot, size):
            chain, step = [], previous[dot]
            while step:
                chain.append(step[0])
                step = previous[step[1]]
            return chain[::-1]
        for crossing, other in neighbours(side, dot, size):
            if crossing in own and other not in previous:
                previous[other] = crossing, dot
                waiting.append(other)
    return []


def largest_chain(s: State, side: int) -> list[Place]:
    """Return the crossings of the side's largest chain; none while no two bridges meet."""
    bridges_at: dict[Place, list[Place]] = {}
    for crossing in bridges(s, side):
        for dot in dots(side, crossing):
            bridges_at.setdefault(dot, []).append(crossing)
    best: list[Place] = []
    while bridges_at:
        chain = _pop_chain(side, next(iter(bridges_at)), bridges_at)
        if len(chain) > len(best):
            best = chain
    return best if len(best) > 1 else []


def are_joined(sides: dict[Place, int], side: int, dot: Place, other: Place, size: int) -> bool:
    """Return whether bridges of the side join two of its dots, those of a shore being one.  sides: see `owners`."""
    waiting, seen = [dot], {dot}
    while waiting:
        at = waiting.pop()
        if at == other:
            return True
        following = [end for crossing, end in neighbours(side, at, size) if sides[crossing] == side]
        if is_at_shore(side, at, size):
            following += [(along, at[1]) if side == 0 else (at[0], along) for along in range(1, 2 * size, 2)]
        waiting += [each for each in following if each not in seen]
        seen.update(following)
    return False


def dots(side: int, crossing: Place) -> tuple[Place, Place]:
    """Return the two dots that a bridge of the side on the crossing joins (S2)."""
    x, y = crossing
    if is_upright(side, crossing):
        return (x, y - 1), (x, y + 1)
    return (x - 1, y), (x + 1, y)


def neighbours(side: int, dot: Place, size: int) -> list[tuple[Place, Place]]:
    """Return the crossings next to a dot of the side, each with the dot on its other side."""
    x, y = dot
    neighbours = []
    for dx, dy in ((0, 1), (1, 0), (-1, 0), (0, -1)):
        crossing = x + dx, y + dy
        if min(crossing) > 0 and max(crossing) < 2 * size:
            neighbours.append((crossing, (x + 2 * dx, y + 2 * dy)))
    return neighbours


def is_at_shore(side: int, dot: Place, size: int) -> bool:
    """Return whether a dot lies on one of the shores that the side must join."""
    return dot[1 - side] in (0, 2 * size)


def _pop_chain(side: int, dot: Place, bridges_at: dict[Place, list[Place]]) -> list[Place]:
    """Return the chain at a dot and remove its dots from `bridges_at`, the bridges by dot."""
    chain: dict[Place, None] = {}
    waiting = [dot]
    while waiting:
        for crossing in bridges_at.pop(waiting.pop(), ()):
            if crossing not in chain:
                chain[crossing] = None
                waiting.extend(dots(side, crossing))
    return list(chain)


def _first_dots(side: int, size: int) -> list[Place]:
    """Return the dots of the shore where the side begins."""
    return [(along, 0) if side == 0 else (0, along) for along in range(1, 2 * size, 2)]


def _is_goal(side: int, dot: Place, size: int) -> bool:
    """Return whether a dot lies on the shore that the side must reach (S3)."""
    return dot[1 - side] == 2 * size

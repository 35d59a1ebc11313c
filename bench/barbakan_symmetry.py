"""Symmetries of the boards of Barbakan, and the ways to fill the outer circle:  python bench/barbakan_symmetry.py

A symmetry is a permutation of the points that preserves the rules: it keeps which points are next to each other in the
direction of play, and which lie outside or inside.  By induction over the plies left, positions that a symmetry maps
onto each other have the same value; so have positions in which the players change places.
"""

from functools import cache
from math import comb

from charkoni.games.barbakan.points import BOARDS
from charkoni.games.barbakan.rules import IS_INSIDE, NEAR, POINTS

Mapping = tuple[int, ...]
"""For every point, the one it is mapped to."""


@cache
def symmetries(board: str) -> tuple[Mapping, ...]:
    """Return all symmetries of a board, in the order of the points that point 0 is mapped to."""
    number = tuple(BOARDS).index(board)
    points = int(POINTS[number])
    near = [[int(NEAR[number, point]) >> end & 1 for end in range(points)] for point in range(points)]
    kind = [
        (BOARDS[board].mask("outer") >> point & 1, int(IS_INSIDE[number]) >> point & 1, sum(near[point]))
        for point in range(points)
    ]
    order = _by_neighbours(near)
    mappings: list[Mapping] = []

    def extend(images: dict[int, int]) -> None:
        if len(images) == points:
            mappings.append(tuple(images[point] for point in range(points)))
            return
        point = order[len(images)]
        for image in range(points):
            if image in images.values() or kind[image] != kind[point]:
                continue
            if all(near[point][p] == near[image][q] and near[p][point] == near[q][image] for p, q in images.items()):
                extend(images | {point: image})

    extend({})
    return tuple(mappings)


def _by_neighbours(near: list[list[int]]) -> list[int]:
    """Return the points in an order in which each but the first is next to an earlier one: few maps are tried then."""
    order = [0]
    while len(order) < len(near):
        rest = [point for point in range(len(near)) if point not in order]
        order.append(next(p for p in rest if any(near[p][q] or near[q][p] for q in order)))
    return order


def full_circles(board: str) -> tuple[int, int]:
    """Return the number of ways to fill the outer points with two armies, and of those that differ (Burnside's lemma).

    Ways count as one where a symmetry maps one onto the other.
    """
    outer = [point for point in range(len(BOARDS[board].points)) if BOARDS[board].mask("outer") >> point & 1]
    fixed = [_ways(_cycles(mapping, outer), len(outer) // 2) for mapping in symmetries(board)]
    return comb(len(outer), len(outer) // 2), sum(fixed) // len(fixed)


def _cycles(mapping: Mapping, points: list[int]) -> list[int]:
    """Return the lengths of the cycles in which a mapping moves some points."""
    lengths, seen = [], set[int]()
    for start in points:
        length, point = 0, start
        while point not in seen:
            seen.add(point)
            point, length = mapping[point], length + 1
        if length:
            lengths.append(length)
    return lengths


def _ways(lengths: list[int], pawns: int) -> int:
    """Return the number of ways to choose whole cycles with so many points in all."""
    ways = [1] + [0] * pawns
    for length in lengths:
        for held in range(pawns, length - 1, -1):
            ways[held] += ways[held - length]
    return ways[pawns]


if __name__ == "__main__":
    for name in BOARDS:
        every, different = full_circles(name)
        print(f"{name}: {len(symmetries(name))} symmetries, {every} full circles, {different} of them different")

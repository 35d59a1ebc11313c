"""Starts with one or two stones moved to other holes; those that are proved drawn are balanced openings."""

from collections.abc import Iterable, Iterator

from charkoni.core.game import Position
from charkoni.search import Limits, Searcher

NODES = 100_000
"""Node budget of the search that orders the starts; static values are unreliable so far from the end."""


def moved_starts(start: Position, stones: int) -> Iterator[Position]:
    """Yield all starts with so many stones, 1 or 2, moved to other holes; each board once."""
    seen = {str(start)}
    layer = [start]
    for _ in range(stones):
        next_layer = []
        for at in layer:
            for child in _one_moved(at):
                if str(child) not in seen:
                    seen.add(str(child))
                    next_layer.append(child)
        layer = next_layer
    yield from layer


def _one_moved(position: Position) -> Iterator[Position]:
    """Yield the positions with one stone in another hole."""
    s = position.state.copy()
    for origin in range(12):
        for target in range(12):
            holes = s.copy()
            cells = holes[0].holes.reshape(-1)
            if origin != target and cells[origin] > 0:
                cells[origin] -= 1
                cells[target] += 1
                yield position.of_state(position.game, holes)


def likeliest_first(starts: Iterable[Position], nodes: int = NODES) -> list[Position]:
    """Return starts sorted by the distance of their value, searched with so many nodes each, from a draw."""
    listed = list(starts)
    if not listed:
        return listed
    searcher = Searcher(listed[0].game, "ab")
    distance = {start: abs(searcher.search(start, Limits(nodes=nodes)).values[0] - 0.5) for start in listed}
    # Even starts are the wanted ones: of 75 proved so far 6 are (docs/solving.md), and those that look even come first.
    return sorted(listed, key=distance.__getitem__)

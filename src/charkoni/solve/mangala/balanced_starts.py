"""Starts with stones in other holes: those that nobody wins when nobody errs are fair openings."""

from collections.abc import Iterable, Iterator

from charkoni.core.position import Position
from charkoni.search import Limits, Searcher

GLANCE = 100_000
"""Nodes of the search that says where fair starts are likely.  A guess by the holes says little so far from the end."""


def moved_starts(start: Position, stones: int) -> Iterator[Position]:
    """Yield all starts in which so many stones, 1 or 2, have been moved to other holes; each board once."""
    seen = {str(start)}
    layer = [start]
    for _ in range(stones):
        found = []
        for at in layer:
            for child in _one_moved(at):
                if str(child) not in seen:
                    seen.add(str(child))
                    found.append(child)
        layer = found
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


def likeliest_first(starts: Iterable[Position]) -> list[Position]:
    """Return starts in another order: first those of which a short search cannot say who is ahead."""
    found = list(starts)
    if not found:
        return found
    searcher = Searcher(found[0].game, "ab")
    distance = {start: abs(searcher.search(start, Limits(nodes=GLANCE)).values[0] - 0.5) for start in found}
    return sorted(found, key=distance.__getitem__)

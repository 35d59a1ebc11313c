"""Limits and results of all searches."""

from collections.abc import Callable
from dataclasses import dataclass

Stop = Callable[[], bool]
"""Called every few milliseconds; True stops the search."""

MOST_THREADS = 64  # each has arrays and a tree of its own: a bound against a mistyped number, not a measured one


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a search; the first one reached ends it.

    seconds: time limit.  nodes: node budget (with one thread the result is then the same on every machine).  depth: of
    the last iteration, in plies (in throws for expectiminimax).  threads: 1 to MOST_THREADS.  lines: the number of
    moves with a value of their own, best first (multi-PV), 0 for all.  cpu: count CPU time instead of elapsed time.
    Raises ValueError without a limit, or for a limit that is not positive.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    threads: int = 1
    lines: int = 1
    cpu: bool = False

    def __post_init__(self) -> None:
        # 0 is refused, too: a search that may do nothing has no move to return.
        given = [limit for limit in (self.seconds, self.nodes, self.depth) if limit is not None]
        if not given:
            raise ValueError("a search needs a limit: seconds, nodes or depth")
        if not all(limit > 0 for limit in given):
            raise ValueError("a limit must be more than nothing")
        if not 1 <= self.threads <= MOST_THREADS:
            raise ValueError(f"the number of threads is from 1 to {MOST_THREADS}")
        if self.lines < 0:
            raise ValueError("the number of lines is 0, for all moves, or more")


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and its value.

    value: the expected points, 0 to 1, of the player to move.  effort: depth of the search, or visits.  line: the
    principal variation, the move first.  exact: the value is proved.  plies: to a proved win or loss, if known.
    """

    move: str
    value: float
    effort: int
    line: tuple[str, ...]
    exact: bool = False
    plies: int | None = None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search.

    move: the best move, None if no player is to move (the game is over, or a throw is due).  ranking: the moves with a
    value of their own, best first.  values: expected points of each player, 0 to 1.  depth: depth reached, in plies.
    exact: the values are proved.
    """

    move: str | None
    ranking: tuple[Choice, ...]
    values: tuple[float, ...]
    nodes: int
    depth: int
    seconds: float
    exact: bool = False

    @property
    def value(self) -> float:
        """The expected points of the player to move, or else of the first player."""
        return self.ranking[0].value if self.ranking else self.values[0]

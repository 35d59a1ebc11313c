"""What all searches take and give: limits, and what was found."""

from collections.abc import Callable
from dataclasses import dataclass

Stop = Callable[[], bool]
"""Asked every few milliseconds: whether the search shall end now."""

MOST_THREADS = 64


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to think: whatever is reached first.

    seconds: a time.  nodes: positions looked at (with one thread the answer is then the same everywhere).  depth: plies
    that all lines are followed.  threads: searches that share their knowledge.  lines: how many moves get a value of
    their own, best first, 0 for all.  cpu: the seconds are those that the processor works for the search, so that other
    programs take nothing away.  Raises ValueError when there is no limit or one that leaves nothing.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    threads: int = 1
    lines: int = 1
    cpu: bool = False

    def __post_init__(self) -> None:
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
    """A move and what it is worth.

    value: the points, 0 to 1, that the one who decides can expect.  effort: the depth it was followed to, or the visits
    it got.  line: the move and the best play after it.  exact: the value is proved.
    """

    move: str
    value: float
    effort: int
    line: tuple[str, ...]
    exact: bool = False


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found.

    move: the one to play, None when nobody decides (the game is over, or a throw is due).  ranking: the moves that
    have a value of their own, best first.  values: the points each player can expect.  depth: in plies.  exact: the
    values are proved.
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
        """The points that the one who decides can expect; at the end those of the first player."""
        return self.ranking[0].value if self.ranking else self.values[0]

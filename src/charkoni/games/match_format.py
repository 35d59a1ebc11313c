"""Formats of a match: how many games two players play, who begins each of them, and when the match is over.

    1           one game
    2           two games, each player begins one
    best-of-3   two games, each player begins one; a third only if they bring equally many points
    sets-of-5   five sets at most, begun in turn; over as soon as a player has more than half of the points
    boards-of-4   four games of two teams at the same time, one on each board; the teams begin them in turn

A set is a game.  Points are half points: 2 for a game won, 1 to each side for a drawn one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

SETS = (3, 5, 7)
"""The numbers of sets that a match may have."""

BOARDS = (2, 3, 4, 5, 6, 8, 10)
"""The numbers of boards on which teams may meet."""


class MatchEnding(Enum):
    """When a match is over: after all games, on boards these are played at the same time; before the last one unless
    it decides; or as soon as it is decided.
    """

    ALL = "all"
    BOARDS = "boards"
    DECIDER = "decider"
    LEAD = "lead"


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """The format of a match.

    games: at most, unless a winner is needed.  in_turn: so many games are begun in turn, further ones by lot.
    """

    name: str
    games: int
    ending: MatchEnding
    in_turn: int

    @property
    def sets(self) -> int:
        """The number of sets, 0 for a match that is not played in sets."""
        return self.games if self.ending is MatchEnding.LEAD else 0

    @property
    def boards(self) -> int:
        """The number of boards on which two teams meet, 0 for a match of two players."""
        return self.games if self.ending is MatchEnding.BOARDS else 0

    @property
    def target(self) -> int:
        """The fewest whole points that are more than half of all: 3 of five sets."""
        return self.games // 2 + 1

    def goes_on(self, first: int, second: int, played: int, *, needs_winner: bool = False) -> bool:
        """Return whether another game follows.  first, second: the points after `played` games."""
        if played >= self.games:
            return needs_winner and first == second
        if self.ending is MatchEnding.LEAD:
            return max(first, second) <= self.games
        return self.ending in (MatchEnding.ALL, MatchEnding.BOARDS) or played < self.games - 1 or first == second

    def may_end(self, first: int, second: int, *, needs_winner: bool = False) -> bool:
        """Return whether a match may end with these points."""
        played = (first + second) // 2
        if (first + second) % 2 or self.goes_on(first, second, played, needs_winner=needs_winner):
            return False
        before = ((first - one, second - 2 + one) for one in (0, 1, 2))
        return any(
            min(a, b) >= 0 and self.goes_on(a, b, played - 1, needs_winner=needs_winner) for a, b in before
        )  # fmt: skip

    def begins_as_first(self, game: int) -> bool:
        """Return whether a game (1 ...) that is begun in turn is begun by the player who began the first one."""
        return game % 2 == 1


FORMATS = {
    each.name: each
    for each in (
        MatchFormat("1", 1, MatchEnding.ALL, 2),
        MatchFormat("2", 2, MatchEnding.ALL, 2),
        MatchFormat("best-of-3", 3, MatchEnding.DECIDER, 2),
        *(MatchFormat(f"sets-of-{sets}", sets, MatchEnding.LEAD, sets) for sets in SETS),
        *(MatchFormat(f"boards-of-{boards}", boards, MatchEnding.BOARDS, boards) for boards in BOARDS),
    )
}
"""All formats by name."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match before one of its games.

    game: the number of the game, from 1.  points: of the sides of this game, first the one that begins it, in the games
    before.  The text is `sets-of-5 2 0:2`: format, number and points.
    """

    format: MatchFormat
    game: int = 1
    points: tuple[int, int] = (0, 0)

    @classmethod
    def read(cls, text: str) -> "MatchState":
        """Return the state that a text means."""
        name, game, points = text.split()
        first, second = map(int, points.split(":"))
        return cls(FORMATS[name], int(game), (first, second))

    def __str__(self) -> str:
        return f"{self.format.name} {self.game} {self.points[0]}:{self.points[1]}"

    def points_after(self, first: int, second: int) -> tuple[int, int]:
        """Return the points of both sides after the game, which brings them so many."""
        return self.points[0] + first, self.points[1] + second

    def following(self, first: int, second: int) -> "MatchState | None":
        """Return the match before its next game, which the other side begins; None when it is over."""
        a, b = self.points_after(first, second)
        return MatchState(self.format, self.game + 1, (b, a)) if self.format.goes_on(a, b, self.game) else None


def side_points(sides: Sequence[int], scores: Sequence[Fraction]) -> tuple[int, int]:
    """Return the half points that a game brings its two sides.  sides, scores: by player."""
    of_side = dict(zip(sides, scores, strict=True))
    return round(2 * of_side[0]), round(2 * of_side[1])


def points_text(points: tuple[int, int]) -> str:
    """Return the score of a match: 3:1, 2½:2½."""
    return ":".join(f"{half // 2 or ('' if half % 2 else 0)}{'½' * (half % 2)}" for half in points)


def match_of_sets(text: str) -> MatchFormat | None:
    """Return the format for a number of sets that is typed: None for "" and "1"; raise ValueError."""
    if text in ("", "1"):
        return None
    match = FORMATS.get(f"sets-of-{text}")
    if match is None:
        raise ValueError(f"a match has {', '.join(map(str, SETS))} sets")
    return match

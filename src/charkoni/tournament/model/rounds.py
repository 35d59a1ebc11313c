"""Rounds: boards, results and byes of a round."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from charkoni.games.match_format import points_text
from charkoni.tournament.model.serialization import STRICT, with_config
from charkoni.tournament.model.times import time_of

_SIGNS = {"=": "½", "-": "−"}


@with_config(STRICT)
@dataclass(frozen=True, slots=True)
class Result:
    """The result of a board as its first side sees it.

    first, second: the mark of each side, `1 = 0`, `+ -` (forfeit) or `W D L` (unrated).  stones: final counts of both
    stores.  games: half points of both sides over the games, sets or boards of the round.  source: arbiter, first or
    second (reports of players), slip, game or file.  adjourned: counts as a draw for now.  device: of a report, `slip`
    or `page` and a token of the device.  boards: of a match of teams, the marks of both sides on each board, `10`.
    """

    first: str
    second: str
    stones: tuple[int, int] | None = None
    games: tuple[int, int] | None = None
    source: str = "arbiter"
    reason: str = ""
    adjourned: bool = False
    device: str = ""
    boards: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The displayed result: 1:0, ½:½, +:−, adj."""
        if self.adjourned:
            return "adj"
        return f"{_SIGNS.get(self.first, self.first)}:{_SIGNS.get(self.second, self.second)}"

    @property
    def counts(self) -> str:
        """The counts behind the result: both stores, 30:18, or the score of a match, 2½:2½; else an empty text."""
        if self.games:
            return points_text(self.games)
        return f"{self.stones[0]}:{self.stones[1]}" if self.stones else ""

    @property
    def shown(self) -> str:
        """The result in tables: the score of a match, else the points."""
        return self.counts if self.games else self.text

    @property
    def turned(self) -> "Result":
        """The result as the other side of the board sees it."""
        stones = self.stones and (self.stones[1], self.stones[0])
        games = self.games and (self.games[1], self.games[0])
        boards = tuple(marks[::-1] for marks in self.boards)
        return replace(self, first=self.second, second=self.first, stones=stones, games=games, boards=boards)

    def agreed(self, other: "Result") -> "Result | None":
        """Return the result on which two reports agree, None when they differ; counts in only one are no difference."""
        pairs = ((self.stones, other.stones), (self.games, other.games))
        if (self.first, self.second, self.adjourned) != (other.first, other.second, other.adjourned):
            return None
        if any(one and another and one != another for one, another in (*pairs, (self.boards, other.boards))):
            return None
        return replace(other, stones=other.stones or self.stones, games=other.games or self.games)


@with_config(STRICT)
@dataclass(frozen=True, slots=True)
class Board:
    """A board of a round.

    number: 1 ...  first, second: ids of entries, second 0 for the bye.  mover: the entry that moves first, 0 for a bye.
    reports: the latest one of each player.  disputed: the reports differ, or an arbiter has marked the board so.
    corrected: the result was changed after the round was closed.  line_ups: of both teams, the members who sit at the
    boards by their places in the team; empty for the first ones.
    """

    number: int
    first: int
    second: int
    mover: int = 0
    result: Result | None = None
    reports: tuple[Result, ...] = ()
    disputed: bool = False
    corrected: bool = False
    line_ups: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())

    @property
    def seats(self) -> tuple[int, int]:
        """Both entries in display order: the first mover, then the other; 0 for the bye."""
        return (self.second, self.first) if self.second and self.mover == self.second else (self.first, self.second)

    @property
    def seen(self) -> Result | None:
        """The result as the first mover sees it."""
        return self.result.turned if self.result and self.seats[0] == self.second else self.result

    @property
    def is_bye(self) -> bool:
        """Whether the board is the pairing-allocated bye."""
        return self.second == 0

    def mark_of(self, entry: int) -> str:
        """Return the mark of one of its players, empty without a result."""
        if self.result is None:
            return ""
        return self.result.first if entry == self.first else self.result.second

    def score_of(self, entry: int) -> str:
        """Return the score of a match as one of its players sees it: 3:1; empty without one."""
        if self.result is None or not self.result.games:
            return ""
        return (self.result if entry == self.first else self.result.turned).shown

    @property
    def is_open(self) -> bool:
        """Whether a result is still missing."""
        return not self.is_bye and self.result is None

    @property
    def is_pending(self) -> bool:
        """Whether a game is still to be ended: without a result, or adjourned."""
        return self.is_open or (self.result is not None and self.result.adjourned)


@with_config(STRICT)
@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clock of a round that has begun.

    began, stopped: UTC, as in `model.times`; stopped is empty while the clock runs.  added: seconds by which stops that
    are over and moves by an arbiter put the end off.
    """

    began: str
    stopped: str = ""
    added: int = 0

    def after(self, minutes: int) -> datetime:
        """Return when the clock has run for some minutes, if it is not stopped any more."""
        return time_of(self.began) + timedelta(seconds=self.added, minutes=minutes)

    def left(self, minutes: int, now: datetime) -> int:
        """Return the ms that are left of some minutes, negative once they are over."""
        at = time_of(self.stopped) if self.stopped else now
        return round((self.after(minutes) - at).total_seconds() * 1000)


@with_config(STRICT)
@dataclass(frozen=True, slots=True)
class Round:
    """A round.  state: draft, published or closed.  away: entries without a board, (id, H or F or Z).

    by_hand: boards were made or changed by an arbiter.  allowed: rules of the checker (P2 ...) set aside by the
    arbiter.  account: see `pairing.protocol.Pairing.account`.  clock: None before the start.
    """

    number: int
    state: str
    boards: tuple[Board, ...]
    away: tuple[tuple[int, str], ...] = ()
    by_hand: bool = False
    allowed: tuple[str, ...] = ()
    account: Mapping[str, Any] = field(default_factory=dict)
    clock: RoundClock | None = None

    @property
    def seated(self) -> frozenset[int]:
        """The ids of the entries that have a board."""
        return frozenset(id_ for board in self.boards for id_ in (board.first, board.second) if id_)

    def board(self, number: int) -> Board | None:
        """Return the board of a number, or None."""
        return next((board for board in self.boards if board.number == number), None)

    def board_of(self, entry: int) -> Board | None:
        """Return the board at which an entry sits, or None."""
        return next((board for board in self.boards if entry in (board.first, board.second)), None)

"""A live game: the state of a game on the server (record, seats, clocks), a function of its log.

Commands make rows of the log (`row_for...`), which are written and then applied; a restart applies all of them again.
Times are arguments: `now` in ms of the monotonic clock, `at` in ms since 1970.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Game, Outcome, Position
from charkoni.core.record import Record
from charkoni.core.registry import named
from charkoni.games import fair_dice
from charkoni.games.fair_dice import Dice
from charkoni.games.match_format import MatchState, side_points
from charkoni.web.http.errors import Refused
from charkoni.web.live.game.clocks import Clocks, control_of
from charkoni.web.store import GameRow, LogRow, SeatRow

# A row of the log: number, kind, seat, text, ms left of each clock after it, time of day, uptime. By kind:
#
#     kind                      seat            text
#     start                     -               clock of each seat, of an event " official WAIT DRAWS": "0 1 0 1"
#     move, throw               who moved       the move or throw in the notation
#     undo                      -               the number of plies taken back
#     seed, key, reveal         whose           commitment (a computer's with its seed), key, seed or word
#     stand-in, return          whose           level of the computer, -
#     pause, go-on, clock       -               -   (an arbiter; clock: times are changed)
#     vacation                  whose           until when his clock stands still, ms since 1970; 0: no longer
#     resign, flag, draw        who             -
#     call-off                  who, -1: none   -
#
# The state is a function of these rows: whatever is not in one is gone after a restart.
STEPS = ("move", "throw", "undo")
"""The kinds of rows that change the position: each makes a new version of it."""

CONDITIONAL = "conditional"
"""The mark of a move, in the field `salt` of its row, that was played for the person as planned."""

ARBITER = ("pause", "go-on", "clock")
"""The kinds of rows of an arbiter of an event."""

LESSON = "class"
"""The value of `GameRow.previous` of the games in a classroom: the address of the page that comes after them."""

PROMISES = ("seed", "key", "reveal")
"""The kinds of rows by which players and server bind the dice."""


@dataclass(frozen=True, slots=True)
class Official:
    """The rules of a game of an event.

    wait: ms until the first clock runs.  draws: from which ply on a draw may be agreed, 0: never.  Takebacks, claims,
    calling off and help of the computer are not allowed; clocks run while pieces move.
    """

    wait: int
    draws: int

    def __str__(self) -> str:
        return f" official {self.wait} {self.draws}"

    @classmethod
    def parse(cls, text: str) -> "Official | None":
        """Return the rules from the end of a start row's text, or None when it has none."""
        numbers = [int(word) for word in text.split()]
        return cls(*numbers) if len(numbers) == 2 else None


@dataclass(frozen=True, slots=True)
class PlyOrigin:
    """The origin of a ply: the seat that made it, or -1 and the number of a throw.

    number: -1 also of throws that were made before the dice were bound.
    """

    seat: int
    number: int = -1


class LiveGame:
    """The state of a live game: record, seats, clocks, and the rows that made its versions."""

    def __init__(self, row: GameRow, seats: list[SeatRow]) -> None:
        self.row = row
        self.seats = seats
        self.game: Game = named(row.name)
        self.record = Record(self.game, self.game.parse(row.start) if row.start else None)
        self.match = MatchState.read(row.match) if row.match else None
        self.control = control_of(row)
        self.clocks = Clocks(self.control, range(self.game.players))
        self.origins: list[PlyOrigin] = []
        self.steps: list[LogRow] = []
        self.seq = 0
        self.dice = Dice(row.id, self.game.players)
        self.last_at = row.created
        self.last_uptime = 0
        self.last: LogRow | None = None
        self.away: dict[int, SeatRow] = {}
        self.official: Official | None = None
        self.paused = False
        self.vacation = 0

    # --- state --------------------------------------------------------------------------------------------------------

    @property
    def v(self) -> int:
        """The version of the position: the number of moves, throws and takebacks."""
        return len(self.steps)

    @property
    def state(self) -> str:
        """One of waiting, open, over, called-off."""
        return self.row.state

    @property
    def line(self) -> tuple[str, str, tuple[str, ...]]:
        """The game, the position it starts from ("": the usual one) and the moves, as `EnginePool.find` takes them."""
        return self.game.name, self.row.start, self.record.moves

    @property
    def is_strict(self) -> bool:
        """Whether nothing is taken back and no computer helps: in games of events and rated ones."""
        return self.official is not None or bool(self.row.rated)

    @property
    def position(self) -> Position:
        """The position now."""
        return self.record.position

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, or None while it goes on."""
        return self.record.outcome

    @property
    def match_points(self) -> tuple[int, int]:
        """The half points of both sides in the match, with this game if it is over; 0:0 of a single game."""
        if self.match is None:
            return (0, 0)
        return self.match.points_after(*self._game_points) if self.outcome else self.match.points

    @property
    def next_match(self) -> MatchState | None:
        """The match before its next game; None while this one goes on, when the match is over, and of a single game."""
        return self.match.following(*self._game_points) if self.match and self.outcome else None

    @property
    def _game_points(self) -> tuple[int, int]:
        """The half points that the game brought the two sides."""
        assert self.outcome is not None
        return side_points(self.game.sides, self.outcome.scores)

    @property
    def turn(self) -> int:
        """The seat that decides, CHANCE or OVER."""
        return OVER if self.state in ("over", "called-off") else self.record.turn

    @property
    def decider(self) -> int | None:
        """The seat that has to act now, or None: to move, to throw, or to reveal the seed that it has promised."""
        if self.state != "open" or self.turn == OVER or self.paused:
            return None
        if self.turn != CHANCE:
            return self.turn
        if self.dice.is_ready:
            return fair_dice.thrower(self.position)
        return self.dice.missing()[0] if self.dice.stage == "reveal" else None

    @property
    def thrower(self) -> int | None:
        """The seat that has to throw now, or as soon as the dice are ready; or None."""
        is_due = self.state == "open" and self.turn == CHANCE and not self.paused
        return fair_dice.thrower(self.position) if is_due else None

    def humans(self) -> set[int]:
        """Return the seats of people."""
        return {seat.seat for seat in self.seats if seat.kind == "human"}

    def owners(self) -> list[SeatRow]:
        """Return the seats as they were taken, without the present stand-ins of the computer."""
        return [self.away.get(seat.seat, seat) for seat in self.seats]

    def is_human(self, seat: int) -> bool:
        """Return whether a seat is held by a person."""
        return self.seats[seat].kind == "human"

    # --- making rows --------------------------------------------------------------------------------------------------

    def _row(self, kind: str, at: int, left: list[int], seat: int = -1, text: str = "") -> LogRow:
        return LogRow(self.row.id, self.seq, kind, seat, text, clocks=" ".join(map(str, left)), at=at)

    def row_for_start(self, at: int, official: Official | None = None) -> LogRow:
        """Return the start of a game whose seats are taken; seats of one person on one side share a clock."""
        if self.state != "waiting" or any(seat.kind == "open" for seat in self.seats):
            raise Refused("NOT_NOW")
        clocks: dict[tuple[int, str], int] = {}
        of_seat = []
        for seat in self.seats:
            # Not by side alone: partners who are two people have two clocks.
            holder = (self.game.sides[seat.seat], seat.owner or f"{seat.seat}")
            of_seat.append(clocks.setdefault(holder, len(clocks)))
        text = " ".join(map(str, of_seat)) + str(official or "")
        return self._row("start", at, [self.control.base] * len(clocks), text=text)

    def row_for(
        self, now: int, at: int, kind: str, seat: int = -1, text: str = "", more: Mapping[int, int] | None = None
    ) -> LogRow:
        """Return a row that is no start, move or throw; more: ms that an arbiter adds, by seat.

        Raises Refused before the start, but for a call-off, and after the end.
        """
        if self.state != "open" and (kind, self.state) != ("call-off", "waiting"):
            raise Refused(self._closed())
        left = self.clocks.shown(now)
        for each, ms in (more or {}).items():
            # An arbiter may take time, but nobody loses by it at once.
            left[self.clocks.of_seat[each]] = max(1000, left[self.clocks.of_seat[each]] + ms)
        return self._row(kind, at, left, seat, text)

    def row_for_move(self, now: int, at: int, seat: int, move: str, mark: str = "") -> LogRow:
        """Return a move; raise Refused, BadMove or IllegalMove.  mark: CONDITIONAL or ""."""
        if self.decider != seat or self.turn == CHANCE:
            raise Refused("NOT_YOUR_TURN" if self.state == "open" else self._closed())
        # Played before it is written: an illegal move never reaches the log.
        after = self.record.position.play(move)
        next_seat = fair_dice.thrower(after) if after.turn == CHANCE else after.turn
        goes_on = next_seat < 0 or self.clocks.of_seat[next_seat] != self.clocks.of_seat[seat]
        return replace(self._row("move", at, self.clocks.after_move(seat, now, goes_on), seat, move), salt=mark)

    def row_for_throw(self, now: int, at: int, seat: int) -> LogRow:
        """Return the throw that is due; raise Refused."""
        if self.state != "open":
            raise Refused(self._closed())
        if self.thrower != seat:
            raise Refused("NOT_YOUR_TURN")
        if not self.dice.is_ready:
            raise Refused("DICE")
        return self._row("throw", at, self.clocks.shown(now), seat, self.dice.throw(self.position))

    def _closed(self) -> str:
        return "NOT_STARTED" if self.state == "waiting" else "OVER"

    # --- applying rows ------------------------------------------------------------------------------------------------

    def apply(self, row: LogRow, now: int, delay: int = 0) -> None:
        """Apply a written row.  delay: the ms of its animation, during which no clock runs."""
        if row.kind == "start":
            of_seat, _, official = row.text.partition(" official ")
            self.clocks = Clocks(self.control, [int(word) for word in of_seat.split()])
            self.official = Official.parse(official)
            delay = self.official.wait if self.official else delay
            self.dice.changed = now
        elif row.kind in ("move", "throw"):
            # Throws of old games have a salt, too.
            self.record.play(row.text, "conditional move" if row.salt == CONDITIONAL else "")
            is_bound = row.kind == "throw" and self.dice.is_ready
            # Only throws by key and seeds have numbers, from 0 on: a proof counts them.
            number = self.dice.number if is_bound else -1
            self.origins.append(PlyOrigin(row.seat if row.kind == "move" else -1, number))
            self.dice.number += is_bound
        elif row.kind == "undo":
            for _ in range(int(row.text)):
                self.record.undo()
                self.origins.pop()
        elif row.kind == "stand-in":
            self.away[row.seat] = self.seats[row.seat]
            self.seats[row.seat] = replace(self.seats[row.seat], kind="computer", level=int(row.text))
        elif row.kind == "return":
            self.seats[row.seat] = self.away.pop(row.seat)
        elif row.kind in PROMISES:
            self.dice.apply(row.kind, row.seat, row.text, self.position, now)
        elif row.kind in ARBITER:
            # Changing a clock does not end a pause.
            self.paused = row.kind == "pause" or (self.paused and row.kind == "clock")
        elif row.kind == "vacation":
            self.vacation = int(row.text)
        elif row.kind != "call-off":
            self._declare(row)
        self.seq = row.seq + 1
        if row.kind in STEPS:
            self.steps.append(row)
            self.vacation = 0  # of the one who had to move
        self.last_at = row.at
        self.last_uptime = row.uptime
        self.last = row
        if row.clocks:
            self.clocks.set_left([int(word) for word in row.clocks.split()], now)
        self.row = self._changed(row, len(self.record), self.outcome)
        # The first move of a casual game costs no time: people are still sitting down.
        has_begun = len(self.record) > 0 or row.kind == "undo" or self.official is not None
        self.clocks.run(self.decider if has_begun else None, now, max(delay, self.vacation - row.at))

    def _declare(self, row: LogRow) -> None:
        if row.kind == "draw":
            self.record.agree()
        elif row.kind == "resign":
            self.record.resign(row.seat)
        else:
            self.record.flag(row.seat)

    def resumed(self, applied: int, now: int, charged: int) -> None:
        """Resume the clocks of a game that was loaded: of the time since the last row `charged` ms count.

        applied: when (monotonic ms) the rows were applied.
        """
        if self.clocks.running is not None or self.control.kind == "daily":
            # Loading took its time: the clock is set back to where it was, less what the server has run since.
            self.clocks.since += now - applied - charged

    def summary(self, row: LogRow) -> GameRow:
        """Return the state of the game after a row that is not applied yet, to be written with it."""
        # The row is not applied yet: it is written together with this summary, and applied when both are on disk.
        ply, position, outcome = len(self.record), self.position, None
        if row.kind == "undo":
            ply -= int(row.text)
            position = self.record.positions[ply]
        elif row.kind in ("move", "throw", "resign", "flag", "draw"):
            if row.kind in STEPS:
                self.record.play(row.text)
            else:
                self._declare(row)
            ply, position, outcome = len(self.record), self.position, self.outcome
            self.record.undo()
        game = self._changed(row, ply, outcome)
        if game.state != "open":
            return game
        seat, due = fair_dice.thrower(position) if position.turn == CHANCE else position.turn, 0
        if self.control.kind == "daily" and row.clocks:
            clock = 0 if row.kind == "start" else self.clocks.of_seat[seat]  # at the start all are equal
            stopped = int(row.text) - row.at if row.kind == "vacation" else 0
            due = row.at + int(row.clocks.split()[clock]) + max(0, stopped)
        return replace(game, turn=seat, due=due)

    def _changed(self, row: LogRow, ply: int, outcome: Outcome | None) -> GameRow:
        """Return the state of the game after a row that leads to a ply and an outcome, without the seat to act."""
        game = replace(self.row, ply=ply, changed=row.at, turn=-1, due=0)
        if row.kind == "call-off":  # the reason is one of `texts.CALLED_OFF`
            reasons = ("withdrawn", "declined") if game.state == "waiting" else ("left", "nobody-began")
            reason = reasons[row.seat < 0]
            return replace(game, state="called-off", open=0, reason=reason)
        if outcome:
            return replace(game, state="over", result=str(outcome), reason=outcome.reason)
        return replace(game, state="open", open=0) if row.kind == "start" else game

    # --- taking back --------------------------------------------------------------------------------------------------

    def free_undo(self, mine: frozenset[int]) -> int:
        """Return how many plies the holder of some seats may take back without an offer.

        Within a turn that a throw began: the own last step.  When all others are computers: the plies since the own
        last decision.  Never a throw.
        """
        # A throw once seen cannot be unseen: taking it back would throw again.
        if self.state != "open" or self.is_strict or not self.origins or self.origins[-1].seat == -1:
            return 0
        turns = self.record.turns
        is_step = self.game.has_dice and self.origins[-1].seat in mine and len(turns[-1]) > 1 and self.turn in mine
        if is_step and self.origins[-1].seat == self.turn:
            return 1
        # Computers do not mind; people are asked.
        return self._back_to(mine) if self.humans() <= mine else 0

    def takeback(self, seat: int) -> int:
        """Return how many plies lead back before the last move of a seat, 0 when it cannot be taken back."""
        return self._back_to(frozenset((seat,))) if self.state == "open" and not self.is_strict else 0

    def _back_to(self, mine: frozenset[int]) -> int:
        """Return how many plies lead back before the last move of some seats; 0 if a throw is among them."""
        for count, origin in enumerate(reversed(self.origins), 1):
            if origin.seat == -1:
                return 0
            if origin.seat in mine:
                return count
        return 0

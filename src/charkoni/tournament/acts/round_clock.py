"""Acts on the clock of a round: start, stop, continuation, moves."""

from abc import abstractmethod
from dataclasses import replace

from pydantic import Field

from charkoni.core.errors import N_
from charkoni.tournament.acts.base import Act
from charkoni.tournament.acts.rounds import published_round
from charkoni.tournament.acts.severity import Severity
from charkoni.tournament.model.errors import BadSetting, WrongPhase, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.rounds import RoundClock
from charkoni.tournament.model.times import PATTERN, seconds_between

_STARTED = N_("round {round} has begun already, at {began} UTC; move its clock instead")
_NOT_STARTED = N_("round {round} has not begun: start its clock first")
_STANDS = N_("the clock of round {round} stands already")
_RUNS = N_("the clock of round {round} is running already")
_MINUTES = N_("a clock is moved by 1 to {most} minutes, forwards or (with a minus) back")

MOST_MINUTES = 240
"""The most minutes by which a clock is moved at once."""


class _ClockAct(Act):
    """An act on the clock of a round.  round: its number, 1 ..."""

    round: int

    @property
    def touches(self) -> str:
        """The clock of the round."""
        return f"clock {self.round}"

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with the clock changed; raise WrongPhase for a round that is not published."""
        round_ = published_round(state, self.round)
        return state.with_round(replace(round_, clock=self._changed(round_.clock)))

    @abstractmethod
    def _changed(self, clock: RoundClock | None) -> RoundClock:
        """Return the clock after the act; raise WrongPhase, BadSetting."""


class StartRound(_ClockAct):
    """Start a published round: its clock runs from now on.  at: UTC, as in `model.times`."""

    kind = "start"

    at: str = Field(pattern=PATTERN)

    def _changed(self, clock: RoundClock | None) -> RoundClock:
        if clock is not None:
            raise refusal(WrongPhase, self.round, _STARTED, round=self.round, began=clock.began[11:16])
        return RoundClock(self.at)


class _ReasonedClockAct(_ClockAct):
    def severity(self, state: Tournament) -> Severity:
        """Return NOTICE."""
        return Severity.NOTICE

    def needs_reason(self, state: Tournament) -> bool:
        """Return True."""
        return True

    def _started(self, clock: RoundClock | None) -> RoundClock:
        """Return the clock that runs or stands; raise WrongPhase before the start."""
        if clock is None:
            raise refusal(WrongPhase, self.round, _NOT_STARTED, round=self.round)
        return clock


class StopClock(_ReasonedClockAct):
    """Stop the clock of a round.  at: UTC."""

    kind = "stop-clock"

    at: str = Field(pattern=PATTERN)

    def _changed(self, clock: RoundClock | None) -> RoundClock:
        clock = self._started(clock)
        if clock.stopped:
            raise refusal(WrongPhase, self.round, _STANDS, round=self.round)
        return replace(clock, stopped=self.at)


class ContinueClock(_ReasonedClockAct):
    """Let the clock of a round run again; the end is put off by the time for which it stood.  at: UTC."""

    kind = "continue-clock"

    at: str = Field(pattern=PATTERN)

    def needs_reason(self, state: Tournament) -> bool:
        """Return False."""
        return False

    def _changed(self, clock: RoundClock | None) -> RoundClock:
        clock = self._started(clock)
        if not clock.stopped:
            raise refusal(WrongPhase, self.round, _RUNS, round=self.round)
        return replace(clock, stopped="", added=clock.added + seconds_between(clock.stopped, self.at))


class MoveClock(_ReasonedClockAct):
    """Put the end of a round off, or bring it forward.  minutes: negative to bring it forward."""

    kind = "move-clock"

    minutes: int

    def _changed(self, clock: RoundClock | None) -> RoundClock:
        clock = self._started(clock)
        if not 1 <= abs(self.minutes) <= MOST_MINUTES:
            raise refusal(BadSetting, self.minutes, _MINUTES, most=MOST_MINUTES)
        return replace(clock, added=clock.added + 60 * self.minutes)


ACTS: tuple[type[Act], ...] = (StartRound, StopClock, ContinueClock, MoveClock)

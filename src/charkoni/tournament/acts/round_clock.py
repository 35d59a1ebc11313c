"""Acts on the clock of a round: start, stop, continuation, moves."""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Annotated

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.acts.base import RoundAct, Severity
from charkoni.tournament.acts.declaration import Command, Performer, Written
from charkoni.tournament.acts.fields import AT, MINUTES
from charkoni.tournament.acts.rounds import published_round
from charkoni.tournament.model.errors import BadSetting, WrongPhase, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.rounds import RoundClock
from charkoni.tournament.model.times import local_time, time_of

_MOVED = N_("round {round}: {minutes} min")
_LEFT = N_("round {round}: {left} left of {minutes} min; forfeit in {forfeit}")

MOST_MINUTES = 240
"""The most minutes by which a clock is moved at once."""


class _ClockAct(RoundAct):
    """An act on the clock of a round."""

    path = "clock {round}"

    def report(self, words: Words, director: Performer, before: Tournament) -> Iterator[str]:
        """Iterate over the lines of the clock."""
        yield from clock_lines(words, director.state, self.round, director.now())


class StartRound(_ClockAct):
    """Start a published round: its clock runs from now on.  at: UTC, as in `model.times`."""

    kind = "start"
    label = N_("Round started")
    command = Command("start-clock", N_("Start the clock of the published round."), old_addresses=("start",))

    at: AT

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with the clock running; raise WrongPhase for a round that has started."""
        round_, zone = published_round(state, self.round), state.settings.zone
        if round_.clock is not None:
            began = f"{local_time(zone, time_of(round_.clock.began)):%H:%M}"
            raise refusal(WrongPhase, self.round, "round-started", round=self.round, began=began)
        return state.with_round(replace(round_, clock=RoundClock(self.at)))


class _ReasonedClockAct(_ClockAct):
    usual = Severity.NOTICE
    wants_reason = True

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with the clock changed; raise WrongPhase for a round that is not published or started."""
        round_ = published_round(state, self.round)
        if round_.clock is None:
            raise refusal(WrongPhase, self.round, "round-not-started", round=self.round)
        return state.with_round(replace(round_, clock=self._changed(round_.clock)))

    @abstractmethod
    def _changed(self, clock: RoundClock) -> RoundClock:
        """Return the clock after the act; raise WrongPhase, BadSetting."""


class StopClock(_ReasonedClockAct):
    """Stop the clock of a round.  at: UTC."""

    kind = "stop-clock"
    label = N_("Clock stopped")
    command = Command("stop-clock", N_("Stop the clock of the running round, with the reason."))

    at: AT

    def _changed(self, clock: RoundClock) -> RoundClock:
        if clock.stopped:
            raise refusal(WrongPhase, self.round, N_("the clock of round {round} is already stopped"), round=self.round)
        return replace(clock, stopped=self.at)


class ContinueClock(_ReasonedClockAct):
    """Restart the clock of a round; its end moves by the time for which it was stopped.  at: UTC."""

    kind = "continue-clock"
    wants_reason = False
    label = N_("Clock continued")
    command = Command("continue-clock", N_("Continue the clock of the running round."))

    at: AT

    def _changed(self, clock: RoundClock) -> RoundClock:
        if not clock.stopped:
            raise refusal(WrongPhase, self.round, N_("the clock of round {round} is running already"), round=self.round)
        pause = time_of(self.at) - time_of(clock.stopped)
        return replace(clock, stopped="", added=clock.added + round(pause.total_seconds()))


class MoveClock(_ReasonedClockAct):
    """Move the end of a round later or earlier.  minutes: negative to bring it forward."""

    kind = "move-clock"
    label = N_("Clock moved")
    command = Command("move-clock", N_("Move the end of the running round later or earlier, with the reason."))

    minutes: Annotated[int, Written(MINUTES)]

    def _changed(self, clock: RoundClock) -> RoundClock:
        if not 1 <= abs(self.minutes) <= MOST_MINUTES:
            raise refusal(BadSetting, self.minutes, "clock-minutes", most=MOST_MINUTES)
        return replace(clock, added=clock.added + 60 * self.minutes)

    def about(self, words: Words, state: Tournament) -> str:
        """Return by how much."""
        return words._(_MOVED, round=self.round, minutes=f"{self.minutes:+}")


def clock_lines(words: Words, state: Tournament, number: int, at: datetime) -> Iterator[str]:
    """Iterate over the lines that tell the time left in a round."""
    settings, clock = state.settings, state.rounds[number - 1].clock
    if clock is None:
        yield words._("round {round} is published; its clock has not been started", round=number)
        return
    left, forfeit = (_time(clock.left(span, at)) for span in (settings.round_minutes, settings.forfeit_after))
    yield words._(_LEFT, round=number, left=left, minutes=settings.round_minutes, forfeit=forfeit)
    if clock.stopped:
        yield words._("the clock is stopped")


def _time(ms: int) -> str:
    minutes, seconds = divmod(abs(ms) // 1000, 60)
    return f"{'−' if ms < 0 else ''}{minutes}:{seconds:02}"

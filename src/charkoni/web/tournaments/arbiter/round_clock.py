"""Actions of arbiters on the clock of the running round: start, stop, continuation, moves."""

import re

from charkoni.core.errors import N_
from charkoni.tournament.acts.round_clock import ContinueClock, MoveClock, StartRound, StopClock
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import BadSetting, refusal
from charkoni.web.tournaments.forms import Line, Number, ReasonForm

_MINUTES = N_("minutes are a whole number, with a minus to bring the end forward")


class ClockForm(ReasonForm):
    """round: its number."""

    round: Number


class MoveForm(ClockForm):
    """minutes: more minutes, with a minus fewer."""

    minutes: Line = ""


def start(director: Director, form: ClockForm) -> None:
    """Start the round that is published."""
    director.do(StartRound(round=form.round, at=director.time), seen=form.seen, key=form.key)


def stop(director: Director, form: ClockForm) -> None:
    """Stop its clock."""
    director.do(StopClock(round=form.round, at=director.time), reason=form.reason, seen=form.seen, key=form.key)


def go_on(director: Director, form: ClockForm) -> None:
    """Let its clock run again."""
    director.do(ContinueClock(round=form.round, at=director.time), reason=form.reason, seen=form.seen, key=form.key)


def move(director: Director, form: MoveForm) -> None:
    """Put its end off, or bring it forward."""
    text = form.minutes.replace("−", "-")
    if not re.fullmatch(r"[+-]?\d{1,4}", text, re.ASCII):
        raise refusal(BadSetting, form.minutes, _MINUTES)
    act = MoveClock(round=form.round, minutes=int(text))
    director.do(act, reason=form.reason, seen=form.seen, key=form.key)

"""Acts on the clock of a round: publishing starts nothing; start, stop, continuation, moves."""

from datetime import UTC, datetime, timedelta

import pytest
from tests.tournament.conftest import Make, replayed

from charkoni.tournament.acts.round_clock import ContinueClock, MoveClock, StartRound, StopClock
from charkoni.tournament.acts.rounds import Unpublish
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import BadSetting, WrongPhase

BEGAN = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)


@pytest.fixture
def published(make: Make) -> Director:
    """An event with round 1 published, at ten o'clock; rounds of 30 minutes, forfeit after 15."""
    director = make(4, rounds=3)
    director.draft()
    director.publish()
    director.now = lambda: BEGAN
    return director


def at(director: Director, minutes: int) -> str:
    director.now = lambda: BEGAN + timedelta(minutes=minutes)
    return director.time


def left(director: Director) -> int:
    """Return the minutes that are left of the round."""
    clock = director.state.rounds[0].clock
    assert clock
    return clock.left(30, director.now()) // 60_000


def test_a_published_round_is_started_by_an_act_of_its_own(published: Director) -> None:
    assert published.state.rounds[0].clock is None
    with pytest.raises(WrongPhase, match="round 1 has not started: start its clock first"):
        published.do(StopClock(round=1, at=published.time), reason="rain")
    published.do(StartRound(round=1, at=at(published, 5)))
    at(published, 15)
    clock = published.state.rounds[0].clock
    assert left(published) == 20 and clock and clock.after(15) == BEGAN + timedelta(minutes=20)
    with pytest.raises(WrongPhase, match="has already started, at 10:05;"):
        published.do(StartRound(round=1, at=published.time))


def test_a_clock_is_stopped_and_moved_with_a_reason(published: Director) -> None:
    published.do(StartRound(round=1, at=published.time))
    with pytest.raises(WrongPhase, match="needs a reason"):
        published.do(StopClock(round=1, at=at(published, 10)))
    published.do(StopClock(round=1, at=published.time), reason="fire alarm")
    with pytest.raises(WrongPhase, match="is already stopped"):
        published.do(StopClock(round=1, at=published.time), reason="again")
    at(published, 17)
    assert left(published) == 20
    published.do(ContinueClock(round=1, at=published.time))
    with pytest.raises(WrongPhase, match="running already"):
        published.do(ContinueClock(round=1, at=published.time))
    at(published, 18)
    assert left(published) == 19
    published.do(MoveClock(round=1, minutes=-4), reason="started late by mistake")
    assert left(published) == 15
    for minutes in (0, 241):
        with pytest.raises(BadSetting, match="by 1 to 240 minutes"):
            published.do(MoveClock(round=1, minutes=minutes), reason="more")
    with pytest.raises(WrongPhase, match="needs a reason"):
        published.do(MoveClock(round=1, minutes=5))
    assert replayed(published) == published.state


def test_a_round_that_is_withdrawn_has_not_begun(published: Director) -> None:
    published.do(StartRound(round=1, at=published.time))
    published.do(Unpublish(round=1), reason="wrong list")
    assert published.state.rounds[0].clock is None
    with pytest.raises(WrongPhase, match="round 1 is not published"):
        published.do(StartRound(round=1, at=published.time))
    published.publish()
    published.do(StartRound(round=1, at=published.time))

"""Acts on the whole event: finishing and archiving it."""

import pytest
from tests.tournament.conftest import Make, play_round

from charkoni.tournament.acts.event import Finish
from charkoni.tournament.model.errors import (
    WrongPhase,
)
from charkoni.tournament.standings.ranking import standings


def test_adjourned_games_count_as_draws_and_stop_the_finish(make: Make) -> None:
    director = make(4, rounds=1)
    director.draft()
    director.publish()
    director.result(1, "adj")
    director.result(2, "1")
    director.close_round()
    assert [line.points for line in standings(director.state)] == [2, 1, 1, 0]
    with pytest.raises(WrongPhase, match="adjourned"):
        director.do(Finish())


def test_a_tournament_goes_into_the_archive_and_no_further(make: Make) -> None:
    director = make(4, rounds=1)
    play_round(director)
    director.do(Finish())
    director.do(Finish(archive=True))
    assert director.state.phase == "archived"
    director.undo()
    director.undo()
    assert director.state.phase == "playing" and standings(director.state)

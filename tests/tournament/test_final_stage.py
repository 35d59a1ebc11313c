"""Finals after a Swiss."""

import pytest
from tests.tournament.conftest import Make, play_round, played_event

from charkoni.tournament.acts.entries import Withdraw
from charkoni.tournament.acts.event import Finish
from charkoni.tournament.director import Director
from charkoni.tournament.final_stage import final_of
from charkoni.tournament.model.errors import BadSetting, WrongPhase
from charkoni.tournament.pairing.absentees import absentees
from charkoni.tournament.standings.ranking import standings


def test_a_final_of_the_best_four(make: Make) -> None:
    director = played_event(make)
    with pytest.raises(WrongPhase, match="finish the tournament first"):
        final_of(director.state, 4)
    director.do(Finish())
    with pytest.raises(BadSetting, match="2, 4 or 8 players; 6 have played"):
        final_of(director.state, 8)
    made = final_of(director.state, 4)
    order = [director.state.name(director.state.by_number()[line.number].id) for line in standings(director.state)]
    assert [made.name(entry.id) for entry in made.entries] == order[:4]
    with Director.take_over(director.store.path.with_name("final"), made) as final:
        for _ in range(2):
            play_round(final, "1")
        final.do(Finish())
        assert [len(round_.boards) for round_ in final.state.rounds] == [2, 1]
        assert {final.state.rounds[0].boards[0].first, final.state.rounds[0].boards[0].second} == {1, 4}


def test_a_final_is_started_by_hand_and_without_withdrawn_players(make: Make) -> None:
    times = ["2026-11-21 10:00", "2026-11-21 10:40", "2026-11-21 11:20"]
    director = played_event(make, rounds_by="times", times=times)
    best = director.state.by_number()[standings(director.state)[0].number].id
    director.do(Withdraw(entry=best, from_round=4))
    director.do(Finish())
    made = final_of(director.state, 4)
    assert director.state.name(best) not in [made.name(entry.id) for entry in made.entries]
    assert (made.settings.rounds_by, made.settings.times) == ("hand", ())


def test_losers_of_one_round_share_a_place_and_nobody_who_is_out_is_called_late(make: Make) -> None:
    director = played_event(make, prizes=["300,200,100", "U20:50"], categories=["U20: 2007+"], half_byes=1)
    director.do(Finish())
    made = final_of(director.state, 4)
    assert (made.settings.prizes, made.settings.categories, made.settings.half_byes) == ((), (), 0)
    with Director.take_over(director.store.path.with_name("final"), made) as final:
        play_round(final, "1")
        final.draft()
        final.publish()
        assert absentees(final.state, 2) == []
        final.result(1, "1")
        final.close_round()
        assert [(line.place, line.last) for line in standings(final.state)] == [(1, 1), (2, 2), (3, 4), (3, 4)]

"""The pairing input of an event."""

from tests.tournament.conftest import Make, play_round

from charkoni.tournament.pairing.checker import breaches_of
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.input_from_event import input_before
from charkoni.tournament.standings.ranking import standings


def test_acceleration_keeps_virtual_points_out_of_the_table(make: Make) -> None:
    director = make(12, accelerated=True, rounds=5)
    pairing_input = input_before(director.state, 1)
    assert [pairing_input.virtual(number, 1) for number in (1, 6, 7)] == [2, 2, 0]
    play_round(director, "1")
    assert max(line.points for line in standings(director.state)) == 2
    director.draft()
    last = director.state.rounds[1]
    boards = [(director.state.entry(b.first).number, director.state.entry(b.second).number) for b in last.boards]
    assert breaches_of(input_before(director.state, 2), boards) == ()


def test_the_input_of_an_event_is_a_plain_value(make: Make) -> None:
    assert isinstance(input_before(make(4).state, 1), PairingInput)

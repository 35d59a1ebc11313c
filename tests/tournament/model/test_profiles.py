"""Competition profiles: departures from their settings."""

from tests.tournament.conftest import Make

from charkoni.tournament.acts.event import ChangeSettings
from charkoni.tournament.model.games import departures
from charkoni.tournament.model.serialization import dump
from charkoni.tournament.model.settings import Settings


def test_departures_from_the_text_of_2016_are_noticed(make: Make) -> None:
    assert departures(dump(Settings())) == ()
    assert departures(dump(Settings(profile="classic", clock=5))) == ()
    director = make(8, started=False)
    assert director.do(ChangeSettings(settings={"place": "Ankara"})).severity == 1
    assert director.do(ChangeSettings(settings={"clock": 10, "first": "balanced"})).severity == 2
    assert departures(dump(director.state.settings)) == ("clock", "first")
    assert director.do(ChangeSettings(settings={"place": "Bişkek"})).severity == 1
    assert director.do(ChangeSettings(settings={"points": {"win": 6}})).severity == 2

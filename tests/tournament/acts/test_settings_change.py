"""Changes of settings: refused values, settings that round 1 fixes, tie-breaks that come with a system."""

import pytest
from tests.tournament.conftest import Make, play_round

from charkoni.tournament.acts.event import ChangeSettings
from charkoni.tournament.model.errors import (
    BadSetting,
    NotTwoSided,
    WrongPhase,
)
from charkoni.tournament.model.settings import parse_settings


@pytest.mark.parametrize(
    ("settings", "error", "problem"),
    [
        ({"points": {"win": 1, "draw": 2}}, BadSetting, "a loss ≤ a draw"),
        ({"points": {"bye": 3}}, BadSetting, "bye at most a win"),
        ({"points": {"win": 6, "draw": 2, "bye": 6}, "accelerated": True}, BadSetting, "1 point for a win"),
        ({"tiebreaks": ["XX"]}, BadSetting, "no tie-break XX"),
        ({"tiebreaks": ["KS"]}, BadSetting, "for round robins"),
        ({"system": "dice"}, BadSetting, "System is one of"),
        ({"rounds": -1}, BadSetting, "Rounds must be 0 to 78"),
        ({"start": "21.11.2026"}, BadSetting, "2026-11-21"),
        ({"rounds": "seven"}, BadSetting, "a whole number"),
        ({"colour": "red"}, BadSetting, "not known"),
        ({"game": "barbakan:players=3"}, NotTwoSided, "barbakan:players=3 has 3"),
    ],
)
def test_settings_that_are_refused(
    make: Make, settings: dict[str, object], error: type[ValueError], problem: str
) -> None:
    with pytest.raises(error) as refused:
        make(0, started=False, **settings)
    assert problem in str(refused.value)


def test_settings_that_round_one_fixes(make: Make) -> None:
    director = make(8)
    with pytest.raises(BadSetting, match="rounds: 1 to 7 for 8 entries"):
        director.do(ChangeSettings(settings={"rounds": 9}))
    play_round(director)
    with pytest.raises(WrongPhase, match="a loss and a bye cannot change"):
        director.do(ChangeSettings(settings={"points": {"win": 6}}))
    with pytest.raises(WrongPhase, match="needs a reason"):
        director.do(ChangeSettings(settings={"rounds": 6}))
    assert director.do(ChangeSettings(settings={"rounds": 6}), reason="hall closes").severity == 4


def test_points_of_games_are_the_first_tie_break_of_matches(make: Make) -> None:
    director = make(4, started=False)
    director.do(ChangeSettings(settings={"games": "2"}))
    assert director.state.settings.tiebreaks == ("GP", "BH/C1", "BH", "SB", "DE", "WIN")
    director.do(ChangeSettings(settings={"system": "round-robin"}))
    assert director.state.settings.tiebreaks == ("GP", "DE", "SB", "WIN", "KS")
    director.do(ChangeSettings(settings=parse_settings({"sets": "5"})))
    assert director.state.settings.games == "sets-of-5"
    assert director.state.settings.tiebreaks == ("GP", "GD", "DE", "SB", "WIN", "KS")
    with pytest.raises(BadSetting, match="Games of a round is one of 1, 2, best-of-3, sets-of-3"):
        director.do(ChangeSettings(settings=parse_settings({"sets": "4"})))
    director.do(ChangeSettings(settings={"games": "1"}))
    assert director.state.settings.tiebreaks == ("DE", "SB", "WIN", "KS")

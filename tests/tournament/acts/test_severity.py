"""Severities: confirmations of unusual acts, and acts that are only noticed."""

import pytest
from tests.tournament.conftest import Make

from charkoni.tournament.acts.event import ChangeSettings
from charkoni.tournament.acts.rounds import Unpublish
from charkoni.tournament.model.errors import (
    BadSetting,
    NeedsConfirmation,
    WrongPhase,
)


def test_an_act_of_severity_reason_is_confirmed_twice_and_of_confirm_once(make: Make) -> None:
    director = make(8, rounds=3)
    director.draft()
    director.publish()
    version = director.state.version
    for sure, times in ((0, 1), (1, 2)):
        director.confirmations = sure
        with pytest.raises(NeedsConfirmation) as asked:
            director.do(Unpublish(round=1), reason="wrong list")
        assert asked.value.times == times and director.state.version == version
    director.confirmations = 0
    with pytest.raises(NeedsConfirmation):
        director.result(1, "0:0")
    director.result(1, "1")
    with pytest.raises(WrongPhase):  # what cannot be is refused, not asked about
        director.do(Unpublish(round=1), reason="wrong list")
    director.confirmations = 1
    director.result(2, "0:0")


def test_many_rounds_for_few_are_noticed_and_none_are_refused(make: Make) -> None:
    director = make(8, started=False)
    assert director.close_list(7).severity == 2
    assert director.close_list(6).severity == 1
    with pytest.raises(BadSetting, match="1 to 78"):
        director.do(ChangeSettings(settings={"rounds": 0}))

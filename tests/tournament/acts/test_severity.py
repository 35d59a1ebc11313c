"""Unusual acts are done when they are meant; who comes to a running round late needs no table in it."""

import pytest
from tests.tournament.conftest import Make

from charkoni.tournament.acts.rounds import Edit, Unpublish
from charkoni.tournament.acts.settings_change import changed_settings
from charkoni.tournament.model.errors import BadPairing, NotNow, NotSure
from charkoni.tournament.model.players import Person
from charkoni.tournament.model.results import goes_on
from charkoni.tournament.pairing.drafts import unpaired
from charkoni.tournament.pairing.systems import system_of


def test_an_act_of_level_4_is_confirmed_twice_and_of_level_3_once(make: Make) -> None:
    director = make(8, rounds=3)
    director.draft()
    director.publish()
    version = director.state.version
    for sure, times in ((0, 1), (1, 2)):
        director.sure = sure
        with pytest.raises(NotSure) as asked:
            director.do(Unpublish(round=1), reason="wrong list")
        assert asked.value.times == times and director.state.version == version
    director.sure = 0
    with pytest.raises(NotSure):
        director.result(1, "0:0")
    director.result(1, "1")
    with pytest.raises(NotNow):  # what cannot be is refused, not asked about
        director.do(Unpublish(round=1), reason="wrong list")
    director.sure = 1
    director.result(2, "0:0")


def test_a_late_one_may_stay_without_a_table_but_nobody_else(make: Make) -> None:
    director = make(8, rounds=3)
    director.draft()
    director.publish()
    director.enter(Person("Late"))
    boards = director.state.rounds[0].boards
    rows = [(b.first, b.second, b.mover) for b in boards]
    swapped = (rows[1], rows[0], *rows[2:])
    seats = [(row[0], row[1]) for row in swapped]
    director.do(Edit(round=1, boards=swapped, away=unpaired(director.state, 1, seats)), reason="light")
    assert director.state.rounds[0].boards[0].first == rows[1][0]
    fewer = swapped[:3]
    gone = unpaired(director.state, 1, seats[:3])
    with pytest.raises(BadPairing):
        director.do(Edit(round=1, boards=fewer, away=gone), reason="two went home")


@pytest.mark.parametrize(
    ("games", "system", "score", "played", "more"),
    [
        ("1", "swiss", (1, 1), 1, False),
        ("1", "knockout", (1, 1), 1, True),
        ("1", "knockout", (2, 0), 1, False),
        ("2", "swiss", (2, 0), 1, True),
        ("2", "swiss", (2, 2), 2, False),
        ("2", "knockout", (2, 2), 2, True),
        ("2", "knockout", (3, 3), 3, True),
        ("best-of-3", "swiss", (2, 2), 2, True),
        ("best-of-3", "swiss", (4, 0), 2, False),
        ("best-of-3", "swiss", (3, 3), 3, False),
    ],
)
def test_a_match_goes_on_until_it_is_decided(
    make: Make, games: str, system: str, score: tuple[int, int], played: int, more: bool
) -> None:
    settings = changed_settings(make(2, started=False).state, {"games": games, "system": system})
    assert goes_on(settings, *score, played, needs_winner=system_of(settings).needs_winner) is more

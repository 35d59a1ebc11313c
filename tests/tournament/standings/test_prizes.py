"""Prize funds and their shares."""

import pytest
from tests.tournament.conftest import Make, play_by_rating, play_round, played_event

from charkoni.tournament.acts.entries import Expel
from charkoni.tournament.model.errors import BadSetting
from charkoni.tournament.model.players import Person
from charkoni.tournament.standings.prizes import Award, awards, passed_over
from charkoni.tournament.standings.ranking import standings


def shown(found: list[Award]) -> list[tuple[str, int, int, int]]:
    return [(award.category, award.rank, award.entry, award.amount) for award in found]


def test_by_place_everybody_gets_the_largest_prize_there_is_for_him(make: Make) -> None:
    director = played_event(make, prizes=["300,200,100", "U20:250,50"])
    table = [(line.number, line.points) for line in standings(director.state)]
    assert table[0] == (1, 6)
    found = {award.entry: (award.category, award.amount) for award in awards(director.state)}
    assert found[1] == ("", 30000)
    assert found[2] == ("U20", 25000)  # more than the second prize of all
    assert len(found) == len(awards(director.state)) <= 6


def test_equal_points_share_equally_and_the_last_prize_with_all_who_are_equal(make: Make) -> None:
    director = played_event(make, prizes=["300,200"], split="equal", tiebreaks=["LOT"])  # no place is shared
    points = {line.number: line.points for line in standings(director.state)}
    second = sorted(points.values(), reverse=True)[1]
    equal = [number for number, own in points.items() if own == second]
    found = shown(awards(director.state))
    assert found[0] == ("", 1, 1, 30000)
    assert len(equal) > 1 and sorted(found[1:]) == sorted(("", 2, number, 20000 // len(equal)) for number in equal)


def test_shared_places_share_also_where_prizes_go_by_place(make: Make) -> None:
    director = make(4, rounds=1, tiebreaks=["WIN"], prizes=["100,50"], first="balanced")
    play_round(director, "=")
    assert [(award.rank, award.amount) for award in awards(director.state)] == [(1, 3750)] * 4


def test_an_expelled_player_gets_no_prize(make: Make) -> None:
    director = played_event(make, prizes=["300"])
    director.do(Expel(entry=1))
    assert awards(director.state)[0].entry != 1


@pytest.mark.parametrize("fund", ["", "many", ":5", "U20:", "5;6", "1,-2"])
def test_funds_that_cannot_be_read(make: Make, fund: str) -> None:
    with pytest.raises(BadSetting, match="a fund is written"):
        make(0, started=False, prizes=[fund])


def test_a_girl_before_a_boy_has_the_prize_or_a_larger_one(make: Make) -> None:
    """A mark `W,U18` of one cell once was one category, so the boy had the U18 prize without a word."""
    director = make(
        0, started=False, rounds=3, first="balanced", tiebreaks=["WIN"], prizes=["W:100", "U18:100"],
        categories=["W: f", "U18: 2009+"],
    )  # fmt: skip
    rows = (("Girl", "2010", "f"), ("Boy", "2010", "m"), ("Man", "1980", "m"), ("Woman", "1980", "f"))
    for place, (name, birth, sex) in enumerate(rows):
        director.enter(Person(name, birth=birth, sex=sex), rating=2000 - place)
    director.close_list()
    play_by_rating(director)
    found = awards(director.state)
    assert shown(found) == [("W", 1, 1, 10000), ("U18", 1, 2, 10000)]
    over = passed_over(director.state, found)
    assert over["W"] == [] and [award.entry for award in over["U18"]] == [1]  # the list says why she is left out

"""Prize funds, tables of clubs and countries, finals after a Swiss."""

import pytest
from tests.tournament.conftest import Make, play_round

from charkoni.core.translations import Words
from charkoni.tournament.acts.entries import Expel, Withdraw
from charkoni.tournament.acts.event import Finish
from charkoni.tournament.director import Director
from charkoni.tournament.final_stage import final_of
from charkoni.tournament.model.errors import BadSetting, NotNow
from charkoni.tournament.model.players import Person
from charkoni.tournament.printouts.catalogue import PrintOptions, sheet
from charkoni.tournament.printouts.text import text
from charkoni.tournament.standings.prizes import Award, awards
from charkoni.tournament.standings.ranking import standings
from charkoni.tournament.standings.teams import teams


def played(make: Make, **settings: object) -> Director:
    """Return six players after three rounds; the higher rated win: 3 points, 2, 2, 1, 1, 0 or so; 2 and 4 are U20."""
    settings = {"tiebreaks": ["WIN"], **settings}
    director = make(0, started=False, rounds=3, first="balanced", **settings)
    for number in range(1, 7):
        young = ["U20"] if number in (2, 4, 6) else []
        director.enter(
            Person(f"P{number}"), rating=2000 - number, categories=young, club="AB"[number % 2], country="KG"
        )
    director.close_list()
    for _ in range(3):
        director.draft()
        director.publish()
        for board in director.state.rounds[-1].boards:
            director.result(board.number, "1" if board.first < board.second else "0")
        director.close_round()
    return director


def shown(found: list[Award]) -> list[tuple[str, int, int, int]]:
    return [(award.category, award.rank, award.entry, award.amount) for award in found]


def test_by_place_everybody_gets_the_largest_prize_there_is_for_him(make: Make) -> None:
    director = played(make, prizes=["300,200,100", "U20:250,50"])
    table = [(line.number, line.points) for line in standings(director.state)]
    assert table[0] == (1, 6)
    found = {award.entry: (award.category, award.amount) for award in awards(director.state)}
    assert found[1] == ("", 30000)
    assert found[2] == ("U20", 25000)  # more than the second prize of all
    assert len(found) == len(awards(director.state)) <= 6


def test_equal_points_share_equally_and_the_last_prize_with_all_who_are_equal(make: Make) -> None:
    director = played(make, prizes=["300,200"], split="equal", tiebreaks=["LOT"])  # no place is shared
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


def test_who_was_expelled_gets_nothing(make: Make) -> None:
    director = played(make, prizes=["300"])
    director.do(Expel(entry=1))
    assert awards(director.state)[0].entry != 1


@pytest.mark.parametrize("fund", ["", "many", ":5", "U20:", "5;6", "1,-2"])
def test_funds_that_cannot_be_read(make: Make, fund: str) -> None:
    with pytest.raises(BadSetting, match="a fund is written"):
        make(0, started=False, prizes=[fund])


def test_the_prize_list_shows_amounts(make: Make) -> None:
    shown_ = text(sheet(Words("en"), played(make, prizes=["300,100", "U20:50"]).state, "prizes", PrintOptions()))
    assert "300" in shown_ and "U20" in shown_ and "Prize" in shown_
    assert "Prize\n" not in text(sheet(Words("en"), played(make).state, "prizes", PrintOptions()))


def test_clubs_count_their_best(make: Make) -> None:
    director = played(make)
    points = {director.state.name(e.id): line.points for line in standings(director.state)
              for e in [director.state.by_number()[line.number]]}  # fmt: skip
    best = {team.name: team.points for team in teams(director.state, "club", 2)}
    assert best["B"] == sum(sorted((points[f"P{n}"] for n in (1, 3, 5)), reverse=True)[:2])
    assert best["A"] == sum(sorted((points[f"P{n}"] for n in (2, 4, 6)), reverse=True)[:2])
    all_ = teams(director.state, "country")
    assert [(team.place, team.last, team.name, len(team.members)) for team in all_] == [(1, 1, "KG", 4)]
    assert teams(director.state, "region") == []
    page = text(sheet(Words("en"), director.state, "clubs", PrintOptions(best=2)))
    assert "the best 2 of each count" in page and "P1, P3" in page
    for wrong in (("planet", 4), ("club", 0)):
        with pytest.raises(BadSetting):
            teams(director.state, *wrong)


def test_a_final_of_the_best_four(make: Make) -> None:
    director = played(make)
    with pytest.raises(NotNow, match="finish the tournament first"):
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


def test_a_final_is_begun_by_hand_and_without_who_left(make: Make) -> None:
    times = ["2026-11-21 10:00", "2026-11-21 10:40", "2026-11-21 11:20"]
    director = played(make, rounds_by="times", times=times)
    best = director.state.by_number()[standings(director.state)[0].number].id
    director.do(Withdraw(entry=best, from_round=4))
    director.do(Finish())
    made = final_of(director.state, 4)
    assert director.state.name(best) not in [made.name(entry.id) for entry in made.entries]
    assert (made.settings.rounds_by, made.settings.times) == ("hand", ())

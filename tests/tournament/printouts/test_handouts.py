"""Handouts: lists of prizes."""

from tests.tournament.conftest import Make, play_round, played_event

from charkoni.core.translations import Words
from charkoni.tournament.model.players import Person
from charkoni.tournament.printouts.document import Badge, Grid
from charkoni.tournament.printouts.html import html
from charkoni.tournament.printouts.registry import PrintOptions, sheet
from charkoni.tournament.printouts.text import text


def test_prizes_give_one_to_a_person(make: Make) -> None:
    director = make(0, started=False, rounds=3)
    for number in range(6):
        director.enter(Person(f"P{number}"), rating=2000 - number, categories=["U20"] if number < 4 else [])
    director.close_list()
    play_round(director, "1")
    shown = text(sheet(Words("en"), director.state, "prizes", PrintOptions()))
    shown = "\n".join(line for line in shown.splitlines() if "instead" not in line)
    assert all(shown.count(f"P{number}") <= 1 for number in range(6))


def test_the_prize_list_shows_amounts(make: Make) -> None:
    shown_ = text(sheet(Words("en"), played_event(make, prizes=["300,100", "U20:50"]).state, "prizes", PrintOptions()))
    assert "300" in shown_ and "U20" in shown_ and "Prize" in shown_
    assert "Prize\n" not in text(sheet(Words("en"), played_event(make).state, "prizes", PrintOptions()))


def test_a_fund_without_a_winner_says_why(make: Make) -> None:
    director = make(
        0,
        started=False,
        rounds=3,
        prizes=["300,200,100,90", "Guests:50", "Girls:50"],
        categories=["Guests:", "Girls: f"],
    )
    for number in range(4):
        director.enter(Person(f"P{number}"), rating=2000 - number, categories=["Guests"] if number == 0 else [])
    director.close_list()
    shown = text(sheet(Words("en"), director.state, "prizes", PrintOptions()))
    assert shown.count("Nobody eligible for this prize has played yet.") == 2
    assert shown.count("Nobody on the list belongs to this category.") == 1
    play_round(director, "1")
    shown = text(sheet(Words("en"), director.state, "prizes", PrintOptions()))
    assert shown.count("All players eligible for this prize have another one.") == 1


def test_the_slip_of_a_match_has_a_box_for_each_set(make: Make) -> None:
    director = make(4, games="sets-of-5")
    director.draft()
    director.publish()
    state = director.state
    shown = text(sheet(Words("en"), state, "slips", PrintOptions(round=1)))
    assert "1 ●" in shown.replace("\xa0", " ") and "begins; write 1, ½ or 0" in shown and "[ ] 1 : 0" not in shown
    assert html(sheet(Words("en"), state, "slips", PrintOptions(round=1))).count('class="box"') == 2 * 2 * 6


def test_an_open_game_stands_on_a_card_without_result_and_points(make: Make) -> None:
    director = make(4, rounds=3)
    play_round(director, "1")
    director.draft()
    director.publish()
    director.result(1, "1")
    parts = sheet(Words("en"), director.state, "cards", PrintOptions()).parts
    grids = [part for part in parts if isinstance(part, Grid)]
    last = sorted(grid.rows[1][3:] for grid in grids)
    assert last[:2] == [("", ""), ("", "")] and {result for result, _ in last[2:]} == {"0", "1"}


def test_a_badge_has_what_the_lists_have(make: Make) -> None:
    director = make(0, started=False)
    director.enter(Person("Ada"), rating=1500, title="WFM", club="Osh", country="KGZ", categories=["U12"])
    director.enter(Person("Boris"))
    director.close_list()
    ada, boris = sheet(Words("en"), director.state, "badges", PrintOptions()).parts
    assert isinstance(ada, Badge) and isinstance(boris, Badge)
    assert (ada.number, ada.lines) == ("1", ("WFM · 1500 · Osh · KGZ", "U12"))
    assert (boris.number, boris.lines) == ("2", ())

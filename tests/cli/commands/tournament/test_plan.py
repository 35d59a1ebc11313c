"""The plan of a day."""

from tests.cli.commands.tournament.conftest import ok
from tests.cli.conftest import Cli


def test_a_plan_becomes_the_timetable_of_an_event(begun: Cli) -> None:
    options = (
        "--begin",
        "2026-11-21 10:00",
        "--rounds",
        "3",
        "--minutes",
        "40",
        "--pause",
        "5",
        "--games",
        "2",
        "--clock",
        "10",
    )
    out = ok(begun("plan", "8", *options, "--sitting", "2", "--rest", "30", "--into", "e"))
    assert "a long break of 30 minutes\nround 3: 12:00 – 12:40" in out
    assert "times=2026-11-21 10:00,2026-11-21 10:45,2026-11-21 12:00\n" in ok(begun("set", "e"))
    assert "November 21, 10:45" in ok(begun("show", "e", "timetable"))


def test_a_round_too_short_for_its_games_is_told(begun: Cli) -> None:
    told = begun("plan", "8", "--games", "2", "--minutes", "30")
    assert told.code == 0 and "may last 60 minutes" in told.err
    assert "may last 60 minutes" in begun("new", "match", "games=2").err
    assert "mangala:fortress" in ok(begun("games"))

"""The plan of a day."""

from tests.cli.commands.tournament.conftest import ok
from tests.cli.conftest import Cli


def test_a_plan_becomes_the_timetable_of_an_event(begun: Cli) -> None:
    options = ("--begin", "2026-11-21 10:00", "--rounds", "3", "--minutes", "20", "--pause", "5", "--games", "2")
    out = ok(begun("plan", "8", *options, "--sitting", "2", "--rest", "30", "--into", "e"))
    assert "a long break of 30 minutes\nround 3: 12:00 – 12:40" in out
    assert "times=2026-11-21 10:00,2026-11-21 10:45,2026-11-21 12:00\n" in ok(begun("set", "e"))
    assert "2026-11-21 10:45" in ok(begun("show", "e", "timetable"))

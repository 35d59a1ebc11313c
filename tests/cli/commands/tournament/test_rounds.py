"""Commands on rounds: a result that somebody else has entered meanwhile."""

from tests.cli.commands.tournament.conftest import ok
from tests.cli.conftest import Cli


def test_a_stale_result_is_refused_with_both_values(begun: Cli) -> None:
    ok(begun("result", "e", "1", "1", "--seen", "8"))
    result = begun("result", "e", "1", "0", "--seen", "8")
    assert result.code == 2 and "you entered 0:1, it is now 1:0" in result.err


def test_the_clock_and_a_protest(begun: Cli) -> None:
    assert "its clock has not been started" in begun("clock", "e").out
    assert "30 min" in ok(begun("clock", "e", "start"))
    assert "needs a reason" in begun("clock", "e", "stop").err
    assert "the clock is stopped" in ok(begun("clock", "e", "stop", "--reason", "alarm"))
    ok(begun("clock", "e", "go-on"))
    ok(begun("clock", "e", "move", "--minutes", "-5", "--reason", "late"))
    assert "start, stop, go-on or move" in begun("clock", "e", "jump").err
    assert "protest 1: round 1, table 1" in ok(begun("protest", "e", "Name 1", "a stone", "--clause", "M8"))
    ok(begun("result", "e", "1", "1", "2", "0"))
    assert "close round 1 nevertheless? With --sure it is done" in begun("close", "e").err
    assert "M8" in ok(begun("show", "e", "protests"))
    ok(begun("decide", "e", "1", "upheld", "play on"))
    ok(begun("close", "e"))


def test_a_double_forfeit_may_be_typed_after_its_table(begun: Cli) -> None:
    ok(begun("result", "e", "1", "--", "2", "1", "--reason", "nobody came"))
    assert "−:−" in ok(begun("show", "e", "pairings"))
    assert "1 Name 1 is here already" in ok(begun("checkin", "e", "Name 1"))


def test_acts_say_what_they_have_done(begun: Cli) -> None:
    said = ok(begun("check-in", "e", "--away", "1", "2")).splitlines()
    assert said[:2] == ["act 9: Check-in: Name 1 is not here", "act 10: Check-in: Name 2 is not here"]
    assert "act 11: Result: round 1, table 1: 1:0" in ok(begun("result", "e", "1", "1"))
    corrected = ok(begun("result", "e", "1", "0"))
    assert corrected.startswith("act 12: Result, level 2: round 1, table 1, Name ")
    assert corrected.endswith(": 1:0 becomes 0:1\n")


def test_an_event_before_the_edition_says_so_at_its_import(begun: Cli) -> None:
    ok(begun("set", "e", "start=2016-09-03"))
    ok(begun("export", "e", "-o", "old.trf"))
    assert "2016-09-03" in begun("import", "f", "old.trf").err

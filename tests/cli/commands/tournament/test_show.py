"""Commands that show an event and explain it."""

import json

from tests.cli.commands.tournament.conftest import ok
from tests.cli.conftest import Cli


def test_an_event_is_shown_and_explained(begun: Cli) -> None:
    data = json.loads(ok(begun("show", "e", "pairings", "--json")))
    assert len(data["boards"]) == 2
    assert json.loads(ok(begun("show", "e", "--json")))["schema"] == "charkoni-tournament"
    assert len(json.loads(ok(begun("show", "e", "standings", "--json")))["lines"]) == 4
    assert "Round 1, table 1" in ok(begun("why", "e", "--table", "1"))
    assert "Name 1" in ok(begun("why", "e", "--not", "1", "--not", "2"))
    assert "C.07" in ok(begun("why", "e", "--who", "1", "--tiebreak", "bh"))
    assert ok(begun("plan", "35")).splitlines()[-2:] == [
        "the end: 14:40; 4 h 40 min without long breaks",
        "tables: 17, as many boards and clocks; rounds: 7",
    ]
    assert "Expulsion, level 3" in ok(begun("expel", "e", "4", "--reason", "unfair play"))

"""Rounds: a result that another arbiter has changed meanwhile."""

from tests.cli.commands.tournament.conftest import ok
from tests.cli.conftest import Cli


def test_a_result_on_a_stale_state_is_refused_with_both_values(begun: Cli) -> None:
    ok(begun("result", "e", "1", "1", "--seen", "8"))
    refused = begun("result", "e", "1", "0", "--seen", "8")
    assert refused.code == 2 and "you wanted 0:1, now it is 1:0" in refused.err

"""Commands on rounds: a result that somebody else has entered meanwhile."""

from tests.cli.commands.tournament.conftest import ok
from tests.cli.conftest import Cli


def test_a_stale_result_is_refused_with_both_values(begun: Cli) -> None:
    ok(begun("result", "e", "1", "1", "--seen", "8"))
    result = begun("result", "e", "1", "0", "--seen", "8")
    assert result.code == 2 and "you wanted 0:1, now it is 1:0" in result.err

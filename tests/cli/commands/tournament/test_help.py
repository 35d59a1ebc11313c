"""The help page of the tournament commands."""

from tests.cli.conftest import Cli


def test_help_names_every_command(run: Cli) -> None:
    out = run("--help").out
    for command in ("new", "enter", "pair", "publish", "result", "undo", "check", "why", "verify", "print"):
        assert command in out

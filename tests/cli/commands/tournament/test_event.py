"""Commands on the event as a whole: its settings and its seed."""

from tests.cli.commands.tournament.conftest import ok
from tests.cli.conftest import Cli


def test_the_seed_is_secret_until_the_end(begun: Cli) -> None:
    begun("new", "secret", "seed=very-secret")
    for command in (("set", "secret"), ("log", "secret"), ("show", "secret", "regulations")):
        assert "very-secret" not in ok(begun(*command))


def test_settings_are_shown_and_changed(begun: Cli) -> None:
    assert "name=Open\n" in ok(begun("set", "e"))
    ok(begun("set", "e", "place=Ankara"))
    shown = ok(begun("set", "e"))
    assert "place=Ankara\n" in shown and "points=1,0.5,0,1\n" in shown and "tiebreaks=BH/C1,BH,SB,DE,WIN\n" in shown

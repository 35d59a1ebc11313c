"""The menu before a game."""

from tests.cli.conftest import Cli

from charkoni.cli.terminal.menu import MOST_VARIANTS
from charkoni.core.game import variants_of
from charkoni.core.registry import family


def test_the_menu_offers_all_variants_that_exist_or_of_many_the_single_flags() -> None:
    assert [game.name for game in variants_of(family("gana"), MOST_VARIANTS)] == [
        "gana",
        "gana:solo",
        "gana:shield",
        "gana:stalemate=any",
        "gana:through",
    ]
    assert len(variants_of(family("mangala"), MOST_VARIANTS)) == 8
    assert len(variants_of(family("barbakan"), MOST_VARIANTS)) == 10
    assert len(variants_of(family("mosty"), MOST_VARIANTS)) == 10


def test_the_menu_explains_what_is_not_there(cli: Cli) -> None:
    out = cli("play", typed="9\nmosty\nsize=99\nsize=7,links=2\n1\nz\nb\n").out
    assert "9 is not among them." in out
    assert "the flag size cannot be '99'" in out
    assert "z is not among them." in out
    assert "Mosty: size 7, two bridges a turn" in out


def test_quitting_the_menu_is_no_failure(cli: Cli) -> None:
    assert cli("play", typed="quit\n").code == 0
    assert cli("play").code == 0

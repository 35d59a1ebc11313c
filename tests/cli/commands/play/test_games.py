"""`charkoni games`: names for scripts, a table for people."""

from tests.cli.conftest import Cli

import charkoni


def test_games_prints_names_alone_for_scripts(cli: Cli) -> None:
    code, out, err = cli("games")
    assert (code, out.split(), err) == (0, list(charkoni.games()), "")


def test_games_in_full_shows_players_and_flags(cli: Cli) -> None:
    _, out, _ = cli("games", "--full")
    assert "board=b12|mini3|mini4, players=2|3|4" in out
    assert any(line.split()[:5] == ["barbakan", "Barbakan", "2,", "3,", "4"] for line in out.splitlines())


def test_games_in_full_calls_games_in_the_language(cli: Cli) -> None:
    assert "Банглагор" in cli("games", "--full", lang="ru").out
    assert "Köprüler" in cli("games", "--full", lang="tr").out

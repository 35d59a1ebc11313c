"""`games`, `show`, `perft`, `version`, help: results on standard output, nothing else there."""

import json

import pytest
from tests.cli.conftest import Cli

import charkoni

CHANCE_AT_START = "c4/c4/c4/c4 a ? -"


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


@pytest.mark.parametrize("name", charkoni.games())
@pytest.mark.parametrize("lang", ["ru", "en", "tr"])
def test_show_has_position_diagram_turn_and_moves(cli: Cli, name: str, lang: str) -> None:
    start = charkoni.game(name).start()
    code, out, err = cli("show", name, lang=lang)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == str(start)
    assert max(map(len, out.splitlines()[1:])) <= 80
    assert all(move in out.split() for move in start.moves)


def test_show_draws_the_diagram_as_it_is_in_english(cli: Cli) -> None:
    position = charkoni.game("focus").start()
    assert position.diagram in cli("show", "focus").out


def test_show_a_given_position(cli: Cli) -> None:
    text = "0,0,0,0,0,1:20/2,0,3,0,0,1:21 a"
    out = cli("show", "mangala", "--from", text).out
    assert out.startswith(text + "\n")
    assert "Player a to move\n1 legal move:\n6\n" in out


def test_show_the_outcome_of_a_finished_position(cli: Cli) -> None:
    out = cli("show", "mangala", "--from", "0,0,0,0,0,0:27/0,0,0,0,0,0:21 .").out
    assert out.endswith("Player a wins: more stones in the store.\n1:0\n")


def test_show_moves_alone_one_a_line(cli: Cli) -> None:
    assert cli("show", "mangala", "--moves").out == "1\n2\n3\n4\n5\n6\n"


def test_show_throws_where_one_is_due(cli: Cli) -> None:
    out = cli("show", "chaupar", "--from", CHANCE_AT_START).out
    assert "A throw of the dice is due.\n20 throws:" in out


def test_show_as_json(cli: Cli) -> None:
    assert json.loads(cli("show", "mosty:size=2", "--json").out) == {
        "game": "mosty:size=2",
        "position": "2/1/2 a",
        "turn": "a",
        "moves": ["a1", "a3", "b2", "c1", "c3"],
        "odds": [],
        "outcome": None,
    }
    over = json.loads(cli("show", "mosty:size=2", "--from", "rb/1/r1 .", "--json").out)
    assert over["outcome"] == {"scores": ["1", "0"], "reason": "joined"}


@pytest.mark.parametrize(
    ("game", "depth", "count"),
    [("mangala", 3, 213), ("mosty:size=3", 2, 156), ("chaupar", 2, 40), ("gana", 0, 1)],
)
def test_perft_ends_with_the_count_alone(cli: Cli, game: str, depth: int, count: int) -> None:
    assert cli("perft", game, depth) == (0, f"{count}\n", "")


def test_perft_divided_adds_up(cli: Cli) -> None:
    lines = cli("perft", "mangala", 2, "--divide").out.splitlines()
    assert lines == ["1: 6", "2: 6", "3: 6", "4: 6", "5: 6", "6: 6", "36"]


def test_perft_from_a_position(cli: Cli) -> None:
    text = "3,2,3,4,2,3:8/2,0,2,3,1,1:14 a"
    assert cli("perft", "mangala", 2, "--from", text).out == "31\n"


def test_version(cli: Cli) -> None:
    assert cli("version").out.startswith("charkoni 0.")


@pytest.mark.parametrize("lang", ["ru", "en", "tr"])
@pytest.mark.parametrize("command", [[], ["show"], ["play"], ["perft"], ["record"], ["record", "show"], ["check"]])
def test_help_is_for_people_in_their_language(cli: Cli, command: list[str], lang: str) -> None:
    code, out, err = cli(*command, "--help", lang=lang)
    assert (code, err) == (0, "")
    foreign = {"ru": "Параметры", "en": "Options", "tr": "Seçenekler"}
    assert foreign[lang] in out


def test_the_language_may_stand_anywhere(cli: Cli) -> None:
    assert "Ход красных" in cli("show", "--lang", "ru", "focus").out
    assert "Ход красных" in cli("show", "focus", "--lang=ru").out

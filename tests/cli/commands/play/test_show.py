"""`charkoni show`: the position, the diagram, the moves and the outcome."""

import json

import pytest
from tests.cli.conftest import Cli

import charkoni

CHANCE_AT_START = "c4/c4/c4/c4 a ? -"


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
    assert "Red to move\n1 legal move:\n6\n" in out


def test_show_the_outcome_of_a_finished_position(cli: Cli) -> None:
    out = cli("show", "mangala", "--from", "0,0,0,0,0,0:27/0,0,0,0,0,0:21 .").out
    assert out.endswith("Red wins: more stones in the store.\n1:0\n")


def test_show_moves_alone_one_a_line(cli: Cli) -> None:
    assert cli("show", "mangala", "--moves").out == "1\n2\n3\n4\n5\n6\n"


def test_show_throws_where_one_is_due(cli: Cli) -> None:
    out = cli("show", "chaupar", "--from", CHANCE_AT_START).out
    assert "A throw is due.\n20 throws:" in out


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

"""Games and their names: what is known, what is refused, what is canonical."""

import pickle
import re
from importlib.metadata import version

import numpy as np
import pytest

import charkoni
from charkoni import BadGame, BadMove, game, games
from charkoni.check import toy
from charkoni.core.game import game_of
from charkoni.core.registry import named

CANONICAL = [
    ("mangala", "mangala"),
    ("mangala:fortress", "mangala:fortress"),
    ("mosty:size=5", "mosty"),
    ("mosty:size=5,links=1", "mosty"),
    ("mosty:size=3,links=2", "mosty:links=2,size=3"),
    ("mosty:size=10", "mosty:size=10"),
    ("focus:steps=exact", "focus"),
    ("focus:steps=upto,rescue", "focus:rescue,steps=upto"),
    ("chaupar:entry=outer,dice=1346", "chaupar:dice=1346,entry=outer"),
]
MALFORMED = [
    "",
    " ",
    "mangala:",
    ":fortress",
    "Mangala",
    "mangala ",
    " mangala",
    "mangala\n",
    "mangala:fortress,",
    "mangala:,fortress",
    "mangala: fortress",
    "mangala:fortress ",
    "mangala::fortress",
    "mangala:fortress:fortress",
    "mosty:size=",
    "mosty:=3",
    "mosty:size=3=3",
    "mosty:size=+3",
    "mosty:size=-3",
    "mosty:size=3.0",
    "mosty:size=\u0663",
    "mangala:fortress;links",
    "mangala/fortress",
    "../mangala",
    "mangala.rules",
    "мангала",
    "3mosty",
    "mosty:Size=3",
]
UNKNOWN_GAMES = ["chess", "mangala2", "dash", "mangal", "mangalaa", "x" * 1000]
UNKNOWN_FLAGS = ["mangala:size=3", "mangala:castle", "mosty:fortress", "focus:step=upto"]
UNKNOWN_VALUES = [
    "mosty:size=1",
    "mosty:size=11",
    "mosty:size=05",
    "mosty:size=3x",
    "mosty:size",
    "mosty:links=3",
    "mangala:fortress=on",
    "mangala:fortress=off",
    "focus:steps=all",
    "chaupar:dice=1234",
]


@pytest.mark.parametrize(("written", "name"), CANONICAL)
def test_name_is_written_canonically(written, name):
    assert game(written).name == name


@pytest.mark.parametrize(("written", "name"), CANONICAL)
def test_equal_names_are_one_game(written, name):
    assert game(written) is game(name)


def refusal(name):
    with pytest.raises(BadGame) as caught:
        game(name)
    assert caught.value.text == name
    return caught.value.reason


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_name_is_refused(name):
    assert refusal(name).code == "BAD_NAME"


@pytest.mark.parametrize("name", UNKNOWN_GAMES)
def test_unknown_game_is_refused_with_the_known_ones(name):
    reason = refusal(name)
    assert reason.code == "UNKNOWN_GAME"
    assert "there are banglagor, barbakan, chaupar, focus, gana, mangala, mosty" in reason.message()


@pytest.mark.parametrize("name", UNKNOWN_FLAGS)
def test_unknown_flag_is_refused_with_the_known_ones(name):
    reason = refusal(name)
    assert reason.code == "UNKNOWN_FLAG"
    assert all(flag.name in reason.message() for flag in game(name.split(":")[0]).family.flags)


@pytest.mark.parametrize("name", UNKNOWN_VALUES)
def test_unknown_value_is_refused_with_the_known_ones(name):
    reason = refusal(name)
    assert reason.code == "UNKNOWN_VALUE"
    head, flag = re.match(r"(\w+):(\w+)", name).groups()
    assert str(reason.args["flag"]) == flag
    known = next(each for each in game(head).family.flags if each.name == flag)
    assert reason.args["values"] == ", ".join(known.values)


def test_flag_named_twice_is_refused():
    assert "the flag size is named twice" in refusal("mosty:size=3,size=4").message()
    assert "the flag size is named twice" in refusal("mosty:size=3,size=3").message()


def test_games_without_flags_say_so():
    with pytest.raises(BadGame, match="there is no flag big; flags here: none"):
        game_of(toy("dash").family, "big")


def test_toys_are_no_games_by_name():
    assert not {"dash", "trio"} & set(games())


def test_there_are_seven_games_in_alphabetical_order():
    assert len(games()) == 7 and list(games()) == sorted(games())


def test_named_finds_what_game_finds():
    assert named("mosty:size=3") is game("mosty:size=3")


def test_state_is_blank_but_for_the_flags():
    blank = game("mangala:fortress").blank()
    assert blank.dtype == game("mangala").dtype and blank.shape == (1,)
    blank[0]["fortress"] = 0
    assert blank.tobytes() == np.zeros(1, blank.dtype).tobytes()


def test_game_tells_its_flags_and_they_cannot_be_changed():
    mosty = game("mosty:size=7")
    assert dict(mosty.flags) == {"size": "7", "links": "1"}
    with pytest.raises(TypeError):
        mosty.flags["size"] = "3"


def test_game_tells_players_sides_and_codes():
    mangala = game("mangala")
    assert (mangala.players, mangala.sides, mangala.codes, mangala.widest) == (2, (0, 1), 6, 6)
    assert toy("trio").players == 3


def test_repr_is_a_constructor():
    name = "mangala:fortress"
    assert repr(game(name)) == f"game({name!r})"
    assert eval(repr(game(name)), {"game": game}) is game(name)


@pytest.mark.parametrize("chosen", [game("mosty:size=3"), toy("trio")], ids=str)
def test_game_comes_back_from_a_pickle_as_the_same_object(chosen):
    assert pickle.loads(pickle.dumps(chosen)) is chosen


def test_code_and_move_translate_there_and_back():
    mangala = game("mangala")
    assert [mangala.code(mangala.move(code)) for code in range(6)] == list(range(6))


def test_code_of_a_text_that_is_no_move_is_refused():
    with pytest.raises(BadMove):
        game("mangala").code("7")


def test_move_that_is_not_written_canonically_is_refused_with_the_right_text(monkeypatch):
    monkeypatch.setattr(toy("trio").family.text, "read_move", lambda text, flags: int(text) - 1, raising=False)
    monkeypatch.setattr(toy("trio"), "_codes_by_text", {})
    with pytest.raises(BadMove, match="write it as 3"):
        toy("trio").code("03")


def test_a_move_that_is_no_text_is_refused_as_such():
    with pytest.raises(TypeError, match="a move is a text such as '1', not 4"):
        game("mangala").start().play(4)


def test_public_names_are_these():
    assert all(hasattr(charkoni, name) for name in charkoni.__all__)
    assert charkoni.__version__ == version("charkoni")
    with pytest.raises(AttributeError, match="no attribute 'Board'"):
        charkoni.Board  # noqa: B018

"""The grammar of names of games: parts of a name, and what is refused."""

import pytest

from charkoni import BadGame
from charkoni.core.game_names import split_name


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("mangala", ("mangala", [])),
        ("mangala:fortress", ("mangala", [("fortress", None)])),
        ("mosty:size=7,links=2", ("mosty", [("size", "7"), ("links", "2")])),
        ("go9:a=1b,c", ("go9", [("a", "1b"), ("c", None)])),
    ],
)
def test_split_name(name, parts):
    assert split_name(name) == parts


@pytest.mark.parametrize("name", ["", "go:", ":a", "9go", "go:a,", "go:a=", "go:A", "go:a,b,a", "go:a=1,a=2"])
def test_a_name_outside_the_grammar_is_refused_and_quoted(name):
    with pytest.raises(BadGame) as caught:
        split_name(name)
    assert (caught.value.text, caught.value.reason.code) == (name, "BAD_NAME")


def test_the_refusal_shows_an_example_or_the_repeated_flag():
    for name, words in (("go:", "as in name:flag,other=value"), ("go:a,b,a", "the flag a is named twice")):
        with pytest.raises(BadGame, match=words):
            split_name(name)

"""The names of the sides: a colour for each, the one in which the board draws it."""

import random
import re

import pytest

import charkoni
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.graphics import scene
from charkoni.graphics.scene import BoardView

pytestmark = pytest.mark.once


@pytest.mark.parametrize("name", [*charkoni.games(), "barbakan:players=3", "barbakan:players=4"])
def test_a_side_is_called_as_the_board_colours_it(name: str) -> None:
    game = charkoni.game(name)
    called = tuple(names.side(game, number).colour for number in range(game.players))
    assert BoardView(game).layout.colours == called and len(set(called)) == game.players


LETTERS = {"ru": "abcd", "tr": "abcd", "en": "bcd"}
LETTER = {lang: re.compile(rf"(?<![\w-])[{letters}](?![\w'-])") for lang, letters in LETTERS.items()}
"""A letter that stands for a side; in notation digits or other signs go with it."""
COLUMN = re.compile(r"(?:столбца|вертикали|column|file) [a-z]\b|\b[a-z] (?:sütun|dikey)")
"""A column of a board, by its letter."""


@pytest.mark.parametrize("name", charkoni.games())
def test_sentences_call_sides_by_their_names(name: str) -> None:
    position, rng = charkoni.game(name).start(), random.Random(5)
    for _ in range(24):
        move = rng.choice(position.moves)
        for language in LETTERS:
            words = Words(language)
            texts = [*scene.labels(position, words).values(), *(each.label for each in scene.counters(position, words))]
            texts += [scene.prompt(position, (), words), scene.describe(position, move, words)]
            for text in texts:
                assert (
                    not LETTER[language].search(COLUMN.sub("", text)) and "  " not in text and "\N{EM DASH}" not in text
                ), text
                assert language != "ru" or not re.search("[A-Za-z]{2}", text), text
                assert language != "tr" or not re.search(r"\b(?:the|of|and|is|piece|pawn|cell)\b", text), text
        position = position.play(move)
        if position.outcome:
            break

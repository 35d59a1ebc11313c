"""Moves in words: every phrase of the declared moves that is chosen by their values, and one of each other kind."""

import charkoni
from charkoni.core.translations import Words
from charkoni.games.names import in_words


def test_moves_in_words() -> None:
    sentences = [
        ("focus", "d4-e5:2", "the top 2 of d4 go to e5"),
        ("focus", "d4-e4:1", "one checker from d4 to e4"),
        ("focus", "-", "the null move: nothing changes"),
        ("banglagor", "3@d4", "a column of height 3 is placed on d4"),
        ("banglagor", "d3-e5", "d3 goes to e5"),
        ("banglagor", "d3-e5xe6", "d3 goes to e5 and attacks e6"),
        ("banglagor", "d5-d5", "d5 goes out and back"),
        ("banglagor", "d5-d5xd6", "d5 goes out and back and attacks d6"),
        ("banglagor", "-", "passes"),
        ("gana", "d2n", "the pawns of d2 go north"),
        ("gana", "c5n:2", "the group of c5 goes north, the king 2 away"),
        ("gana", "e1n:k", "the king alone goes from e1 north"),
        ("chaupar", "[125]", "the sticks show 1 2 5"),
        ("chaupar", "6+:5", "the piece on 6+ goes 5"),
        ("chaupar", "6+:5^", "the piece on 6+ turns in with 5"),
        ("chaupar", "-5", "the 5 stays unused"),
        ("barbakan", "@o5", "places on o5"),
        ("mosty:size=6", "a11", "a bridge on a11"),
        ("mangala", "4", "sows from hole 4"),
    ]
    for game, move, sentence in sentences:
        assert in_words(Words("en"), charkoni.game(game), move) == sentence


def test_every_move_of_every_game_has_words() -> None:
    for name in charkoni.games():
        game = charkoni.game(name)
        for code in range(0, game.codes, max(1, game.codes // 500)):
            try:
                move = game.move(code)
                game.code(move)
            except (ValueError, IndexError, KeyError):
                continue  # a hole in the code space
            assert in_words(Words("en"), game, move) != move

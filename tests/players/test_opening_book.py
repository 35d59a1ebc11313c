"""Books of balanced openings: every game has one, its lines are legal and even, and who follows them varies."""

import pytest

from charkoni import CHANCE, OVER, Record, game, games
from charkoni.check import toy
from charkoni.games.opponents import HIGHEST
from charkoni.players.levels import LevelPlayer
from charkoni.players.opening_book import book_move, opening_book
from charkoni.solve import probe

pytestmark = pytest.mark.long_unless_compiled

EVEN = 0.06


@pytest.mark.parametrize("name", games())
def test_openings_are_legal_and_even_and_different(name):
    chosen, ends = game(name), set()
    for opening in opening_book(chosen):
        record = opening.record(chosen)
        assert record.turn not in (OVER, CHANCE) or chosen.has_dice
        assert record.turn != OVER
        assert name == "mosty" or abs(opening.value - 1 / len(set(chosen.sides))) <= EVEN + 0.0005
        ends.add(str(record.position))
    assert len(ends) == len(opening_book(chosen)) >= 12


def test_openings_of_mangala_and_mosty_are_proved():
    for name in ("mangala", "mosty"):
        for opening in opening_book(game(name)):
            assert opening.is_proved
            value = probe(opening.record(game(name)).position)
            assert value is None or value.points[0] == opening.value
    assert any(probe(opening.record(game("mangala")).position) for opening in opening_book(game("mangala")))


def test_a_variant_or_a_game_without_a_book_has_no_opening():
    assert opening_book(game("mosty:size=3")) == ()
    assert opening_book(toy("dash")) == ()
    assert book_move(Record(toy("trio")), 1) is None


def test_a_book_is_followed_while_the_record_does():
    chosen = game("mosty")
    lines = [opening.moves for opening in opening_book(chosen)]
    firsts = {book_move(Record(chosen), seed) for seed in range(60)}
    assert len(firsts) > 4
    assert firsts <= {moves[0] for moves in lines}
    record = Record(chosen)
    while (move := book_move(record, 3)) is not None:
        record.play(move)
    assert record.moves in lines


def test_levels_without_errors_begin_with_the_book():
    record = Record(game("mangala"))
    assert LevelPlayer(HIGHEST, 1).choose(record) == "5"
    found = LevelPlayer(HIGHEST, 1).find(record)
    assert (found.move, found.value) == ("5", 0.5), "its estimate is asked for, too"
    starts = {LevelPlayer(HIGHEST, seed).choose(Record(game("focus"))) for seed in range(4)}
    assert len(starts) > 1

"""Positions: immutable values with texts, moves and outcomes."""

import pickle
from fractions import Fraction

import pytest

from charkoni import CHANCE, OVER, BadMove, BadPosition, IllegalMove, Outcome, Position, game, games
from charkoni.check import toy
from charkoni.players.static_values import StaticEvaluator

MANGALA, DASH, TRIO = game("mangala"), toy("dash"), toy("trio")
LAST = "0,0,0,0,0,1:24/0,0,0,0,0,1:22 a"


def test_position_is_not_made_by_hand():
    with pytest.raises(TypeError, match="come from"):
        Position()


@pytest.mark.parametrize("name", ["game", "turn", "moves", "_state", "anything"])
def test_position_is_immutable(name):
    start = MANGALA.start()
    with pytest.raises(AttributeError, match="immutable"):
        setattr(start, name, None)
    with pytest.raises(AttributeError, match="immutable"):
        delattr(start, name)


def test_state_handed_out_is_a_copy():
    start = MANGALA.start()
    start.state[0].store[0] = 9
    assert start == MANGALA.start()


def test_state_taken_in_is_copied():
    states = MANGALA.start().state
    for given in (states, states[0]):
        position = Position.of_state(MANGALA, given)
        assert position == MANGALA.start()
    states[0].turn = 1
    assert position == MANGALA.start()


def test_moves_lead_to_new_positions():
    start = MANGALA.start()
    assert str(start.play("1")) != str(start)
    assert start == MANGALA.start()


def test_equal_means_same_game_and_same_state():
    assert MANGALA.start() == MANGALA.parse("4,4,4,4,4,4:0/4,4,4,4,4,4:0 a")
    assert hash(MANGALA.start()) == hash(MANGALA.parse(str(MANGALA.start())))
    assert MANGALA.start() != MANGALA.start().play("1")
    assert game("mosty").start() != game("mosty:links=2").start()
    assert MANGALA.start() != str(MANGALA.start())


@pytest.mark.parametrize("position", [MANGALA.start(), DASH.start().play("[2]"), TRIO.start().play("3")], ids=str)
def test_position_comes_back_from_a_pickle(position):
    again = pickle.loads(pickle.dumps(position))
    assert (again, again.turn, hash(again)) == (position, position.turn, hash(position))


def test_repr_is_a_constructor():
    position = MANGALA.start().play("4")
    assert repr(position) == "game('mangala').parse('4,4,4,1,5,5:1/4,4,4,4,4,4:0 a')"
    assert eval(repr(position), {"game": game}) == position


def test_t5_moves_are_sorted_by_ascii_and_codes_stand_beside_them():
    start = TRIO.start().play("4")
    assert start.moves == ("1", "2", "3", "5", "6", "7")
    assert start.codes == (0, 1, 2, 4, 5, 6)
    assert start.moves is start.moves


def test_throws_have_odds():
    start = DASH.start()
    assert start.turn == CHANCE
    assert start.odds == (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
    assert start.play("[1]").odds == ()


def test_outcome_only_when_over():
    assert MANGALA.start().outcome is None
    end = MANGALA.parse(LAST).play("6")
    assert end.turn == OVER and end.moves == ()
    assert end.outcome == Outcome((Fraction(1), Fraction(0)), "stones")
    assert str(end.outcome) == "1:0"


def test_r9_shares_are_fractions():
    assert str(TRIO.parse("abcabca .").outcome) == "1/3:1/3:1/3"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "a",
        " 4,4,4,4,4,4:0/4,4,4,4,4,4:0 a",
        "4,4,4,4,4,4:0/4,4,4,4,4,4:0 a ",
        "4,4,4,4,4,4:0/4,4,4,4,4,4:0  a",
        "4,4,4,4,4,4:0/4,4,4,4,4,4:0\ta",
        "4,4,4,4,4,4:0/4,4,4,4,4,4:0 a\n",
        "4,4,4,4,4,4:0/4,4,4,4,4,4:0 a\0",
        "4,4,4,4,4,4:0/4,4,4,4,4,4:0 \u0430",
        "4,4,4,4,4,4:0/4,4,4,4,4,\u0664:0 a",
        "4,4,4,4,4,4:0/4,4,4,4,4,4:0\u00a0a",
    ],
)
def test_t1_other_texts_are_refused(text):
    with pytest.raises(BadPosition) as caught:
        MANGALA.parse(text)
    assert caught.value.text == text


def test_t2_other_spelling_is_refused_with_the_canonical_one(monkeypatch):
    def read_state(text, s, flags):
        s.cells[:] = 0

    monkeypatch.setattr(TRIO.family.text, "read_state", read_state)
    with pytest.raises(BadPosition, match=r"the same position is written \.{7} a \(T2\)"):
        TRIO.parse("7 a")


def test_broken_invariant_is_told_with_its_clause():
    with pytest.raises(BadPosition, match=r"holes and stores do not add up to 48 \(M1\)"):
        MANGALA.parse("4,4,4,4,4,4:1/4,4,4,4,4,4:0 a")


def test_unreadable_move_is_told_with_the_position():
    with pytest.raises(BadMove) as caught:
        MANGALA.start().play("7")
    assert str(caught.value).startswith("'7' in '4,4,4,4,4,4:0/4,4,4,4,4,4:0 a': a move is")


def test_illegal_move_is_told_with_position_and_clause():
    with pytest.raises(IllegalMove) as caught:
        MANGALA.parse(LAST).play("1")
    assert str(caught.value) == f"'1' in '{LAST}': hole 1 is empty (M2)"


@pytest.mark.parametrize("move", ["1", "6"])
def test_no_move_is_legal_when_the_game_is_over(move):
    end = MANGALA.parse(LAST).play("6")
    with pytest.raises(IllegalMove, match=r"the game is over: stones, 1:0"):
        end.play(move)


def test_player_cannot_move_while_a_throw_is_due():
    with pytest.raises(IllegalMove, match="a throw"):
        DASH.start().play("0:1")


def test_diagram_is_the_text_of_the_spans():
    start = TRIO.start().play("4")
    assert start.diagram.splitlines() == [" . . . a . . .", " 1 2 3 4 5 6 7"]
    assert start.spans[0][3] == (" a", "a")


@pytest.mark.parametrize("name", [*games(), "mangala:fortress", "barbakan:players=3"])
def test_the_static_value_is_that_of_the_players(name):
    position = game(name).start()
    while position.turn == CHANCE:
        position = position.play(position.moves[0])
    me = position.turn
    for estimate in StaticEvaluator(position.game).evaluate(position, answers=False)[:50]:
        child = position.play(estimate.move)
        assert child.static_value[me] == estimate.value
        assert len(child.static_value) == position.game.players
        assert all(0 <= share <= 1 for share in child.static_value)


def test_the_static_value_at_the_end_is_the_result():
    over = MANGALA.parse("0,0,0,0,0,0:30/0,0,0,0,0,0:18 .")
    assert over.static_value == (1.0, 0.0)

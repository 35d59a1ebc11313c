"""Focus: the kernels against a slow reference, counting, bytes, the value of a position."""

import random

import numpy as np
import pytest
from tests.games import reference_focus as reference
from tests.games.reference_focus import START, VARIANTS, board

from charkoni import OVER, game
from charkoni.core.random_numbers import below, seeded
from charkoni.games.focus import FAMILY, rules
from charkoni.games.focus.text import NAMES

FOCUS = game("focus")
KERNELS = FAMILY.kernels


# --- kernels ------------------------------------------------------------------------------------------------------


def random_positions(name, seed, games, plies):
    """Yield positions of random games with the moves that led there and, last, those after the final move."""
    chance = random.Random(seed)
    for _ in range(games):
        position = game(name).start()
        for _ in range(plies):
            if position.turn == OVER:
                break
            move = chance.choice(position.moves)
            yield position, move
            position = position.play(move)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_reference_finds_the_same_moves_and_positions(name, mode, trials):
    flags = game(name).flags
    games, plies = trials(8), 90 if mode == "plain" else 400
    for position, move in random_positions(name, f"reference {name}", games, plies):
        text = str(position)
        assert set(position.moves) == reference.moves(text, flags["steps"] == "upto"), text
        assert str(position.play(move)) == reference.play(text, move, flags["rescue"] == "on"), (text, move)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_reference_agrees_where_towers_are_tall_and_few(name, trials):
    """Made positions: towers of up to five, reserves, games near their end."""
    flags, chance = game(name).flags, random.Random(f"tall {name}")
    for _ in range(trials(150)):
        cells = chance.sample(NAMES, chance.randint(2, 7))
        towers = {cell: "".join(chance.choices("rg", k=chance.randint(1, 5))) for cell in cells}
        towers |= {cells[0]: "ggr", cells[1]: "rg"}
        text = board("a", f"{chance.randint(0, 2)}:{chance.randint(0, 2)}", **towers)
        position = game(name).parse(text)
        assert set(position.moves) == reference.moves(text, flags["steps"] == "upto"), text
        for move in chance.sample(position.moves, min(6, len(position.moves))):
            assert str(position.play(move)) == reference.play(text, move, flags["rescue"] == "on"), (text, move)


@pytest.mark.parametrize("name", VARIANTS)
def test_nth_enumerates_exactly_the_legal_list(name, mode):
    codes = np.zeros(game(name).widest, np.int64)
    texts = [
        board(**{cell: "g" * 4 + "r" for cell in NAMES[1:]}, c8="g", reserves="1:0"),
        board("b", "0:3", d4="g", h6="r"),
        board("b", "3:0", d4="rg", h6="r"),
    ]
    states = [game(name).parse(text).state for text in texts]
    plies = 40 if mode == "plain" else 300
    states += [position.state for position, _ in random_positions(name, f"nth {name}", 1, plies)][::5]
    for state in states:
        n = KERNELS.legal(state[0], codes)
        assert KERNELS.count(state[0]) == n
        numbers = range(n) if mode != "plain" or n < 100 else [0, n // 2, n - 53, n - 2, n - 1]
        assert [KERNELS.nth(state[0], i) for i in numbers] == [codes[i] for i in numbers]
        assert len(set(codes[:n].tolist())) == n


@pytest.mark.parametrize(("name", "most"), [("focus", 2736 + 53), ("focus:steps=upto", 4504 + 53)])
def test_the_longest_list_fits(name, most):
    """52 own towers of five: every walk, 52 drops, the null move (a position made by hand)."""
    rows = "/".join(",".join(["ggggr"] * cells) for cells in (4, 6, 8, 8, 8, 8, 6, 4))
    state = game(name).parse(board(c8="r", h6="g")).state
    for cell in range(rules.CELLS):
        state[0].tower[cell] = 0b101111
    state[0].reserve[0] = 1
    text = game(name).family.text.write_state(state[0], game(name).flags)
    assert text == f"{rows} a 1:0"
    assert KERNELS.count(state[0]) == KERNELS.legal(state[0], np.zeros(rules.WIDEST, np.int64)) == most
    assert most <= rules.WIDEST == game(name).widest


def test_a_state_has_no_padding_and_two_equal_positions_equal_bytes():
    assert rules.STATE.itemsize == 64
    there = FOCUS.start().play("b7-b6:1").play("b2-b3:1")
    assert there == FOCUS.parse(str(there))
    assert there.state.tobytes() == FOCUS.parse(str(there)).state.tobytes()


# --- value --------------------------------------------------------------------------------------------------------


def value(text, name="focus"):
    points = np.zeros(2)
    KERNELS.value(game(name).parse(text).state[0], points)
    assert points.sum() == pytest.approx(1.0)
    assert points.min() > 0.0
    return points[0]


def test_the_start_is_worth_as_much_for_whoever_begins():
    assert value(START) > 0.5
    assert value(START) + value(START.replace(" a ", " b ")) == pytest.approx(1)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (board(d4="r", d5="r", h6="g"), board(d4="r", h6="g")),  # more towers
        (board(d4="gr", h6="g"), board(d4="r", h6="g")),  # taller ones
        (board(d4="r", h6="g", reserves="1:0"), board(d4="r", h6="g")),  # a reserve
        (board(d4="r", h6="g"), board(d4="r", h6="g", reserves="0:1")),
        (board(d4="r", h6="g"), board(c1="r", h6="g")),  # room to move
    ],
)
def test_the_value_grows_with(better, worse):
    assert value(better) > value(worse)


def test_the_value_guides_play(mode):
    """The player who looks one move ahead beats random moves."""
    rng, chance, won = seeded(2), random.Random(2), 0
    games = 1 if mode == "plain" else 8
    for seat in range(games):
        position = FOCUS.start()
        for _ in range(400):
            if position.turn == OVER:
                break
            if position.turn == seat % 2:
                move = max(chance.sample(position.moves, min(10, len(position.moves))), key=look_ahead(position))
            else:
                move = position.moves[below(rng, len(position.moves))]
            position = position.play(move)
        won += position.turn == OVER and position.outcome.scores[seat % 2] == 1
    assert won == games


def look_ahead(position):
    def worth(move):
        then = position.play(move)
        if then.turn == OVER:
            return float(then.outcome.scores[position.turn])
        points = np.zeros(2)
        KERNELS.value(then.state[0], points)
        return points[position.turn]

    return worth

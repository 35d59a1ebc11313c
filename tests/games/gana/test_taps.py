"""Gana: the click scripts of moves with and without the king, refused taps, and the coach's sentences."""

import random

import pytest
from tests.games.gana.positions import BESIDE_FULL, PICTURE, at

import charkoni
from charkoni.core.constants import OVER
from charkoni.core.translations import Words
from charkoni.games.gana.moves import reach
from charkoni.graphics import click_trie, scene

pytestmark = pytest.mark.once

ENGLISH = Words("en")
CLOSED = "4,k,3/8/8/8/8/3,PPPP,4/3,KP,4/8 a 0"  # d3 is full of White, KP stands on d2


def scripts_of(text, move, name="gana"):
    position = at(text, name)
    assert move in position.moves
    return set(scene.tap_sequences(position)[move])


def test_a_lone_pawn_takes_two_taps():
    assert scripts_of("4,k,3/8/8/8/8/8/3,P,4/4,K,3 a 0", "d2n") == {("d2", "n"), ("d2", "d3")}


def test_a_group_goes_to_any_square_of_its_lane():
    assert scripts_of(PICTURE, "b3e") == {("b3", "e"), ("b3", "c3"), ("b3", "d3"), ("b3", "e3")}


def test_a_lane_ends_before_a_full_square_and_at_the_edge():
    assert scripts_of(PICTURE.replace(" a ", " b "), "c7e") == {("c7", "e"), ("c7", "d7")}
    assert scripts_of(PICTURE, "b3w") == {("b3", "w"), ("b3", "a3")}


def test_a_king_without_pawns_takes_two_taps():
    assert scripts_of("4,k,3/8/8/8/8/8/8/4,K,2,P a 0", "e1n:k") == {("e1", "n"), ("e1", "e2")}


def test_a_king_without_pawns_enters_a_full_square():
    text = "4,k,3/8/8/8/3,pppp,4/3,K,4/8/8 a 0"
    assert scripts_of(text, "d3n:k") == {("d3", "n"), ("d3", "d4")}


def test_a_king_with_pawns_takes_a_third_tap():
    assert scripts_of(PICTURE, "c5n:k") == {("c5", zone, "alone") for zone in ("n", "c6", "c7")}
    assert scripts_of(PICTURE, "c5n:2") == {("c5", zone, "k-2") for zone in ("n", "c6", "c7")} | {("c5", "n", "c7")}
    assert scripts_of(PICTURE, "c5n:1") == {("c5", zone, "k-1") for zone in ("n", "c6", "c7")} | {("c5", "n", "c6")}


def test_the_ray_of_the_king_goes_on_to_the_full_square_that_he_may_enter():
    assert scripts_of(BESIDE_FULL, "d3n:2") == {("d3", zone, "k-2") for zone in ("n", "d4", "d5")} | {("d3", "n", "d5")}
    assert reach(at(BESIDE_FULL).state[0], 4 * (2 * 8 + 3)) == 2


def test_a_full_square_right_beside_leaves_the_king_alone():
    text = "4,k,3/8/8/8/3,pppp,4/3,KPP,4/8/8 a 0"
    assert scripts_of(text, "d3n:k") == {("d3", "n", "alone"), ("d3", "d4", "alone")}
    assert not {move for move in at(text).moves if move.startswith("d3n:") and move != "d3n:k"}


def test_no_square_beyond_the_enemy_king_is_tapped():
    text = "8/8/8/3,k,4/3,KP,4/8/8/8 a 0"
    assert scripts_of(text, "d4n:1") == {("d4", "n", "k-1"), ("d4", "d5", "k-1"), ("d4", "n", "d5")}


def test_behind_every_way_to_tap_a_direction_lie_the_same_moves():
    rng = random.Random(6)
    position = charkoni.game("gana").start()
    for _ in range(60):
        if position.turn == OVER:
            position = charkoni.game("gana").start()
        behind: dict[tuple[str, str], set[str]] = {}
        for script, move in click_trie.leaves(scene.tap_trie(position)):
            behind.setdefault(script[:2], set()).add(move)
        for (start, zone), moves in behind.items():
            (towards,) = {move[2] for move in moves}
            assert zone == towards or behind[start, towards] == moves
        position = position.play(rng.choice(position.moves))


@pytest.mark.parametrize(
    ("text", "prefix", "zone", "code"),
    [
        (PICTURE, (), "a1", "NO_OWN_PIECE"),
        (PICTURE, (), "d3", "NO_OWN_PIECE"),
        ("P,3,k,3/8/8/8/8/8/8/4,K,3 a 0", ("a8",), "n", "EDGE"),
        (PICTURE, ("b3",), "c4", "NO_DIAGONAL"),
        (PICTURE, ("b3",), "f3", "TOO_FAR"),
        (PICTURE, ("b3",), "b7", "TOO_FAR"),
        (PICTURE, ("c5", "n"), "c8", "TOO_FAR"),
        (PICTURE, ("c5", "c6"), "c8", "TOO_FAR"),
        (PICTURE, ("c5", "n"), "k-3", "TOO_FEW_PIECES"),
        (CLOSED, ("d2",), "n", "SQUARE_FULL"),
        (CLOSED, ("d2",), "d3", "SQUARE_FULL"),
        ("4,k,3/8/8/8/3,pppp,4/3,KPP,4/8/8 a 0", ("d3", "n"), "d4", "SQUARE_FULL"),
        ("4,k,3/8/8/8/6,PPPP,p/8/8/4,K,3 a 0", ("g4",), "e", "PILE_OVER_FOUR"),
        ("4,k,3/8/8/8/6,PPPP,p/8/8/4,K,3 a 0", ("g4",), "h4", "PILE_OVER_FOUR"),
        ("4,k,3/8/8/8/6,KPPP,pp/8/8/8 a 0", ("g4", "e"), "k-4", "SHORT_LANE"),
    ],
)
def test_a_tap_without_effect_has_a_reason(text, prefix, zone, code):
    reason = scene.why_not(at(text), prefix, zone)
    assert reason and reason.code == code


def test_a_tap_on_a_square_without_moves_has_a_reason():
    # The pawn on a1 is shut in by full squares; the king on h8 by his own pawns.
    text = "7,K/8/8/8/4,k,3/8/PPPP,7/P,PPPP,6 a 0"
    reason = scene.why_not(at(text), (), "a1")
    assert reason and reason.code == "SQUARE_FULL"
    text = "4,k,1,PPPP,K/7,PPPP/8/8/8/8/8/8 a 0"
    reason = scene.why_not(at(text), (), "h8")
    assert reason and reason.code == "SQUARE_FULL"


@pytest.mark.parametrize(
    ("prefix", "zone"),
    [
        ((), "n"),
        (("b3",), "b3"),
        (("b3",), "alone"),
        (("c5", "n"), "n"),
        (("c5", "n"), "d5"),
        (("c5", "c6"), "d5"),
        (("c5", "c6"), "c7"),
    ],
)
def test_some_taps_mean_nothing(prefix, zone):
    assert scene.why_not(at(PICTURE), prefix, zone) is None


@pytest.mark.parametrize(
    ("prefix", "sentence"),
    [
        ((), "Choose a square with pieces of yours."),
        (("b3",), "Which way do the 3 pieces spread? The first goes one square, the last 3."),
        (("c5",), "Which way? The king may go alone, or all 2 pieces spread."),
        (("c5", "n"), "Does the king go alone? If all go: how far does he go?"),
    ],
)
def test_the_prompt_explains_the_next_tap(prefix, sentence):
    assert scene.prompt(at(PICTURE), prefix, ENGLISH) == sentence


def test_the_prompt_of_a_lone_piece():
    position = charkoni.game("gana").start()
    assert scene.prompt(position, ("e2",), ENGLISH) == "Which way? It goes one square."
    assert scene.prompt(position, ("e1",), ENGLISH) == "Which way? It goes one square."

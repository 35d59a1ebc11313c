"""Games of greedy turns with some random decisions, and the luck of their throws."""

import functools
from typing import Any

import numpy as np
import pytest

import charkoni
from charkoni.arena.greedy_turn_kernels import play_turns
from charkoni.core.random_numbers import seeded
from charkoni.search.rollouts.kernels import play_turn
from charkoni.search.rollouts.search import turn_scratch

CHAUPAR = charkoni.game("chaupar")
NEVER, ALWAYS = 1 << 40, 1


@functools.cache
def middle() -> charkoni.Position:
    """Return a position before a throw; not read before a test needs it, for reading uses kernels."""
    return CHAUPAR.parse("c1,20x2,30/c2,39,47/c3,66+/16,38x3 b ? -")


def after_a_turn(seed: int, first: int, random: int) -> bytes:
    """Return the position before the second throw."""
    state, kept = middle().state.copy(), CHAUPAR.blank().repeat(2)
    throws = play_turns(CHAUPAR.kernels, state, turn_scratch(CHAUPAR), seeded(seed), 3, first, random, kept)
    assert throws == 3
    assert kept[0].tobytes() == middle().state.tobytes()
    return bytes(kept[1].tobytes())


@pytest.fixture(scope="module")
def greedy() -> set[bytes]:
    """Return the position after the greedy turn of each throw."""
    found = set()
    for throw in middle().moves:
        state: Any = middle().play(throw).state.copy()
        while CHAUPAR.kernels.turn(state[0]) >= 0:
            play_turn(CHAUPAR.kernels, state, turn_scratch(CHAUPAR))
        found.add(state.tobytes())
    return found


SEEDS = range(20)


def test_turns_are_played_greedy(greedy: set[bytes]) -> None:
    assert {after_a_turn(seed, 0, NEVER) for seed in SEEDS} <= greedy


def test_the_first_decisions_are_random(greedy: set[bytes]) -> None:
    assert {after_a_turn(seed, 100, NEVER) for seed in SEEDS} - greedy


def test_later_ones_are_random_now_and_then(greedy: set[bytes]) -> None:
    assert {after_a_turn(seed, 0, ALWAYS) for seed in SEEDS} - greedy


def test_all_positions_are_kept_for_which_there_is_room() -> None:
    state, kept = middle().state.copy(), CHAUPAR.blank().repeat(3)
    play_turns(CHAUPAR.kernels, state, turn_scratch(CHAUPAR), seeded(1), 9, 0, NEVER, kept)
    assert len({row.tobytes() for row in kept}) == 3
    assert not any(np.array_equal(row, CHAUPAR.blank()[0]) for row in kept)

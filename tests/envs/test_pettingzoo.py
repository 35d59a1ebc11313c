"""The adapter to PettingZoo passes PettingZoo's own tests."""

import warnings

import numpy as np
import pytest

with warnings.catch_warnings():  # where pygame is installed, their tests load one of their games in the old way
    warnings.filterwarnings("ignore", "The old environment creation API", DeprecationWarning)
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test
    from pettingzoo.test.state_test import state_test

import charkoni
from charkoni.envs import IllegalAction, pettingzoo_env

GAMES = charkoni.games()
pytestmark = [
    pytest.mark.plain_only,
    pytest.mark.filterwarnings("ignore:Observation (is not|space for|numpy)", "ignore:Action mask", "ignore:The base"),
]


def module_of(name):
    return getattr(pettingzoo_env, f"charkoni_{name}_v1")


def assert_passes(name, cycles):
    module = module_of(name)
    api_test(module.env(), num_cycles=cycles)
    seed_test(module.env, num_cycles=cycles)
    parallel_api_test(module.parallel_env(), num_cycles=cycles)
    state_test(module.env(), module.parallel_env(), num_cycles=5)


def test_mangala_passes_their_tests(capsys):
    assert_passes("mangala", 20)
    render_test(module_of("mangala").env)
    assert "4" in capsys.readouterr().out


def test_rounds_end_after_max_cycles():
    class Strict:
        """Mosty, where players move strictly in turn; their test chooses among all actions."""

        @staticmethod
        def env(max_cycles):
            return module_of("mosty").env(max_cycles=max_cycles, illegal="replace")

        @staticmethod
        def parallel_env(max_cycles):
            return module_of("mosty").parallel_env(max_cycles=max_cycles, illegal="replace")

    max_cycles_test(Strict)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_all_games_pass_their_tests(name):
    assert_passes(name, 200)
    render_test(module_of(name).env)


def test_an_illegal_action_loses_or_is_refused():
    env = module_of("chaupar").env()
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0]))
    assert env.rewards == {"player_0": -1, "player_1": 1, "player_2": -1, "player_3": 1}
    assert all(env.terminations.values())
    env = module_of("mangala").env(illegal="raise")
    env.reset()
    with pytest.raises(IllegalAction):
        env.step(6)


def test_there_is_a_name_for_every_game_and_for_nothing_else():
    assert str(module_of("gana").raw_env(flags="solo")) == "charkoni_gana_v1"
    with pytest.raises(AttributeError):
        module_of("chess")

"""The examples run and do what they say."""

import importlib.util
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "envs"
pytestmark = [pytest.mark.long, pytest.mark.compiled_only]


def example(name):
    """Import an example by its file's name."""
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_random_rollouts_are_fair_but_for_the_first_move():
    first, second = example("random_rollouts").main(episodes=4000)
    assert first == -second and abs(first) < 0.1


def test_a_table_learns_a_small_game():
    assert example("tabular").main() > 0.9


def test_ppo_learns_to_beat_random_moves():
    assert example("ppo").main() > 0.6


def test_their_tree_search_beats_random_moves():
    pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    assert example("openspiel_mcts").main() > 0


def test_maskable_ppo_learns():
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    assert example("maskable_ppo").main() > 0.2

"""The adapter to OpenSpiel passes OpenSpiel's own tests."""

import numpy as np
import pytest

import charkoni

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed (the extra `openspiel`)")
generate_playthrough = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough")
mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")

from charkoni.envs import openspiel_game  # noqa: E402  (it needs the libraries above)

GAMES = charkoni.games()
pytestmark = [pytest.mark.long, pytest.mark.compiled_only]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("actions", ["codes", "taps"])
def test_random_games_pass_their_checks(name, actions):
    game = pyspiel.load_game(f"charkoni_{name}", {"actions": actions, "cap": 60})
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_playthroughs_are_repeated(name):
    text = f"charkoni_{name}(cap=20)"
    wanted = generate_playthrough.playthrough(text, action_sequence=None, seed=3)
    assert "ObservationTensor" in wanted or "Observation" in wanted
    assert generate_playthrough.playthrough(text, action_sequence=None, seed=3) == wanted


def test_structs_lead_back_to_the_state():
    game = pyspiel.load_game("charkoni_focus(actions=taps)")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    struct = state._to_struct()
    again = game.new_initial_state(struct)
    assert str(again) == str(state) and again.legal_actions() == state.legal_actions()
    assert state.clone().legal_actions() == state.legal_actions()


def test_chance_outcomes_are_the_throws():
    state = pyspiel.load_game("charkoni_chaupar").new_initial_state()
    assert state.is_chance_node()
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 20 and abs(sum(share for _, share in outcomes) - 1) < 1e-12
    assert state.action_to_string(outcomes[0][0]) == "[111]"


def test_flags_are_parameters():
    game = pyspiel.load_game("charkoni_mangala(flags=fortress+rest:keep)")
    assert game.spaces.game.name == "mangala:fortress,rest=keep"
    state = game.new_initial_state()
    assert state.observation_tensor(0)[:12] == [4.0] * 12


def test_their_tree_search_wins_a_small_game():
    game = pyspiel.load_game("charkoni_mosty(flags=size:2)")
    random = np.random.default_rng(1)
    bot = mcts.MCTSBot(game, 2, 60, mcts.RandomRolloutEvaluator(1, random), random_state=np.random.RandomState(1))
    state = game.new_initial_state()
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(bot.step(state) if state.current_player() == 0 else actions[0])
    assert state.returns() == [1, -1]


def test_scripts_are_unpacked():
    assert openspiel_game.unpacked(3 | 1 << 8) == (2, 0)

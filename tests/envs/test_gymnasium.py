"""The adapters to Gymnasium pass Gymnasium's own checks, and play against opponents."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import charkoni
from charkoni.envs import IllegalAction
from charkoni.envs.gymnasium_env import OpponentEnv, OpponentVectorEnv
from charkoni.envs.opponents import PlayerOpponent
from charkoni.players.computer import RandomPlayer

pytestmark = pytest.mark.plain_only


def played(env, steps, seed=4):
    """Reset, make random legal steps and yield what each returns."""
    env.reset(seed=seed)
    random = np.random.default_rng(seed)
    for _ in range(steps):
        masks = env.action_masks()
        yield env.step([int(random.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in masks])


def test_flags_choose_a_variant():
    env = OpponentVectorEnv("mosty", 1, flags="size=3,links=2")
    assert env.batch.game is charkoni.game("mosty:links=2,size=3")
    assert OpponentEnv("mosty", flags="size=3").batch.game.name == "mosty:size=3"


@pytest.mark.parametrize("name", ["mangala", "chaupar"])
def test_the_single_environment_passes_their_check(name):
    env = gymnasium.make(f"charkoni.envs.gymnasium_env:charkoni/{name}-v1", seat=1, render_mode="ansi")
    check_env(env.unwrapped)


@pytest.mark.long
@pytest.mark.parametrize("name", charkoni.games())
def test_single_environments_of_all_games_pass_their_check(name):
    env = gymnasium.make(f"charkoni/{name}-v1", render_mode="rgb_array")
    check_env(env.unwrapped)


@pytest.mark.parametrize("autoreset", ["next-step", "same-step", "disabled"])
def test_vectors_declare_and_follow_their_autoreset(autoreset):
    env = OpponentVectorEnv("mosty:size=2", 3, seat=1, autoreset=autoreset)
    assert env.metadata["autoreset_mode"] in AutoresetMode
    ended = np.zeros(3, bool)
    finished = 0
    for observations, rewards, terminated, truncated, info in played(env, 12):
        assert env.observation_space.contains(observations)
        assert not truncated.any()
        if autoreset == "next-step":
            assert not (terminated & ended).any() and (rewards[ended] == 0).all()
        if autoreset == "same-step" and terminated.any():
            assert (info["_final_obs"] == terminated).all()
            assert (info["final_obs"][terminated] != observations[terminated]).any()
        if autoreset == "disabled":
            assert (terminated | ~ended).all()
        assert (np.abs(rewards[terminated & ~ended]) == 1).all()
        finished += int((terminated & ~ended).sum())
        ended = terminated.copy()
    assert finished >= 3
    if autoreset == "disabled":
        env.reset(options={"reset_mask": np.array([True, False, True])})
        assert env.batch.terminated.tolist() == [False, True, False]


def test_the_learner_always_has_the_turn():
    env = OpponentVectorEnv("chaupar", 2, seat=3)
    for _, _, terminated, _, info in played(env, 10):
        assert ((env.batch.to_play == 3) | terminated).all()
        assert (info["action_mask"].sum(axis=1) > 0).all()


def test_a_player_of_the_program_can_be_the_opponent():
    for actions in ("taps", "codes"):
        opponent = PlayerOpponent(RandomPlayer(seed=1))
        env = OpponentVectorEnv("focus", 1, opponent=opponent, actions=actions)
        for _ in played(env, 3):
            assert env.batch.to_play[0] == 0


def test_illegal_actions_lose_or_are_refused():
    env = OpponentVectorEnv("mangala", 2)
    env.reset(seed=1)
    _, rewards, terminated, _, _ = env.step([-1, 2])
    assert rewards[0] == -1 and terminated.tolist() == [True, False]
    env = OpponentVectorEnv("mangala", 2, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalAction):
        env.step([0, 9])
    with pytest.raises(ValueError, match="seats"):
        OpponentVectorEnv("mangala", seat=2)

"""Copies of environments are whole: they share nothing, and their arrays are those of their own states."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.sampling import short_run

from charkoni.envs import BatchEnv, batch
from charkoni.envs.seeding import generators

WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}
NEAR_END = "0,1,0,2,0,2:19/1,0,0,3,0,1:19 a"
each_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


def first_legal(env: BatchEnv) -> Any:
    """Return the first legal action of each environment, 0 where an episode is over."""
    return env.masks.argmax(axis=1)


def content(env: BatchEnv) -> list[bytes]:
    return [array.tobytes() for array in env.buffers]


@each_way
@pytest.mark.parametrize(
    "name", short_run(("mosty", "chaupar", "mangala:fortress"), {"mangala:fortress"}, pytest.mark.long_if_compiled)
)
def test_a_copy_of_a_batch_is_whole(name: str, way: Callable[[Any], Any]) -> None:
    one = BatchEnv(name, 5, autoreset="same-step", cap=40)
    one.reset(seed=1)
    for _ in range(7):
        one.step(first_legal(one))
    before, two = content(one), way(one)
    assert content(two) == before
    for _ in range(60):
        two.step(two.random_actions(generators(np.arange(5), 1)))
    assert content(one) == before
    two = way(one)
    for _ in range(60):
        one.step(first_legal(one))
        two.step(first_legal(two))
        assert content(one) == content(two)
    snapshot = two.save()
    two.restore(snapshot)  # writes masks and observations anew from the states
    assert content(one) == content(two)


@each_way
def test_a_copy_of_a_batch_with_threads_and_arrays_of_the_caller(
    way: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "LEAST_OF_A_THREAD", 4)
    mine = np.zeros((9, 2), np.float32)
    one = BatchEnv("mangala", 9, start=NEAR_END, threads=3, buffers={"rewards": mine}, autoreset="disabled")
    assert one.threads == 2
    one.reset(seed=1)
    two = way(one)
    while not two.terminated.all():
        two.step(first_legal(two))
    assert two.threads == 2
    assert two.rewards.any() and not mine.any()
    one.close()
    two.close()


@each_way
@pytest.mark.parametrize("kind", ["vector", "single", "agents", "rounds"])
def test_a_copy_of_an_adapter_is_whole(kind: str, way: Callable[[Any], Any]) -> None:
    pytest.importorskip("pettingzoo")
    from charkoni.envs.gymnasium_env import OpponentEnv, OpponentVectorEnv
    from charkoni.envs.pettingzoo_env import GameEnv, RoundsEnv

    def batch_of(env: Any) -> BatchEnv:
        return env.aec_env.batch if kind == "rounds" else env.batch

    def step(env: Any) -> Any:
        first = first_legal(batch_of(env))
        if kind == "vector":
            return env.step(first)
        return env.step(dict.fromkeys(env.agents, int(first[0])) if kind == "rounds" else int(first[0]))

    makers = {"vector": OpponentVectorEnv, "single": OpponentEnv, "agents": GameEnv, "rounds": RoundsEnv}
    one = makers[kind]("mangala")
    one.reset(seed=3)
    step(one)
    before, two = content(batch_of(one)), way(one)
    step(two)
    step(two)
    assert content(batch_of(one)) == before != content(batch_of(two))
    step(one)
    step(one)
    assert content(batch_of(one)) == content(batch_of(two))


@pytest.mark.parametrize("actions", [0.5, [0.9, 1.7], [0.0, 1.0], np.zeros(2, np.float32), ["0", "1"], [True, False]])
def test_actions_are_whole_numbers(actions: Any) -> None:
    env = BatchEnv("mosty", 2)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="whole numbers"):
        env.step(actions)
    assert not env.plies.any()


@pytest.mark.parametrize("action", [0.5, np.float64(0.0)])
def test_adapters_refuse_fractions(action: float) -> None:
    pytest.importorskip("pettingzoo")
    from charkoni.envs.gymnasium_env import OpponentEnv, OpponentVectorEnv
    from charkoni.envs.pettingzoo_env import GameEnv, RoundsEnv

    for env, given in (
        (OpponentEnv("mosty"), action),
        (OpponentVectorEnv("mosty", 1), [action]),
        (GameEnv("mosty"), action),
        (RoundsEnv("mosty"), {"player_0": action, "player_1": action}),
    ):
        env.reset(seed=1)
        with pytest.raises(ValueError, match="whole numbers"):
            env.step(given)

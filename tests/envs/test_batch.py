"""Batches of environments: episodes as the rules play them, resets, seeds, snapshots, buffers, errors."""

import pickle
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import charkoni
from charkoni.check import toy
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Position
from charkoni.core.moves.tap_kernels import action_mask
from charkoni.core.random_numbers import seeded
from charkoni.envs import BatchEnv, IllegalAction, Spaces, array_types, batch, generators
from charkoni.envs.fingerprint import digest

GAMES = charkoni.games()
IN_THE_LANE = "c1,24x3/8,23,38x2/l2x4/10,21x2,29 c c 556"
"""A position of Chaupar in which a value may be moved or left."""
DIGESTS = Path(__file__).with_name("digests.txt")


def steps_of(env: BatchEnv, number: int, seed: int = 1):
    """Make random steps and yield the actions before each."""
    rngs = generators(np.full(env.size, seed), np.arange(env.size))
    for _ in range(number):
        actions = env.random_actions(rngs)
        yield actions
        env.step(actions)


def kept_digests() -> dict[str, str]:
    """Return the digests in the file, by game and kind of actions."""
    return dict(line.rsplit(" ", 1) for line in DIGESTS.read_text().splitlines())


def assert_follows_the_rules(env: BatchEnv, steps: int) -> None:
    """Each completed move is the one that the position's rules play; legal lists, players and rewards agree."""
    env.reset(seed=2)
    for _ in steps_of(env, steps):
        codes, offsets = env.legal_codes()
        for i in range(env.size):
            position = env.position(i)
            assert env.to_play[i] == position.turn or env.truncated[i]
            if env.to_play[i] >= 0:
                assert env.viewers[i] == position.turn
                listed = set(codes[offsets[i] : offsets[i + 1]].tolist())
                assert listed <= set(position.codes)
                if env.buffers.pending[i] == 0:
                    assert listed == set(position.codes)
            if env.terminated[i]:
                scores = [Fraction(each) for each in position.outcome.scores]
                assert (env.rewards[i] > 0).tolist() == [score == max(scores) > min(scores) for score in scores]
                assert abs(sum(env.rewards[i])) < 1e-6


@pytest.mark.plain_only
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("actions", ["taps", "codes"])
def test_environments_show_what_the_kept_digests_say(name, actions):
    assert digest(name, actions) == kept_digests()[f"{name} {actions}"]


@pytest.mark.long
@pytest.mark.compiled_only
@pytest.mark.parametrize("name", GAMES)
def test_compiled_environments_of_all_games_show_the_same(name):
    for actions in ("taps", "codes"):
        assert digest(name, actions) == kept_digests()[f"{name} {actions}"]


@pytest.mark.plain_only
@pytest.mark.parametrize("name", ["mangala", "mosty:size=3", "barbakan:board=mini3,players=3", "chaupar"])
def test_steps_follow_the_rules(name):
    for actions in ("taps", "codes"):
        assert_follows_the_rules(BatchEnv(name, 2, actions=actions, cap=40), 30)


@pytest.mark.long
@pytest.mark.compiled_only
@pytest.mark.parametrize("name", GAMES)
def test_steps_of_all_games_follow_the_rules(name):
    for actions in ("taps", "codes"):
        for chance in ("sampled", "explicit"):
            assert_follows_the_rules(BatchEnv(name, 5, actions=actions, chance=chance), 1500)


def assert_shown_anew_alike(env: BatchEnv, steps: int) -> None:
    """After every step of random games the arrays hold what they hold when all is shown anew from the states.

    Steps may show by a game's own kernel `observe_with_mask`, a restored batch by `observe` and `action_mask`.
    """
    env.reset(seed=4)
    shown = ("observations", "masks", "counts")
    for _ in steps_of(env, steps):
        kept = {name: getattr(env, name).copy() for name in shown}
        env.observations[:], env.masks[:], env.counts[:] = 99, True, 99
        env.restore(env.save())
        for name in shown:
            assert (getattr(env, name) == kept[name]).all(), name


ALL_SHOWN = ["mangala", "mangala:fortress", "mosty", "mosty:size=3", "mosty:size=6", "mosty:size=7", "mosty:links=2"]


@pytest.mark.plain_only
@pytest.mark.parametrize("name", ALL_SHOWN)
def test_steps_show_what_is_shown_anew(name):
    assert_shown_anew_alike(BatchEnv(name, 2, autoreset="same-step"), 20)


@pytest.mark.long
@pytest.mark.compiled_only
@pytest.mark.parametrize("name", ALL_SHOWN)
@pytest.mark.parametrize("autoreset", ["same-step", "next-step"])
def test_compiled_steps_show_what_is_shown_anew(name, autoreset):
    assert_shown_anew_alike(BatchEnv(name, 16, autoreset=autoreset, dtype=np.float32), 300)


@pytest.mark.plain_only
@pytest.mark.parametrize("name, start", [*((name, "") for name in GAMES), ("chaupar", IN_THE_LANE)])
def test_masks_are_the_first_taps_of_the_legal_moves(name, start):
    env = BatchEnv(name, 2, autoreset="same-step", start=start)
    env.reset(seed=3)
    masks, codes = np.zeros((1, env.spaces.actions), np.uint8), np.zeros(env.game.widest, np.int64)
    for _ in steps_of(env, 20):
        for i in np.flatnonzero(env.buffers.pending == 0):
            count = action_mask(env.game.family.encoding_kernels, env.states[i], masks, 0, codes)
            assert (count, masks[0].tolist()) == (env.counts[i], env.masks[i].tolist())


@pytest.mark.plain_only
def test_an_environment_is_the_same_in_any_batch(monkeypatch):
    monkeypatch.setattr(batch, "LEAST_OF_A_THREAD", 2)
    small, large = BatchEnv("chaupar", 2), BatchEnv("chaupar", 5, threads=2)
    small.reset(seed=8)
    large.reset(seed=8)
    for actions in steps_of(small, 12):
        assert (large.observations[:2] == small.observations).all()
        large.step(np.concatenate([actions, large.random_actions(generators([1] * 5, range(5)))[2:]]))
    assert (large.states[:2] == small.states).all()
    assert (small.threads, large.threads) == (1, 2)
    large.close()


def test_small_batches_use_one_thread():
    sizes = [1, 1024, batch.LEAST_OF_A_THREAD * 2 - 1, batch.LEAST_OF_A_THREAD * 2]
    envs = [BatchEnv("mosty:size=2", size, threads=4, masks=False, observations=False) for size in sizes]
    assert [env.threads for env in envs] == [1, 1, 1, 2]


@pytest.mark.plain_only
@pytest.mark.plain_only
@pytest.mark.parametrize("actions", ["taps", "codes"])
@pytest.mark.parametrize(("name", "start"), [
    ("mosty:size=2", ""), ("chaupar", IN_THE_LANE), ("barbakan:board=mini3", ""), ("gana", ""), ("mangala:fortress", "")
])  # fmt: skip
def test_expand_gives_the_children_as_the_rules_play_them(name, start, actions):
    env = BatchEnv(name, 3, actions=actions, start=start)
    env.reset(seed=3)
    spaces = Spaces(env.game, actions)
    for _ in steps_of(env, 4):
        children = env.expand()
        assert children.offsets[-1] == len(children.codes) == len(children.states)
        for i in range(env.size):
            position = env.position(i)
            for j in range(children.offsets[i], children.offsets[i + 1]):
                child = position.play(env.game.move(int(children.codes[j])))
                assert Position.of_state(env.game, children.states[j : j + 1]) == child
                assert children.to_play[j] == child.turn
                assert children.viewers[j] == (child.turn if child.turn >= 0 else position.turn)
                seen = spaces.observed(child, int(children.viewers[j]))
                assert np.array_equal(children.observations[j].reshape(-1), seen)
                points = child.outcome.scores if child.outcome else (Fraction(1, 2),) * env.game.players
                if len(set(env.game.sides)) == 2:
                    assert children.rewards[j].tolist() == [2 * each - 1 for each in points]


@pytest.mark.long_if_compiled
def test_many_first_throws_are_shown_as_they_fell():
    env = BatchEnv("chaupar", 40)
    env.reset(seed=8)
    assert len({str(env.position(i)) for i in range(env.size)}) < env.size
    for seat in range(4):
        seen = env.viewers == seat
        assert (env.observations[seen] == env.observe(seat)[seen]).all()
    shown = env.masks.copy()
    env.restore(env.save())
    assert (env.masks == shown).all()


@pytest.mark.plain_only
def test_a_sequence_of_seeds_belongs_to_the_environments_one_by_one():
    env, alone = BatchEnv("chaupar", 3), BatchEnv("chaupar", 1)
    env.reset(seed=[4, 9, 4])
    alone.reset(seed=[9])
    assert (env.states[0] == env.states[2]).all()
    assert (env.states[1] == alone.states[0]).all()
    assert env.position(0) != env.position(1)


@pytest.mark.plain_only
def test_generators_are_those_of_single_games():
    seeds, streams = [0, 7, 2**63 + 5], [0, 3, 65535]
    wanted = [seeded(seed, stream) for seed, stream in zip(seeds, streams, strict=True)]
    assert (generators(np.array(seeds, np.uint64), streams) == np.array(wanted)).all()


END = "0,0,0,0,0,1:23/4,0,0,0,0,0:20 a"
"""Hole 6 ends the game: a has 24 stones, and takes the rest, 4."""


@pytest.mark.plain_only
def test_next_step_begins_an_episode_one_step_later():
    env = BatchEnv("mangala", 1, start=END)
    env.reset()
    step = env.step([5])
    assert step.terminated[0] and not step.truncated[0]
    assert step.rewards.tolist() == [[1, -1]]
    assert (env.to_play[0], env.counts[0], env.masks.any()) == (OVER, 0, False)
    assert env.observations[0, 12:14].tolist() == [20, 28][::-1]
    step = env.step([77])
    assert not step.terminated[0] and step.rewards.tolist() == [[0, 0]]
    assert str(env.position(0)) == END and env.plies[0] == 0


@pytest.mark.plain_only
def test_same_step_begins_an_episode_at_once_and_keeps_the_last_observation():
    env = BatchEnv("mangala", 1, start=END, autoreset="same-step")
    env.reset()
    step = env.step([5])
    assert step.terminated[0] and step.rewards.tolist() == [[1, -1]]
    assert env.final_observations[0, 12:14].tolist() == [28, 20]
    assert str(env.position(0)) == END and env.to_play[0] == 0
    assert env.masks[0].tolist() == [False] * 5 + [True]
    assert env.step([5]).rewards.tolist() == [[1, -1]]


@pytest.mark.plain_only
@pytest.mark.parametrize("autoreset", ["same-step", "next-step"])
def test_the_marks_of_an_end_last_for_one_step(autoreset):
    env = BatchEnv("mosty:size=2", 1, cap=2, autoreset=autoreset)
    env.reset()
    marks = [bool(env.step(np.flatnonzero(env.masks[0])[:1] if env.counts[0] else [0]).truncated[0]) for _ in range(6)]
    assert marks == ([False, True] * 3 if autoreset == "same-step" else [False, True, False] * 2)


@pytest.mark.plain_only
def test_a_disabled_autoreset_waits_for_reset():
    env = BatchEnv("mangala", 2, start=END, autoreset="disabled")
    env.reset()
    env.step([5, 5], chosen=np.array([True, False]))
    assert env.terminated.tolist() == [True, False]
    step = env.step([0, 5])
    assert step.terminated.tolist() == [True, True] and step.rewards.tolist() == [[0, 0], [1, -1]]
    env.reset(chosen=np.array([False, True]))
    assert env.terminated.tolist() == [True, False]


@pytest.mark.plain_only
def test_a_cap_truncates_with_the_points_of_the_rules():
    env = BatchEnv("barbakan:board=mini3", 1, cap=1, actions="codes")
    env.reset()
    step = env.step([0])
    assert step.truncated[0] and not step.terminated[0]
    assert step.rewards.tolist() == [[0, 0]]
    assert env.viewers[0] == 1


@pytest.mark.plain_only
def test_an_illegal_action_is_refused_before_any_environment_moves():
    for masks in (True, False):
        env = BatchEnv("mangala", 2, start="4,4,4,0,4,8:0/4,4,4,4,4,4:0 a", masks=masks)
        env.reset()
        with pytest.raises(IllegalAction, match="action 3 is not legal in environment 1") as info:
            env.step([1, 3])
        assert info.value.index == 1
        assert env.plies.tolist() == [0, 0]
    with pytest.raises(IllegalAction):
        BatchEnv("mangala").step([-1])


@pytest.mark.plain_only
def test_explicit_chance_is_a_player_whose_actions_are_throws():
    for actions in ("taps", "codes"):
        env = BatchEnv("chaupar", 1, actions=actions, chance="explicit")
        env.reset(seed=1)
        assert env.to_play[0] == CHANCE and env.counts[0] == 20
        assert abs(env.throw_probabilities().sum() - 1) < 1e-12
        throw = int(np.flatnonzero(env.masks[0])[3])
        env.step([throw])
        assert env.position(0) == env.game.start().play("[116]")
        assert env.plies[0] == 0


@pytest.mark.plain_only
def test_a_snapshot_leads_to_the_same_future():
    env = BatchEnv("focus", 2, cap=4)
    env.reset(seed=3)
    for _ in steps_of(env, 3):
        pass
    snapshot = pickle.loads(pickle.dumps(env.save()))
    seen = [env.observations.copy(), env.masks.copy()]
    first = [env.observations.copy() for _ in steps_of(env, 6)]
    env.restore(snapshot)
    assert (env.observations == seen[0]).all() and (env.masks == seen[1]).all()
    assert all((a == env.observations).all() for a, _ in zip(first, steps_of(env, 6), strict=True))
    with pytest.raises(ValueError, match="the snapshot is of 2 environments of focus"):
        BatchEnv("focus", 1).restore(snapshot)


@pytest.mark.plain_only
def test_positions_go_in_and_out_as_texts():
    env = BatchEnv("gana", 2)
    env.reset()
    text = "4,k,3/8/8/3,p,4/3,P,4/8/8/4,K,3 b 7"
    env.set_position(1, text)
    assert [str(env.position(i)) for i in range(2)] == [str(charkoni.game("gana").start()), text]
    assert env.to_play.tolist() == [0, 1]
    with pytest.raises(charkoni.BadPosition):
        env.set_position(0, "nothing")


@pytest.mark.plain_only
def test_arrays_of_the_caller_are_used():
    types = array_types(Spaces("mosty"), 2, dtype=np.float32)
    shape, dtype = types["observations"]
    own = np.full(shape, 9, dtype)
    env = BatchEnv("mosty", 2, dtype=np.float32, buffers={"observations": own})
    env.reset()
    assert env.observations is own and not own.any()
    env.step([0, 1])
    assert own.sum() == 2
    with pytest.raises(ValueError, match="contiguous, writable array float32"):
        BatchEnv("mosty", 3, dtype=np.float32, buffers={"observations": own})
    assert np.from_dlpack(env.observations).ctypes.data == own.ctypes.data


@pytest.mark.plain_only
def test_other_libraries_share_the_arrays():
    torch = pytest.importorskip("torch", reason="torch is not installed")
    env = BatchEnv("mangala")
    shared = torch.from_dlpack(env.observations)
    env.reset()
    assert shared.sum() == 48


@pytest.mark.plain_only
def test_bad_arguments_are_named():
    for arguments, message in (
        ({"size": 0}, "at least one"),
        ({"autoreset": "never"}, "autoreset is one of"),
        ({"dtype": np.int16}, "int8 or float32"),
        ({"actions": "words"}, "taps or codes"),
        ({"chance": "none"}, "sampled or explicit"),
        ({"buffers": {"pixels": np.zeros(1)}}, "pixels"),
        ({"start": "0,0,0,0,0,0:20/0,0,0,0,0,0:28 ."}, "is over"),
    ):
        with pytest.raises(ValueError, match=message):
            BatchEnv("mangala", **arguments)


@pytest.mark.plain_only
def test_pending_taps_are_part_of_the_observation():
    env = BatchEnv("focus", 1)
    env.reset()
    before = env.observations.copy()
    tap = int(np.flatnonzero(env.masks[0])[0])
    env.step([tap])
    assert env.to_play[0] == 0 and env.plies[0] == 0
    place = env.game.family.moves(env.game.flags).places[tap]
    assert np.flatnonzero((env.observations != before)[0].ravel()).tolist() == [7 * 64 + place]
    assert isinstance(env.position(0), Position)


@pytest.mark.plain_only
@pytest.mark.parametrize("name", ["dash", "trio"])
@pytest.mark.parametrize("actions", ["taps", "codes"])
def test_games_without_observations_are_played(name, actions):
    env = BatchEnv(toy(name), 3, actions=actions, autoreset="same-step")
    env.reset(seed=1)
    ended = 0
    for _ in steps_of(env, 40):
        ended += int(env.buffers.terminated.sum())
        for i in range(env.size):
            position = env.position(i)
            if actions == "codes":
                assert set(np.flatnonzero(env.masks[i])) == set(position.codes)
            elif env.buffers.pending[i] == 0:
                firsts = {env.spaces.tap_sequence(position, code) % 256 - 1 for code in position.codes}
                assert set(np.flatnonzero(env.masks[i])) == firsts
    assert env.observations.size == 0
    assert ended


@pytest.mark.plain_only
def test_games_that_declare_no_moves_are_played_by_codes(monkeypatch):
    game = toy("trio")
    monkeypatch.setitem(vars(game.family), "has_moves", False)  # cached by tests before this one
    with pytest.raises(ValueError, match="no module moves"):
        BatchEnv(game, 1)
    BatchEnv(game, 1, actions="codes").reset(seed=1)

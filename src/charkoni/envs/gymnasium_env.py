"""Gymnasium: one seat learns, an opponent plays the others.  Needs the extra `envs`.

    env = gymnasium.make("charkoni.envs.gymnasium_env:charkoni/mangala-v1", seat=1)

Observations and rewards are those of the learner; the legal actions are `info["action_mask"]`, and `action_masks()` as
required by MaskablePPO.  Every game has such an id; its version increases when a game's rules, observations or actions
change.
"""

import importlib
import io
from collections.abc import Sequence
from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import DTypeLike

from charkoni.core.constants import OVER
from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.core.registry import games
from charkoni.envs.batch import BatchEnv, DeepCopied, IllegalAction, Spaces, whole_numbers
from charkoni.envs.opponents import Opponent, RandomOpponent
from charkoni.graphics.raster import png
from charkoni.graphics.scene import BoardView

MODES = {mode.name.lower().replace("_", "-"): mode for mode in AutoresetMode}
"""The modes of autoreset by their names here: next-step, same-step, disabled."""

WIDTH = 480  # pixels of a picture; chosen: the smallest at which all boards are readable
_PAPER = "#ffffff"

Info = dict[str, Any]
"""What an environment tells besides its observation, by name."""


def observation_space(of: Spaces, kind: np.dtype[np.generic]) -> spaces.Box:
    """Return the space of observations."""
    low, high = of.bounds
    return spaces.Box(kind.type(low), kind.type(high), of.observation_shape, kind.type)


def render(position: Position, mode: str | None) -> Array | str | None:
    """Return a position as a render mode wants it: text ("ansi"), uint8[height, width, 3] ("rgb_array"), else None.

    "human" prints the text.
    """
    if mode == "rgb_array":
        image: Any = importlib.import_module("PIL.Image")
        content = png(BoardView(position.game).svg(position), _PAPER, WIDTH)
        return np.asarray(image.open(io.BytesIO(content)).convert("RGB"), np.uint8)
    text = f"{position.diagram}\n"
    if mode == "human":
        print(text)
        return None
    return text if mode == "ansi" else None


class OpponentVectorEnv(DeepCopied, VectorEnv[Array, Array, Array]):
    """`num_envs` games of a learner against an opponent.

    flags: of the game, "size=3".  seat: the learner's.  opponent: by default it plays at random.  illegal: "lose" ends
    the episode with a loss for the illegal action, "raise" raises IllegalAction.  autoreset: "next-step", "same-step"
    or "disabled"; then `reset(options={"reset_mask": mask})` restarts finished episodes.  actions, dtype, cap, start:
    see `BatchEnv`.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        flags: str = "",
        seat: int = 0,
        opponent: Opponent | None = None,
        illegal: Literal["lose", "raise"] = "lose",
        autoreset: str = "next-step",
        actions: Literal["taps", "codes"] = "taps",
        dtype: DTypeLike | None = None,
        cap: int | None = None,
        start: str = "",
    ) -> None:
        if autoreset not in MODES:
            raise ValueError(f"autoreset is one of {', '.join(MODES)}, not {autoreset!r}")
        game = f"{game}:{flags}" if flags else game
        # Autoreset is done here, since an episode ends for the learner also by an answer of the opponent.
        self.batch = BatchEnv(game, num_envs, actions=actions, autoreset="disabled", dtype=dtype, cap=cap, start=start)
        if not 0 <= seat < self.batch.game.players:
            raise ValueError(f"the seats of {self.batch.game.name} are 0 to {self.batch.game.players - 1}, not {seat}")
        self.num_envs, self.seat, self.illegal = num_envs, seat, illegal
        self.opponent = opponent or RandomOpponent()
        self.autoreset = autoreset
        self.metadata = {"autoreset_mode": MODES[autoreset], "render_modes": []}
        self.single_observation_space = observation_space(self.batch.spaces, self.batch.observations.dtype)
        self.single_action_space = spaces.Discrete(self.batch.spaces.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ended = np.zeros(num_envs, np.bool_)

    def reset(self, *, seed: int | Sequence[int] | None = None, options: Info | None = None) -> tuple[Array, Info]:
        """Begin episodes: all, or those of `options["reset_mask"]`.  seed: see `BatchEnv.reset`."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        chosen = np.asarray((options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_)), np.bool_)
        # The first reset without a seed is random, as Gymnasium has it; later ones go on.
        if seed is None and not self.batch.buffers.generators.any():
            seed = int(self.np_random.integers(2**31))
        if seed is not None:
            self.opponent.seed(int(seed if isinstance(seed, int) else seed[0]), self.num_envs)
        self.batch.reset(seed, chosen)
        self._ended[chosen] = False
        self._answer(np.zeros(self.num_envs))
        return self.batch.observe(self.seat), self._info()

    def step(self, actions: object) -> tuple[Array, Array, Array, Array, Info]:
        """Make the learner's step and the opponent's until the learner is to move again."""
        rewards, begins = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        if self.autoreset == "next-step":
            # next-step: the step after the end begins the next episode and ignores the action.
            begins = self._ended
            self.batch.reset(chosen=begins)
        self._act(whole_numbers(actions), ~begins & (self.batch.to_play == self.seat), rewards)
        self._answer(rewards)
        terminated, truncated = self.batch.terminated.copy(), self.batch.truncated.copy()
        self._ended = terminated | truncated
        observations, info = self.batch.observe(self.seat), {}
        if self.autoreset == "same-step" and self._ended.any():
            info = {"final_obs": observations.copy(), "_final_obs": self._ended.copy()}
            # same-step: the last observation goes into `info`, the first of the next episode is returned.
            self.batch.reset(chosen=self._ended)
            self._answer(np.zeros(self.num_envs))
            observations = self.batch.observe(self.seat)
        return observations, rewards, terminated, truncated, {**info, **self._info()}

    def action_masks(self) -> Array:
        """Return the learner's legal actions, bool[num_envs, actions]."""
        masks: Array = self.batch.masks.copy()
        return masks

    def _info(self) -> Info:
        return {"action_mask": self.batch.masks.astype(np.int8), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _act(self, actions: Array, chosen: Array, rewards: Array) -> None:
        """Make a step in some environments, add the learner's rewards, and punish illegal actions."""
        # An action beyond the space is as illegal as a masked one, and would be an index out of bounds.
        inside = chosen & (actions >= 0) & (actions < self.batch.spaces.actions)
        legal = inside.copy()
        legal[inside] = self.batch.masks[np.flatnonzero(inside), actions[inside]]
        bad = np.flatnonzero(chosen & ~legal)
        if len(bad) and self.illegal == "raise":
            raise IllegalAction(int(bad[0]), int(actions[bad[0]]), str(self.batch.position(int(bad[0]))))
        self.batch.forfeit(chosen & ~legal)
        # A loss by an illegal action is a reward of the learner, too, if the opponent made it: then a positive one.
        rewards[chosen & ~legal] += self.batch.rewards[chosen & ~legal, self.seat]
        self.batch.step(actions, legal)
        rewards[legal] += self.batch.rewards[legal, self.seat]

    def _answer(self, rewards: Array) -> None:
        """Let the opponent play until the learner is to move or the episode is over."""
        while True:
            # In games with extra turns or more players the opponent may be asked several times before the learner is.
            waiting = (self.batch.to_play != self.seat) & (self.batch.to_play != OVER)
            if not waiting.any():
                return
            self._act(self.opponent.actions(self.batch, waiting), waiting, rewards)


class OpponentEnv(DeepCopied, gymnasium.Env[Array, object]):
    """One game of a learner against an opponent; the arguments are those of `OpponentVectorEnv`, and `render_mode`."""

    metadata: ClassVar[Info] = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 2}

    def __init__(self, game: Game | str, *, render_mode: str | None = None, **arguments: Any) -> None:
        self._env = OpponentVectorEnv(game, 1, **{**arguments, "autoreset": "disabled"})
        self.render_mode = render_mode
        self.observation_space = self._env.single_observation_space
        self.action_space = self._env.single_action_space

    @property
    def batch(self) -> BatchEnv:
        """The environment below, of size 1."""
        return self._env.batch

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Array, Info]:
        """Begin an episode."""
        super().reset(seed=seed)
        observations, info = self._env.reset(seed=seed)
        return observations[0], {"action_mask": info["action_mask"][0]}

    def step(self, action: object) -> tuple[Array, float, bool, bool, Info]:
        """Make the learner's step and those of the opponent."""
        observations, rewards, terminated, truncated, info = self._env.step([action])
        mask = {"action_mask": info["action_mask"][0]}
        if self.render_mode == "human":
            self.render()
        return observations[0], float(rewards[0]), bool(terminated[0]), bool(truncated[0]), mask

    def action_masks(self) -> Array:
        """Return the legal actions, bool[actions]."""
        masks: Array = self._env.action_masks()[0]
        return masks

    def render(self) -> Array | str | None:
        """Return the position as the render mode wants it."""
        return render(self.batch.position(0), self.render_mode)


# Every game of an installed package gets its id, also those of others.
for _name in games():
    gymnasium.register(
        id=f"charkoni/{_name}-v1",
        entry_point=f"{__name__}:OpponentEnv",
        vector_entry_point=f"{__name__}:OpponentVectorEnv",
        kwargs={"game": _name},
    )

"""PettingZoo: all seats as agents, one after another (AEC) or by rounds (parallel).  Needs the extra `envs`.

    from charkoni.envs.pettingzoo_env import charkoni_mangala_v1

    env = charkoni_mangala_v1.env(render_mode="ansi")

There is such a name for every game.  The version rises when a game's rules, observations or actions change.
"""

from functools import partial
from types import SimpleNamespace
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import DTypeLike
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import aec_to_parallel_wrapper

from charkoni.core.game import Game
from charkoni.core.game_types import Array
from charkoni.core.registry import games
from charkoni.envs.batch import BatchEnv, DeepCopied, IllegalAction, whole_numbers
from charkoni.envs.gymnasium_env import Info, observation_space, render

VERSION = 1
_PREFIX, _SUFFIX = "charkoni_", f"_v{VERSION}"


def __getattr__(name: str) -> SimpleNamespace:
    """Return the environments of the game in a name like `charkoni_GAME_v1`: `env`, `raw_env`, `parallel_env`."""
    game = name.removeprefix(_PREFIX).removesuffix(_SUFFIX)
    if name != f"{_PREFIX}{game}{_SUFFIX}" or game not in games():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    env = partial(GameEnv, game)
    return SimpleNamespace(env=env, raw_env=env, parallel_env=partial(RoundsEnv, game))


class GameEnv(DeepCopied, AECEnv[str, Info, object]):
    """A game in which each step is one agent's.

    Agents are player_0, player_1, ... in the order of their seats.  An observation is a dictionary with `observation`,
    the agent's view, and `action_mask`, int8.  illegal: "lose" ends the episode with a loss for the illegal action,
    "raise" raises IllegalAction, "replace" takes the first legal action.  max_cycles: the number of rounds after which
    the episode is truncated, a round being as many moves as there are agents; by default the cap of the rules.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        flags: str = "",
        actions: Literal["taps", "codes"] = "taps",
        render_mode: str | None = None,
        illegal: Literal["lose", "raise", "replace"] = "lose",
        max_cycles: int | None = None,
        dtype: DTypeLike | None = None,
    ) -> None:
        super().__init__()
        name = f"{game}:{flags}" if flags else game
        self.batch = BatchEnv(name, 1, actions=actions, autoreset="disabled", dtype=dtype)
        players = self.batch.game.players
        if max_cycles is not None:
            # A cycle is a move of each agent; the cap of a batch counts moves.
            self.batch.settings = self.batch.settings._replace(cap=max_cycles * players)
        self.illegal = illegal
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{_PREFIX}{self.batch.game.family.name}{_SUFFIX}",
            "render_modes": ["human", "ansi", "rgb_array"],
            "is_parallelizable": True,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        seen = observation_space(self.batch.spaces, self.batch.observations.dtype)
        self._seen = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(seen.low, seen.high, seen.shape, self.batch.observations.dtype.type),
                    "action_mask": spaces.Box(0, 1, (self.batch.spaces.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._done = {agent: spaces.Discrete(self.batch.spaces.actions) for agent in self.possible_agents}
        self.state_space = seen

    def observation_space(self, agent: str) -> spaces.Space[object]:
        """Return the space of an agent's observations."""
        return self._seen[agent]

    def action_space(self, agent: str) -> spaces.Space[object]:
        """Return the space of an agent's actions."""
        return self._done[agent]

    def reset(self, seed: int | None = None, options: Info | None = None) -> None:
        """Begin an episode; without a seed the dice go on."""
        self.batch.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[int(self.batch.to_play[0])]

    def observe(self, agent: str) -> Info:
        """Return what an agent sees; only the one to move has legal actions."""
        is_mover = agent == self.agent_selection
        mask = self.batch.masks[0].astype(np.int8)
        seen = self.batch.observe(self.possible_agents.index(agent))[0]
        return {"observation": seen, "action_mask": mask if is_mover else np.zeros_like(mask)}

    def state(self) -> Array:
        """Return the first agent's observation; these games hide nothing."""
        seen: Array = self.batch.observe(0)[0]
        return seen

    def step(self, action: object) -> None:
        """Make a step of the selected agent."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        # Rewards are gathered between two steps of an agent: what others did meanwhile is his, too.
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._play(int(whole_numbers([action])[0]))
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = float(self.batch.rewards[0, seat])
            self.terminations[agent] = bool(self.batch.terminated[0])
            self.truncations[agent] = bool(self.batch.truncated[0])
        self._accumulate_rewards()
        if self.batch.to_play[0] >= 0:
            self.agent_selection = self.possible_agents[int(self.batch.to_play[0])]
        else:
            # PettingZoo wants each agent to take a last step with None once the game is over.
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _play(self, action: int) -> None:
        legal = np.flatnonzero(self.batch.masks[0])
        if action in legal:
            self.batch.step([action])
        elif self.illegal == "replace":
            self.batch.step(legal[:1])
        elif self.illegal == "raise":
            raise IllegalAction(0, action, str(self.batch.position(0)))
        else:
            self.batch.forfeit(np.ones(1, np.bool_))

    def render(self) -> Array | str | None:
        """Return the position as the render mode wants it."""
        return render(self.batch.position(0), self.render_mode)

    def close(self) -> None:
        """Do nothing, there is nothing open: an environment that renders must have this method."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


class RoundsEnv(DeepCopied, aec_to_parallel_wrapper[str, Info, object]):
    """The same by rounds: a step is one step of each agent whose turn comes, in the order of the agents.

    The action of an agent without a turn in this round is ignored.  In a game with strictly alternating turns a round
    is one move of each agent.
    """

    def __init__(self, game: Game | str, **arguments: Any) -> None:
        super().__init__(GameEnv(game, **arguments))
        self.agents: list[str] = []

    def step(self, actions: dict[str, object]) -> tuple[Info, Info, Info, Info, Info]:
        """Make a round."""
        env, players = self.aec_env, len(self.possible_agents)
        rewards = dict.fromkeys(self.agents, 0.0)
        first = self.possible_agents.index(env.agent_selection)
        # In the order of the seats from the one to move: with an extra turn an agent does not move twice in a round.
        for offset in range(players):
            agent = self.possible_agents[(first + offset) % players]
            if agent == env.agent_selection and not env.terminations[agent] and not env.truncations[agent]:
                env.step(actions[agent])
                for each in self.agents:
                    rewards[each] += env.rewards[each]
        ends = {agent: env.terminations[agent] for agent in self.agents}
        cuts = {agent: env.truncations[agent] for agent in self.agents}
        observations = {agent: env.observe(agent) for agent in self.agents}
        infos: Info = {agent: {} for agent in self.agents}
        if any(ends.values()) or any(cuts.values()):
            self.agents = []
        return observations, rewards, ends, cuts, infos

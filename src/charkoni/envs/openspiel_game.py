"""OpenSpiel: every game registered as `charkoni_GAME`.  Needs the extra `openspiel`.

    import charkoni.envs.openspiel_game
    game = pyspiel.load_game("charkoni_mosty(flags=size:3)")

Parameters: flags, as in the game's name, but "+" for "," and ":" for "=" ("fortress+rest:keep"); actions, "codes" or
"taps" (see `Spaces`); cap, the moves after which the game is cut off as the rules say, 0 for those of the rules, or
2000 where they name none.  Chance is explicit.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from charkoni.core.constants import CHANCE, OVER, POINT
from charkoni.core.game import Position
from charkoni.core.registry import family, games
from charkoni.envs.batch import Spaces

PREFIX = "charkoni_"
# The cap of games whose rules name none: OpenSpiel wants a bound on the length of every game.
LONGEST = 2000

Struct = dict[str, Any]
"""Parameters, or a state, by name."""

# OpenSpiel splits a game string at commas and equals signs, before a parameter is read.
_SEPARATORS = str.maketrans("+:", ",=")
_DEFAULTS = {"flags": "", "actions": "codes", "cap": 0}


def game_type(name: str) -> Any:
    """Return the type of a game for the registry."""
    kind = pyspiel.GameType
    own = family(name)
    return kind(
        short_name=f"{PREFIX}{name}",
        long_name=f"Charkoni {own.catalog.title}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if own.has_dice else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=own.most_players,
        min_num_players=min(len(own.sides(own.flag_values(flags))) for flags in own.combinations()),
        provides_information_state_string=True,
        # Perfect information: the observation tells all that a history could.
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS,
    )


class CharkoniGame(pyspiel.Game):
    """A game with its parameters."""

    def __init__(self, kind: Any, params: Struct | None = None) -> None:
        given = {**_DEFAULTS, **(params or {})}
        name = kind.short_name.removeprefix(PREFIX)
        flags = given["flags"].translate(_SEPARATORS)
        self.spaces = Spaces(f"{name}:{flags}" if flags else name, given["actions"], "explicit")
        game = self.spaces.game
        self.cap = given["cap"] or game.referee.cap or LONGEST
        taps = self.spaces.pending + 1
        info = pyspiel.GameInfo(
            num_distinct_actions=self.spaces.taps if self.spaces.is_tapped else game.codes,
            max_chance_outcomes=self.spaces.throws,
            num_players=game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            # A move may take several actions, all but the last of them pending taps.
            max_game_length=self.cap * taps,
        )
        super().__init__(kind, info, params or {})

    def new_initial_state(self, text: Any = None) -> "CharkoniState":
        """Return the start, or the position of a text or struct."""
        if text is None:
            return CharkoniState(self, GameState(self.spaces, self.cap, self.spaces.game.start()))
        struct = text if isinstance(text, dict) else text.to_dict() if hasattr(text, "to_dict") else {"position": text}
        position = self.spaces.game.parse(struct["position"])
        taps, plies = tuple(struct.get("taps", ())), struct.get("plies", 0)
        return CharkoniState(self, GameState(self.spaces, self.cap, position, taps, plies))

    def make_py_observer(self, iig_obs_type: Any = None, params: object = None) -> object:
        """Return the observer of tensors and texts."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return CharkoniObserver(self.spaces, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound on the number of throws."""
        return self.cap if self.spaces.throws else 0


@dataclass(frozen=True)
class GameState:
    """The state of a game.  taps: those of an incomplete move.  plies: the moves so far."""

    spaces: Spaces
    cap: int
    position: Position
    taps: tuple[int, ...] = ()
    plies: int = 0

    def __deepcopy__(self, memo: object) -> "GameState":
        """Return the state itself, which never changes: OpenSpiel copies states by the thousand."""
        return self

    @property
    def is_over(self) -> bool:
        """Whether the game is over, or cut off."""
        return self.position.turn == OVER or self.plies >= self.cap

    def after_code(self, code: int) -> "GameState":
        """Return the state after a move."""
        position = self.position.play(self.position.game.move(code))
        return replace(self, position=position, taps=(), plies=self.plies + 1)

    def tap_sequences(self) -> dict[tuple[int, ...], int]:
        """Return the code of each sequence of taps."""
        taps = self.spaces.tap_sequence
        # All sequences at once: a state is asked for its actions, their names and their effect.
        return {unpacked(taps(self.position, code)): code for code in self.position.codes}


class CharkoniState(pyspiel.State):
    """A state: the moment, replaced by each action."""

    def __init__(self, game: CharkoniGame, moment: GameState) -> None:
        super().__init__(game)
        self.now = moment

    def current_player(self) -> int:
        """Return the player to move, chance or the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.now.position.turn == CHANCE else self.now.position.turn

    def is_terminal(self) -> bool:
        """Return whether the game is over, or cut off."""
        return self.now.is_over

    def returns(self) -> list[float]:
        """Return 1 for a win, with -1 shared by the losers, 0 for a draw; 0 before the end."""
        game = self.now.position.game
        if not self.is_terminal():
            return [0.0] * game.players
        sides = len(set(game.sides))
        if self.now.position.outcome is not None:
            shares = [float(score) for score in self.now.position.outcome.scores]
        elif game.referee.at_cap:
            shares = [points / POINT for points in game.referee.at_cap(self.now.position.state[0])]
        else:
            shares = [1 / sides] * game.players
        #     r = (S * share - 1) / (S - 1)      of S sides: 1 for share 1, -1 / (S - 1) for 0, 0 for 1 / S
        #
        # Shares sum up to 1 over the sides, so rewards to the 0 that `utility_sum` promises.
        return [(sides * share - 1) / (sides - 1) for share in shares]

    def _legal_actions(self, player: int) -> list[int]:
        if not self.now.spaces.is_tapped:
            return sorted(self.now.position.codes)
        # The next taps of all moves that begin with the pending ones; equal beginnings share an action.
        rank = len(self.now.taps)
        return sorted({taps[rank] for taps in self.now.tap_sequences() if taps[:rank] == self.now.taps})

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the throws, numbered as they are listed, with their probabilities."""
        return [(number, float(share)) for number, share in enumerate(self.now.position.odds)]

    def _apply_action(self, action: int) -> None:
        now = self.now
        if now.position.turn == CHANCE:
            self.now = replace(now, position=now.position.play(now.position.moves[action]))
        elif not now.spaces.is_tapped:
            self.now = now.after_code(action)
        else:
            taps = (*now.taps, action)
            code = now.tap_sequences().get(taps)
            self.now = replace(now, taps=taps) if code is None else now.after_code(code)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.now.position.moves[action]
        if self.now.spaces.is_tapped:
            return self.now.spaces.zone(action, player)
        return self.now.position.game.move(action)

    def __str__(self) -> str:
        pending = [self.now.spaces.zone(tap, self.now.position.turn) for tap in self.now.taps]
        return " + ".join([f"{self.now.position} ; {self.now.plies}", *pending])

    def _to_struct(self) -> Struct:
        return {"position": str(self.now.position), "plies": self.now.plies, "taps": list(self.now.taps)}

    def _action_to_struct(self, player: int, action: int) -> Struct:
        return {"move": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: dict[str, object]) -> list[int]:
        player = self.current_player()
        return [each for each in self.legal_actions() if self._action_to_string(player, each) == struct["move"]]

    def _to_observation_struct(self, player: int) -> Struct:
        return self._to_struct()


class CharkoniObserver:
    """What a player sees: the tensor of `Spaces`, and the text of the position."""

    def __init__(self, spaces: Spaces, params: object) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations; given: {params}")
        self._spaces = spaces
        self.tensor = np.zeros(spaces.entries, np.float32)
        self.dict = {"observation": self.tensor.reshape(spaces.observation_shape)}

    def set_from(self, state: CharkoniState, player: int) -> None:
        """Write the tensor of a state as a player sees it."""
        self.tensor[:] = self._spaces.observed(state.now.position, player, state.now.taps)

    def string_from(self, state: CharkoniState, player: int) -> str:
        """Return the text of a state; all players see everything."""
        return str(state)


def unpacked(sequence: int) -> tuple[int, ...]:
    """Return the taps of a sequence."""
    taps = []
    while sequence:
        # A byte a tap, each plus one (see `kernels`).
        taps.append((sequence & 255) - 1)
        sequence >>= 8
    return tuple(taps)


def _register(name: str) -> None:
    """Register a game: OpenSpiel calls a class with its parameters; a partial function would abort at exit."""
    kind = game_type(name)

    class Registered(CharkoniGame):
        def __init__(self, params: Struct | None = None) -> None:
            super().__init__(kind, params)

    pyspiel.register_game(kind, Registered)


for _name in games():
    _register(_name)

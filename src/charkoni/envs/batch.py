"""Many environments of one game that step together on NumPy arrays."""

import copy
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple, Self

import numpy as np
from numpy.typing import DTypeLike

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.core.kernel_calls import list_options
from charkoni.core.registry import named
from charkoni.envs import expansion_kernels, kernels, mask_kernels
from charkoni.envs.expansion_kernels import Children
from charkoni.envs.kernels import Buffers, EnvSettings, Work
from charkoni.envs.seeding import generators

AUTORESETS = {"next-step": kernels.NEXT_STEP, "same-step": kernels.SAME_STEP, "disabled": kernels.DISABLED}
"""The modes of Gymnasium: what happens after the end of an episode."""

# Environments: handing a part to a thread takes some 40 µs, in which one core makes a step of 1,000 to 2,000.
# Measured: two threads ran at 0.29 to 0.64 of one up to 1,024 environments, at 0.71 to 0.95 at 4,096 (a busy machine,
# 2026-11-27).
LEAST_OF_A_THREAD = 8192

ArrayType = tuple[tuple[int, ...], np.dtype[np.generic]]
"""The shape and the dtype of an array."""

# What determines the environments and their future; masks, counts and observations follow from it.
_SAVED = ("states", "generators", "plies", "pending", "viewers", "rewards", "terminated", "truncated", "to_play")


class IllegalAction(ValueError):
    """An illegal action; no environment has made a step.  index: of the environment."""

    def __init__(self, index: int, action: int, position: str) -> None:
        super().__init__(f"action {action} is not legal in environment {index}, in {position}")
        self.index = index


class Step(NamedTuple):
    """The result of a step: views of the environments' arrays, overwritten by the next step."""

    observations: Array
    rewards: Array
    terminated: Array
    truncated: Array


@dataclass(frozen=True)
class Snapshot:
    """A restorable state of all environments: copies of the arrays that determine it, by name."""

    game: str
    arrays: Mapping[str, Array]


class Spaces:
    """The actions and observations of a game, common to all environments.

    actions: "taps", the tap sequences that enter a move on the page, or "codes", the move codes of the rules.  A game
    without a module `encoding` has no observations, one without `moves` no taps. chance: "sampled", thrown internally,
    or "explicit", an additional player (`to_play` is CHANCE) whose actions are throws.
    """

    def __init__(
        self,
        game: Game | str,
        actions: Literal["taps", "codes"] = "taps",
        chance: Literal["sampled", "explicit"] = "sampled",
    ) -> None:
        self.game = named(game) if isinstance(game, str) else game
        if actions not in ("taps", "codes"):
            raise ValueError(f"actions are taps or codes, not {actions!r}")
        if chance not in ("sampled", "explicit"):
            raise ValueError(f"chance is sampled or explicit, not {chance!r}")
        self.is_tapped = actions == "taps"
        if self.is_tapped and not self.game.family.has_moves:
            raise ValueError(f"the game {self.game.name} has no module moves: actions can be codes only")
        self.is_explicit = chance == "explicit" and self.game.has_dice
        self.moves = self.game.family.moves(self.game.flags) if self.game.family.has_moves else None
        self.taps = self.moves.taps if self.moves else 0
        self.is_observed = self.game.family.has("encoding")
        self.board_shape = self.game.family.encoding.shape(self.game.flags) if self.is_observed else (0,)
        self.pending = self.moves.pending if self.moves and self.is_tapped and self.is_observed else 0
        is_plane = self.moves is not None and len(self.board_shape) > 1
        self.places = np.array(self.moves.places if self.moves and is_plane else [], np.int64)
        self.throws = len(self.throw_weights()) if self.is_explicit else 0
        self.actions = self.taps + self.throws if self.is_tapped else self.game.codes

    def __reduce__(self) -> tuple[object, ...]:
        actions = "taps" if self.is_tapped else "codes"
        return Spaces, (self.game, actions, "explicit" if self.is_explicit else "sampled")

    @property
    def bounds(self) -> tuple[int, int]:
        """The minimum and maximum of an observation, over the game's values and the planes of pending taps."""
        low, high = self.game.family.observation_bounds(self.game.flags)
        return (min(low, 0), max(high, 1, *(-self.places).tolist())) if self.pending else (low, high)

    @property
    def whole_dtype(self) -> np.dtype[np.generic]:
        """The smallest integer type that holds all observations: int8, or int16 if that is too small."""
        low, high = self.bounds
        # Small numbers leave room in the cache: an observation is written at each step, and read by the learner.
        return np.dtype(np.int8 if low >= -128 and high <= 127 else np.int16)

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """The shape of an observation: (entries,), or (planes, rows, columns); pending taps come last."""
        first, *rest = self.board_shape
        # A plane each pending tap on a board, else an entry for each tap and place in the sequence.
        return (first + self.pending * (1 if rest else self.taps), *rest)

    @property
    def entries(self) -> int:
        """The number of values in an observation."""
        return int(np.prod(self.observation_shape))

    def observed(self, position: Position, seat: int, taps: Sequence[int] = ()) -> Array:
        """Return a player's observation of a single position, float32[entries].  taps: those of an incomplete move."""
        out = np.zeros((1, self.entries), np.float32)
        # Packed as in `kernels`: a byte a tap, plus one.
        pending = np.array([sum(tap + 1 << 8 * rank for rank, tap in enumerate(taps))], np.int64)
        viewers, chosen = np.array([seat], np.int8), np.ones(1, np.bool_)
        settings = self.settings(kernels.DISABLED, 0)
        arguments = (position.state, viewers, pending, out, settings, self.places, chosen, 0, 1)
        kernels.observe(self.game.family.encoding_kernels, *arguments)
        seen: Array = out[0]
        return seen

    def settings(self, autoreset: int, cap: int, masks: bool = True, observations: bool = True) -> EnvSettings:
        """Return the settings of the kernels."""
        is_one_tap = self.moves is not None and self.moves.pending == 0
        return EnvSettings(
            taps=self.taps if self.is_tapped else 0,
            explicit=int(self.is_explicit),
            autoreset=autoreset,
            cap=cap,
            sides=len(set(self.game.sides)),
            actions=self.actions if masks else 0,
            whole=int(self.is_tapped and not self.is_explicit and is_one_tap),
            entries=int(np.prod(self.board_shape)) if observations and self.is_observed else 0,
            pending=self.pending if observations else 0,
        )

    def throw_weights(self) -> Array:
        """Return the weights of the throws, int64[throws]."""
        start = self.game.start()
        assert start.turn == CHANCE
        weights = np.zeros(self.game.widest, np.int64)
        return weights[: list_options(self.game.kernels, start.state, weights.copy(), weights)]

    def zone(self, tap: int, seat: int) -> str:
        """Return the zone of the page that a player taps."""
        assert self.moves
        return self.moves.zones(seat)[tap]

    def tap_sequence(self, position: Position, code: int) -> int:
        """Return the taps that enter a legal move, the first in the lowest byte, each plus one."""
        kernels_, state = self.game.family.encoding_kernels, position.state[0]
        return int(kernels_.tap_sequence(kernels_, state, np.int64(code), np.zeros(self.game.widest, np.int64)))

    def work(self) -> Work:
        """Return scratch for one thread."""
        widest, players = self.game.widest, self.game.players
        return Work(
            np.zeros(widest, np.int64),
            np.zeros(widest, np.int64),
            np.zeros(players, np.int64),
            np.zeros(players, np.float64),
            np.zeros(kernels.PATTERNS, np.int64),
            np.zeros(kernels.PATTERNS, np.int64),
        )


class DeepCopied:
    """Objects whose copies by `copy.copy` are deep, too: they share no array."""

    def __copy__(self) -> Self:
        return copy.deepcopy(self)


class BatchEnv(DeepCopied):
    """`size` environments of one game, numbered from 0, stepped together.

        env = BatchEnv("mangala", 1024)
        env.reset(seed=7)
        while ...:
            observations, rewards, terminated, truncated = env.step(choose(env.observations, env.masks))

    Environment i has its own random generator and does not depend on the number of environments.  The arrays, see
    `Buffers`, are attributes, allocated once and modified in place by each step.  They support DLPack:
    `torch.from_dlpack(env.observations)` shares their memory.

    actions, chance: see `Spaces`.  autoreset: "next-step", "same-step" or "disabled".  dtype: of the observations, an
    integer type (by default `Spaces.whole_dtype`) or float32, with the same values.  cap: the number of moves after
    which an episode is truncated, by default that of the rules; 0 for never.  start: the text of the starting position
    of episodes.  masks, observations: whether to compute these arrays.  buffers: the caller's arrays by their names in
    `Buffers`, as described by `array_types`. threads: the maximum number of threads for a step; each gets at least
    LEAST_OF_A_THREAD environments, since for fewer the wake-up takes longer than the step.

    `copy.copy`, `copy.deepcopy` and `pickle` make deep copies, which share no array.
    """

    def __init__(
        self,
        game: Game | str,
        size: int = 1,
        *,
        actions: Literal["taps", "codes"] = "taps",
        chance: Literal["sampled", "explicit"] = "sampled",
        autoreset: str = "next-step",
        dtype: DTypeLike | None = None,
        cap: int | None = None,
        start: str = "",
        masks: bool = True,
        observations: bool = True,
        buffers: Mapping[str, Array] | None = None,
        threads: int = 1,
    ) -> None:
        if size < 1 or threads < 1:
            raise ValueError("a batch has at least one environment, and a step at least one thread")
        if autoreset not in AUTORESETS:
            raise ValueError(f"autoreset is one of {', '.join(AUTORESETS)}, not {autoreset!r}")
        self.spaces = Spaces(game, actions, chance)
        dtype = self.spaces.whole_dtype if dtype is None else np.dtype(dtype)
        if dtype not in (self.spaces.whole_dtype, np.dtype(np.float32)):
            raise ValueError(f"observations are {self.spaces.whole_dtype} or float32, not {dtype}")
        self.game = self.spaces.game
        self.size = size
        self.autoreset = autoreset
        cap = (self.game.referee.cap or 0) if cap is None else cap
        self.settings = self.spaces.settings(AUTORESETS[autoreset], cap, masks, observations)
        self.root = (self._checked(Position.parse(self.game, start)) if start else self.game.start()).state
        types = array_types(self.spaces, size, autoreset=autoreset, dtype=dtype, masks=masks, observations=observations)
        self.buffers = _buffers(types, buffers or {})
        self.threads = max(1, min(threads, size // LEAST_OF_A_THREAD))
        self._prepare()

    def _prepare(self) -> None:
        """Create derived attributes: flat views of the arrays, scratch, and threads."""
        b, size = self.buffers, self.size
        # Kernels know rows of entries, whatever the shape of the board; masks are bytes for them, as a bool of NumPy is
        # one byte.
        flat = {name: getattr(b, name).reshape(size, -1) for name in ("observations", "final_observations")}
        self.flat = b._replace(**flat, masks=b.masks.view(np.uint8))
        self._kernels = self.game.family.encoding_kernels
        self._all = np.ones(size, np.bool_)
        self._rng = np.zeros(2, np.uint64)
        self._works = [self.spaces.work() for _ in range(self.threads)]
        bounds = [size * part // self.threads for part in range(self.threads + 1)]
        self._parts = list(zip(self._works, bounds[:-1], bounds[1:], strict=True))
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def __getstate__(self) -> dict[str, object]:
        # Flat views would be copied as arrays of their own and go apart from those that they show: they are made anew.
        kept = ("spaces", "game", "size", "autoreset", "settings", "root", "buffers", "threads")
        return {name: getattr(self, name) for name in kept}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._prepare()

    # The arrays by their names in `Buffers`, read only: a step changes what is in them, not which they are.
    states = property(lambda self: self.buffers.states, doc="The states of the rules, STATE[size].")
    observations = property(lambda self: self.buffers.observations, doc="The observations of the viewers, [size, ...].")
    final_observations = property(
        lambda self: self.buffers.final_observations, doc="The last observations of finished episodes."
    )
    masks = property(lambda self: self.buffers.masks, doc="The legal actions, bool[size, actions].")
    counts = property(lambda self: self.buffers.counts, doc="The numbers of legal actions, int32[size].")
    to_play = property(lambda self: self.buffers.to_play, doc="The players to move, CHANCE or OVER, int8[size].")
    viewers = property(lambda self: self.buffers.viewers, doc="The observing players, int8[size].")
    rewards = property(lambda self: self.buffers.rewards, doc="The rewards of the last step, float32[size, players].")
    terminated = property(lambda self: self.buffers.terminated, doc="Whether the game is over, bool[size].")
    truncated = property(lambda self: self.buffers.truncated, doc="Whether the episode was cut off, bool[size].")
    plies = property(lambda self: self.buffers.plies, doc="The moves made in the episodes, int32[size].")

    def reset(self, seed: int | Sequence[int] | Array | None = None, chosen: Array | None = None) -> Array:
        """Start new episodes and return the observations.

        seed: None keeps the generators (initially those of seed 0); with a number, environment i gets stream i; with a
        sequence, environment i gets the i-th seed.  chosen: bool[size], by default all.
        """
        chosen = self._chosen(chosen)
        # All generators 0 is the state before any seed; splitmix64 never makes it, as the second word is odd.
        if seed is None and not self.buffers.generators.any():
            seed = 0
        if seed is not None:
            self._seed(seed, chosen)
        self._run(kernels.reset, chosen)
        observations: Array = self.buffers.observations
        return observations

    def step(self, actions: object, chosen: Array | None = None) -> Step:
        """Make a step; raise IllegalAction, before any environment has moved.

        actions: int[size], not floats; ignored in environments whose episode is over: "next-step" then starts another
        one, "disabled" waits for `reset`.  chosen: bool[size], the environments to step, by default all; the others are
        unchanged.
        """
        chosen, codes = self._chosen(chosen), whole_numbers(actions)
        if codes.shape != (self.size,):
            raise ValueError(f"{self.size} actions are wanted, not an array of shape {codes.shape}")
        if self._pool is None:
            arguments = (*self._arguments(self._works[0]), codes, chosen, 0, self.size)
            bad = kernels.checked_step(self._kernels, self.root, *arguments)
        else:
            # All actions are checked before a thread moves: a step is whole or not at all.
            bad = kernels.first_illegal(
                self._kernels, self.flat, self.settings, self._works[0], codes, chosen, 0, self.size
            )
        if bad >= 0:
            raise IllegalAction(bad, int(codes[bad]), str(self.position(bad)))
        if self._pool:
            self._run(kernels.step, codes, chosen)
        b = self.buffers
        return Step(b.observations, b.rewards, b.terminated, b.truncated)

    def observe(self, seat: int) -> Array:
        """Return a player's observations of all environments, [size, ...], whoever is to move; a new array."""
        b, out = self.buffers, np.zeros_like(self.flat.observations)
        viewers = np.full(self.size, seat, np.int8)
        arguments = (out, self.settings, self.spaces.places, self._all, 0, self.size)
        kernels.observe(self._kernels, b.states, viewers, b.pending, *arguments)
        seen: Array = out.reshape(b.observations.shape)
        return seen

    def forfeit(self, chosen: Array) -> None:
        """End the episodes of the chosen environments with a loss of the side to move, as after an illegal action."""
        b, sides = self.buffers, self.game.sides
        for i in np.flatnonzero(chosen & (b.to_play >= 0)):
            loser = sides[int(b.to_play[i])]
            # As in `kernels._reward`: the loser has nothing, the others share the point.
            b.rewards[i] = [-1 if side == loser else 1 / (self.settings.sides - 1) for side in sides]
            b.masks[i], b.counts[i] = False, 0
            b.terminated[i], b.to_play[i] = True, OVER

    def random_actions(self, generators: Array, out: Array | None = None) -> Array:
        """Return random legal actions, int64[size].  generators: uint64[size, 2], modified (see `generators`)."""
        actions = np.zeros(self.size, np.int64) if out is None else out
        mask_kernels.random_actions(self.flat.masks, self.counts, generators, self._rng, actions, 0, self.size)
        return actions

    def legal_codes(self) -> tuple[Array, Array]:
        """Return the codes of all legal moves as a ragged list: codes int64[m], and offsets int64[size + 1].

        Those of environment i are codes[offsets[i]:offsets[i + 1]].  While taps are pending only the codes that begin
        with them are listed.
        """
        offsets = np.zeros(self.size + 1, np.int64)
        # Room for 32 moves each: enough for most games and positions, else a second call.
        codes = np.zeros(32 * self.size, np.int64)
        arguments = (self._kernels, self.flat, self.settings, self._works[0])
        total = int(kernels.list_legal(*arguments, codes, offsets))
        if total > len(codes):
            codes = np.zeros(total, np.int64)
            kernels.list_legal(*arguments, codes, offsets)
        return codes[:total], offsets

    def expand(self) -> Children:
        """Return the positions after every legal move of every environment, for value learning.

        The moves are those of `legal_codes`.  Dice are not thrown afterwards: if a throw follows, `to_play` is CHANCE.
        """
        codes, offsets = self.legal_codes()
        m, seen_now = len(codes), self.flat.observations
        seen, rewards = np.zeros((m, seen_now.shape[1]), seen_now.dtype), np.zeros((m, self.game.players), np.float32)
        states, to_play, viewers = np.zeros(m, self.game.dtype), np.zeros(m, np.int8), np.zeros(m, np.int8)
        children = Children(codes, offsets, states, to_play, viewers, seen, rewards)
        expansion_kernels.expand(self._kernels, self.flat, self.settings, self._works[0], children)
        if self.settings.entries:
            # Children have no pending taps: a move is complete.
            arguments = (np.zeros(m, np.int64), seen, self.settings, self.spaces.places, np.ones(m, np.bool_), 0, m)
            kernels.observe(self._kernels, states, viewers, *arguments)
        return children._replace(observations=seen.reshape(m, *self.observations.shape[1:]))

    def throw_probabilities(self) -> Array:
        """Return the probabilities of the throws in the order of their actions, float64[throws]."""
        weights = self.spaces.throw_weights()
        probabilities: Array = weights / weights.sum()
        return probabilities

    def position(self, index: int) -> Position:
        """Return the position of an environment; its text is `str` of it.  Pending taps are not part of it."""
        return Position.of_state(self.game, self.buffers.states[index])

    def set_position(self, index: int, text: str) -> None:
        """Continue an environment from a position text, as if its episode started there; raise BadPosition."""
        position = Position.parse(self.game, text)
        chosen = np.zeros(self.size, np.bool_)
        chosen[index] = True
        root = self._checked(position).state
        kernels.reset(self._kernels, root, *self._arguments(self._works[0]), chosen, 0, self.size)

    def save(self) -> Snapshot:
        """Return a copy of the complete state of the environments, including generators."""
        return Snapshot(self.game.name, {name: getattr(self.buffers, name).copy() for name in _SAVED})

    def restore(self, snapshot: Snapshot) -> None:
        """Return to a snapshot of environments of the same game, number and kind of actions."""
        if snapshot.game != self.game.name or len(snapshot.arrays["plies"]) != self.size:
            raise ValueError(f"the snapshot is of {len(snapshot.arrays['plies'])} environments of {snapshot.game}")
        for name in _SAVED:
            getattr(self.buffers, name)[:] = snapshot.arrays[name]
        kernels.show_again(self._kernels, *self._arguments(self._works[0]), self._all)

    def close(self) -> None:
        """End the threads."""
        if self._pool:
            self._pool.shutdown()

    def _checked(self, position: Position) -> Position:
        """Return a position from which an episode can begin: one that is not over."""
        if position.outcome is not None:
            raise ValueError(f"the game is over in {position}")
        return position

    def _chosen(self, chosen: Array | None) -> Array:
        return self._all if chosen is None else np.ascontiguousarray(chosen, np.bool_)

    def _seed(self, seed: int | Sequence[int] | Array, chosen: Array) -> None:
        """Seed the generators of the chosen environments."""
        if isinstance(seed, int | np.integer):
            # One seed, many streams: environment i draws the same numbers whatever the size of the batch.
            fresh = generators(np.array([int(seed) % 2**64], np.uint64), np.arange(self.size))
        else:
            seeds = np.array([int(each) % 2**64 for each in seed], np.uint64)
            fresh = generators(seeds, np.zeros(self.size, np.uint64))
        self.buffers.generators[chosen] = fresh[chosen]

    def _arguments(self, work: Work) -> tuple[object, ...]:
        return self.flat, self.settings, self.spaces.places, work

    def _run(self, kernel: Callable[..., object], *arguments: object) -> None:
        """Run a kernel on all environments, in parts when there are several threads."""
        calls = [
            partial(kernel, self._kernels, self.root, *self._arguments(work), *arguments, first, last)
            for work, first, last in self._parts
        ]
        if self._pool is None:
            calls[0]()
        else:
            for done in [self._pool.submit(call) for call in calls]:
                done.result()


def whole_numbers(actions: object) -> Array:
    """Return actions as int64[...]; raise ValueError for floats, of which a part would be lost."""
    given = np.asarray(actions)
    if given.dtype.kind not in "iu":
        raise ValueError(f"actions are whole numbers, not {given.dtype}")
    # Fractions are refused above; smaller whole numbers are widened, as kernels are compiled for one type.
    return np.ascontiguousarray(given, np.int64)


def array_types(
    spaces: Spaces,
    size: int,
    *,
    autoreset: str = "next-step",
    dtype: DTypeLike | None = None,
    masks: bool = True,
    observations: bool = True,
) -> dict[str, ArrayType]:
    """Return shape and dtype of each array of `Buffers`, for callers that allocate their own."""
    dtype = spaces.whole_dtype if dtype is None else dtype
    shape = spaces.observation_shape if observations else (0,)
    # Only same-step autoreset overwrites the last observation of an episode.
    final = shape if autoreset == "same-step" else (0,)
    return {
        "states": ((size,), spaces.game.dtype),
        "generators": ((size, 2), np.dtype(np.uint64)),
        "plies": ((size,), np.dtype(np.int32)),
        "pending": ((size,), np.dtype(np.int64)),
        "viewers": ((size,), np.dtype(np.int8)),
        "to_play": ((size,), np.dtype(np.int8)),
        "masks": ((size, spaces.actions if masks else 0), np.dtype(np.bool_)),
        "counts": ((size,), np.dtype(np.int32)),
        "observations": ((size, *shape), np.dtype(dtype)),
        "final_observations": ((size, *final), np.dtype(dtype)),
        "rewards": ((size, spaces.game.players), np.dtype(np.float32)),
        "terminated": ((size,), np.dtype(np.bool_)),
        "truncated": ((size,), np.dtype(np.bool_)),
    }


def _buffers(types: Mapping[str, ArrayType], given: Mapping[str, Array]) -> Buffers:
    """Return the arrays: those of the caller, emptied, and new ones; raise ValueError where one does not fit."""
    unknown = set(given) - set(types)
    if unknown:
        raise ValueError(f"no arrays of environments: {', '.join(sorted(unknown))}")
    arrays = {}
    for name, (shape, dtype) in types.items():
        array = given.get(name)
        if array is None:
            array = np.zeros(shape, dtype)
        elif array.shape != shape or array.dtype != dtype or not array.flags.c_contiguous or not array.flags.writeable:
            raise ValueError(f"{name} is wanted as a contiguous, writable array {dtype}{list(shape)}")
        else:
            # Emptied, since masks are changed entry by entry from what they were.
            array[...] = np.zeros((), dtype)
        arrays[name] = array
    return Buffers(**arrays)

"""The compiled steps of many environments of one game.

Everywhere `game` is a `Kernels` value with the functions of `moves` and `encoding`, `root` STATE[1] the position in
which episodes begin, `b` the `Buffers` of all environments, `o` the `EnvSettings`, `work` scratch, `chosen` bool[n] the
environments concerned among those from `first` to `last` - 1.  A step is one loop over the environments, in which each
is played and shown while its arrays are in the cache.  Functions called in it take the few arrays they need: a call
with all of them would cost more than the rules.  None of them makes an array.
"""

from typing import NamedTuple

import numpy as np

from charkoni.core.compiler import inlined, jit
from charkoni.core.constants import CHANCE, OVER, POINT
from charkoni.core.game_types import Array
from charkoni.core.moves.tap_kernels import TAP_BITS, length_of
from charkoni.core.playout import throw
from charkoni.envs.mask_kernels import first_masked

NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""What happens after an episode's end: the next step begins another one, the same step does, or only `reset`."""

# Masks up to this length are cleared as a whole, which the compiler does by vectors, longer ones entry by entry, by the
# codes that were legal.  Codes make masks of up to 55,681 entries for some hundred moves.
CLEARED_WHOLE = 2048

FINISHED, PENDING = -1, -2
"""What an action means that is no move: the episode is over; the move is not complete."""

# The most first throws of episodes whose observations are copied from another environment: an episode begins with one
# of some twenty throws, and after equal ones every environment shows the same.
PATTERNS = 24

NO_THROW, SEVERAL = -1, -2
"""What begins an episode instead of a single throw."""

# A sequence of taps, one int64 with room for eight, of at most 255 places:
#
#     byte   7 ...     2           1            0
#            0 ...     tap 3 + 1   tap 2 + 1    tap 1 + 1
#
# Plus one, so that a byte of 0 ends the sequence.  Pending taps are its beginning: taps t are the first of a whole
# sequence w if w & (2**bits(t) - 1) == t, without a loop.


class Buffers(NamedTuple):
    """The arrays of n environments, one row each; none is ever replaced, all are modified in place.

    states: STATE[n].  generators: uint64[n, 2].  plies: int32[n], the moves of the episode.  pending: int64[n], the
    taps of an incomplete move, the first in the lowest byte, each plus one.  viewers: int8[n], the observing player:
    the player to move, else the previous one.  to_play: int8[n], a player, CHANCE or OVER.  masks: uint8[n, actions], 1
    for the legal actions, bool for users; counts: int32[n], their number.  observations, final_observations: int8,
    int16 or float32[n, ...].  rewards: float32[n, players].  terminated, truncated: bool[n].
    """

    states: Array
    generators: Array
    plies: Array
    pending: Array
    viewers: Array
    to_play: Array
    masks: Array
    counts: Array
    observations: Array
    final_observations: Array
    rewards: Array
    terminated: Array
    truncated: Array


class Work(NamedTuple):
    """Scratch of one thread.

    codes, weights: int64[WIDEST].  points: int64[players].  shares: float64[players].  throws, patterns: int64[k]: the
    first throws of episodes, and an environment that shows the state after each.
    """

    codes: Array
    weights: Array
    points: Array
    shares: Array
    throws: Array
    patterns: Array


class EnvSettings(NamedTuple):
    """What environments of one game have in common.

    taps: the number of taps, 0 where actions are codes.  explicit: whether chance is a player.  autoreset: one of the
    modes.  cap: the plies after which an episode is cut off, 0 for never.  sides: their number.  actions: the length
    of a mask; 0: none is made.  whole: 1 where `action_mask` writes every entry of a
    mask, since all moves have one tap.  entries: the numbers of an
    observation without its pending taps; 0: none is made.  pending: how many taps can be pending.
    """

    taps: int
    explicit: int
    autoreset: int
    cap: int
    sides: int
    actions: int
    whole: int
    entries: int
    pending: int


@jit(counted=False)
def reset(game, root, b, o, places, work, chosen, first, last):
    """Begin an episode in the chosen environments.  chosen: bool[n]."""
    patterns = np.int64(0)
    for i in range(np.uint64(first), np.uint64(last)):
        if not chosen[i]:
            continue
        _forget_end(b.rewards, b.terminated, b.truncated, i)
        _clear(game, b.states, b.masks, b.counts, o, work, i)
        thrown = _begin(game, root, b.states, b.generators, b.plies, b.pending, b.viewers, b.to_play, o, work, i)
        pattern = np.int64(-1)  # an environment with the same throw, that shows what this one is to show
        for k in range(patterns):
            if work.throws[k] == thrown:
                pattern = work.patterns[k]
        if pattern >= 0:
            _copy_row(b.observations, pattern, i)
            _copy_row(b.masks, pattern, i)
            b.viewers[i] = b.viewers[pattern]
            b.counts[i] = b.counts[pattern]
        else:
            # This environment becomes the pattern of all that begin with the same throw. Several throws are seldom
            # alike.
            show(game, b, o, places, work, chosen, i, i + np.uint64(1))
            if thrown != SEVERAL and patterns < len(work.patterns):
                work.throws[patterns] = thrown
                work.patterns[patterns] = i
                patterns += 1


@jit(counted=False)
def checked_step(game, root, b, o, places, work, actions, chosen, first, last):
    """Return the first chosen environment whose action is illegal, or make a step and return -1."""
    bad = first_illegal(game, b, o, work, actions, chosen, first, last)
    if bad < 0:
        step(game, root, b, o, places, work, actions, chosen, first, last)
    return bad


@jit(counted=False)
def step(game, root, b, o, places, work, actions, chosen, first, last):
    """Make one step in the chosen environments.  actions: int64[n], legal ones."""
    for i in range(np.uint64(first), np.uint64(last)):
        if not chosen[i]:
            continue
        if b.to_play[i] != OVER or o.autoreset == NEXT_STEP:
            _forget_end(b.rewards, b.terminated, b.truncated, i)
        else:
            _no_rewards(b.rewards, i)
        # Where `action_mask` writes every entry, nothing needs to be cleared before.
        if o.whole == 0:
            _clear(game, b.states, b.masks, b.counts, o, work, i)
        # What was pending must be wiped from the observation after the step.
        before = b.pending[i]
        code = _decoded(game, b.states, b.pending, b.to_play, actions, o, work, i)
        begins = False
        if code == FINISHED:
            begins = o.autoreset == NEXT_STEP
        elif code == PENDING:
            b.pending[i] = _extended(before, actions[i])
        else:
            if b.to_play[i] >= 0:
                # Moves count, throws do not: a cap means the same with sampled and with explicit chance.
                b.plies[i] += 1
                b.pending[i] = 0
            game.play(b.states[i], code)
            if o.explicit == 0:
                while game.turn(b.states[i]) == CHANCE:
                    game.play(b.states[i], throw(game, b.states[i], b.generators[i], work.codes, work.weights))
            turn = np.int64(game.turn(b.states[i]))
            b.to_play[i] = turn
            # Terminated and truncated as Gymnasium means them: the rules ended the game, or the cap cut it off. In the
            # latter case a learner may go on estimating from the last observation.
            if turn == OVER or (o.cap > 0 and b.plies[i] >= o.cap):
                b.terminated[i] = turn == OVER
                b.truncated[i] = turn != OVER
                _reward(game, b.states, b.rewards, o, work, i)
                if turn >= 0:
                    b.viewers[i] = turn
                b.to_play[i] = OVER
                # The last observation of the episode would be overwritten by the first one of the next: it is kept
                # apart.
                begins = o.autoreset == SAME_STEP
                if begins and o.entries > 0:
                    game.observe(b.states[i], np.int64(b.viewers[i]), b.final_observations, i)
                    if o.pending > 0:
                        _observe_taps(b.pending[i], b.final_observations, i, o, places)
        if begins:
            _begin(game, root, b.states, b.generators, b.plies, b.pending, b.viewers, b.to_play, o, work, i)
        if b.to_play[i] >= 0:
            b.viewers[i] = b.to_play[i]
        # Observation and mask in one pass over the state: apart they took 36 ns of a step in one game, together 13
        # (bench/README.md, 2026-11-26).
        if o.whole == 1 and o.entries > 0 and o.actions > 0 and b.to_play[i] >= 0:  # nothing can be pending
            b.counts[i] = game.observe_with_mask(game, b.states[i], b.observations, b.masks, i, work.codes)
            continue
        if o.entries > 0:
            if code != PENDING:
                game.observe(b.states[i], np.int64(b.viewers[i]), b.observations, i)
            if o.pending > 0 and before | b.pending[i] != 0:  # else these planes are empty and stay so
                if len(places) == 0:
                    _mark_taps(before, b.observations, i, o, 0)
                    _mark_taps(b.pending[i], b.observations, i, o, 1)
                else:
                    _observe_taps(b.pending[i], b.observations, i, o, places)
        if o.actions > 0:
            b.counts[i] = _mask(game, b.states, b.pending, b.to_play, b.masks, o, work.codes, work.weights, i)


@jit(counted=False)
def show(game, b, o, places, work, chosen, first, last):
    """Write viewers, observations and, where they are empty, masks."""
    for i in range(np.uint64(first), np.uint64(last)):
        if chosen[i] and b.to_play[i] >= 0:
            b.viewers[i] = b.to_play[i]
    if o.entries > 0:
        observe(game, b.states, b.viewers, b.pending, b.observations, o, places, chosen, first, last)
    if o.actions > 0:
        for i in range(np.uint64(first), np.uint64(last)):
            if chosen[i]:
                b.counts[i] = _mask(game, b.states, b.pending, b.to_play, b.masks, o, work.codes, work.weights, i)


@jit(counted=False)
def show_again(game, b, o, places, work, chosen):
    """Write masks and observations of all environments anew from what determines them.  chosen: all of them."""
    for i in range(len(b.plies)):
        for action in range(o.actions):
            b.masks[i, action] = False
        b.counts[i] = 0
    show(game, b, o, places, work, chosen, 0, len(b.plies))


@jit(counted=False)
def first_illegal(game, b, o, work, actions, chosen, first, last):
    """Return the first chosen environment whose action is illegal, or -1; finished ones are ignored."""
    if o.actions > 0:
        return first_masked(b.masks, b.to_play, actions, chosen, first, last)
    for i in range(np.uint64(first), np.uint64(last)):
        if (
            chosen[i]
            and b.to_play[i] != OVER
            and not _is_listed(game, b.states, b.pending, b.to_play, o, work, actions[i], i)
        ):
            return np.int64(i)
    return np.int64(-1)


@jit(counted=False)
def list_legal(game, b, o, work, codes, offsets):
    """Write the codes of the legal moves of all environments one after another and return their number.

    codes: int64[m], filled as far as it reaches.  offsets: int64[n + 1], modified in place: where each list begins.
    Throws are listed where chance is a player; only the codes that fit the pending taps are.
    """
    total = np.int64(0)
    for i in range(len(b.to_play)):
        offsets[i] = total
        n = np.int64(0)
        if b.to_play[i] >= 0:
            n = _moves(game, b.states, b.pending[i], work, i)
        elif b.to_play[i] == CHANCE:
            n = np.int64(game.throws(b.states[i], work.codes, work.weights))
        for j in range(n):
            # Counted on beyond the end: the caller learns how much room the list needs, and calls again.
            if total < len(codes):
                codes[total] = work.codes[j]
            total += 1
    offsets[len(b.to_play)] = total
    return total


# --- beginning and end of episodes --------------------------------------------------------------------------------


@inlined
def _begin(game, root, states, generators, plies, pending, viewers, to_play, o, work, i):
    """Begin an episode, and return the code of the throw with which it begins, NO_THROW or SEVERAL."""
    states[i] = root[0]
    plies[i] = 0
    pending[i] = 0
    viewers[i] = 0
    thrown = np.int64(NO_THROW)
    while o.explicit == 0 and game.turn(states[i]) == CHANCE:
        code = np.int64(throw(game, states[i], generators[i], work.codes, work.weights))
        game.play(states[i], code)
        thrown = code if thrown == NO_THROW else np.int64(SEVERAL)
    to_play[i] = game.turn(states[i])
    return thrown


@inlined
def _forget_end(rewards, terminated, truncated, i):
    """Unmark the end of the last episode; without one there are no rewards."""
    if terminated[i] or truncated[i]:
        _no_rewards(rewards, i)
        terminated[i] = False
        truncated[i] = False


@inlined
def _no_rewards(rewards, i):
    for player in range(rewards.shape[1]):
        rewards[i, player] = 0


@jit(counted=False)
def _reward(game, states, rewards, o, work, i):
    """Write the rewards of an episode that ends: 1 for a win, the losers lose as much together, 0 for a draw.

    One that is cut off counts as the rules count it then.
    """
    is_over = game.turn(states[i]) == OVER
    if is_over:
        game.score(states[i], work.points)
    else:
        # Cut off: what the rules say of a game that is not played to its end.
        game.capped(states[i], work.shares)
    for player in range(len(work.points)):
        # Zero-sum, from the share s of a player among n sides: r = (n s - 1) / (n - 1). The whole point gives 1, an
        # even share 0, nothing -1 / (n - 1), which is -1 with two sides.
        share = work.points[player] / POINT if is_over else work.shares[player]
        rewards[i, player] = (o.sides * share - 1) / (o.sides - 1)


# --- parts of a step ----------------------------------------------------------------------------------------------


@inlined
def _decoded(game, states, pending, to_play, actions, o, work, i):
    """Return what an action means: the code of a move or throw, PENDING for a tap before the last, or FINISHED."""
    if to_play[i] == OVER:
        return np.int64(FINISHED)
    if o.taps == 0:
        return np.int64(actions[i])
    if to_play[i] == CHANCE:
        game.throws(states[i], work.codes, work.weights)
        # An explicit throw is an action behind the taps, numbered as the rules list it.
        return np.int64(work.codes[actions[i] - o.taps])
    # Below 0: no move has exactly these taps, so that more must come.
    code = np.int64(game.decode(game, states[i], _extended(pending[i], actions[i]), work.codes))
    return code if code >= 0 else np.int64(PENDING)


@inlined
def _extended(taps, action):
    """Return pending taps with another one."""
    return taps | (action + 1) << length_of(taps)


@inlined
def _clear(game, states, masks, counts, o, work, i):
    """Empty the mask.  The state is still that for which it was written."""
    # No legal action, so no entry to clear: a finished game.
    if counts[i] == 0:
        return
    if o.actions <= CLEARED_WHOLE:
        for action in range(o.actions):
            masks[i, action] = False
    else:
        n = np.int64(game.legal(states[i], work.codes))
        for j in range(n):
            # The state has not moved yet, so that the codes are those that were set.
            masks[i, work.codes[j]] = False
    counts[i] = 0


@jit(counted=False)
def observe(game, states, viewers, pending, observations, o, places, chosen, first, last):
    """Write observations: that of the game, then the pending taps.

    places: int64[taps], the place of each tap in a plane, or -1 - j for the j-th beside the board; a tap there fills
    its plane with j + 1.  It is empty where the observation is a vector; there each pending tap has an entry per tap.
    """
    for i in range(np.uint64(first), np.uint64(last)):
        if chosen[i]:
            game.observe(states[i], np.int64(viewers[i]), observations, i)
            if o.pending > 0:
                _observe_taps(pending[i], observations, i, o, places)


@jit(counted=False)
def _observe_taps(taps, observations, i, o, places):
    """Write the planes of the pending taps, or their entries; see `observe`."""
    for place in range(o.entries, observations.shape[1]):
        observations[i, np.uint64(place)] = 0
    if len(places) == 0:
        _mark_taps(taps, observations, i, o, 1)
        return
    # A plane each pending tap, with a 1 where it was; a tap beside the board fills its plane with its number.
    area = (observations.shape[1] - o.entries) // o.pending
    base = np.int64(o.entries)
    while taps > 0:
        tap = (taps & 255) - 1
        if places[tap] >= 0:
            observations[i, base + places[tap]] = 1
        else:
            for place in range(base, base + area):
                observations[i, np.uint64(place)] = -places[tap]
        taps >>= TAP_BITS
        base += area


@inlined
def _mark_taps(taps, observations, i, o, value):
    """Write a value into the entries of taps, one for each tap in its place, where the observation is a vector."""
    base = np.uint64(o.entries - 1)
    while taps > 0:
        observations[i, base + np.uint64(taps & 255)] = value
        taps >>= TAP_BITS
        base += np.uint64(o.taps)


@inlined
def _mask(game, states, pending, to_play, masks, o, codes, weights, i):
    """Write the legal actions into a mask, empty unless `action_mask` writes all of it, and return their number."""
    if to_play[i] == OVER:
        if o.whole == 1:
            for action in range(o.actions):
                masks[i, action] = False
        return np.int64(0)
    if o.taps > 0 and to_play[i] >= 0:
        if pending[i] == 0:
            return np.int64(game.action_mask(game, states[i], masks, i, codes))
        return _mask_next_taps(game, states, pending[i], masks, codes, i)
    if to_play[i] == CHANCE:
        n = np.int64(game.throws(states[i], codes, weights))
    else:
        n = np.int64(game.legal(states[i], codes))
    for j in range(n):
        if o.taps > 0:  # a throw, by its place in the list
            masks[i, o.taps + j] = True
        else:
            masks[i, codes[j]] = True
    return n


@jit(counted=False)
def _mask_next_taps(game, states, taps, masks, codes, i):
    """Write the taps that go on with the pending ones, and return their number."""
    # The moves that begin with the first tap, listed by the game faster than all its moves; the later taps are compared
    # here.
    n = np.int64(game.candidates(game, states[i], (taps & 255) - 1, codes))
    depth = length_of(taps)
    count = np.int64(0)
    for j in range(n):
        whole = np.int64(game.full_taps(game, states[i], codes[j]))
        if whole & ((np.int64(1) << depth) - 1) == taps:
            tap = (whole >> depth & 255) - 1
            # Several moves may go on with the same tap: it is counted once.
            count += 1 - np.int64(masks[i, tap])
            masks[i, tap] = True
    return count


# --- lists and rows -----------------------------------------------------------------------------------------------


@jit(counted=False)
def _moves(game, states, taps, work, i):
    """Write the codes of the legal moves that begin with some taps, and return their number."""
    if taps == 0:
        return np.int64(game.legal(states[i], work.codes))
    n = np.int64(game.candidates(game, states[i], (taps & 255) - 1, work.codes))
    depth = length_of(taps)
    kept = np.int64(0)
    for j in range(n):
        code = work.codes[j]
        if game.full_taps(game, states[i], code) & ((np.int64(1) << depth) - 1) == taps:
            work.codes[kept] = code
            kept += 1
    return kept


@jit(counted=False)
def _is_listed(game, states, pending, to_play, o, work, action, i):
    """Return whether an action is legal, without a mask."""
    if to_play[i] == CHANCE:
        n = np.int64(game.throws(states[i], work.codes, work.weights))
        if o.taps > 0:
            return o.taps <= action < o.taps + n
    else:
        n = _moves(game, states, pending[i], work, i)
    depth = length_of(pending[i])
    for j in range(n):
        listed = work.codes[j]
        if o.taps > 0:
            listed = (np.int64(game.full_taps(game, states[i], listed)) >> depth & 255) - 1
        if listed == action:
            return True
    return False


@jit(counted=False)
def _copy_row(rows, origin, target):
    """Copy a row onto another one."""
    for column in range(rows.shape[1]):
        rows[target, column] = rows[origin, column]

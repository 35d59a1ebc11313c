"""The choice of a level: candidates with errors, and a draw by lot among the good ones.

What a level is, and where its parameters come from, says `charkoni.players.levels`.  Arguments are a `Task`, its
records `request` and `progress`, and the `rows` of its ranking.  A record is passed by one pointer, an array takes
seven arguments.
"""

import hashlib

import numpy as np

from charkoni.core.compiler import driver, jit
from charkoni.core.random_numbers import next64
from charkoni.search.decision.blake2b import SIZE, digest
from charkoni.search.decision.elementary_functions import exp, normal_quantile
from charkoni.search.decision.estimates import (
    AFTER,
    ANSWERED,
    END,
    GOES_ON,
    IS_ANSWERED_BY_LOSS,
    SPREAD,
    WINS,
    evaluate_moves,
)
from charkoni.search.decision.layout import BY_ANSWERS, BY_SEARCH, DECIDING, DONE, NEW, SEARCHING, WITHOUT_PRIORS

WON_VALUE = 0.98
SEES_WINS = 2
SEES_LOSSES = 3
CONSIDERED = 5
REPETITION_PENALTY = 0.05
"""Points subtracted from a move that repeats a position.  Without it, levels repeat moves into draws."""
FULL_SPREAD = 0.25
"""Where the candidates differ by fewer points than this, errors are scaled down in proportion: in a quiet position of a
slow game all moves have about the same value, and there, too, the better ones are to be found more often."""


def choose(game, task, search, nodes, deepen):
    """Go on with a decision for at most so many nodes; return whether it is made.

    search: the arrays of an engine.  nodes: a negative number ends the search with what it has found; 0 only sets it
    up.  deepen: the kernel of the engine, with the same arguments; it returns whether its search is over.

    This and what is marked `driver` runs natively as it is, and only the kernels called are compiled; in a module for
    WebAssembly it is compiled with them.
    """
    request = task.request[0]
    progress = task.progress[0]
    if progress.phase == NEW:
        begin_decision(task)
        if request.level > 0:
            estimate(game, task)
    if progress.phase == SEARCHING and not deepen(game, task, search, nodes):
        return False
    return request.level == 0 or end_decision(game, task)


@driver
def begin_decision(task):
    """Set the position, the number of lines and the phase: SEARCHING."""
    request = task.request[0]
    progress = task.progress[0]
    for i in range(task.words.shape[1]):
        task.words[0, i] = task.path[request.positions - 1, i]
    progress.code = -1
    progress.rows = 0
    progress.depth = 0
    progress.version += 1
    progress.nodes = 0
    progress.is_begun = 0
    progress.phase = SEARCHING
    progress.lines = max(min(request.lines, request.count) if request.lines > 0 else request.count, 1)


@driver
def estimate(game, task):
    """Evaluate the moves for a level; where it does not search, the phase is DECIDING then."""
    request = task.request[0]
    progress = task.progress[0]
    needs_answers = request.looks == BY_ANSWERS or request.level >= SEES_LOSSES or request.preference != 0.0
    evaluate_moves(
        game,
        task.states,
        request.sides,
        needs_answers,
        request.codes,
        request.count,
        task.answers,
        task.weights,
        task.points,
        task.shares,
        progress.estimates,
    )
    if request.looks != BY_SEARCH or request.count == 1:
        progress.phase = DECIDING
        return
    _consider_all(request, progress, AFTER)
    progress.lines = min(request.count, CONSIDERED) if request.noise > 0.0 or _is_flat(progress) else 1


@driver
def end_decision(game, task):
    """Choose the move of a level; return False where it searches once more.

    A level that would repeat a position compares its best move with others.
    """
    request = task.request[0]
    progress = task.progress[0]
    if progress.phase == SEARCHING and progress.lines == 1 and _repeats(game, task, task.rows[0, 0].code):
        progress.lines = min(request.count, CONSIDERED)
        progress.is_begun = 0
        return False
    if progress.phase != DONE:
        _decide(game, task, request, progress)
    return True


@driver
def _decide(game, task, request, progress):
    """Choose a move by the values found; write its code and its value with the errors."""
    _consider(request, progress, task.rows)
    if _is_flat(progress):
        _consider_all(request, progress, AFTER)
        if _is_flat(progress):
            _draw(request, progress, 0.0, True)
            return
        _consider(request, progress, task.rows)
    values = progress.values
    lowest = values[0]
    for i in range(1, progress.count):
        lowest = min(lowest, values[i])
    keep_guarded(request.level, progress)
    best = _best(progress)
    value = values[best]
    place = progress.kept[best]
    is_win = request.looks == BY_SEARCH or progress.estimates[place, END] == WINS
    if value >= WON_VALUE and is_win and request.level >= SEES_WINS:
        progress.code = request.codes[place]
        progress.value = value
        progress.phase = DONE
        return
    scale = min((value - lowest) / FULL_SPREAD, 1.0)
    cap = scale * request.cap
    if _repeats(game, task, request.codes[place]):
        cap = max(cap, REPETITION_PENALTY)
    places = progress.kept
    kept = 0
    for i in range(progress.count):
        if value - values[i] <= cap:
            place = places[i]
            places[kept] = place
            values[kept] = _with_error(game, task, place, values[i], scale * request.noise)
            kept += 1
    progress.count = kept
    _draw(request, progress, scale * request.temperature, False)


@driver
def _consider_all(request, progress, column):
    """Make all moves candidates, with a column of the estimates as their values."""
    kept = progress.kept
    values = progress.values
    estimates = progress.estimates
    progress.count = request.count
    for i in range(request.count):
        kept[i] = i
        values[i] = estimates[i, column]


@driver
def _consider(request, progress, rows):
    """Make the moves that the level considers candidates, with their values before errors."""
    if request.looks != BY_SEARCH or request.count == 1:
        _consider_all(request, progress, ANSWERED if request.looks == BY_ANSWERS else AFTER)
        return
    codes = request.codes
    progress.count = progress.rows
    for i in range(progress.rows):
        code = rows[0, i].code
        place = 0
        while codes[place] != code:
            place += 1
        progress.kept[i] = place
        progress.values[i] = rows[0, i].value


@driver
def _is_flat(progress):
    """Return whether several moves are all worth the same, and none of them ends the game or lets it be ended."""
    values = progress.values
    for i in range(progress.count):
        if values[i] != values[0] or progress.estimates[progress.kept[i], END] != GOES_ON:
            return False
    return progress.count > 1


@driver
def _best(progress):
    """Return the first candidate of the highest value."""
    values = progress.values
    best = 0
    for i in range(1, progress.count):
        if values[i] > values[best]:
            best = i
    return best


@driver
def keep_guarded(level, progress):
    """Keep the moves that the guards of a level allow: immediate wins, no move that an answer refutes at once."""
    places = progress.kept
    values = progress.values
    estimates = progress.estimates
    for guard, first_level in ((WINS, SEES_WINS), (IS_ANSWERED_BY_LOSS, SEES_LOSSES)):
        if level < first_level:
            return
        kept = 0
        for i in range(progress.count):
            if (estimates[places[i], END] == guard) == (guard == WINS):
                places[kept] = places[i]
                values[kept] = values[i]
                kept += 1
        if kept > 0:
            progress.count = kept
            if guard == WINS:
                return


@driver
def _play_apart(game, task, code):
    """Write the position after a move to states[1]."""
    task.states[1] = task.states[0]
    game.play(task.states[1], code)


@driver
def _repeats(game, task, code):
    """Return whether a move leads to a position of the game, by the referee's rule."""
    request = task.request[0]
    if request.repeats == 0:
        return False
    _play_apart(game, task, code)
    return is_met(task.path, request.positions, request.mask, task.words)


@jit(counted=False)
def is_met(path, positions, mask, words):
    """Return whether the second row of `words` is among the first rows of a path, by the bits of the mask."""
    for place in range(positions):
        different = np.uint64(0)
        for i in range(words.shape[1]):
            different |= (path[place, i] ^ words[1, i]) & mask[i]
        if different == np.uint64(0):
            return True
    return False


@driver
def _with_error(game, task, place, value, noise):
    """Return the value of a move with the style, the error of the position after it, and a repetition's penalty."""
    request = task.request[0]
    progress = task.progress[0]
    value += request.preference * progress.estimates[place, SPREAD]
    if noise > 0.0 or request.repeats > 0:
        _play_apart(game, task, request.codes[place])
    if noise > 0.0:
        value += noise * error_of(request, progress, task.words, task.states.itemsize)
    if request.repeats > 0 and is_met(task.path, request.positions, request.mask, task.words):
        value -= REPETITION_PENALTY
    return value


def error_of(request, progress, words, size):
    """Return a normally distributed number that depends on the text of the request and a state alone.

    words: uint64[2 or more, words], the bytes of the state in the second row.  size: bytes of a state.
    """
    content = request.text[: request.text_length].tobytes() + words[1].tobytes()[:size]
    number = int.from_bytes(hashlib.blake2b(content, digest_size=SIZE).digest(), "big")
    return normal_quantile((number + 0.5) / 2.0 ** (8 * SIZE))


@driver(by_library=error_of)
def error_in_kernel(request, progress, words, size):
    """Return the same as `error_of`, without a library."""
    message = progress.message
    text = request.text_length
    for i in range(len(message)):
        message[i] = np.uint64(0)
    for i in range(text):
        message[i >> 3] |= np.uint64(request.text[i]) << np.uint64(8 * (i & 7))
    # The last word of a state may end with zero bytes that are none of its own; the length leaves them out.
    shift = np.uint64(8 * (text & 7))
    for i in range(words.shape[1]):
        place = (text >> 3) + i
        message[place] |= words[1, i] << shift
        if shift > np.uint64(0):
            message[place + 1] |= words[1, i] >> (np.uint64(64) - shift)
    number = digest(message, text + size, progress.digest)
    return normal_quantile((np.float64(number) + 0.5) / 2.0 ** (8 * SIZE))


@driver
def _draw(request, progress, temperature, is_flat):
    """Choose a candidate by lot: the better ones (softmax) and those that people like are likelier.

    temperature: 0 for the first of the best.  is_flat: all are worth the same.  Levels that search draw by values alone
    where these differ.
    """
    by_habit = is_flat or (temperature > 0.0 and request.looks != BY_SEARCH)
    if by_habit and request.has_priors == 0:
        progress.phase = WITHOUT_PRIORS
        return
    values = progress.values
    weights = progress.estimates  # which have served
    chosen = _best(progress)
    if is_flat or temperature > 0.0:
        top = values[chosen]
        total = 0.0
        for i in range(progress.count):
            weight = 1.0 if is_flat else exp((values[i] - top) / temperature)
            if by_habit:
                weight *= request.priors[progress.kept[i]]
            weights[i, AFTER] = weight
            total += weight
        left = np.float64(next64(request.rng)) / 2.0**64 * total
        chosen = 0
        while chosen < progress.count - 1:
            left -= weights[chosen, AFTER]
            if left < 0.0:
                break
            chosen += 1
    progress.code = request.codes[progress.kept[chosen]]
    progress.value = min(max(values[chosen], 0.0), 1.0)
    progress.phase = DONE

"""Rollouts as a kernel that can be interrupted: expectiminimax first, then the ends of the turn are compared.

A shallow expectiminimax search proves what can be proved.  Then the ends of the turn with the best static values are
played on repeatedly, with common random throws; after each of a few equal shares of the budget the worse half is
dropped (sequential halving: Karnin, Koren and Somekh, 2013).
"""

from typing import NamedTuple

import numpy as np

from charkoni.core.compiler import driver, jit
from charkoni.core.game_types import Array, record_dtype
from charkoni.search.decision.ranking import copy_row, write_row
from charkoni.search.expectiminimax.deepening import Search, deepen_within
from charkoni.search.rollouts.kernels import TurnEnds, TurnScratch, list_ends, roll_out

# Throws.  Four instead of twelve had 47 +- 2 % of 20 games at 100 ms, luck removed (2026-11-23,
# docs/notebook/2026-11-strength.md); of longer ones nothing is on record.
HORIZON = 12
COMPARED = 12  # candidates: ends of the turn.  Chosen, not measured: more of them leave fewer rollouts to each
CHUNK = 256  # turns of a call at most; a constant, so that counted searches are reproducible
FIRST_SHARE = 4  # the share of the limits that the first search has, at most one in so many

COMPARISON = record_dtype(
    ("is_begun", np.int64),
    ("turns", np.int64),
    ("budget", np.int64),  # turns, or 0
    ("start", np.float64),  # the share of the time limit used before
    ("stage", np.int64),  # of the halving, from 1 on
    ("stages", np.int64),
    ("rolled", np.int64),  # whether there were rollouts in this stage
    ("listed", np.int64),  # ends
    ("count", np.int64),  # of them, candidates left
    ("others", np.int64),  # moves ranked by the first search, in the second row of `Task.rows`
)


class RolloutSearch(NamedTuple):
    """The arrays of a search.

    first: those of expectiminimax.  comparison: COMPARISON[1].  turn, ends: see `kernels`.  state: STATE[1], scratch.
    candidates, times, order: int64[COMPARED]: places of the ends that are left, rollouts of each end, and scratch.
    """

    first: Search
    comparison: Array
    turn: TurnScratch
    ends: TurnEnds
    state: Array
    candidates: Array
    times: Array
    order: Array


@driver
def deepen(game, task, search, nodes):
    """Search for at most so many nodes or turns of rollouts; return whether the search is over.

    task, search: a `Task` and a `RolloutSearch`, modified.  nodes: a negative number ends the search.
    """
    request = task.request[0]
    comparison = search.comparison[0]
    if task.progress[0].is_begun == 0:
        comparison.is_begun = 0
    if request.proving == 0:
        return deepen_within(game, task, search.first, nodes, request.nodes)
    if comparison.is_begun > 0:
        return compare(game, task, search, nodes)
    is_due = request.share * FIRST_SHARE >= 1.0
    if not deepen_within(game, task, search.first, -1 if is_due else nodes, request.proving):
        return False
    budget = request.nodes - task.progress[0].nodes
    if nodes < 0 or task.rows[0, 0].solved > 0 or (request.nodes > 0 and budget <= 0):
        return True
    begin_comparison(game, task, search)
    comparison.budget = max(budget, 0)
    return comparison.listed < 2


@driver
def begin_comparison(game, task, search):
    """List the candidates, and keep the ranking of the first search for the moves that are none."""
    request = task.request[0]
    progress = task.progress[0]
    comparison = search.comparison[0]
    for player in range(request.players):
        search.turn.sides[player] = request.side[player]
    search.turn.states[0] = task.states[0]
    count = list_ends(game, search.turn, search.ends)
    for end in range(count):
        search.ends.sums[end] = 0.0
        search.times[end] = 0
        search.candidates[end] = end
    for place in range(progress.rows):
        copy_row(task.rows[1, place], task.rows[0, place])
    comparison.is_begun = 1
    comparison.turns = 0
    comparison.start = request.share
    comparison.stage = 1
    comparison.stages = 0
    # Sequential halving: ceil(log2 n) rounds, each with an equal share of the budget T, after each the worse half is
    # dropped, so that in round r of R
    #
    #     T / (R * n_r) rollouts go to each of the n_r candidates left
    #
    # and the two last ones, which are hard to tell apart, get most.
    while 1 << comparison.stages < count:
        comparison.stages += 1
    comparison.rolled = 0
    comparison.listed = count
    comparison.count = count
    comparison.others = progress.rows


@driver
def compare(game, task, search, nodes):
    """Roll out from all candidates left, as often as a chunk of turns allows; return whether the search is over."""
    request = task.request[0]
    progress = task.progress[0]
    comparison = search.comparison[0]
    if comparison.rolled > 0 and used(request, comparison) >= comparison.stage / comparison.stages:
        comparison.count = halve(search.ends, search.times, search.candidates, comparison.count)
        comparison.stage += 1
        comparison.rolled = 0
        if comparison.stage > comparison.stages:
            return True
    if nodes <= 0:
        return nodes < 0
    # As many rollouts of each as a chunk of turns allows, but one at least, so that all are compared equally.
    more = max(CHUNK // (HORIZON * comparison.count), 1)
    candidates = search.candidates[: comparison.count]
    turns = roll_out(
        game, search.ends, candidates, request.player, more, HORIZON, request.rng, search.state, search.turn
    )
    for place in range(comparison.count):
        search.times[candidates[place]] += more
    comparison.rolled = 1
    comparison.turns += turns
    ends = rank_ends(search.ends, search.times, search.order, comparison.listed)
    progress.rows = rank_moves(
        search.ends, search.times, search.order, ends, task.rows, comparison.others, progress.lines
    )
    progress.depth = HORIZON
    progress.nodes += turns
    progress.version += 1
    return comparison.budget > 0 and comparison.turns >= comparison.budget


@driver
def used(request, comparison):
    """Return the share of the limits used since the comparison began."""
    by_turns = comparison.turns / comparison.budget if comparison.budget > 0 else 0.0
    return max(by_turns, (request.share - comparison.start) / (1.0 - comparison.start))


@jit
def halve(ends, times, candidates, count):
    """Order the candidates by the means of their rollouts, and return how many are kept, the first ones."""
    for i in range(1, count):
        one = candidates[i]
        at = i
        while at > 0 and _mean(ends, times, one) > _mean(ends, times, candidates[at - 1]):
            candidates[at] = candidates[at - 1]
            at -= 1
        candidates[at] = one
    return (count + 1) // 2


@jit
def rank_ends(ends, times, order, count):
    """Order so many ends by number of rollouts, then by mean, and return how many have a first move of their own."""
    distinct = np.int64(0)
    for i in range(count):
        at = i
        while at > 0 and _precedes(ends, times, i, order[at - 1]):
            order[at] = order[at - 1]
            at -= 1
        order[at] = i
    for i in range(count):
        known = 0
        while known < distinct and ends.lines[order[known], 0] != ends.lines[order[i], 0]:
            known += 1
        if known == distinct:
            order[distinct] = order[i]
            distinct += 1
    return distinct


@jit
def rank_moves(ends, times, order, count, rows, others, lines):
    """Write the first moves of so many ends as rows, then those of the first search; return their number.

    Values do not increase: candidates dropped early have less reliable means.  rows: ROW[2, n], the second row
    the ranking of the first search, of so many others.
    """
    ranked = np.int64(0)
    lowest = 1.0
    for i in range(min(count, lines)):
        end = order[i]
        lowest = min(lowest, _mean(ends, times, end))
        code = ends.lines[end, 0]
        write_row(rows[0, i], code, lowest, lowest, 0, 0, times[end], ends.lines[end], ends.lengths[end])
        ranked += 1
    for i in range(others):
        other = rows[1, i]
        place = 0
        while place < count and ends.lines[order[place], 0] != other.code:
            place += 1
        if place == count and ranked < lines:
            lowest = min(lowest, other.value)
            plies = other.plies
            write_row(
                rows[0, ranked], other.code, lowest, lowest, plies, other.solved, other.depth, other.line, other.length
            )
            ranked += 1
    return ranked


@jit
def _precedes(ends, times, one, other):
    """Return whether an end comes before another one."""
    if times[one] != times[other]:
        return times[one] > times[other]
    return _mean(ends, times, one) > _mean(ends, times, other)


@jit
def _mean(ends, times, end):
    """Return the mean points of the rollouts from an end."""
    return ends.sums[end] / times[end]

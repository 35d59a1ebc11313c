"""PUCT for any game (dice, any number of players, sides): the compiled kernels.

Instead of playouts, all moves of a new node are valued by the game's static `value`.  A child is visited by the mean of
its visits and its prior (PUCT: Rosin, 2011; progressive bias: Chaslot and others, 2008).  The value of a node is in
part the mean of all visits and in part the minimax of the static values (implicit minimax backups: Lanctot and others,
2014).

Every node has score bounds for each player (Cazenave and Saffidine, 2011; Winands and others, 2008).  With more than
two players each maximizes its own points (max-n), and bounds hold whatever the player to move prefers.  Throws are
visited in proportion to their odds, the one most behind first, so that no random number is needed.  A node represents
the moves that lead to it, not a position: its bounds include the repetitions and the ply cap of this game.

Only additions, divisions and square roots are used, which round alike on every machine.
"""

import math

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import CHANCE, OVER, POINT
from charkoni.core.game_types import record_dtype
from charkoni.core.random_numbers import next64
from charkoni.search.decision.layout import LONGEST_PATH
from charkoni.search.transposition_table import hash_words

ROOT = 0
NONE = -1
DEEPEST = 400  # plies of a line: a bound for `path`; a line that long is valued where it ends

OPEN, ENDED, REPEATED = range(3)  # kinds of nodes: expandable, terminal, a repetition


def node_dtype(players: int) -> np.dtype[np.void]:
    """Return the dtype of a node, one record."""
    # 128 bytes with two players, 192 with four: one or two cache lines and a half, of which a selection reads one
    # record a child.
    return record_dtype(
        ("total", np.float64, (players,)),  # points gathered by the visits
        ("minimax", np.float64, (players,)),  # minimax of the static values
        ("low", np.float64, (players,)),  # proved lower bound of the points
        ("high", np.float64, (players,)),  # proved upper bound
        ("prior", np.float64),  # the prior of the move, summing to 1 over the children; of a throw its odds
        ("code", np.int64),  # the move that leads here
        ("visits", np.int64),
        ("parent", np.int64),
        ("first", np.int64),  # the first child, or NONE; the children of a node are consecutive
        ("count", np.int64),  # the number of children
        ("turn", np.int64),
        ("kind", np.int64),
    )


def context_dtype(players: int, words: int) -> np.dtype[np.void]:
    """Return the dtype of the search context, one record.  words: uint64 words of a state."""
    return record_dtype(
        ("used", np.int64),  # nodes in use
        ("nodes", np.int64),  # positions valued by this search
        ("deepest", np.int64),  # the longest line of this search, in plies
        ("now", np.int64),  # index of the root position in `path`
        ("played", np.int64),  # plies of the game before the root
        ("cap", np.int64),  # ply cap of the game, or 0
        ("repeats", np.int64),  # whether repetition is a draw
        ("sides", np.int64),  # the number of sides
        ("prior_noise", np.float64),  # noise of the priors, for the trees of helper threads
        ("rng", np.uint64, (2,)),
        ("kept", np.int64),  # one more than the place of the node whose subtree the next search keeps, or 0
        ("players", np.int64),
        ("side", np.int64, (players,)),  # NO_SIDE in the place of players that a variant lacks
        ("mask", np.uint64, (words,)),  # see `hash_words`
        ("path", np.uint64, (LONGEST_PATH + DEEPEST + 1,)),  # hashes of the game, then of the line
    )


# The three trade what the evaluation says against what the visits say.  They were chosen, not measured: `puct` is
# `best` of no game (39 % of 26 games against `rollout`), and no match of other constants is on record.
EXPLORATION = 0.35  # weight of the prior
MINIMAX_WEIGHT = 0.5  # share of the minimax in the value of a node; the rest is the mean of its visits
SHARPNESS = 0.05  # points behind the best that divide the prior by four


@jit
def new_tree(game, contexts, nodes, states):
    """Start a new tree at the position in states[0]."""
    context = contexts[0]
    context.used = 1
    root = nodes[ROOT]
    _clear(root, NONE, 0, game.turn(states[0]))
    for player in range(context.players):
        root.minimax[player] = 1.0 / context.sides
        root.low[player] = 0.0
        root.high[player] = 1.0


@jit
def search(game, contexts, nodes, states, words, out, weights, points, values, count, deepest):
    """Run visits until so many positions are valued; return whether the search is over.

    It is over when the root is decided, the tree is full, or a line is so deep.

    contexts: [1] of `context_dtype`.  nodes: of `node_dtype`, after `new_tree`.  states: STATE[3], the root's first.
    words: uint64[3, n], the same memory.  Scratch: out, weights: int64[WIDEST], points: int64[players], values:
    float64[players].
    """
    context = contexts[0]
    limit = context.nodes + count
    while context.nodes < limit:
        # Room for the longest list of moves must be left; a full tree ends the search.
        is_full = context.used + len(out) > len(nodes)
        if is_full or context.deepest >= deepest or is_decided(nodes[ROOT]):
            return True
        states[1] = states[0]
        place, depth = _select_leaf(game, context, nodes, states, words)
        context.deepest = max(context.deepest, depth)
        leaf = nodes[place]
        if leaf.kind == OPEN and leaf.first == NONE and not is_solved(leaf):
            if depth == 0 or not _ends_line(game, context, leaf, states[1], depth, values):
                _expand(game, context, nodes, place, states, out, weights, points, values)
        context.nodes += 1
        _back_up(context, nodes, place)
    return False


@jit
def is_solved(node):
    """Return whether the points of all players are proved."""
    for player in range(len(node.low)):
        if node.low[player] < node.high[player]:
            return False
    return True


@jit
def is_decided(node):
    """Return whether the points of the player to move are proved; of all players, where a throw is due."""
    if node.turn < 0:
        return is_solved(node)
    return node.low[node.turn] == node.high[node.turn]


@jit
def node_value(node, player):
    """Return the expected points of a player: minimax and mean of visits, weighted, within the proved bounds."""
    minimax = np.float64(node.minimax[player])
    if node.visits > 0 and not is_solved(node):
        # Q = a * minimax + (1 - a) * mean, a = MINIMAX_WEIGHT: the minimax reacts at once to a refutation, the mean
        # does not trust a single static value.
        minimax = MINIMAX_WEIGHT * minimax + (1.0 - MINIMAX_WEIGHT) * node.total[player] / node.visits
    return min(max(minimax, node.low[player]), node.high[player])


@jit
def keep_subtree(contexts, nodes, place, moved):
    """Make a node the root and drop all nodes that are not below it.  moved: int64[size], scratch.

    Kept nodes move to the front in their order, so that children stay behind their parents.
    """
    context = contexts[0]
    for i in range(context.used):
        moved[i] = NONE
    moved[place] = ROOT
    nodes[ROOT] = nodes[place]
    nodes[ROOT].parent = NONE
    nodes[ROOT].kind = OPEN
    used = np.int64(1)
    for i in range(place + 1, context.used):
        parent = moved[nodes[i].parent]
        if parent == NONE:
            continue
        if nodes[parent].first == i:
            nodes[parent].first = used
        moved[i] = used
        nodes[used] = nodes[i]
        nodes[used].parent = parent
        if nodes[used].kind == REPEATED:  # the position it repeats is part of the game now
            nodes[used].kind = OPEN
        used += 1
    context.used = used


# --- selection --------------------------------------------------------------------------------------------------------


@jit
def _select_leaf(game, context, nodes, states, words):
    """Select a leaf, playing the moves in states[1]; return its place and its depth."""
    place = np.int64(ROOT)
    depth = np.int64(0)
    while nodes[place].first != NONE and nodes[place].kind == OPEN and depth < DEEPEST:
        if nodes[place].turn == CHANCE:
            place = _next_throw(nodes, place)
        else:
            place = _select_child(nodes, place)
        game.play(states[1], nodes[place].code)
        depth += 1
        if context.repeats > 0:
            same, _, _ = hash_words(words, 1, context.mask, np.uint64(0))
            context.path[context.now + depth] = same
        if is_solved(nodes[place]):
            break
    return place, depth


@jit
def _next_throw(nodes, place):
    """Return the throw whose visits are most behind its odds."""
    node = nodes[place]
    best = np.int64(node.first)
    most = -1e300
    for child in range(best, best + node.count):
        # The largest remainder of odds * visits: after any number of visits a throw is less than one off its share,
        # which random throws reach only in the long run.
        behind = nodes[child].prior * (node.visits + 1.0) - nodes[child].visits
        if behind > most:
            most = behind
            best = np.int64(child)
    return best


@jit
def _select_child(nodes, place):
    """Return the child to visit by PUCT, among those whose upper bound exceeds the proved lower bound of the node."""
    node = nodes[place]
    player = np.int64(node.turn)
    # PUCT (Rosin 2011): the child with the highest
    #
    #     Q + c * P * sqrt(N + 1) / (1 + n)
    #
    # Q its value, P its prior, n its visits, N those of the node, c = EXPLORATION. A child whose upper bound is not
    # above what another one has proved cannot be better: it gets no visit.
    exploration = EXPLORATION * math.sqrt(node.visits + 1.0)
    best = np.int64(node.first)
    highest = -1.0
    for child in range(node.first, node.first + node.count):
        one = nodes[child]
        if one.high[player] <= node.low[player]:
            continue
        bound = node_value(one, player) + exploration * one.prior / (1.0 + one.visits)
        if bound > highest:
            highest = bound
            best = np.int64(child)
    return best


# --- expansion --------------------------------------------------------------------------------------------------------


@jit
def _ends_line(game, context, leaf, s, depth, values):
    """Return whether the ply cap or a repetition ends the line here; then set the values of the leaf."""
    if context.cap > 0 and context.played + depth >= context.cap:
        game.capped(s, values)
        _set_terminal(leaf, values)
        return True
    if context.repeats == 0:
        return False
    here = context.now + depth
    times = 1
    in_line = False
    for i in range(here):
        if context.path[i] == context.path[here]:
            times += 1
            in_line |= i > context.now
    if times < 3 and not in_line:
        return False
    for player in range(len(values)):
        values[player] = 1.0 / context.sides
    # A third occurrence is the referee's draw, and proved. A second one within the line is valued as a draw, not
    # proved: it becomes an ordinary node when the game goes on (`keep_subtree`).
    if times >= 3:
        _set_terminal(leaf, values)
    else:
        leaf.kind = REPEATED
        for player in range(len(values)):
            leaf.minimax[player] = values[player]
    return True


@jit
def _set_terminal(node, values):
    """Set the proved points of a terminal node."""
    node.kind = ENDED
    for player in range(len(values)):
        node.minimax[player] = values[player]
        node.low[player] = values[player]
        node.high[player] = values[player]


@jit
def _expand(game, context, nodes, place, states, out, weights, points, values):
    """Expand a node: append and value its children.  states[1]: its state."""
    node = nodes[place]
    if node.turn == CHANCE:
        count = np.int64(game.throws(states[1], out, weights))
    else:
        count = np.int64(game.legal(states[1], out))
    node.first = context.used
    node.count = count
    for i in range(count):
        child = nodes[context.used]
        context.used += 1
        context.nodes += 1
        states[2] = states[1]
        game.play(states[2], out[i])
        _clear(child, place, out[i], game.turn(states[2]))
        _evaluate(game, child, states[2], points, values)
        child.prior = np.float64(weights[i])
        if node.turn != CHANCE:
            child.prior = np.float64(game.order(states[1], out[i]))
    if node.turn == CHANCE:
        _set_odds(nodes, node)
    else:
        _set_priors(context, nodes, node)


@jit
def _clear(node, parent, code, turn):
    node.prior = 1.0
    node.code = code
    node.visits = 0
    node.parent = parent
    node.first = NONE
    node.count = 0
    node.turn = turn
    node.kind = OPEN
    # A variant of fewer players leaves the rest as it is here: proved to be nothing.
    for player in range(len(node.total)):
        node.total[player] = 0.0
        node.minimax[player] = 0.0
        node.low[player] = 0.0
        node.high[player] = 0.0


@jit
def _evaluate(game, node, s, points, values):
    """Value a new node: by its result if the game is over or settled, else by the static value."""
    settled = node.turn == OVER
    if settled:
        game.score(s, points)
    elif node.turn != CHANCE:
        settled = game.settled(s, points) > 0
    if settled:
        for player in range(len(points)):
            values[player] = np.float64(points[player]) / POINT
        _set_terminal(node, values)
        return
    game.value(s, values)
    for player in range(len(values)):
        node.minimax[player] = values[player]
        node.low[player] = 0.0
        node.high[player] = 1.0


@jit
def _set_odds(nodes, node):
    """Set the priors of throws to their odds."""
    total = 0.0
    for child in range(node.first, node.first + node.count):
        total += nodes[child].prior
    for child in range(node.first, node.first + node.count):
        nodes[child].prior /= total


@jit
def _set_priors(context, nodes, node):
    """Set the priors of moves from their static values and the game's own order."""
    player = np.int64(node.turn)
    best = -1.0
    for child in range(node.first, node.first + node.count):
        best = max(best, nodes[child].minimax[player])
    total = 0.0
    for child in range(node.first, node.first + node.count):
        one = nodes[child]
        # P is proportional to (1 + o' / 2) / (1 + (best - v) / s)**2: v the static value after the move, s = SHARPNESS,
        # o the game's own order squeezed to o' = o / (4 + |o|), so that a capture helps by at most a half. A power
        # instead of an exponential, as it needs no function of the C library.
        behind = 1.0 + (best - one.minimax[player]) / SHARPNESS
        promise = one.prior / (4.0 + abs(one.prior))
        one.prior = (1.0 + 0.5 * promise) / (behind * behind)
        if context.prior_noise > 0.0:
            one.prior *= (
                # 53 random bits over 2**53: uniform from 0 to 1, and equal on every machine.
                1.0 + context.prior_noise * np.float64(next64(context.rng) >> np.uint64(11)) / 9007199254740992.0
            )
        total += one.prior
    for child in range(node.first, node.first + node.count):
        nodes[child].prior /= total


# --- backup -----------------------------------------------------------------------------------------------------------


@jit
def _back_up(context, nodes, leaf):
    """Back up a visit: count it and update minimax and bounds from the leaf to the root."""
    place = np.int64(leaf)
    if nodes[place].first != NONE:
        _update(context, nodes, place)
    evaluated = nodes[leaf]
    while True:
        node = nodes[place]
        node.visits += 1
        for player in range(len(node.total)):
            node.total[player] += evaluated.minimax[player]
        place = np.int64(node.parent)
        if place == NONE:
            return
        _update(context, nodes, place)


@jit
def _update(context, nodes, place):
    """Update the minimax and the bounds of a node from its children."""
    node = nodes[place]
    me = np.int64(node.turn)
    if me == CHANCE:
        for player in range(len(node.low)):
            _update_chance(nodes, node, player)
        return
    best = np.int64(node.first)
    for child in range(best + 1, best + node.count):
        if nodes[child].minimax[me] > nodes[best].minimax[me]:
            best = np.int64(child)
    for player in range(len(node.low)):
        _update_bounds(nodes, node, player, context.side[player] == context.side[me])
        node.minimax[player] = nodes[best].minimax[player]
    for player in range(len(node.low)):  # the points of all sides sum to 1
        if context.side[player] != context.side[me]:
            node.high[player] = min(node.high[player], 1.0 - node.low[me])
            # With two sides what one cannot get is the other's; with three it may be either's.
            if context.sides == 2:
                node.low[player] = max(node.low[player], 1.0 - node.high[me])


@jit
def _update_chance(nodes, node, player):
    """Set minimax and bounds of a chance node to the means over its throws."""
    low = 0.0
    high = 0.0
    minimax = 0.0
    for child in range(node.first, node.first + node.count):
        one = nodes[child]
        low += one.prior * one.low[player]
        high += one.prior * one.high[player]
        minimax += one.prior * one.minimax[player]
    node.minimax[player] = minimax
    node.low[player] = low
    node.high[player] = high


@jit
def _update_bounds(nodes, node, player, mine):
    """Set the bounds of a player: the best over the children for the side to move, at least the worst for others."""
    first = np.int64(node.first)
    low = np.float64(nodes[first].low[player])
    high = np.float64(nodes[first].high[player])
    for child in range(first + 1, first + node.count):
        one = nodes[child]
        # For the side that moves: low = max l_i, high = max h_i. For another player, who gets what the mover leaves
        # him: low = min l_i, and high = max h_i, whatever the mover prefers.
        low = max(low, one.low[player]) if mine else min(low, one.low[player])
        high = max(high, one.high[player])
    node.low[player] = low
    node.high[player] = high

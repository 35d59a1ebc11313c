"""Tree search guided by knowledge, for any game: dice, any number of players, sides.  The compiled half.

Where plain Monte Carlo tree search plays random games, this one values all moves of a new position by the game's own
`value` (static cut-offs).  A move is visited the more often the better its visits went and the better it looked at
first (PUCT: Rosin, 2011; progressive bias: Chaslot and others, 2008).  What is backed up is, in parts, the mean of all
visits and the best play by the values so far (implicit minimax backups: Lanctot and others, 2014).

Every node keeps what is proved of it, a least and a most for each player (score bounds: Cazenave and Saffidine, 2011;
Winands and others, 2008).  With more than two players each goes for his own points (max-n), and bounds are those that
hold whatever the one who decides likes.  A throw is visited in proportion to its odds, the one most behind first, so
that no random number is needed.  A node is a way to get there, not a position: what is proved of it holds with the
repetitions and the ply cap of this very game.

Only additions, divisions and square roots are used, which round alike on every machine.
"""

import math
from typing import Any

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import CHANCE, OVER, POINT
from charkoni.core.random_numbers import next64
from charkoni.search.transposition_table import hash_words

ROOT = 0
NONE = -1
DEEPEST = 400
LONGEST_GAME = 4096

OPEN, ENDED, REPEATED = range(3)  # of a node: it may grow; nothing follows; met before, so nothing is looked for

CURIOSITY = 0.35  # weight of what looked good at first
TRUST = 0.5  # share of best play by values in what a node is worth; the rest is the mean of its visits
SHARPNESS = 0.05  # points behind the best that make a move look a quarter as good


def node_of(players: int) -> Any:
    """Return the dtype of a node."""
    return np.dtype(
        (
            np.record,
            [
                ("total", np.float64, (players,)),  # points gathered by the visits
                ("guess", np.float64, (players,)),  # points by best play on the values known so far
                ("low", np.float64, (players,)),  # points that are sure
                ("high", np.float64, (players,)),  # and that are possible
                ("prior", np.float64),  # how good the move looked at first, all moves together 1; of a throw its odds
                ("code", np.int64),  # the move that leads here
                ("visits", np.int64),
                ("parent", np.int64),
                ("first", np.int64),  # the first child, or NONE; the children of a node stand one behind the other
                ("count", np.int64),  # the number of children
                ("turn", np.int64),
                ("kind", np.int64),
            ],
        )
    )


def context_dtype(players: int, words: int) -> Any:
    """Return the dtype of what lies about in a search: one record."""
    return np.dtype(
        (
            np.record,
            [
                ("used", np.int64),  # nodes in use
                ("nodes", np.int64),  # positions valued by this search
                ("deepest", np.int64),  # the longest way looked at by this search
                ("now", np.int64),  # the present position's place in `path`
                ("played", np.int64),  # plies of the game so far
                ("cap", np.int64),  # its greatest number, or 0
                ("repeats", np.int64),  # whether positions met again are draws
                ("sides", np.int64),  # their number
                ("jitter", np.float64),  # how much first looks are changed at random, for the trees of other threads
                ("rng", np.uint64, (2,)),
                ("side", np.int64, (players,)),
                ("mask", np.uint64, (words,)),  # see `hash_words`
                ("path", np.uint64, (LONGEST_GAME + DEEPEST + 1,)),  # hashes of the game's positions, then of the line
            ],
        )
    )


@jit
def plant(game, desk, nodes, states):
    """Begin a new tree at the position in states[0]."""
    d = desk[0]
    d.used = 1
    root = nodes[ROOT]
    _clear(root, NONE, 0, game.turn(states[0]))
    for player in range(len(root.low)):
        root.guess[player] = 1.0 / d.sides
        root.low[player] = 0.0
        root.high[player] = 1.0


@jit
def search(game, desk, nodes, states, words, out, weights, points, values, count):
    """Run visits until so many positions are valued; return whether the root is decided or the tree is full.

    desk: [1] of `context_dtype`.  nodes: of `node_of`, after `plant`.  states: STATE[3], the root's first.
    words: uint64[3, n], the same memory.  Scratch: out, weights: int64[WIDEST], points: int64[players], values:
    float64[players].
    """
    d = desk[0]
    limit = d.nodes + count
    while d.nodes < limit:
        if is_decided(nodes[ROOT]) or d.used + len(out) > len(nodes):
            return True
        states[1] = states[0]
        place, level = _descend(game, d, nodes, states, words)
        d.deepest = max(d.deepest, level)
        leaf = nodes[place]
        if leaf.kind == OPEN and leaf.first == NONE and not is_solved(leaf):
            if level == 0 or not _is_ended(game, d, leaf, states[1], level, values):
                _grow(game, d, nodes, place, states, out, weights, points, values)
        d.nodes += 1
        _back_up(d, nodes, place)
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
    """Return whether the points of the one who decides are proved; of all, where a throw is due."""
    if node.turn < 0:
        return is_solved(node)
    return node.low[node.turn] == node.high[node.turn]


@jit
def worth(node, player):
    """Return the points that a player can expect here: proved, or partly by best play, partly by the mean of visits."""
    guess = np.float64(node.guess[player])
    if node.visits > 0 and not is_solved(node):
        guess = TRUST * guess + (1.0 - TRUST) * node.total[player] / node.visits
    return min(max(guess, node.low[player]), node.high[player])


@jit
def keep_subtree(desk, nodes, place, moved):
    """Make a node the root and forget all that is not below it.  moved: int64[size], scratch.

    A child stands behind its parent, and so it does after all that are kept have moved to the front in their order.
    """
    d = desk[0]
    for i in range(d.used):
        moved[i] = NONE
    moved[place] = ROOT
    nodes[ROOT] = nodes[place]
    nodes[ROOT].parent = NONE
    nodes[ROOT].kind = OPEN
    used = np.int64(1)
    for i in range(place + 1, d.used):
        parent = moved[nodes[i].parent]
        if parent == NONE:
            continue
        if nodes[parent].first == i:
            nodes[parent].first = used
        moved[i] = used
        nodes[used] = nodes[i]
        nodes[used].parent = parent
        if nodes[used].kind == REPEATED:  # the place it was met before lies in the game now
            nodes[used].kind = OPEN
        used += 1
    d.used = used


# --- down -------------------------------------------------------------------------------------------------------------


@jit
def _descend(game, d, nodes, states, words):
    """Walk to a node without children, playing in states[1]; return its place and how far it is from the root."""
    place = np.int64(ROOT)
    level = np.int64(0)
    while nodes[place].first != NONE and nodes[place].kind == OPEN and level < DEEPEST:
        if nodes[place].turn == CHANCE:
            place = _thrown(nodes, place)
        else:
            place = _chosen(nodes, place)
        game.play(states[1], nodes[place].code)
        level += 1
        if d.repeats > 0:
            same, _, _ = hash_words(words, 1, d.mask, np.uint64(0))
            d.path[d.now + level] = same
        if is_solved(nodes[place]):
            break
    return place, level


@jit
def _thrown(nodes, place):
    """Return the throw that is most behind its odds."""
    node = nodes[place]
    best = np.int64(node.first)
    most = -1e300
    for child in range(best, best + node.count):
        behind = nodes[child].prior * (node.visits + 1.0) - nodes[child].visits
        if behind > most:
            most = behind
            best = np.int64(child)
    return best


@jit
def _chosen(nodes, place):
    """Return the child that the player goes to, of those that may still be better than what he has for sure."""
    node = nodes[place]
    player = np.int64(node.turn)
    curiosity = CURIOSITY * math.sqrt(node.visits + 1.0)
    best = np.int64(node.first)
    highest = -1.0
    for child in range(node.first, node.first + node.count):
        one = nodes[child]
        if one.high[player] <= node.low[player]:
            continue
        bound = worth(one, player) + curiosity * one.prior / (1.0 + one.visits)
        if bound > highest:
            highest = bound
            best = np.int64(child)
    return best


# --- a new position ---------------------------------------------------------------------------------------------------


@jit
def _is_ended(game, d, leaf, s, level, values):
    """Return whether the record's rules end the game here, or a position is met again; then value it."""
    if d.cap > 0 and d.played + level >= d.cap:
        game.capped(s, values)
        _prove(leaf, values)
        return True
    if d.repeats == 0:
        return False
    here = d.now + level
    times = 1
    in_line = False
    for i in range(here):
        if d.path[i] == d.path[here]:
            times += 1
            in_line |= i > d.now
    if times < 3 and not in_line:
        return False
    for player in range(len(values)):
        values[player] = 1.0 / d.sides
    if times >= 3:
        _prove(leaf, values)
    else:
        leaf.kind = REPEATED
        for player in range(len(values)):
            leaf.guess[player] = values[player]
    return True


@jit
def _prove(node, values):
    """Note the points of a position after which nothing follows."""
    node.kind = ENDED
    for player in range(len(values)):
        node.guess[player] = values[player]
        node.low[player] = values[player]
        node.high[player] = values[player]


@jit
def _grow(game, d, nodes, place, states, out, weights, points, values):
    """Give a node its children, each with its value.  states[1]: its state."""
    node = nodes[place]
    if node.turn == CHANCE:
        count = np.int64(game.throws(states[1], out, weights))
    else:
        count = np.int64(game.legal(states[1], out))
    node.first = d.used
    node.count = count
    for i in range(count):
        child = nodes[d.used]
        d.used += 1
        d.nodes += 1
        states[2] = states[1]
        game.play(states[2], out[i])
        _clear(child, place, out[i], game.turn(states[2]))
        _value(game, child, states[2], points, values)
        child.prior = np.float64(weights[i])
        if node.turn != CHANCE:
            child.prior = np.float64(game.order(states[1], out[i]))
    if node.turn == CHANCE:
        _weigh(nodes, node)
    else:
        _look_first(d, nodes, node)


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
    for player in range(len(node.total)):
        node.total[player] = 0.0


@jit
def _value(game, node, s, points, values):
    """Value a new position: by its end, if that is known, or by the game's knowledge."""
    settled = node.turn == OVER
    if settled:
        game.score(s, points)
    elif node.turn != CHANCE:
        settled = game.settled(s, points) > 0
    if settled:
        for player in range(len(points)):
            values[player] = np.float64(points[player]) / POINT
        _prove(node, values)
        return
    game.value(s, values)
    for player in range(len(values)):
        node.guess[player] = values[player]
        node.low[player] = 0.0
        node.high[player] = 1.0


@jit
def _weigh(nodes, node):
    """Turn the weights of throws into odds."""
    total = 0.0
    for child in range(node.first, node.first + node.count):
        total += nodes[child].prior
    for child in range(node.first, node.first + node.count):
        nodes[child].prior /= total


@jit
def _look_first(d, nodes, node):
    """Turn values and the game's order of the moves into how good they look at first."""
    player = np.int64(node.turn)
    best = -1.0
    for child in range(node.first, node.first + node.count):
        best = max(best, nodes[child].guess[player])
    total = 0.0
    for child in range(node.first, node.first + node.count):
        one = nodes[child]
        behind = 1.0 + (best - one.guess[player]) / SHARPNESS
        promise = one.prior / (4.0 + abs(one.prior))
        one.prior = (1.0 + 0.5 * promise) / (behind * behind)
        if d.jitter > 0.0:
            one.prior *= 1.0 + d.jitter * np.float64(next64(d.rng) >> np.uint64(11)) / 9007199254740992.0
        total += one.prior
    for child in range(node.first, node.first + node.count):
        nodes[child].prior /= total


# --- up ---------------------------------------------------------------------------------------------------------------


@jit
def _back_up(d, nodes, leaf):
    """Count the visit on the way to the root, and work out anew what best play and proofs say there."""
    place = np.int64(leaf)
    if nodes[place].first != NONE:
        _work_out(d, nodes, place)
    found = nodes[leaf]
    while True:
        node = nodes[place]
        node.visits += 1
        for player in range(len(node.total)):
            node.total[player] += found.guess[player]
        place = np.int64(node.parent)
        if place == NONE:
            return
        _work_out(d, nodes, place)


@jit
def _work_out(d, nodes, place):
    """Work out what is proved of a node and what best play brings, from its children."""
    node = nodes[place]
    me = np.int64(node.turn)
    if me == CHANCE:
        for player in range(len(node.low)):
            _expect(nodes, node, player)
        return
    best = np.int64(node.first)
    for child in range(best + 1, best + node.count):
        if nodes[child].guess[me] > nodes[best].guess[me]:
            best = np.int64(child)
    for player in range(len(node.low)):
        _bound(nodes, node, player, d.side[player] == d.side[me])
        node.guess[player] = nodes[best].guess[player]
    for player in range(len(node.low)):  # one point is shared: what the one who decides gets the others do not
        if d.side[player] != d.side[me]:
            node.high[player] = min(node.high[player], 1.0 - node.low[me])
            if d.sides == 2:
                node.low[player] = max(node.low[player], 1.0 - node.high[me])


@jit
def _expect(nodes, node, player):
    """Points before a throw are the mean of those after it."""
    low = 0.0
    high = 0.0
    guess = 0.0
    for child in range(node.first, node.first + node.count):
        one = nodes[child]
        low += one.prior * one.low[player]
        high += one.prior * one.high[player]
        guess += one.prior * one.guess[player]
    node.guess[player] = guess
    node.low[player] = low
    node.high[player] = high


@jit
def _bound(nodes, node, player, mine):
    """Bounds by the children: the one who decides, and who wins with him, gets the best; another at least the worst."""
    first = np.int64(node.first)
    low = np.float64(nodes[first].low[player])
    high = np.float64(nodes[first].high[player])
    for child in range(first + 1, first + node.count):
        one = nodes[child]
        low = max(low, one.low[player]) if mine else min(low, one.low[player])
        high = max(high, one.high[player])
    node.low[player] = low
    node.high[player] = high

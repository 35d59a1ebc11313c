"""Two forests without a common edge: the union of two graphic matroids, by augmenting paths.

Mosty is a Shannon switching game.  For one side, called the joiner here, the dots are the vertices of a graph (each
of his shores is one vertex) and the crossings its edges: his bridges contract edges, the other's bridges delete them.
Lehman (1964): as second player he joins his shores iff two trees without a common edge span the same vertices, the
two shores among them.  Edmonds (1965): a largest pair of forests, grown by exchanges, decides that.

An edge outside can be inserted iff a chain of exchanges leads from it to an edge whose ends one of the forests does
not join.  The edges such chains can reach, when none of them ends so, are exactly the circuit of the edge in the
union: those that could leave in exchange for it.
"""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.game_types import record_dtype
from charkoni.games.mosty.rules import LARGEST, LINE, PLACE, WIDEST, crossing_count, has_bridge, is_free

# A side's graph, of size 3; his lines join his shores, B above and G below, whose dots are one vertex each:
#
#     B---B---B          vertices: B = 0, G = 1, then the dots between row by row
#     |   |   |          edges: the crossings; upright ones (|) are 9 of the 13, lying ones (-) join two dots
#     2 - 3 - 4
#     |   |   |          The lying ones within a shore are no crossings: there is nothing to join.
#     5 - 6 - 7
#     |   |   |
#     G---G---G
DOTS = LARGEST * (LARGEST - 1) + 2
EDGES = WIDEST + 2  # the crossings and two copies of the virtual edge between the shores
BORDER, GOAL = 0, 1
OUTSIDE = -1
NOBODY = -1
LOOSE = 2
LOST, MOVER, ALWAYS = 0, 1, 2  # the joiner loses; wins if he is to move; wins also as second player

WORK = record_dtype(
    ("ends", np.int16, (EDGES, 2)),  # the two vertices of every edge
    ("home", np.int8, (EDGES,)),  # the forest an edge is in: 0, 1 or OUTSIDE
    ("usable", np.int8, (EDGES,)),  # 1 for a free crossing
    ("stem", np.int16, (2, DOTS)),  # per forest: the edge towards the root of the vertex's tree
    ("above", np.int16, (2, DOTS)),  # per forest: the vertex at its other end
    ("depth", np.int16, (2, DOTS)),
    ("root", np.int16, (2, DOTS)),
    ("found", np.int8, (EDGES,)),  # 1 for an edge that exchanges can reach
    ("from_", np.int16, (EDGES,)),  # the edge before it on the chain
    ("queue", np.int16, (EDGES,)),
    ("first", np.int16, (DOTS,)),  # scratch: lists of the edges at a vertex
    ("next", np.int16, (2 * EDGES,)),
    ("vertex", np.int16, (DOTS,)),  # the vertex a dot has been contracted to
)


@jit
def verdict_of(s, side, work):
    """Return LOST, MOVER or ALWAYS for the side as the joiner, and mark edges in `found`.

    s: STATE of Mosty with one bridge a turn, not over, read only.  work: WORK, modified in place.  found, for ALWAYS:
    the edges of the two trees (home tells which), and the virtual edge; for MOVER: the crossings that win for the
    mover.
    """
    crossings = crossing_count(np.int64(s["size"]))
    _read(s, side, crossings, work)
    for code in range(crossings):
        if work.usable[code] == 1:
            _insert(work, code, crossings)
    # The virtual edge e between the shores decides (Lehman). In the union of the two forests
    #
    #     e cannot come in            two trees span both shores without it: he wins as second player
    #     one copy, not a second      he wins if he moves first
    #     two copies                  he loses
    if not _insert(work, crossings, crossings):
        return ALWAYS
    if _insert(work, crossings + 1, crossings):
        return LOST
    _find_reaching(work, crossings)
    return MOVER


@jit
def _read(s, side, crossings, work):
    """Build the graph: contract the side's own bridges, leave out the other's."""
    size = np.int64(s["size"])
    for dot in range(DOTS):
        work.vertex[dot] = dot
    work.usable[crossings] = 0
    work.usable[crossings + 1] = 0
    for code in range(crossings):
        line = np.int64(LINE[side, size, code])
        place = np.int64(PLACE[side, size, code])
        one = _dot(size, line >> 1, place)
        other = _dot(size, (line >> 1) + 1, place) if line & 1 == 1 else _dot(size, line >> 1, place + 1)
        work.ends[code, 0] = one
        work.ends[code, 1] = other
        work.home[code] = OUTSIDE
        work.usable[code] = np.int64(is_free(s, code))
        if has_bridge(s, side, code):
            kept = np.int64(work.vertex[one])
            gone = np.int64(work.vertex[other])
            for dot in range(DOTS):
                if work.vertex[dot] == gone:
                    work.vertex[dot] = kept
    for copy in range(crossings, crossings + 2):
        work.ends[copy, 0] = BORDER
        work.ends[copy, 1] = GOAL
        work.home[copy] = OUTSIDE
    for edge in range(crossings + 2):
        for end in range(2):
            work.ends[edge, end] = work.vertex[work.ends[edge, end]]
    for forest in range(2):
        _root(work, forest, crossings)


@jit
def _dot(size, row, place):
    """Return the vertex of a dot: one for each shore, one for every dot between."""
    if row == 0:
        return BORDER
    if row == size:
        return GOAL
    return 2 + (row - 1) * size + place


@jit
def _root(work, forest, crossings):
    """Walk through a forest and note for each vertex its tree, and the way to the tree's root."""
    for dot in range(DOTS):
        work.first[dot] = NOBODY
        work.root[forest, dot] = NOBODY
    for edge in range(crossings + 2):
        if work.home[edge] == forest:
            for end in range(2):
                dot = np.int64(work.ends[edge, end])
                work.next[2 * edge + end] = work.first[dot]
                work.first[dot] = 2 * edge + end
    for dot in range(DOTS):
        if work.root[forest, dot] == NOBODY:
            _root_tree(work, forest, dot)


@jit
def _root_tree(work, forest, start):
    """Walk through the tree of a vertex, which becomes its root."""
    work.root[forest, start] = start
    work.depth[forest, start] = 0
    work.stem[forest, start] = NOBODY
    work.above[forest, start] = start
    at = np.int64(start)
    while True:
        half = np.int64(work.first[at])
        if half == NOBODY:  # everything at this vertex is done: go back
            if at == start:
                return
            at = np.int64(work.above[forest, at])
            continue
        work.first[at] = work.next[half]
        beyond = np.int64(work.ends[half >> 1, 1 - (half & 1)])
        if work.root[forest, beyond] == NOBODY:
            work.root[forest, beyond] = start
            work.depth[forest, beyond] = work.depth[forest, at] + 1
            work.stem[forest, beyond] = half >> 1
            work.above[forest, beyond] = at
            at = beyond


@jit
def _insert(work, edge, crossings):
    """Insert an edge by exchanges and return True; where none can, return False with its circuit in `found`."""
    for other in range(crossings + 2):
        work.found[other] = 0
    work.found[edge] = 1
    work.from_[edge] = NOBODY
    work.queue[0] = edge
    ready = 0
    known = 1
    # Breadth first: the shortest chain of exchanges is one along which no later exchange undoes an earlier one.
    while ready < known:
        at = np.int64(work.queue[ready])
        ready += 1
        for forest in range(2):
            if work.home[at] == forest:
                continue
            one = np.int64(work.ends[at, 0])
            other = np.int64(work.ends[at, 1])
            if work.root[forest, one] != work.root[forest, other]:
                _exchange(work, at, forest, crossings)
                return True
            known = _note_path(work, forest, one, other, at, known)
    return False


@jit
def _note_path(work, forest, one, other, at, known):
    """Append to the queue the edges between two vertices of a tree that were not found before."""
    # From both ends up to where the ways meet: the path in the tree, which the edge would close to a circle.
    while one != other:
        if work.depth[forest, one] < work.depth[forest, other]:
            one, other = other, one
        edge = np.int64(work.stem[forest, one])
        one = np.int64(work.above[forest, one])
        if work.found[edge] == 0:
            work.found[edge] = 1
            work.from_[edge] = at
            work.queue[known] = edge
            known += 1
    return known


@jit
def _exchange(work, edge, forest, crossings):
    """Move the edges of a chain: each into the forest that the one after it leaves."""
    at = np.int64(edge)
    free = np.int64(forest)
    while at != NOBODY:
        left = np.int64(work.home[at])
        work.home[at] = free
        free = left
        at = np.int64(work.from_[at])
    for forest in range(2):
        _root(work, forest, crossings)


@jit
def _find_reaching(work, crossings):
    """Mark in `found` the free crossings a second copy of which could only come in for the virtual edge, or others.

    Such an edge is worth two: contracted, it leaves two trees without the virtual edge.  One whose copy could simply
    be inserted lies beside the trees.
    """
    for edge in range(crossings + 2):
        work.found[edge] = 0
    for edge in range(crossings + 1):
        one = work.ends[edge, 0]
        other = work.ends[edge, 1]
        for forest in range(2):
            # A copy of the edge would join what a forest other than its own does not.
            is_apart = work.root[forest, one] != work.root[forest, other]
            if is_apart and work.usable[edge] == 1 and work.home[edge] != forest:
                work.found[edge] = LOOSE
    _spread(work, crossings, LOOSE)
    work.found[crossings] = 1
    _spread(work, crossings, 1)
    for edge in range(crossings + 2):
        if work.found[edge] == LOOSE or work.usable[edge] == 0:
            work.found[edge] = 0


@jit
def _spread(work, crossings, mark):
    """Mark all crossings from which exchanges lead to a marked edge."""
    grows = True
    while grows:
        grows = False
        for edge in range(crossings):
            if work.usable[edge] == 1 and work.found[edge] == 0 and _leads(work, edge, mark):
                work.found[edge] = mark
                grows = True


@jit
def _leads(work, edge, mark):
    """Return whether one exchange leads from an edge to a marked one.

    A forest that the edge is not in joins its ends: those where one does not are marked before.
    """
    for forest in range(2):
        if work.home[edge] == forest:
            continue
        one = np.int64(work.ends[edge, 0])
        other = np.int64(work.ends[edge, 1])
        while one != other:
            if work.depth[forest, one] < work.depth[forest, other]:
                one, other = other, one
            if work.found[work.stem[forest, one]] == mark:
                return True
            one = np.int64(work.above[forest, one])
    return False

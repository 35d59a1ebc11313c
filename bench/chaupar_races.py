"""Races of one colour in Chaupar, without opponents:  python bench/chaupar_races.py

The expected throws until the last one or two piles are Home; printed are those of one piece on each cell of the lane.

Values are expectations under the play that makes them smallest, without values handed over.  A piece is a number:
0 in the Charkoni, 1..68 on an own step, 101..168 the same with a completed lap, 201..207 in the lane; those at Home are
left out.  The colours that go Home second (C11) are assumed to be allowed to.
"""

from functools import cache
from itertools import permutations

from charkoni.core.game import Position
from charkoni.games.chaupar.rules import END, FACES, HOME, LANE, STEPS, TRIPLES, WEIGHTS

MOST_PILES = 2
_LAP = 100
_IN_LANE = 200
_AT_HOME = 208
_SAME = 1e-12

Piles = tuple[int, ...]
"""The pieces and piles that are not Home, ascending, at most one for a cell."""


def throws_to_go(position: Position, colour: int) -> float | None:
    """Return the expected own throws until a colour is Home, or None with more than two piles to go.

    colour: 0..3.  The other colours are ignored.  Pieces in the Charkoni count one by one.
    """
    s = position.state[0]
    piles: list[int] = []
    for piece in s.pieces[colour].tolist():
        if piece < HOME and (piece == 0 or _place(piece) not in piles):
            piles.append(_place(piece))
    if len(piles) > MOST_PILES:
        return None
    return expected(tuple(sorted(piles)), int(s.dice), int(s.entry))


def _place(piece: int) -> int:
    """Return the number of a piece in this module."""
    if piece > LANE:
        return _IN_LANE + piece - LANE
    return piece // 2 + _LAP * (piece % 2)


def expected(piles: Piles, dice: int = 0, entry: int = 0) -> float:
    """Return the expected throws until all are Home.

    dice, entry: numbers of the flags.  The expectation follows from those of the positions that throws lead to.  Where
    staying, which is allowed in the lane, is better than any use of a throw, the throw is not used.
    """
    waiting = [piles]
    while waiting:
        at = waiting[-1]
        if (at, dice, entry) not in _known:
            missing = [to for to in _reachable(at, dice, entry) if to and to != at and (to, dice, entry) not in _known]
            if missing:
                waiting.extend(missing)
                continue
            _known[at, dice, entry] = _solve(at, dice, entry)
        waiting.pop()
    return _known[piles, dice, entry]


_known: dict[tuple[Piles, int, int], float] = {((), dice, entry): 0.0 for dice in (0, 1) for entry in (0, 1)}


def _reachable(piles: Piles, dice: int, entry: int) -> set[Piles]:
    return {to for ends, _ in _throws(piles, dice, entry) for to in ends}


@cache
def _throws(piles: Piles, dice: int, entry: int) -> list[tuple[frozenset[Piles], int]]:
    """Return the piles to which each throw can lead, and its weight."""
    faces = FACES[dice].tolist()
    targets = []
    for triple, weight in zip(TRIPLES.tolist(), WEIGHTS.tolist(), strict=True):
        ends: set[Piles] = set()
        for u, v, w in set(permutations(faces[face] for face in triple)):
            for one in _uses(piles, u, entry):
                for two in _uses(one, v, entry):
                    ends |= _uses(two, w, entry)
        targets.append((frozenset(ends), weight))
    return targets


def _solve(piles: Piles, dice: int, entry: int) -> float:
    """Return the expectation at piles from those of the piles that throws lead to."""
    best = [
        (min((_known[to, dice, entry] for to in ends if to != piles), default=float("inf")), piles in ends, weight)
        for ends, weight in _throws(piles, dice, entry)
    ]
    total = sum(weight for _, _, weight in best)
    throws = float("inf")
    while True:  # an unused throw leaves the same expectation, which falls from round to round
        moving = [(value, weight) for value, may_stay, weight in best if not may_stay or value < throws - _SAME]
        going = sum(weight for _, weight in moving)
        improved = (total + sum(value * weight for value, weight in moving)) / going
        if improved >= throws - _SAME:
            return improved
        throws = improved


@cache
def _uses(piles: Piles, value: int, entry: int) -> frozenset[Piles]:
    """Return the piles after each use of a value; not using it is allowed only without a compulsory move (C17)."""
    after: set[Piles] = set()
    must = False
    for pile in dict.fromkeys(piles):
        for target, is_compulsory in _targets(pile, value, entry):
            rest = list(piles)
            rest.remove(pile)
            after.add(_joined(rest, target))
            must = must or is_compulsory
    return frozenset(after if must else after | {piles})


def _targets(pile: int, value: int, entry: int) -> list[tuple[int, bool]]:
    """Return the targets of a pile for a value, each with True if the move is compulsory (C6 to C10, C17)."""
    if pile == 0:
        return [(value + END * entry, True)]
    if pile > _IN_LANE:
        return [(pile + value, False)] if pile + value <= _AT_HOME else []
    step, lap = pile % _LAP, pile // _LAP
    on = step + value
    if lap and step <= END < on:  # the value must be used; another lap, the other way to use it, never pays
        return [(_IN_LANE + on - END, True)]
    return [((on - STEPS) + _LAP if on > STEPS else on + _LAP * lap, True)]


def _joined(rest: list[int], target: int) -> Piles:
    """Return the piles with one more; those on one cell are one, with a lap only if all had it (C12)."""
    if target == _AT_HOME:
        return tuple(sorted(rest))
    if 0 < target < _IN_LANE:
        same = [pile for pile in rest if 0 < pile < _IN_LANE and pile % _LAP == target % _LAP]
        for pile in same:
            rest.remove(pile)
            target = min(pile, target)
    elif target in rest:
        rest.remove(target)
    return tuple(sorted([*rest, target]))


if __name__ == "__main__":
    for number, faces in enumerate(FACES.tolist()):
        throws = [f"{expected((_AT_HOME - way,), number):.4f}" for way in range(1, 8)]
        print(f"dice {''.join(map(str, faces))}, 1 to 7 steps from Home: {', '.join(throws)}")

"""Reference search: the value of a position by all lines to the end, by the public rules alone."""

from fractions import Fraction

from charkoni import CHANCE
from charkoni.core.record import Record


def values(position, known=None):
    """Return the points of each player under best play (max-n), throws by their odds; no position may repeat."""
    known = {} if known is None else known
    if position not in known:
        known[position] = _values(position, known)
    return known[position]


def _values(position, known):
    if position.outcome:
        return position.outcome.scores
    rows = [values(position.play(move), known) for move in position.moves]
    if position.turn == CHANCE:
        return tuple(sum(p * row[i] for p, row in zip(position.odds, rows, strict=True)) for i in range(len(rows[0])))
    return max(rows, key=lambda row: row[position.turn])


def by_iteration(game, rounds=200):
    """Return the points of each player in every position of a small game, also where positions can repeat."""
    after, waiting = {}, [game.start()]
    while waiting:
        position = waiting.pop()
        if position not in after:
            after[position] = [position.play(move) for move in position.moves]
            waiting += after[position]
    even = [1 / len(set(game.sides))] * game.players
    found = {one: [float(score) for score in one.outcome.scores] if one.outcome else even for one in after}
    for _ in range(rounds):
        for position, ways in after.items():
            if not ways:
                continue
            rows = [found[each] for each in ways]
            if position.turn == CHANCE:
                odds = [float(p) for p in position.odds]
                found[position] = [sum(p * row[i] for p, row in zip(odds, rows, strict=True)) for i in range(len(even))]
            else:
                found[position] = max(rows, key=lambda row: row[position.turn])
    return found


def paranoid(position, who, known=None):
    """Return the points of a player when all others play against his side."""
    known = {} if known is None else known
    if position in known:
        return known[position]
    if position.outcome:
        value = position.outcome.scores[who]
    else:
        rows = [paranoid(position.play(move), who, known) for move in position.moves]
        mine = position.game.sides[position.turn] == position.game.sides[who]
        value = max(rows) if mine else min(rows)
    known[position] = value
    return value


def refereed(record: Record, plies: int) -> tuple[Fraction, ...] | None:
    """Return the points after best play when the game, by all its rules, ends within so many plies, else None."""
    if record.outcome:
        return record.outcome.scores
    if plies == 0:
        return None
    best = None
    is_open = False
    turn = record.turn
    for move in record.position.moves:
        record.play(move)
        found = refereed(record, plies - 1)
        record.undo()
        if found is None:
            is_open = True
        elif best is None or found[turn] > best[turn]:
            best = found
    if best is not None and best[turn] == 1:
        return best
    return None if is_open else best


def bounds(record: Record, who: int, plies: int) -> tuple[Fraction, Fraction]:
    """Return the least and the most points of a player after so many plies, all others playing against his side.

    With two sides that is minimax; what is still open counts as 0 at least and 1 at most.  No throws may be due.
    """
    if record.outcome:
        points = record.outcome.scores[who]
        return points, points
    if plies == 0:
        return Fraction(0), Fraction(1)
    sides = record.game.sides
    mine = sides[record.turn] == sides[who]
    best = (Fraction(0), Fraction(0)) if mine else (Fraction(1), Fraction(1))
    for move in record.position.moves:
        record.play(move)
        low, high = bounds(record, who, plies - 1)
        record.undo()
        best = (max(best[0], low), max(best[1], high)) if mine else (min(best[0], low), min(best[1], high))
        if best == ((1, 1) if mine else (0, 0)):
            break
    return best

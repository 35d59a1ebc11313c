"""Pairs of pupils: by lot, by strength or by seat; who is left over, and the standings of the games so far."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from random import Random

from charkoni.web.live.results import outcome_for
from charkoni.web.store import GameRow, PupilRow, SeatRow

WAYS = ("lot", "strength", "seat")

_HALF_POINTS = {"won": 2, "drawn": 1}


@dataclass(frozen=True, slots=True)
class Played:
    """What pupils have played, by person or by a pair of persons.

    points: half points of the games between pupils; finished: how many those are.  alone: the games against computers.
    met: how often a pair has met.
    """

    points: Counter[str] = field(default_factory=Counter)
    finished: Counter[str] = field(default_factory=Counter)
    alone: Counter[str] = field(default_factory=Counter)
    met: Counter[frozenset[str]] = field(default_factory=Counter)


def played_in(games: Sequence[tuple[GameRow, Sequence[SeatRow]]]) -> Played:
    """Return what pupils have played, from all their games with the seats."""
    played = Played()
    for row, seats in games:
        people = frozenset(seat.owner for seat in seats if seat.kind == "human")
        if len(people) < 2:
            played.alone.update(people)
            continue
        played.met[people] += 1
        for person in people if row.state == "over" else ():
            mine = frozenset(seat.seat for seat in seats if seat.owner == person)
            played.points[person] += _HALF_POINTS.get(outcome_for(row, mine), 0)
            played.finished[person] += 1
    return played


def standings(pupils: Sequence[PupilRow], played: Played) -> list[tuple[int, str, float, int]]:
    """Return rank, name, points and finished games of pupils, the best first.

    Of equal points the fewer games rank higher; those equal in both share their rank and keep their order.
    """
    scores = [(-played.points[each.person] / 2, played.finished[each.person]) for each in pupils]
    ordered = sorted(scores)
    lines = [
        (ordered.index(score) + 1, each.name, -score[0], score[1]) for each, score in zip(pupils, scores, strict=True)
    ]
    return sorted(lines, key=itemgetter(0))


def paired(
    pupils: Sequence[PupilRow], way: str, played: Played, random: Random
) -> tuple[list[tuple[PupilRow, PupilRow]], PupilRow | None]:
    """Return the pairs, in each the one who begins first, and who is left over.

    way: by lot, with those first who have met least; by strength, the strongest with the next; by seat, neighbours in
    the order of their places.  Left over is one of those who played the computer least.  The weaker of two by their
    levels begins, else the lot decides.
    """
    rest = list(pupils)
    random.shuffle(rest)
    if way == "strength":
        rest.sort(key=lambda pupil: (pupil.level, played.points[pupil.person]), reverse=True)
    elif way == "seat":
        rest.sort(key=lambda pupil: pupil.place)
    odd = min(reversed(rest), key=lambda pupil: played.alone[pupil.person]) if len(rest) % 2 else None
    if odd:
        rest.remove(odd)
    pairs = []
    while rest:
        one = rest.pop(0)
        others = rest if way == "lot" else rest[:1]
        other = min(others, key=lambda each: played.met[frozenset((one.person, each.person))])
        rest.remove(other)
        is_stronger = one.level > other.level if one.level and other.level and one.level != other.level else None
        begins_second = random.random() < 0.5 if is_stronger is None else is_stronger
        pairs.append((other, one) if begins_second else (one, other))
    return pairs, odd

"""Tie-breaks with every term: FIDE C.07, ruleset `tiebreak-2026-03-01`.

A table after round k is computed as if k were the last round.  Round robins treat forfeits as ordinary games and leave
out free rounds.  Values are whole numbers of a unit: 2 for half points, 4 for products of half points, 1 for counts.
"""

from collections.abc import Callable, Collection, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from charkoni.tournament.pairing.input import ABSENT, PairingInput, Player, Slot


class Term(NamedTuple):
    """One round's share.  opponent: 0 for a bye.  first, second: its two factors.  value: what counts.  cut: struck."""

    round: int
    opponent: int
    mark: str
    first: int
    second: int
    value: int
    is_voluntary: bool = False
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Value:
    """A tie-break of one player: more is better.  unit: how many make one point."""

    number: int
    unit: int = 1
    terms: tuple[Term, ...] = ()
    is_place: bool = False

    def __str__(self) -> str:
        if self.is_place:
            return str(-self.number)
        whole, rest = divmod(self.number, self.unit)
        return str(whole) if self.unit == 1 else f"{whole}{_REST[100 * rest // self.unit]}"


_REST = {0: "", 25: ".25", 50: ".5", 75: ".75"}


class Scores:
    """Points and adjusted points of a field after `rounds` rounds, and the tie-breaks that follow from them."""

    def __init__(self, field: PairingInput, rounds: int | None = None, *, robin: bool = False) -> None:
        """`robin`: a round robin, in which forfeits are ordinary games."""
        self.field = field
        self.rounds = field.done if rounds is None else rounds
        self.robin = robin
        self.points = {player.number: field.score(player, self.rounds) for player in field.players}
        self.touched: Collection[int] = self.points.keys()
        """Whose terms are others than in the scores that these were made of."""

        self._slots: dict[int, list[tuple[int, Slot]]] = {}
        self._terms: dict[int, list[Term]] = {}

    def since(self, field: PairingInput, changed: Collection[int]) -> "Scores":
        """Return the scores of a field in which only the rounds of some players differ from this one.

        A player's rounds change his points and adjusted points, and with them the terms of all his opponents.
        """
        new = copy(self)
        new.field = field
        new.points = self.points | {number: field.score(field.player(number), self.rounds) for number in changed}
        new._slots = {number: slots for number, slots in self._slots.items() if number not in changed}
        met = {slot.opponent for number in changed for _, slot in new.slots(field.player(number))}
        new.touched = met.union(changed) - {0}
        new._terms = {number: terms for number, terms in self._terms.items() if number not in new.touched}
        new.__dict__["adjusted"] = self.adjusted | {number: new._adjusted(field.player(number)) for number in changed}
        new.__dict__.pop("most_games", None)
        return new

    @cached_property
    def adjusted(self) -> dict[int, int]:
        """The points of everybody as his opponents count them."""
        return {player.number: self._adjusted(player) for player in self.field.players}

    @cached_property
    def most_games(self) -> int:
        """With how many opponents anybody was paired at most."""
        return max(sum(1 for _, slot in self.slots(player) if slot.opponent) for player in self.field.players)

    @cached_property
    def is_rated(self) -> bool:
        """Whether everybody has a rating."""
        return all(player.rating for player in self.field.players)

    def slots(self, player: Player) -> list[tuple[int, Slot]]:
        """Return the rounds of a player with their numbers."""
        found = self._slots.get(player.number)
        if found is None:
            done = player.slots[: self.rounds]
            found = self._slots[player.number] = list(enumerate(done + (ABSENT,) * (self.rounds - len(done)), 1))
        return found

    def _adjusted(self, player: Player) -> int:
        """Count H and Z as draws where nothing but voluntary unplayed rounds follows."""
        total = self.points[player.number]
        if self.robin:
            return total
        for _, slot in reversed(self.slots(player)):
            if not is_voluntary(slot):
                break
            if slot.opponent == 0:
                total += self.field.points.draw - self.field.points.of(slot.mark)
        return total

    def terms(self, player: Player) -> list[Term]:
        """Return a term for each round: (adjusted points of the opponent, or a stand-in; points of the round)."""
        found = self._terms.get(player.number)
        if found is None:
            found = self._terms[player.number] = self._counted(player)
        return list(found)

    def _counted(self, player: Player) -> list[Term]:
        own, draw = self.points[player.number], self.field.points.draw
        terms = []
        for round_, slot in self.slots(player):
            if slot.is_played or (self.robin and slot.opponent):
                first = self.adjusted[slot.opponent]
            elif self.robin:
                continue
            else:
                first = min(own, self.adjusted[slot.opponent] if slot.opponent else self.rounds * draw)
            worth = self.field.points.of(slot.mark)
            voluntary = is_voluntary(slot) and not self.robin
            terms.append(Term(round_, slot.opponent, slot.mark, first, worth, first * worth, voluntary))
        return terms


def is_voluntary(slot: Slot) -> bool:
    """Return whether a round was unplayed by the player's own will: H, Z or a forfeit loss."""
    return slot.mark in "HZ-"


def buchholz(scores: Scores, player: Player, cuts: int = 0, highs: int = 0) -> Value:
    """Return the sum of the opponents' points; `cuts` lowest and `highs` highest terms are struck."""
    found = scores.terms(player)
    terms = [Term(t.round, t.opponent, t.mark, t.first, t.second, t.first, t.is_voluntary) for t in found]
    for _ in range(min(cuts, len(terms))):
        left = [term for term in terms if not term.cut]
        voluntary = [term for term in left if term.is_voluntary]
        _strike(terms, min(voluntary or left, key=lambda term: term.value))
    for _ in range(min(highs, len(terms) - cuts)):
        _strike(terms, max((term for term in terms if not term.cut), key=lambda term: term.value))
    return Value(_sum(terms), 2, tuple(terms))


def sonneborn(scores: Scores, player: Player, cuts: int = 0) -> Value:
    """Return the sum of the products of the opponents' points with what the round brought."""
    terms = scores.terms(player)
    for _ in range(min(cuts, len(terms))):
        left = [term for term in terms if not term.cut]
        lowest = min(left, key=lambda term: (term.first, term.value))
        voluntary = min((t for t in left if t.is_voluntary), key=lambda t: t.value, default=None)
        _strike(terms, voluntary if voluntary and voluntary.value >= lowest.value else lowest)
    return Value(_sum(terms), 4, tuple(terms))


def progressive(scores: Scores, player: Player, cuts: int = 0) -> Value:
    """Return the sum of the points after each round; the first `cuts` rounds are struck."""
    terms, running = [], 0
    for round_, slot in scores.slots(player):
        worth = scores.field.points.of(slot.mark)
        running += worth
        terms.append(Term(round_, slot.opponent, slot.mark, running, worth, running, cut=round_ <= cuts))
    return Value(_sum(terms), 2, tuple(terms))


def wins(scores: Scores, player: Player, *, at_board: bool = False) -> Value:
    """Return the rounds worth a win, or only the games won at the board."""
    terms = [
        Term(round_, slot.opponent, slot.mark, 1, 1, 1)
        for round_, slot in scores.slots(player)
        if (slot.is_played and slot.mark in "1W")
        or (not at_board and scores.field.points.of(slot.mark) >= scores.field.points.win)
    ]
    return Value(len(terms), 1, tuple(terms))


def second_games(scores: Scores, player: Player) -> Value:
    """Return the games played as second."""
    terms = [Term(r, s.opponent, s.mark, 1, 1, 1) for r, s in scores.slots(player) if s.is_played and s.side == "b"]
    return Value(len(terms), 1, tuple(terms))


def koya(scores: Scores, player: Player) -> Value:
    """Return the points against those who have half of the possible points or more."""
    terms = []
    for round_, slot in scores.slots(player):
        if slot.opponent:
            strong = 2 * scores.points[slot.opponent] >= scores.most_games * scores.field.points.win
            worth = scores.field.points.of(slot.mark)
            terms.append(
                Term(round_, slot.opponent, slot.mark, scores.points[slot.opponent], worth, worth, cut=not strong)
            )
    return Value(_sum(terms), 2, tuple(terms))


def average_rating(scores: Scores, player: Player, cuts: int = 0) -> Value:
    """Return the average rating of the opponents met, rounded; nothing unless everybody is rated."""
    if not scores.is_rated:
        return Value(0)
    terms = [
        Term(round_, slot.opponent, slot.mark, rating, 1, rating)
        for round_, slot in scores.slots(player)
        if slot.is_played and (rating := scores.field.player(slot.opponent).rating)
    ]
    for _ in range(cuts if len(terms) > cuts else 0):
        _strike(terms, min((term for term in terms if not term.cut), key=lambda term: term.value))
    left = [term.value for term in terms if not term.cut]
    return Value((2 * sum(left) + len(left)) // (2 * len(left)) if left else 0, 1, tuple(terms))


SINGLE: dict[str, Callable[[Scores, Player], Value]] = {
    "BH": buchholz,
    "BH/C1": lambda scores, player: buchholz(scores, player, 1),
    "BH/C2": lambda scores, player: buchholz(scores, player, 2),
    "BH/M1": lambda scores, player: buchholz(scores, player, 1, 1),
    "SB": sonneborn,
    "SB/C1": lambda scores, player: sonneborn(scores, player, 1),
    "PS": progressive,
    "PS/C1": lambda scores, player: progressive(scores, player, 1),
    "WIN": wins,
    "WON": lambda scores, player: wins(scores, player, at_board=True),
    "BPG": second_games,
    "KS": koya,
    "ARO": average_rating,
    "ARO/C1": lambda scores, player: average_rating(scores, player, 1),
}
"""Tie-breaks of one player that need nobody's place; DE needs those who are tied."""


def direct(scores: Scores, tied: Sequence[int]) -> dict[int, Value]:
    """Return the direct encounter of players who are tied: places 1 ... among them, equal where it decides nothing."""
    places: dict[int, int] = {}
    _place(scores, list(tied), 1, places)
    tables = {number: _mutual(scores, number, tied) for number in tied}
    return {number: Value(-places[number], 1, tuple(tables[number]), is_place=True) for number in tied}


def _place(scores: Scores, tied: list[int], start: int, places: dict[int, int]) -> None:
    """Give the tied their places from `start` on, and again within what stays tied."""
    for number in tied:
        places[number] = start
    if len(tied) < 2:
        return
    gained, most, all_met = _gains(scores, tied)
    order = sorted(tied, key=lambda number: (-gained[number], -most[number], number))
    groups: list[list[int]] = []
    if all_met:
        for number in order:
            if groups and gained[groups[-1][0]] == gained[number]:
                groups[-1].append(number)
            else:
                groups.append([number])
    else:
        while len(order) > 1 and gained[order[0]] > max(most[number] for number in order[1:]):
            groups.append([order.pop(0)])
        groups.append(order)
    if len(groups) == 1:
        return
    for group in groups:
        _place(scores, group, start, places)
        start += len(group)


def _gains(scores: Scores, tied: list[int]) -> tuple[dict[int, int], dict[int, int], bool]:
    """Return points in mutual games (times a common multiple), the most they can become, and if all have met."""
    among = set(tied)
    gained, most, all_met = {}, {}, True
    for number in tied:
        met: dict[int, list[int]] = {}
        for term in _mutual(scores, number, among):
            met.setdefault(term.opponent, []).append(term.value)
        # Several games with one opponent count as their average; 60 is divisible by every number of games up to 6.
        gained[number] = sum(60 * sum(points) // len(points) for points in met.values())
        missing = 0 if scores.robin else len(tied) - 1 - len(met)
        most[number] = gained[number] + 60 * missing * scores.field.points.win
        all_met = all_met and not missing
    return gained, most, all_met


def _mutual(scores: Scores, number: int, among: "Sequence[int] | set[int]") -> list[Term]:
    player, worth = scores.field.player(number), scores.field.points.of
    return [
        Term(round_, slot.opponent, slot.mark, worth(slot.mark), 1, worth(slot.mark))
        for round_, slot in scores.slots(player)
        if slot.opponent in among and slot.opponent and (slot.is_played or scores.robin)
    ]


def _strike(terms: list[Term], term: Term) -> None:
    terms[next(i for i, other in enumerate(terms) if other is term)] = term._replace(cut=True)


def _sum(terms: Sequence[Term]) -> int:
    return sum(term.value for term in terms if not term.cut)

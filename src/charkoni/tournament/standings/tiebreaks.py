"""Tie-breaks with every term: FIDE C.07, ruleset `tiebreak-2026-03-01`.

Standings after round k are computed as if k were the last round.  In round robins forfeits are ordinary games and free
rounds do not count.  Values are whole numbers of a unit: 2 for half points, 4 for their products, 1 for counts.
"""

from collections.abc import Callable, Collection, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from charkoni.tournament.pairing.input import ABSENT, PairingInput, Player, Slot


class Term(NamedTuple):
    """The term of a round.  opponent: 0 for a bye.  first, second: its factors.  value: in the sum unless cut."""

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
    """The value of a tie-break; the larger number is better.

    unit: so many make one point.  is_place: the number is a negated place among tied players.
    """

    number: int
    unit: int = 1
    terms: tuple[Term, ...] = ()
    is_place: bool = False

    def __str__(self) -> str:
        if self.is_place:
            return str(-self.number)
        whole, rest = divmod(self.number, self.unit)
        digits = _DIGITS[self.unit]
        return f"{whole}.{10**digits * rest // self.unit:0{digits}}" if digits else str(whole)


_DIGITS = {1: 0, 2: 1, 4: 2}
"""Decimals by unit: all values of a column have the same number, so that they align."""


class Scores:
    """Points and adjusted points of all players after `rounds` rounds, in half points, and the terms of tie-breaks."""

    def __init__(self, pairing_input: PairingInput, rounds: int | None = None, *, is_round_robin: bool = False) -> None:
        """rounds: by default all.  is_round_robin: forfeits are ordinary games."""
        self.pairing_input = pairing_input
        self.rounds = pairing_input.done if rounds is None else rounds
        self.is_round_robin = is_round_robin
        self.points = {player.number: pairing_input.score(player, self.rounds) for player in pairing_input.players}
        self.touched: Collection[int] = self.points.keys()
        """The numbers of players whose terms differ from those of the scores that `since` updated."""

        self._slots: dict[int, list[tuple[int, Slot]]] = {}
        self._terms: dict[int, list[Term]] = {}

    def since(self, pairing_input: PairingInput, changed: Collection[int]) -> "Scores":
        """Return the scores of an input that differs from this one in the rounds of the `changed` numbers.

        A player's rounds determine points and adjusted points, and thereby the terms of the opponents.
        """
        new = copy(self)
        new.pairing_input = pairing_input
        new.points = self.points | {
            number: pairing_input.score(pairing_input.player(number), self.rounds) for number in changed
        }
        new._slots = {number: slots for number, slots in self._slots.items() if number not in changed}
        met = {slot.opponent for number in changed for _, slot in new.slots(pairing_input.player(number))}
        new.touched = met.union(changed) - {0}
        new._terms = {number: terms for number, terms in self._terms.items() if number not in new.touched}
        new.__dict__["adjusted"] = self.adjusted | {
            number: new._adjusted(pairing_input.player(number)) for number in changed
        }
        new.__dict__.pop("most_games", None)
        return new

    @cached_property
    def adjusted(self) -> dict[int, int]:
        """The adjusted points by number, which count for the opponents."""
        return {player.number: self._adjusted(player) for player in self.pairing_input.players}

    @cached_property
    def most_games(self) -> int:
        """The most rounds with an opponent of any player."""
        return max(sum(1 for _, slot in self.slots(player) if slot.opponent) for player in self.pairing_input.players)

    @cached_property
    def is_rated(self) -> bool:
        """Whether everybody has a rating."""
        return all(player.rating for player in self.pairing_input.players)

    def slots(self, player: Player) -> list[tuple[int, Slot]]:
        """Return the rounds of a player with their numbers."""
        slots = self._slots.get(player.number)
        if slots is None:
            done = player.slots[: self.rounds]
            slots = self._slots[player.number] = list(enumerate(done + (ABSENT,) * (self.rounds - len(done)), 1))
        return slots

    def _adjusted(self, player: Player) -> int:
        """Return the points, with H and Z counted as draws where only voluntary unplayed rounds follow."""
        total = self.points[player.number]
        if self.is_round_robin:
            return total
        for _, slot in reversed(self.slots(player)):
            if not is_voluntary(slot):
                break
            if slot.opponent == 0:
                total += self.pairing_input.points.draw - self.pairing_input.points.of(slot.mark)
        return total

    def terms(self, player: Player) -> list[Term]:
        """Return a term for each round: adjusted points of the opponent (or of the dummy), points of the round."""
        terms = self._terms.get(player.number)
        if terms is None:
            terms = self._terms[player.number] = self._counted(player)
        return list(terms)

    def _counted(self, player: Player) -> list[Term]:
        own, draw = self.points[player.number], self.pairing_input.points.draw
        terms = []
        for round_, slot in self.slots(player):
            if slot.is_played or (self.is_round_robin and slot.opponent):
                first = self.adjusted[slot.opponent]
            elif self.is_round_robin:
                continue
            else:
                first = min(own, self.adjusted[slot.opponent] if slot.opponent else self.rounds * draw)
            points = self.pairing_input.points.of(slot.mark)
            voluntary = is_voluntary(slot) and not self.is_round_robin
            terms.append(Term(round_, slot.opponent, slot.mark, first, points, first * points, voluntary))
        return terms


def _term(round_: int, slot: Slot, value: int, points: int = 1, cut: bool = False) -> Term:
    """Return a term whose first factor is its value."""
    return Term(round_, slot.opponent, slot.mark, value, points, value, cut=cut)


def is_voluntary(slot: Slot) -> bool:
    """Return whether a round is a voluntary unplayed round: H, Z or a forfeit loss."""
    return slot.mark in "HZ-"


def buchholz(scores: Scores, player: Player, cuts: int = 0, highs: int = 0) -> Value:
    """Return the sum of the opponents' adjusted points; `cuts` lowest and `highs` highest terms are cut."""
    terms = [term._replace(value=term.first) for term in scores.terms(player)]
    for _ in range(min(cuts, len(terms))):
        left = [term for term in terms if not term.cut]
        voluntary = [term for term in left if term.is_voluntary]
        _cut(terms, min(voluntary or left, key=lambda term: term.value))
    for _ in range(min(highs, len(terms) - cuts)):
        _cut(terms, max((term for term in terms if not term.cut), key=lambda term: term.value))
    return Value(_sum(terms), 2, tuple(terms))


def sonneborn(scores: Scores, player: Player, cuts: int = 0) -> Value:
    """Return the sum of the products of the opponents' adjusted points and the points of the round."""
    terms = scores.terms(player)
    for _ in range(min(cuts, len(terms))):
        left = [term for term in terms if not term.cut]
        lowest = min(left, key=lambda term: (term.first, term.value))
        voluntary = min((t for t in left if t.is_voluntary), key=lambda t: t.value, default=None)
        _cut(terms, voluntary if voluntary and voluntary.value >= lowest.value else lowest)
    return Value(_sum(terms), 4, tuple(terms))


def progressive(scores: Scores, player: Player, cuts: int = 0) -> Value:
    """Return the sum of the points after each round; the first `cuts` rounds are cut."""
    terms, running = [], 0
    for round_, slot in scores.slots(player):
        points = scores.pairing_input.points.of(slot.mark)
        running += points
        terms.append(_term(round_, slot, running, points, cut=round_ <= cuts))
    return Value(_sum(terms), 2, tuple(terms))


def wins(scores: Scores, player: Player, *, at_board: bool = False) -> Value:
    """Return the number of rounds that bring the points of a win, or only of games won at the board."""
    terms = [
        _term(round_, slot, 1)
        for round_, slot in scores.slots(player)
        if (slot.is_played and slot.mark in "1W")
        or (not at_board and scores.pairing_input.points.of(slot.mark) >= scores.pairing_input.points.win)
    ]
    return Value(len(terms), 1, tuple(terms))


def second_games(scores: Scores, player: Player) -> Value:
    """Return the number of games played as second side."""
    terms = [_term(r, s, 1) for r, s in scores.slots(player) if s.is_played and s.side == "b"]
    return Value(len(terms), 1, tuple(terms))


def koya(scores: Scores, player: Player) -> Value:
    """Return the points against opponents with at least half of the possible points."""
    terms = []
    for round_, slot in scores.slots(player):
        if slot.opponent:
            strong = 2 * scores.points[slot.opponent] >= scores.most_games * scores.pairing_input.points.win
            points = scores.pairing_input.points.of(slot.mark)
            terms.append(
                Term(round_, slot.opponent, slot.mark, scores.points[slot.opponent], points, points, cut=not strong)
            )
    return Value(_sum(terms), 2, tuple(terms))


def average_rating(scores: Scores, player: Player, cuts: int = 0) -> Value:
    """Return the average rating of the opponents played, rounded; 0 unless all players are rated."""
    if not scores.is_rated:
        return Value(0)
    terms = [
        _term(round_, slot, rating)
        for round_, slot in scores.slots(player)
        if slot.is_played and (rating := scores.pairing_input.player(slot.opponent).rating)
    ]
    for _ in range(cuts if len(terms) > cuts else 0):
        _cut(terms, min((term for term in terms if not term.cut), key=lambda term: term.value))
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
"""Tie-breaks that are computed player by player; DE is computed for groups of tied players."""


def direct(scores: Scores, tied: Sequence[int]) -> dict[int, Value]:
    """Return the direct encounter of tied players: places 1 ... among them, shared where it does not decide."""
    places: dict[int, int] = {}
    _place(scores, list(tied), 1, places)
    tables = {number: _mutual(scores, number, tied) for number in tied}
    return {number: Value(-places[number], 1, tuple(tables[number]), is_place=True) for number in tied}


def _place(scores: Scores, tied: list[int], start: int, places: dict[int, int]) -> None:
    """Assign places from `start` on to tied players, recursively within groups that stay tied."""
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
    """Return 60 times the points in mutual games, their upper bounds, and whether all have met."""
    among = set(tied)
    gained, most, all_met = {}, {}, True
    for number in tied:
        met: dict[int, list[int]] = {}
        for term in _mutual(scores, number, among):
            met.setdefault(term.opponent, []).append(term.value)
        # Several games with one opponent count as their average; 60 is divisible by every number of games up to 6.
        gained[number] = sum(60 * sum(points) // len(points) for points in met.values())
        missing = 0 if scores.is_round_robin else len(tied) - 1 - len(met)
        most[number] = gained[number] + 60 * missing * scores.pairing_input.points.win
        all_met = all_met and not missing
    return gained, most, all_met


def _mutual(scores: Scores, number: int, among: "Sequence[int] | set[int]") -> list[Term]:
    player, points = scores.pairing_input.player(number), scores.pairing_input.points.of
    return [
        _term(round_, slot, points(slot.mark))
        for round_, slot in scores.slots(player)
        if slot.opponent in among and slot.opponent and (slot.is_played or scores.is_round_robin)
    ]


def _cut(terms: list[Term], term: Term) -> None:
    terms[next(i for i, other in enumerate(terms) if other is term)] = term._replace(cut=True)


def _sum(terms: Sequence[Term]) -> int:
    return sum(term.value for term in terms if not term.cut)

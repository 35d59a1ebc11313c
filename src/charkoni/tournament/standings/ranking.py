"""Standings: points, tie-breaks in their order, shared places; entries that never played come last."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from charkoni.tournament.model.event import Tournament
from charkoni.tournament.pairing import lots
from charkoni.tournament.pairing.input import ABSENT, PairingInput, Player
from charkoni.tournament.pairing.input_from_event import changes, input_after, renewed
from charkoni.tournament.pairing.systems import system_of
from charkoni.tournament.standings.tiebreaks import SINGLE, Scores, Value, direct

Extra = Callable[[int], Value]
MOST_CHANGED = 50
"""From how many changed players on a whole table is made anew; so many rounds read singly take as long."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table.  place: first of the shared places; last: the last of them.  values: one per tie-break."""

    place: int
    last: int
    number: int
    points: int
    values: tuple[Value, ...]
    has_played: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """The lines, the best first, and what they are made of, so that the next table can be made of this one.

    values: of the tie-breaks, by name and number.  met: direct encounters of those who are tied, by their numbers.
    """

    scores: Scores
    values: Mapping[str, Mapping[int, Value]]
    met: Mapping[tuple[int, ...], Mapping[int, Value]]
    lines: list[Line]


def table(
    field: PairingInput,
    tiebreaks: Sequence[str],
    rounds: int | None = None,
    *,
    robin: bool = False,
    extra: Mapping[str, Extra] | None = None,
) -> list[Line]:
    """Return the table after some rounds, the best first.  `extra`: tie-breaks that results alone do not give."""
    return _table(Scores(field, rounds, robin=robin), tiebreaks, extra or {}, None, frozenset()).lines


def _table(
    scores: Scores,
    tiebreaks: Sequence[str],
    extra: Mapping[str, Extra],
    before: Table | None,
    changed: frozenset[int],
) -> Table:
    """Return the table of some scores.

    before: the table whose scores these were made of.  changed: the numbers of those whose rounds are others since.
    """
    players = scores.field.players
    played = {player.number: has_played(player, scores.rounds) for player in players}
    keys: dict[int, tuple[int, ...]] = {number: (int(played[number]), scores.points[number]) for number in played}
    values: dict[str, Mapping[int, Value]] = {}
    met: dict[tuple[int, ...], Mapping[int, Value]] = {}
    for name in tiebreaks:
        if name == "DE":
            met |= _direct(scores, keys, {} if before is None else before.met, changed)
            found: Mapping[int, Value] = {number: value for group in met.values() for number, value in group.items()}
        elif before is None or (name == "KS" and before.scores.most_games != scores.most_games):
            found = {number: _value(scores, name, number, extra) for number in played}
        else:
            found = {**before.values[name], **{n: _value(scores, name, n, extra) for n in scores.touched}}
        values[name] = found
        keys = {number: (*key, found[number].number) for number, key in keys.items()}
    order = sorted(keys, key=lambda number: (*(-part for part in keys[number]), number))
    places, columns = _places(order, keys), [values[name] for name in tiebreaks]
    lines = [Line(*places[n], n, scores.points[n], tuple(column[n] for column in columns), played[n]) for n in order]
    return Table(scores, values, met, lines)


def _value(scores: Scores, name: str, number: int, extra: Mapping[str, Extra]) -> Value:
    return extra[name](number) if name in extra else SINGLE[name](scores, scores.field.player(number))


def _direct(
    scores: Scores,
    keys: Mapping[int, tuple[int, ...]],
    known: Mapping[tuple[int, ...], Mapping[int, Value]],
    changed: frozenset[int],
) -> dict[tuple[int, ...], Mapping[int, Value]]:
    """Return the direct encounters of all who are tied so far; what is known of groups without a change stays."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for number, key in keys.items():
        groups.setdefault(key, []).append(number)
    found: dict[tuple[int, ...], Mapping[int, Value]] = {}
    for group in map(tuple, groups.values()):
        is_known = group in known and changed.isdisjoint(group)
        found[group] = known[group] if is_known else direct(scores, group)
    return found


def _places(order: Sequence[int], keys: Mapping[int, tuple[int, ...]]) -> dict[int, tuple[int, int]]:
    places: dict[int, tuple[int, int]] = {}
    start = 0
    while start < len(order):
        end = start
        while end + 1 < len(order) and keys[order[end + 1]] == keys[order[start]]:
            end += 1
        for number in order[start : end + 1]:
            places[number] = (start + 1, end + 1)
        start = end + 1
    return places


def has_played(player: Player, rounds: int) -> bool:
    """Return whether a player ever had a game or a bye of the pairing; before round 1 everybody counts."""
    return rounds == 0 or any(slot.opponent or slot.mark in "UF" for slot in player.slots[:rounds])


def standings(tournament: Tournament, rounds: int | None = None) -> list[Line]:
    """Return the table of a tournament after some rounds, by default after all that are published."""
    return Standings(tournament, rounds).lines


class Standings:
    """The table of a tournament after some rounds, from which the next one is made when a result has come in."""

    def __init__(self, tournament: Tournament, rounds: int | None = None, before: "Standings | None" = None) -> None:
        """`before`: the same table at an earlier state; only what differs from it is computed."""
        self.tournament = tournament
        self._robin = system_of(tournament.settings).cycles > 0
        new = None if before is None or self._robin else changes(before.tournament, tournament)
        extra = extras(tournament, rounds)
        if before is None or new is None or len(new) > MOST_CHANGED:
            self.field = input_after(tournament)
            field = _without_leavers(tournament, self.field) if self._robin else self.field
            scores, old, new = Scores(field, rounds, robin=self._robin), None, frozenset()
        else:
            self.field = renewed(before.field, tournament, new)
            scores, old = before._table.scores.since(self.field, new), before._table
        self._table: Table = _table(scores, tournament.settings.tiebreaks, extra, old, new)

    @property
    def lines(self) -> list[Line]:
        """The lines, the best first."""
        return self._table.lines


def _without_leavers(tournament: Tournament, field: PairingInput) -> PairingInput:
    """Take the results of a round robin out that are against somebody who left before half of his games."""
    half = (len(field.players) - 1) * system_of(tournament.settings).cycles
    gone = {
        player.number
        for player in field.players
        if (entry := tournament.by_number()[player.number]).left or entry.expelled
        if 2 * sum(1 for slot in player.slots if slot.is_played) < half
    }
    if not gone:
        return field
    players = tuple(
        replace(player, slots=tuple(ABSENT if player.number in gone or s.opponent in gone else s for s in player.slots))
        for player in field.players
    )
    return replace(field, players=players)


def extras(tournament: Tournament, rounds: int | None = None) -> dict[str, Extra]:
    """Return the tie-breaks of a tournament that need more than marks: game points, stones, lots."""
    if not {"GP", "SD", "LOT"} & set(tournament.settings.tiebreaks):
        return {}
    done = [round_ for round_ in tournament.rounds if round_.state != "draft"][:rounds]
    by_number = {number: entry.id for number, entry in tournament.by_number().items()}
    games: dict[int, int] = {}
    stones: dict[int, int] = {}
    for round_ in done:
        for board in round_.boards:
            if board.is_bye or board.result is None:
                continue
            a, b = board.result.games or (0, 0)
            games[board.first], games[board.second] = games.get(board.first, 0) + a, games.get(board.second, 0) + b
            own, other = board.result.stones or (0, 0)
            stones[board.first] = stones.get(board.first, 0) + own - other
            stones[board.second] = stones.get(board.second, 0) + other - own
    count, seed = len(done), tournament.settings.seed
    return {
        "GP": lambda number: Value(games.get(by_number[number], 0), 2),
        "SD": lambda number: Value(stones.get(by_number[number], 0)),
        "LOT": lambda number: Value(-lots.lot(seed, "tie", count, by_number[number])),
    }

"""The table: points, tie-breaks in their order, shared places, and blocks of those who never played."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from charkoni.tournament import lots
from charkoni.tournament.field import ABSENT, Field, Player
from charkoni.tournament.history import field_after
from charkoni.tournament.model import Tournament
from charkoni.tournament.tiebreaks import SINGLE, Scores, Value, direct

Extra = Callable[[int], Value]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table.  place: first of the shared places; last: the last of them.  values: one per tie-break."""

    place: int
    last: int
    number: int
    points: int
    values: tuple[Value, ...]
    has_played: bool = True


def table(
    field: Field,
    tiebreaks: Sequence[str],
    rounds: int | None = None,
    *,
    robin: bool = False,
    extra: Mapping[str, Extra] | None = None,
) -> list[Line]:
    """Return the table after some rounds, the best first.  `extra`: tie-breaks that results alone do not give."""
    scores = Scores(field, rounds, robin=robin)
    numbers = [player.number for player in field.players]
    played = {player.number: has_played(player, scores.rounds) for player in field.players}
    values: dict[int, list[Value]] = {number: [] for number in numbers}
    keys: dict[int, tuple[int, ...]] = {number: (int(played[number]), scores.points[number]) for number in numbers}
    for name in tiebreaks:
        found = _values(scores, name, keys, extra or {})
        for number in numbers:
            values[number].append(found[number])
            keys[number] = (*keys[number], found[number].number)
    order = sorted(numbers, key=lambda number: (*(-part for part in keys[number]), number))
    places = _places(order, keys)
    return [
        Line(*places[number], number, scores.points[number], tuple(values[number]), played[number]) for number in order
    ]


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


def _values(
    scores: Scores, name: str, keys: Mapping[int, tuple[int, ...]], extra: Mapping[str, Extra]
) -> dict[int, Value]:
    if name in extra:
        return {number: extra[name](number) for number in keys}
    if name != "DE":
        return {player.number: SINGLE[name](scores, player) for player in scores.field.players}
    groups: dict[tuple[int, ...], list[int]] = {}
    for number, key in keys.items():
        groups.setdefault(key, []).append(number)
    found: dict[int, Value] = {}
    for group in groups.values():
        found |= direct(scores, group)
    return found


def has_played(player: Player, rounds: int) -> bool:
    """Tell whether a player ever had a game or a bye of the pairing; before round 1 everybody counts."""
    return rounds == 0 or any(slot.opponent or slot.mark in "UF" for slot in player.slots[:rounds])


def standings(tournament: Tournament, rounds: int | None = None) -> list[Line]:
    """Return the table of a tournament after some rounds, by default after all that are published."""
    field = field_after(tournament)
    settings = tournament.settings
    robin = settings.system in ("round-robin", "double-round-robin")
    if robin:
        field = _without_leavers(tournament, field)
    return table(field, settings.tiebreaks, rounds, robin=robin, extra=extras(tournament, rounds))


def _without_leavers(tournament: Tournament, field: Field) -> Field:
    """Take the results of a round robin out that are against somebody who left before half of his games."""
    half = (len(field.players) - 1) * (2 if tournament.settings.system == "double-round-robin" else 1)
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
    """Return the tie-breaks that need more than marks: game points, stones, lots."""
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

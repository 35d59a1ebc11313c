"""Standings: points, tie-breaks in their order, shared places; entries without a game are last."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from types import MappingProxyType

from charkoni.games.match_format import FORMATS
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.rounds import Board
from charkoni.tournament.pairing import lots
from charkoni.tournament.pairing.input import ABSENT, PairingInput, Player
from charkoni.tournament.pairing.input_from_event import changed_numbers, input_after, updated_input
from charkoni.tournament.pairing.ladder import order_of
from charkoni.tournament.pairing.protocol import PairingSystem
from charkoni.tournament.pairing.systems import system_of
from charkoni.tournament.standings.tiebreaks import SINGLE, Scores, Value, direct

Extra = Callable[[int], Value]
MOST_CHANGED = 50
"""The most changed players for which standings are updated; with more, recomputing all takes no longer."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings.

    place, last: first and last of shared places.  points: half points.  values: of the tie-breaks in their order.
    """

    place: int
    last: int
    number: int
    points: int
    values: tuple[Value, ...]
    has_played: bool = True


@dataclass(frozen=True, slots=True)
class Ranking:
    """The lines, the best first, and intermediate results for an incremental update.

    values: of the tie-breaks, by name and number.  met: direct encounters of tied players, by their numbers.
    """

    scores: Scores
    values: Mapping[str, Mapping[int, Value]]
    met: Mapping[tuple[int, ...], Mapping[int, Value]]
    lines: list[Line]


def places_text(place: int, last: int) -> str:
    """Return a place, or the first and last of shared places: 3–5."""
    return str(place) if place == last else f"{place}–{last}"


def ranking(
    scores: Scores,
    tiebreaks: Sequence[str],
    extra: Mapping[str, Extra] = MappingProxyType({}),
    before: Ranking | None = None,
    changed: frozenset[int] = frozenset(),
) -> Ranking:
    """Return the ranking by scores and tie-breaks.

    extra: tie-breaks that need more than marks, see `extras`.  before: the ranking from whose scores these were
    updated.  changed: the numbers of players whose rounds differ.
    """
    players = scores.pairing_input.players
    played = {player.number: has_played(player, scores.rounds) for player in players}
    keys: dict[int, tuple[int, ...]] = {number: (int(played[number]), scores.points[number]) for number in played}
    values: dict[str, Mapping[int, Value]] = {}
    met: dict[tuple[int, ...], Mapping[int, Value]] = {}
    for name in tiebreaks:
        if name == "DE":
            met |= _direct(scores, keys, {} if before is None else before.met, changed)
            column: Mapping[int, Value] = {number: value for group in met.values() for number, value in group.items()}
        elif before is None or (name == "KS" and before.scores.most_games != scores.most_games):
            column = {number: _value(scores, name, number, extra) for number in played}
        else:
            column = {**before.values[name], **{n: _value(scores, name, n, extra) for n in scores.touched}}
        values[name] = column
        keys = {number: (*key, column[number].number) for number, key in keys.items()}
    order = sorted(keys, key=lambda number: (*(-part for part in keys[number]), number))
    columns = [values[name] for name in tiebreaks]
    places = dict(zip(order, shared_places(keys[number] for number in order), strict=True))
    lines = [Line(*places[n], n, scores.points[n], tuple(column[n] for column in columns), played[n]) for n in order]
    return Ranking(scores, values, met, lines)


def _value(scores: Scores, name: str, number: int, extra: Mapping[str, Extra]) -> Value:
    return extra[name](number) if name in extra else SINGLE[name](scores, scores.pairing_input.player(number))


def _direct(
    scores: Scores,
    keys: Mapping[int, tuple[int, ...]],
    known: Mapping[tuple[int, ...], Mapping[int, Value]],
    changed: frozenset[int],
) -> dict[tuple[int, ...], Mapping[int, Value]]:
    """Return the direct encounters of all tied players; `known` ones of groups without a changed player are reused."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for number, key in keys.items():
        groups.setdefault(key, []).append(number)
    encounters: dict[tuple[int, ...], Mapping[int, Value]] = {}
    for group in map(tuple, groups.values()):
        is_known = group in known and changed.isdisjoint(group)
        encounters[group] = known[group] if is_known else direct(scores, group)
    return encounters


def shared_places(keys: Iterable[object]) -> list[tuple[int, int]]:
    """Return the first and last place of each, in the order of places; those with equal keys share theirs."""
    places: list[tuple[int, int]] = []
    for _, group in groupby(keys):
        count, start = len(list(group)), len(places)
        places += [(start + 1, start + count)] * count
    return places


def has_played(player: Player, rounds: int) -> bool:
    """Return whether a player had a board or a full-point bye; before round 1 True."""
    return rounds == 0 or any(slot.opponent or slot.mark in "UF" for slot in player.slots[:rounds])


def standings(tournament: Tournament, rounds: int | None = None) -> list[Line]:
    """Return the lines of the standings after some rounds, by default after all that are closed."""
    return Standings(tournament, rounds).lines


class Standings:
    """The standings of a tournament after some rounds, which can be updated incrementally.

    rounds: how many rounds count; a game that is still open never does.  pairing_input: the input after all rounds.
    """

    def __init__(self, tournament: Tournament, rounds: int | None = None, before: "Standings | None" = None) -> None:
        """rounds: by default all that are closed.  before: those of an earlier state; only differences are computed."""
        self.tournament = tournament
        self.rounds = rounds = tournament.closed if rounds is None else rounds
        system = system_of(tournament.settings)
        self._is_round_robin = system.cycles > 0
        is_same = before is not None and before.rounds == rounds and not self._is_round_robin
        new = changed_numbers(before.tournament, tournament) if before is not None and is_same else None
        extra = extras(tournament, rounds)
        if before is None or new is None or len(new) > MOST_CHANGED:
            self.pairing_input = pairing_input = input_after(_without_adjourned(tournament, system))
            if self._is_round_robin:
                pairing_input = _without_leavers(tournament, pairing_input)
            scores, old, new = Scores(pairing_input, rounds, is_round_robin=self._is_round_robin), None, frozenset()
        else:
            self.pairing_input = updated_input(before.pairing_input, tournament, new)
            scores, old = before._ranking.scores.since(self.pairing_input, new), before._ranking
        self._ranking: Ranking = ranking(scores, tournament.settings.tiebreaks, extra, old, new)
        if system.is_ladder:
            number_of, by_number = tournament.numbers(), {line.number: line for line in self.lines}
            order = [by_number[number_of[id_]] for id_ in order_of(tournament)]
            lines = [replace(line, place=place, last=place) for place, line in enumerate(order, 1)]
            self._ranking = replace(self._ranking, lines=lines)

    @property
    def lines(self) -> list[Line]:
        """The lines, the best first."""
        return self._ranking.lines


def _without_adjourned(tournament: Tournament, system: PairingSystem) -> Tournament:
    """Return a round robin without its adjourned games: they count as draws only for pairings by score."""
    if not system.cycles:
        return tournament
    counting = [
        replace(round_, boards=tuple(board for board in round_.boards if board.is_open or not board.is_pending))
        for round_ in tournament.rounds
    ]
    return replace(tournament, rounds=tuple(counting))


def _without_leavers(tournament: Tournament, pairing_input: PairingInput) -> PairingInput:
    """Return the input without the games of players who left a round robin before half of their games."""
    half = (len(pairing_input.players) - 1) * system_of(tournament.settings).cycles
    leavers = {
        player.number
        for player in pairing_input.players
        if (entry := tournament.by_number()[player.number]).left or entry.expelled
        if 2 * sum(1 for slot in player.slots if slot.is_played) < half
    }
    if not leavers:
        return pairing_input
    players = tuple(
        replace(
            player,
            slots=tuple(ABSENT if player.number in leavers or s.opponent in leavers else s for s in player.slots),
        )
        for player in pairing_input.players
    )
    return replace(pairing_input, players=players)


def extras(tournament: Tournament, rounds: int | None = None) -> dict[str, Extra]:
    """Return the tie-breaks that need more than marks, as functions of the number.

    GP, GD: points of games, own and less those of opponents.  SD: stones.  LOT: a lot.
    """
    if not {"GP", "GD", "SD", "LOT"} & set(tournament.settings.tiebreaks):
        return {}
    done = tournament.paired[:rounds]
    by_number = {number: entry.id for number, entry in tournament.by_number().items()}
    games, lost, stones = Counter[int](), Counter[int](), Counter[int]()
    for round_ in done:
        for board in round_.boards:
            for id_, own, other in game_points(tournament, board):
                games[id_] += own
                lost[id_] += other
            if board.is_bye or board.result is None:
                continue
            own, other = board.result.stones or (0, 0)
            stones[board.first] += own - other
            stones[board.second] += other - own
    count, seed = len(done), tournament.settings.seed
    return {
        "GP": lambda number: Value(games[by_number[number]], 2),
        "GD": lambda number: Value((games[by_number[number]] - lost[by_number[number]]) // 2),
        "SD": lambda number: Value(stones[by_number[number]]),
        "LOT": lambda number: Value(-lots.lot(seed, "tie", count, by_number[number])),
    }


def game_points(tournament: Tournament, board: Board) -> list[tuple[int, int, int]]:
    """Return the entries of a table with their own points of its games, in half points, and those of the opponent.

    A match of sets or of teams that is won without play, by a bye or a forfeit, counts as won without a lost set or
    board; a bye of fewer points than a win brings a team half of the boards.
    """
    match, result = FORMATS[tournament.settings.games], board.result
    won = 2 * match.target if match.sets else 2 * match.boards
    if board.is_bye:
        points = tournament.settings.points
        return [(board.first, won if points.bye == points.win else match.boards if points.bye else 0, 0)]
    if result is None:
        return []
    a, b = result.games or ((won, 0) if result.first == "+" else (0, won) if result.second == "+" else (0, 0))
    return [(board.first, a, b), (board.second, b, a)]


def category_lines(state: Tournament, lines: Sequence[Line], ids: Collection[int]) -> list[tuple[int, int, Line]]:
    """Return the first and last shared place in a category, and the line of each member, the best first.

    ids: of the members.  Expelled members are left out.
    """
    by_number = state.by_number()
    own = [
        line
        for line in lines
        if by_number[line.number].id in ids and line.has_played and not by_number[line.number].expelled
    ]
    places = shared_places(line.place for line in own)
    return [(*place, line) for place, line in zip(places, own, strict=True)]

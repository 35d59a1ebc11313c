"""The pairing input of an event before and after a round, and the differences of two states."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from charkoni.games.match_format import FORMATS
from charkoni.tournament.model.event import Tournament, VirtualPoints
from charkoni.tournament.model.players import Entry
from charkoni.tournament.model.rounds import Board, Round
from charkoni.tournament.pairing.input import ABSENT, ForbiddenPairs, PairingInput, Player, Slot, baku, upper_half
from charkoni.tournament.pairing.systems import system_of


def input_before(tournament: Tournament, round_: int) -> PairingInput:
    """Return the input of a round to be paired, by the present pairing numbers."""
    return _input(tournament, tournament.rounds[: round_ - 1], round_)


def input_after(tournament: Tournament, rounds: int | None = None) -> PairingInput:
    """Return the input after some rounds, by default all published or closed ones, with no player absent."""
    return _input(tournament, tournament.paired[:rounds], 0)


def paired_input(tournament: Tournament, round_: int, away: Sequence[tuple[int, str]]) -> PairingInput:
    """Return the input of a round that was paired: exactly the entries of `away`, (id, code), are absent."""
    pairing_input = input_before(tournament, round_)
    codes = {tournament.entry(id_).number: code for id_, code in away}
    return replace(
        pairing_input, players=tuple(replace(p, absent=codes.get(p.number, "")) for p in pairing_input.players)
    )


def changed_numbers(before: Tournament, now: Tournament) -> frozenset[int] | None:
    """Return the numbers of players whose rounds differ in two states; None when anything else of standings differs."""
    old, new = before.paired, now.paired
    if before.settings != now.settings or len(old) != len(new) or _numbers(before) != _numbers(now):
        return None
    ids: set[int] = set()
    for one, other in zip(old, new, strict=True):
        if one is not other:
            ids |= _differing(one, other)
    return frozenset(now.entry(id_).number for id_ in ids)


def _numbers(tournament: Tournament) -> list[tuple[int, int]]:
    return [(entry.number, entry.rating) for entry in tournament.entries]


def _differing(one: Round, other: Round) -> set[int]:
    """Return the ids of the entries whose boards or absences differ in two versions of a round."""
    ids = {id_ for id_, _ in set(one.away) ^ set(other.away)}
    for a, b in zip_longest(one.boards, other.boards):
        if a is not b and a != b:
            ids |= {id_ for board in (a, b) if board for id_ in (board.first, board.second)}
    return ids - {0}


def updated_input(pairing_input: PairingInput, tournament: Tournament, numbers: Iterable[int]) -> PairingInput:
    """Return the input after all rounds, with the slots of some numbers rebuilt."""
    by_number, players = tournament.by_number(), list(pairing_input.players)
    number_of = {entry.id: number for number, entry in by_number.items()}
    for number in numbers:
        slots = tuple(_slot(round_, by_number[number].id, number_of) for round_ in tournament.paired)
        players[number - 1] = replace(players[number - 1], slots=slots)
    return replace(pairing_input, players=tuple(players))


def _input(tournament: Tournament, rounds: Sequence[Round], next_: int) -> PairingInput:
    settings = tournament.settings
    numbered = sorted((entry for entry in tournament.entries if entry.number), key=lambda entry: entry.number)
    number_of = {entry.id: entry.number for entry in numbered}
    slots_of_rounds = [_slots(round_, number_of) for round_ in rounds]
    players = tuple(
        Player(
            entry.number,
            tuple(slots.get(entry.id, ABSENT) for slots in slots_of_rounds),
            entry.rating,
            absence(entry, next_) if next_ else "",
        )
        for entry in numbered
    )
    forbidden = tuple(
        ForbiddenPairs(each.first, each.last, tuple(number_of[id_] for id_ in each.entries if id_ in number_of))
        for each in tournament.prohibitions
    )
    boosts, boards = _boosts(tournament, rounds, number_of), FORMATS[settings.games].boards
    initial = tournament.initial or "w"
    # Whether they were there at an earlier game does not matter: a challenge is for the next one.
    staying = {entry.id for entry in numbered if not (entry.left or entry.expelled)}
    ids = ((opponent, id_) for id_, opponent, _ in tournament.challenges if {id_, opponent} <= staying)
    wanted = tuple((number_of[one], number_of[other]) for one, other in ids)
    return PairingInput(players, settings.rounds, initial, settings.points, forbidden, boosts, boards, wanted)


def _boosts(tournament: Tournament, rounds: Sequence[Round], number_of: Mapping[int, int]) -> tuple[VirtualPoints, ...]:
    """Return the virtual points of an event before its next round.

    After a late entry the last player of the upper group is that of the rounds before (FIDE C.04.5.1), where they tell
    it.
    """
    settings = tournament.settings
    if tournament.boosts or not (settings.accelerated and system_of(settings).has_acceleration):
        return tournament.boosts
    last = next((id_ for round_ in rounds if (id_ := round_.account.get("upper"))), 0)
    return baku(number_of.get(last) or upper_half(len(number_of)), settings.rounds, settings.points.win)


def absence(entry: Entry, round_: int) -> str:
    """Return the code of an absence in a round: H, F or Z, empty when the entry is to be paired."""
    if entry.expelled or (entry.left and entry.left <= round_):
        return "Z"
    asked = dict(entry.asked).get(round_, "")
    return asked or ("" if entry.here else "Z")


def _slots(round_: Round, number_of: dict[int, int]) -> dict[int, Slot]:
    """Return the slots of a round by entry id."""
    slots = {id_: Slot(mark=mark) for id_, mark in round_.away}
    for board in round_.boards:
        slots |= _seats(board, number_of)
    return slots


def _slot(round_: Round, id_: int, number_of: dict[int, int]) -> Slot:
    """Return the slot of an entry in a round."""
    board = round_.board_of(id_)
    if board is not None:
        return _seats(board, number_of)[id_]
    mark = dict(round_.away).get(id_)
    return Slot(mark=mark) if mark else ABSENT


def _seats(board: Board, number_of: dict[int, int]) -> dict[int, Slot]:
    if board.is_bye:
        return {board.first: Slot(mark="U")}
    first, second = marks(board)
    a, b = (board.result.games if board.result else None) or (0, 0)
    return {
        board.first: Slot(number_of[board.second], "w", first, a),
        board.second: Slot(number_of[board.first], "b", second, b),
    }


def marks(board: Board) -> tuple[str, str]:
    """Return the marks of a board; an open or adjourned game counts as a draw for now."""
    if board.result is None or board.result.adjourned:
        return "=", "="
    return board.result.first, board.result.second

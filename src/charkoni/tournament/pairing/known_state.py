"""The state of an event as it was known when one of its rounds was paired: all later changes taken back."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from charkoni.tournament.model.errors import BadFile, refusal
from charkoni.tournament.model.event import SETTINGS, LateChange, Prohibition, Tournament
from charkoni.tournament.model.results import of_boards
from charkoni.tournament.model.rounds import Board, Result, Round
from charkoni.tournament.model.settings import parse_setting, with_changes
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.input_from_event import paired_input


def changes_since(tournament: Tournament, round_: int) -> list[LateChange]:
    """Return the late changes to the pairing input of a round and to its boards, in order."""
    return [
        change
        for change in tournament.late_changes
        if change.paired >= round_ and (change.round < round_ or (change.round == round_ and change.what != "result"))
    ]


def known_state(tournament: Tournament, round_: int, *, by_hand: bool = False) -> Tournament:
    """Return the event with the changes since the pairing of a round taken back, its boards as they were paired.

    by_hand: only the changes since the present boards were made, by the engine or by hand; an undo makes none.
    Raise BadFile for a change that does not fit, in a file that somebody has edited.
    """
    state, changes = tournament, changes_since(tournament, round_)
    for change in reversed(changes[_made(tournament.rounds[round_ - 1], changes) :] if by_hand else changes):
        try:
            state = _without(state, change)
        except (ValueError, LookupError, TypeError):
            values = {"act": change.act, "what": change.what, "now": change.now}
            raise refusal(BadFile, change.act, "change-broken", **values) from None
    return state


def _made(round_: Round, changes: Sequence[LateChange]) -> int:
    """Return how many of the changes of a round came until its present boards were made for the first time."""
    present = [f"{board.first}-{board.second}" for board in round_.boards]
    by_hand = [(n, each) for n, each in enumerate(changes, 1) if each.what == "boards" and each.round == round_.number]
    if not by_hand or _pairs(by_hand[0][1].was) == present:
        return 0
    return next((n for n, each in by_hand if _pairs(each.now) == present), by_hand[-1][0])


def _pairs(text: str) -> list[str]:
    return [word.partition(":")[0] for word in text.split()]


def input_as_paired(state: Tournament, round_: int) -> PairingInput:
    """Return the input of a round that was paired; entries without a board are absent."""
    shown = state.rounds[round_ - 1]
    codes, seated = dict(shown.away), shown.seated
    away = [(e.id, codes.get(e.id, "Z")) for e in state.entries if e.number and e.id not in seated]
    return paired_input(state, round_, away)


def _without(state: Tournament, change: LateChange) -> Tournament:
    """Return the state before a change."""
    if change.what in ("result", "away", "boards"):
        return state.with_round(_round_without(state.rounds[change.round - 1], change))
    if change.what == "numbers":
        return state.renumbered({int(word): number for number, word in enumerate(change.was.split(), 1)})
    if change.what == "rating":
        return state.with_entry(replace(state.entry(change.entries[0]), rating=int(change.was)))
    if change.what == "bans":
        return replace(state, prohibitions=tuple(_prohibition(word) for word in change.was.split()))
    if change.what in SETTINGS:
        value = parse_setting(change.what, change.was)
        return replace(state, settings=with_changes(state.settings, {change.what: value}))
    return replace(state, initial=change.was)


def _round_without(round_: Round, change: LateChange) -> Round:
    if change.what == "away":
        away = (word.split(":") for word in change.was.split())
        return replace(round_, away=tuple((int(id_), code) for id_, code in away))
    if change.what == "boards":
        return replace(round_, boards=tuple(_boards(round_.boards, change.was))) if change.was else round_
    boards = [
        replace(board, result=result_of(change.was)) if (board.first, board.second) == change.entries else board
        for board in round_.boards
    ]
    if boards == list(round_.boards):
        raise ValueError
    return replace(round_, boards=tuple(boards))


def _boards(present: Iterable[Board], text: str) -> Iterable[Board]:
    """Return the boards of a text; boards with the same two entries keep their first mover."""
    movers = {(board.first, board.second): board.mover for board in present}
    for number, word in enumerate(text.split(), 1):
        pair, _, marks = word.partition(":")
        first, second = map(int, pair.split("-"))
        mover = movers.get((first, second), first if second else 0)
        yield Board(number, first, second, mover, result_of(marks))


def result_of(marks: str) -> Result | None:
    """Return the result of marks as late changes write them, see `LateChange`; None without one."""
    if marks == "adj":
        return Result("=", "=", adjourned=True)
    if "/" in marks:
        return of_boards(marks.split("/")[1:])
    return Result(marks[0], marks[1]) if marks else None


def _prohibition(word: str) -> Prohibition:
    rounds, _, entries = word.partition(":")
    first, last = map(int, rounds.split("-"))
    return Prohibition(first, last, tuple(map(int, entries.split(","))))

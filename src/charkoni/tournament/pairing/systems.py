"""The tables of the next round, by the tournament's system: what a draft holds."""

from collections.abc import Callable, Sequence
from typing import Any

from charkoni.core.errors import mark
from charkoni.tournament.model.errors import NoPairing, NotNow, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.rounds import Round
from charkoni.tournament.pairing import knockout, lots, round_robin
from charkoni.tournament.pairing.dutch import Pairing
from charkoni.tournament.pairing.input import Field
from charkoni.tournament.pairing.input_from_event import absence, field_before

_NOT_CLOSED = mark("the list of entries is not closed yet")
_OPEN = mark("round {round} is not closed yet")
_ALL_DONE = mark("all {rounds} rounds are paired")
_WHO = mark("no legal pairing of round {round} exists: these cannot all be paired: {who}")


def drafted(state: Tournament, engine: Callable[[Field], Pairing]) -> dict[str, Any]:
    """Return the data of a draft of the next round; raise NotNow, NoPairing, EngineFailed, TooLong."""
    rounds = state.rounds[:-1] if state.rounds and state.rounds[-1].state == "draft" else state.rounds
    number = len(rounds) + 1
    if state.phase != "playing":
        raise refusal(NotNow, number, _NOT_CLOSED)
    if rounds and rounds[-1].state != "closed":
        raise refusal(NotNow, number, _OPEN, round=number - 1)
    if number > state.settings.rounds:
        raise refusal(NotNow, number, _ALL_DONE, rounds=state.settings.rounds)
    account: dict[str, Any] = {}
    if state.settings.system == "swiss":
        pairing = _swiss(state, number, engine)
        boards, account = list(pairing.boards), pairing.account()
    elif state.settings.system == "knockout":
        boards = _knockout(state, rounds)
    else:
        table = round_robin.double if state.settings.system == "double-round-robin" else round_robin.boards
        # Who is free in a round robin gets no point for it, so that is no bye of the pairing.
        boards = [board for board in table(len(state.by_number()), number) if board[1]]
    ids = {number_: entry.id for number_, entry in state.by_number().items()} | {0: 0}
    seats = [(ids[first], ids[second]) for first, second in boards]
    return {
        "round": number,
        "boards": with_movers(state, number, seats),
        "away": () if state.settings.system == "knockout" else away(state, number, seats),
        "account": account,
    }


def _swiss(state: Tournament, number: int, engine: Callable[[Field], Pairing]) -> Pairing:
    try:
        return engine(field_before(state, number))
    except NoPairing as error:
        if not error.group:
            raise
        by_number = state.by_number()
        who = ", ".join(f"{number_} {state.name(by_number[number_].id)}" for number_ in error.group)
        told = refusal(NoPairing, number, _WHO, round=number, who=who)
        raise NoPairing(told.text, told.reason, group=error.group) from None


def _knockout(state: Tournament, rounds: tuple[Round, ...]) -> list[tuple[int, int]]:
    if not rounds:
        return knockout.bracket(len(state.by_number()))
    number_of = {entry.id: entry.number for entry in state.entries} | {0: 0}
    boards, winners = [], {}
    for board in rounds[-1].boards:
        pair = (number_of[board.first], number_of[board.second])
        boards.append(pair)
        if board.result is not None:
            winners[pair] = pair[0] if board.result.first in "1+W" else pair[1]
    return knockout.next_round(boards, winners)


def with_movers(state: Tournament, number: int, seats: Sequence[tuple[int, int]]) -> tuple[tuple[int, int, int], ...]:
    """Return tables as (first, second, who moves first); by lot for every game, or as the sides say."""
    drawn = state.settings.first == "lots"
    seed = state.settings.seed
    return tuple(
        (first, second, (lots.mover(seed, number, place, first, second) if drawn else first) if second else 0)
        for place, (first, second) in enumerate(seats, 1)
    )


def away(state: Tournament, number: int, seats: Sequence[tuple[int, int]]) -> tuple[tuple[int, str], ...]:
    """Return who has no table, and why."""
    seated = {id_ for pair in seats for id_ in pair}
    # A half point that is there already stays when tables of a running round are changed.
    given = {id_: code for round_ in state.rounds[number - 1 : number] for id_, code in round_.away if code == "H"}
    return tuple(
        (entry.id, given.get(entry.id) or absence(entry, number) or "Z")
        for entry in state.entries
        if entry.number and entry.id not in seated
    )

"""Drafts: the next round of an event by its pairing system, with first movers and unpaired entries, in entry ids."""

from collections.abc import Sequence

from charkoni.core.errors import N_
from charkoni.tournament.model.errors import NoPairing, WrongPhase, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.rounds import Board, Round
from charkoni.tournament.pairing import lots
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.input_from_event import absence, input_before
from charkoni.tournament.pairing.protocol import Engine
from charkoni.tournament.pairing.systems import system_of

Boards = tuple[tuple[int, int, int], ...]
"""Boards in the order of their numbers, (first, second, first mover) as entry ids; second and mover 0 for the bye."""

Unpaired = tuple[tuple[int, str], ...]
"""Entries without a board, (id, H or F or Z)."""


def draft(state: Tournament, engine: Engine) -> Round:
    """Return the next round of an event, in place of a present draft, with tables numbered from 1.

    account: see `Pairing.account`; in an accelerated event also `upper`, the last entry of the upper group.

    Raise WrongPhase unless the list and the last round are closed and rounds are left; NoPairing, which names those
    that cannot be paired; EngineFailed, TooLong.
    """
    rounds = state.rounds[:-1] if state.rounds and state.rounds[-1].state == "draft" else state.rounds
    number = len(rounds) + 1
    if state.phase != "playing":
        raise refusal(WrongPhase, number, N_("the list of entries is not closed yet"))
    if rounds and rounds[-1].state != "closed":
        raise refusal(WrongPhase, number, N_("round {round} is not closed yet"), round=number - 1)
    if number > state.settings.rounds:
        raise refusal(WrongPhase, number, N_("all rounds are paired: {rounds}"), rounds=state.settings.rounds)
    system, before = system_of(state.settings), input_before(state, number)
    try:
        pairing = system.pair(before, state.numbered(rounds[-1].boards) if rounds else [], engine)
    except NoPairing as error:
        raise _with_names(state, number, error) from None
    ids = {number_: entry.id for number_, entry in state.by_number().items()} | {0: 0}
    pairs = [(ids[first], ids[second]) for first, second in pairing.boards]
    unpaired_ = unpaired(state, number, pairs) if system.lists_unpaired else ()
    account = pairing.account() | upper_account(state, before)
    boards = enumerate(with_movers(state, number, pairs), 1)
    return Round(number, "draft", tuple(Board(place, *seats) for place, seats in boards), unpaired_, account=account)


def upper_account(state: Tournament, before: PairingInput) -> dict[str, object]:
    """Return what the account of a round says of an accelerated event: `upper`, the last entry of the upper group."""
    last = state.by_number().get(before.boosts[0].high) if before.boosts and not state.boosts else None
    return {"upper": last.id} if last else {}


def _with_names(state: Tournament, number: int, error: NoPairing) -> NoPairing:
    """Return an error of the engine with the names of its group, if it has one."""
    if not error.group:
        return error
    by_number = state.by_number()
    who = ", ".join(f"{number_} {state.name(by_number[number_].id)}" for number_ in error.group)
    return refusal(NoPairing, number, "no-pairing", round=number, who=who).having(group=error.group)


def with_movers(state: Tournament, number: int, pairs: Sequence[tuple[int, int]]) -> Boards:
    """Return the boards of pairs (entry ids) of a round; the first mover is drawn by lot, or is the first side."""
    drawn = state.settings.first == "lots"
    seed = state.settings.seed
    return tuple(
        (first, second, (lots.mover(seed, number, place, first, second) if drawn else first) if second else 0)
        for place, (first, second) in enumerate(pairs, 1)
    )


def unpaired(state: Tournament, number: int, pairs: Sequence[tuple[int, int]]) -> Unpaired:
    """Return the numbered entries without a board in a round of these pairs (entry ids), with their codes."""
    paired = {id_ for pair in pairs for id_ in pair}
    # A half point that was given stays when boards of a running round change.
    given = {id_: code for round_ in state.rounds[number - 1 : number] for id_, code in round_.away if code == "H"}
    return tuple(
        (entry.id, given.get(entry.id) or absence(entry, number) or "Z")
        for entry in state.entries
        if entry.number and entry.id not in paired
    )

"""Ladders: an order of places, in which a challenger who wins takes the place of the one above."""

from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar

from charkoni.core.errors import N_
from charkoni.tournament.model import schedule
from charkoni.tournament.model.errors import NoPairing, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.protocol import Engine, Pairing, PairingSystem

REACH = 3
"""How many places above the own one may be challenged."""

IDLE_ROUNDS = 3
"""Who plays in none of so many rounds running goes down one place with the last of them, and with each later one."""

YEAR_ROUNDS = 53
"""The usual number of rounds: the most weeks of a year."""

T = TypeVar("T")


class Ladder(PairingSystem):
    """Those who challenge somebody above them meet the challenged; all others are free."""

    name = "ladder"
    title = N_("Ladder")
    regulation = N_("Ladder: a challenger who wins takes the place of the player above")
    trf_type = "Individual: Ladder"
    trf_code = "CUSTOM_LADDER"
    keeps_withdrawn = False
    takes_late_entries = True
    has_round_choice = True
    is_ladder = True

    def rounds(self, count: int, wanted: int = 0) -> int:
        """Return the wanted number of rounds, or one for each week of a year; raise BadSetting."""
        schedule.demand_two(count)
        return wanted or YEAR_ROUNDS

    def pair(self, before: PairingInput, previous: Sequence[tuple[int, int]], engine: Engine) -> Pairing:
        """Return a board for each challenge; raise NoPairing without one."""
        boards = tuple(sorted(before.wanted))
        if not boards:
            raise refusal(NoPairing, before.done + 1, N_("there is no challenge for the next round"))
        return Pairing(boards)


def reachable(order: Sequence[T], who: T) -> list[T]:
    """Return whom somebody may challenge: those up to REACH places above, the nearest first."""
    place = order.index(who)
    return list(reversed(order[max(0, place - REACH) : place]))


def moved(order: Sequence[T], won: Iterable[tuple[T, T]]) -> list[T]:
    """Return the order after the games of a round that challengers have won, (challenger, challenged).

    The challenger takes the place of the challenged, who goes down one place with all between them; one who has
    overtaken him meanwhile stays where he is.  Nobody is in two games; the order of the games does not matter: those at
    the top come first.
    """
    after = list(order)
    for challenger, challenged in sorted(won, key=lambda game: order.index(game[1])):
        if order.index(challenger) > order.index(challenged):
            after.remove(challenger)
            after.insert(after.index(challenged), challenger)
    return after


def slid(order: Sequence[T], idle: Collection[T]) -> list[T]:
    """Return the order after the idle ones have gone down one place each, below those who are not idle."""
    after = list(order)
    for place in reversed(range(len(after) - 1)):
        if after[place] in idle and after[place + 1] not in idle:
            after[place], after[place + 1] = after[place + 1], after[place]
    return after


def order_of(tournament: Tournament) -> list[int]:
    """Return the entries of a ladder (ids) in the order of their places after the closed rounds.

    It begins with the order of pairing numbers; late entries begin at the bottom, and those who have left are at the
    end.  A game that is adjourned, called off or lost by absence moves nobody up, but a forfeit counts as won.
    """
    by_number = [entry.id for _, entry in sorted(tournament.by_number().items())]
    order: list[int] = []
    idle: dict[int, int] = {}
    for round_ in tournament.rounds:
        if round_.state != "closed":
            break
        known = round_.seated | {id_ for id_, _ in round_.away}
        order += [id_ for id_ in by_number if id_ in known and id_ not in idle]
        idle |= {id_: idle.get(id_, 0) + 1 for id_ in order}
        won = []
        for board in round_.boards:
            idle |= {id_: 0 for id_ in (board.first, board.second) if board.mark_of(id_) not in ("", "-")}
            if board.mark_of(board.second) in ("1", "+", "W") and not board.is_bye:
                won.append((board.second, board.first))
        order = slid(moved(order, won), {id_ for id_ in order if idle[id_] >= IDLE_ROUNDS})
    order += [id_ for id_ in by_number if id_ not in idle]
    return sorted(order, key=lambda id_: bool(tournament.entry(id_).left or tournament.entry(id_).expelled))


def opponents(tournament: Tournament) -> dict[int, int]:
    """Return who meets whom by the challenges for the next round (entries), both ways."""
    return {
        one: other for who, opponent, _ in tournament.challenges for one, other in ((who, opponent), (opponent, who))
    }


def open_to(tournament: Tournament, who: int) -> list[int]:
    """Return the entries that an entry may challenge now, also in place of an earlier challenge, the nearest first."""
    order = [id_ for id_ in order_of(tournament) if not (tournament.entry(id_).left or tournament.entry(id_).expelled)]
    taken = {id_ for each in tournament.challenges if each[0] != who for id_ in each[:2]}
    within = reachable(order, who) if who in order and who not in taken else []
    return [id_ for id_ in within if id_ not in taken]

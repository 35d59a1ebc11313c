"""Allowances: the budgets of expensive operations, the ages of data, and quotas, in tables; entries of them may be set.

A budget is filled again all the time.  Every operation spends from the budgets of the guest, of the network address
and of the server; an address in a network that is known as a school's has a larger one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import NamedTuple

HOLDERS = ("guest", "address", "school", "server")


class Budget(NamedTuple):
    """What may be spent at once, and what comes back in an hour."""

    burst: float
    hourly: float


UNLIMITED = Budget(inf, inf)


@dataclass(frozen=True, slots=True)
class Tariff:
    """The budgets of an operation by holder.  school: that of an address in a known network."""

    guest: Budget
    address: Budget
    school: Budget
    server: Budget = UNLIMITED


TARIFFS: Mapping[str, Tariff] = {
    "request": Tariff(Budget(400, 108_000), Budget(1_200, 216_000), Budget(6_000, 1_080_000)),
    "board": Tariff(Budget(200, 36_000), Budget(1_000, 144_000), Budget(5_000, 720_000)),
    "message": Tariff(Budget(300, 72_000), Budget(2_000, 360_000), Budget(12_000, 3_600_000)),
    "form": Tariff(Budget(60, 7_200), Budget(200, 36_000), Budget(1_000, 180_000)),
    "query": Tariff(Budget(200, 72_000), Budget(600, 144_000), Budget(3_000, 720_000)),
    "token": Tariff(UNLIMITED, Budget(20, 60), Budget(100, 600), Budget(1_000, 6_000)),
    "game": Tariff(Budget(20, 120), Budget(60, 600), Budget(600, 6_000), Budget(2_000, 30_000)),
    "thinking": Tariff(Budget(300, 1_800), Budget(900, 3_600), Budget(6_000, 18_000)),
    "analysis": Tariff(Budget(10, 30), Budget(30, 90), Budget(300, 900), Budget(300, 1_500)),
    "picture": Tariff(Budget(40, 600), Budget(100, 1_500), Budget(600, 6_000), Budget(600, 6_000)),
    "event": Tariff(Budget(5, 2), Budget(10, 4), Budget(20, 10), Budget(100, 50)),
    "upload": Tariff(Budget(24_000, 720_000), Budget(24_000, 720_000), Budget(96_000, 2_880_000)),
}
"""The budgets by operation.

request: any; a page is `PAGE_PRICE`.  board: one that is opened over a socket.  message: any other over
a socket, beside the rate of each socket.  form: a posted form.  query: a
question of a page's script, or of a program.  token: a program's.  game: a new one.  thinking: a second of an engine
process, for moves, hints, analyses and proofs, paid afterwards.  analysis: one that is begun.  picture: a PNG or GIF.
event: a new tournament.  upload: a kilobyte of a file.
"""

PAGE_PRICE = 5
"""How many requests a page costs: to draw it takes the server milliseconds."""

SCHOOLS = ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7", "fe80::/10")
"""The networks that are known as a school's by default: all private ones."""


def with_budgets(text: str) -> dict[str, Tariff]:
    """Return the table with some entries changed, as "game.guest=20+120 event.address=3+1"; raise ValueError.

    An entry is an operation, a holder, what may be spent at once, and what comes back in an hour; both are above 0.
    """
    tariffs = dict(TARIFFS)
    for entry in text.split():
        name, _, numbers = entry.partition("=")
        operation, _, holder = name.partition(".")
        burst, _, hourly = numbers.partition("+")
        budget = Budget(float(burst), float(hourly))
        if operation not in tariffs or holder not in HOLDERS or not all(number > 0 for number in budget):
            raise ValueError(entry)
        tariffs[operation] = replace(tariffs[operation], **{holder: budget})
    return tariffs


AGES: Mapping[str, int] = {
    "waiting": 7,
    "unstarted": 2,
    "unfinished": 90,
    "called-off": 30,
    "finished": 730,
    "analysis": 90,
    "token": 365,
    "empty-event": 90,
    "event": 1825,
}
"""For how many days something is kept after its last change, 0: until somebody deletes it.

waiting: a game with free seats.  unstarted: one without a move.  unfinished: one without days per move.  called-off,
finished: games.  analysis: since it was begun.  token: of a program that holds no seat.  empty-event: a tournament
without entries.  event: any other, with its games.
"""

UNFINISHED_GAMES = 200
"""In how many unfinished games one guest may hold seats."""

ANALYSES = 500
"""How many analyses of one guest are kept; a new one replaces the oldest."""

GUEST_EVENTS, ADDRESS_EVENTS, ALL_EVENTS = 30, 300, 5_000
"""How many tournaments one guest and one address may have, and the whole server."""


def with_ages(text: str) -> dict[str, int]:
    """Return the table of ages with some entries changed, as "finished=365 event=0"; raise ValueError."""
    ages = dict(AGES)
    for entry in text.split():
        kind, _, days = entry.partition("=")
        if kind not in ages or not 0 <= int(days) < 100_000:
            raise ValueError(entry)
        ages[kind] = int(days)
    return ages

"""Allowances: the quotas of operations, their prices, the ages of data, and limits of number; entries may be set.

A budget refills continuously.  Every operation is paid from the budgets of the guest, of the network address and of the
server; an address in a network that is known as a school's has a larger one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import NamedTuple

from charkoni.core.errors import N_, Reason

HOLDERS = ("guest", "address", "school", "server")


class Budget(NamedTuple):
    """What may be spent at once, and what comes back in an hour."""

    burst: float
    hourly: float


UNLIMITED = Budget(inf, inf)


@dataclass(frozen=True, slots=True)
class Quota:
    """The budgets of an operation by holder.  school: that of an address in a known network."""

    guest: Budget
    address: Budget
    school: Budget
    server: Budget = UNLIMITED


QUOTAS: Mapping[str, Quota] = {
    "page": Quota(Budget(400, 108_000), Budget(1_200, 216_000), Budget(6_000, 1_080_000)),
    "message": Quota(Budget(300, 72_000), Budget(2_000, 360_000), Budget(12_000, 3_600_000)),
    "thinking": Quota(Budget(300, 1_800), Budget(900, 3_600), Budget(6_000, 18_000)),
    "new": Quota(Budget(20, 120), Budget(60, 600), Budget(600, 6_000), Budget(2_000, 30_000)),
}
"""The budgets by operation.

page: requests, by their cost.  message: over a socket.  thinking: seconds of an engine process, for moves, hints,
analyses and proofs, charged afterwards.  new: stored things, or things that take as much work.
"""

PRICES: Mapping[str, tuple[str, float]] = {
    "request": ("page", 1),
    "page": ("page", 4),
    "form": ("page", 5),
    "query": ("page", 1),
    "message": ("message", 1),
    "board": ("message", 4),
    "thinking": ("thinking", 1),
    "game": ("new", 1),
    "picture": ("new", 0.5),
    "analysis": ("new", 2),
    "token": ("new", 3),
    "event": ("new", 4),
    "entry": ("new", 1),
    "upload": ("new", 0.5),
}
"""A requested operation: the budgets charged, and the price.

Beside the request that brings it: page: one that is drawn.  form: a posted form.  query: a question of a page's script,
or of a program.  board: one that is opened over a socket.  picture: a PNG or GIF.  analysis: one that is begun.  token:
a program's.  event: a new tournament.  entry: a player's, by himself.  upload: a megabyte of a file.
"""

RESERVED_SHARE = 1 / 4
"""The share of a server's budgets and tournaments reserved for users who have spent nothing yet."""

SCHOOLS = ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7", "fe80::/10")
"""The networks that are known as a school's by default: all private ones."""


def with_budgets(text: str) -> dict[str, Quota]:
    """Return the table with some entries changed, as "new.guest=20+120 page.address=300+9000"; raise ValueError.

    An entry is an operation, a holder, what may be spent at once, and what comes back in an hour; both are above 0.
    Operations of version 1.0 that had the same prices are renamed, others have no effect.
    """
    quotas = dict(QUOTAS)
    for entry in text.split():
        name, _, numbers = entry.partition("=")
        operation, _, holder = name.partition(".")
        burst, _, hourly = numbers.partition("+")
        budget = Budget(float(burst), float(hourly))
        if operation not in {*QUOTAS, *_EARLIER} or holder not in HOLDERS or not all(number > 0 for number in budget):
            raise ValueError(entry)
        if operation := _EARLIER.get(operation, operation):
            quotas[operation] = replace(quotas[operation], **{holder: budget})
    return quotas


_EARLIER = {name: "" for name in PRICES if name not in QUOTAS} | {"request": "page", "game": "new"}
"""By operations of version 1.0 what their budgets set now: those of the same prices, and no others ("")."""


_GONE = N_("The budgets of {name} have no effect any more: those of {now} pay for it.")


def renamed_budgets(text: str) -> Iterator[Reason]:
    """Yield what there is to say about the operations of version 1.0 in a text of budgets."""
    for name in (entry.partition(".")[0] for entry in text.split()):
        if name in _EARLIER:
            template = N_("The budgets of {name} are called {now} now.") if _EARLIER[name] else _GONE
            yield Reason("RENAMED", "", template, {"name": name, "now": PRICES[name][0]})


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
"""Days of retention after the last change, 0: until deleted.

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

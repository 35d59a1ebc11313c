"""Allowances: the quotas of operations, their prices, the ages of data, and limits of number; entries may be set.

A budget refills continuously.  Every operation is paid from the budgets of the guest, of the network address and of the
server; an address in a network that is known as a school's has a larger one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path

from charkoni.core.errors import N_, Reason
from charkoni.core.files.data_files import read_file

HOLDERS = ("guest", "address", "school", "server")


@dataclass(frozen=True, slots=True)
class Budget:
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


@dataclass(frozen=True, slots=True)
class _Tables:
    quotas: Mapping[str, Quota]
    prices: Mapping[str, Mapping[str, float]]
    ages: Mapping[str, int]


_TABLES = read_file(_Tables, Path(__file__).with_suffix(".toml"))

QUOTAS = _TABLES.quotas
"""The budgets by operation."""

PRICES = {thing: (operation, price) for operation, prices in _TABLES.prices.items() for thing, price in prices.items()}
"""By things that are requested: the operation whose budgets are charged, and the price."""

AGES = _TABLES.ages
"""Days of retention after the last change, 0: until deleted."""

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
        is_positive = budget.burst > 0 and budget.hourly > 0
        if operation not in {*QUOTAS, *_EARLIER} or holder not in HOLDERS or not is_positive:
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

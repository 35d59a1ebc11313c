"""Allowances: the budgets of expensive acts, in one table; entries of it may be set.

A budget is filled again all the time.  Every act spends from the budgets of the guest, of the network address and of
the server; an address in a network that is known as a school's has a larger one.
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
    """The budgets of an act by holder.  school: that of an address in a known network."""

    guest: Budget
    address: Budget
    school: Budget
    server: Budget = UNLIMITED


TARIFFS: Mapping[str, Tariff] = {
    "form": Tariff(Budget(60, 7_200), Budget(200, 36_000), Budget(1_000, 180_000)),
    "query": Tariff(Budget(200, 72_000), Budget(600, 144_000), Budget(3_000, 720_000)),
    "token": Tariff(UNLIMITED, Budget(20, 60), Budget(100, 600), Budget(1_000, 6_000)),
    "game": Tariff(Budget(20, 120), Budget(60, 600), Budget(600, 6_000), Budget(2_000, 30_000)),
    "thinking": Tariff(Budget(300, 1_800), Budget(900, 3_600), Budget(6_000, 18_000)),
    "analysis": Tariff(Budget(10, 30), Budget(30, 90), Budget(300, 900), Budget(300, 1_500)),
    "picture": Tariff(Budget(40, 600), Budget(100, 1_500), Budget(600, 6_000), Budget(600, 6_000)),
    "event": Tariff(Budget(5, 2), Budget(10, 4), Budget(20, 10), Budget(100, 50)),
    "upload": Tariff(Budget(16_384, 720_000), Budget(16_384, 720_000), Budget(65_536, 2_880_000)),
}
"""The budgets by act.

form: a posted form.  query: a question of a page's script, or of a program.  token: a program's.  game: a new one.
thinking: a second of an engine process, paid afterwards.  analysis: one that is begun.  picture: a PNG or GIF.  event:
a new tournament.  upload: a kilobyte of a file.
"""

SCHOOLS = ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7", "fe80::/10")
"""The networks that are known as a school's by default: all private ones."""


def with_budgets(text: str) -> dict[str, Tariff]:
    """Return the table with some entries changed, as "game.guest=20+120 event.address=3+1"; raise ValueError.

    An entry is an act, a holder, what may be spent at once, and what comes back in an hour; both are above 0.
    """
    tariffs = dict(TARIFFS)
    for entry in text.split():
        name, _, numbers = entry.partition("=")
        act, _, holder = name.partition(".")
        burst, _, hourly = numbers.partition("+")
        budget = Budget(float(burst), float(hourly))
        if act not in tariffs or holder not in HOLDERS or not all(number > 0 for number in budget):
            raise ValueError(entry)
        tariffs[act] = replace(tariffs[act], **{holder: budget})
    return tariffs

"""Quotas: what each guest, each network address and the whole server may spend on operations.

The budgets and prices are those of `charkoni.web.allowances`.  An operation with a known price is charged in advance,
and refused while any of the budgets is insufficient; the seconds of a search are charged afterwards, and searches of
overdrawn users then run behind all others.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_network
from math import inf
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from charkoni.core.files.data_files import read_texts
from charkoni.core.translations import Words
from charkoni.web.allowances import PRICES, QUOTAS, RESERVED_SHARE, Budget, Quota
from charkoni.web.http.errors import Refused
from charkoni.web.http.origins import ip_of, is_within

MOST_ACCOUNTS = 50_000  # a bound on memory; a school has hundreds of addresses, an attack as many as it likes
"""How many accounts are kept at most, the last used."""

MOST_ADDRESSES = 20_000
"""The most people whose address is remembered, the latest."""

CHECKED = 2
"""How many accounts are looked at in turn whenever some are used; one that is full again need not be kept."""

OVERDRAFT = 0.5  # chosen: half a burst is earned again within minutes
"""The overdraft limit of an account, as a share of its burst: the excess cost allowed for one operation."""

HOUR_S = 3600
LEAST_FACTOR = 1e-6  # no division by 0 where an administrator writes 0

NETWORKS: Mapping[int, int] = {64: 1, 56: 2, 48: 8}
"""The networks of IPv6 by their bits, and how many addresses' budgets each has: one customer has one of these sizes."""

_SPENT = read_texts(Path(__file__).with_name("spent_budgets.toml"))
"""What is said when a budget is used up: by operations what can be done {when}, by holders whose budget it is."""


class User(NamedTuple):
    """The charged user: a person at a network address; "" for none.

    person: the id of a guest, or "~" and the id of a browser before its first game.
    """

    address: str
    person: str = ""


class Addresses:
    """The last known network address of each person, charged when a computer thinks at their table."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def seen(self, person: str, address: str) -> None:
        """Note from which address a person has come."""
        if not person:
            return
        self._addresses[person] = address
        # The oldest are forgotten: a bound on memory, and on how long an address is known.
        self._addresses.move_to_end(person)
        if len(self._addresses) > MOST_ADDRESSES:
            self._addresses.popitem(last=False)

    def of(self, person: str) -> User:
        """Return a person with his address, "" while it is unknown."""
        return User(self._addresses.get(person, ""), person)


class Remaining(NamedTuple):
    """What remains of a budget, of how much, and in how many seconds there is one more."""

    amount: float
    burst: float
    wait_s: float

    @property
    def is_low(self) -> bool:
        """Whether less than a third remains."""
        return self.amount < self.burst / 3


class RateLimited(Refused):
    """A budget is used up.  wait_s: in how many seconds the operation can be paid."""

    def __init__(self, operation: str, holder: str, wait_s: float) -> None:
        super().__init__("TOO_FAST")
        self.operation, self.holder, self.wait_s = operation, holder, wait_s

    @property
    def headers(self) -> dict[str, str]:
        """The header that says when to come again."""
        return {"retry-after": str(max(1, round(self.wait_s)))}

    def message(self, words: Words) -> str:
        """Return what can be done when, and whose budget is used up."""
        return f"{words._(_SPENT[self.operation], when=when_text(words, self.wait_s))} {words._(_SPENT[self.holder])}"


class Account:
    """The budget of one holder for one operation: a token bucket.  holder: guest, address or server."""

    __slots__ = ("_at", "_hourly", "burst", "holder", "tokens")

    def __init__(self, holder: str, budget: Budget, factor: float, now: float) -> None:
        self.holder = holder
        self.burst, self._hourly = budget.burst * factor, budget.hourly * factor
        self.tokens, self._at = self.burst, now

    def wait(self, amount: float, now: float, reserved: float = 0) -> float:
        """Return in how many seconds an amount can be paid, 0 for now.  reserved: the share of the burst that stays."""
        self._fill(now)
        # A token bucket: it holds `burst` at most and gains `hourly` an hour,
        #
        #     tokens(t) = min(burst, tokens + (t - t0) * hourly / 3600)
        #
        # so that an amount can be paid in (amount - tokens) / hourly hours. What costs more than the whole bucket is
        # paid when it is full, and overdraws it.
        missing = min(amount, self.burst) + (self.burst * reserved if reserved else 0) - self.tokens
        return missing / self._hourly * HOUR_S if missing > 0 else 0.0

    def take(self, amount: float, now: float) -> None:
        """Take an amount, which may overdraw the account."""
        self._fill(now)
        # A bound on debts: one search that took too long must not lock a visitor out for hours.
        self.tokens = max(self.tokens - amount, -OVERDRAFT * self.burst)

    def _fill(self, now: float) -> None:
        if self.burst < inf:
            self.tokens = min(self.burst, self.tokens + (now - self._at) * self._hourly / HOUR_S)
            self._at = now


class Quotas:
    """The accounts of a server.

    quotas: the budgets by operation.  schools: networks whose addresses have those of a school.  factor: by which all
    budgets of guests and addresses are multiplied.
    """

    def __init__(
        self,
        quotas: Mapping[str, Quota] = QUOTAS,
        schools: Iterable[str] = (),
        factor: float = 1.0,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._quotas, self._factor, self._clock = quotas, max(factor, LEAST_FACTOR), clock
        self._schools = tuple(ip_network(each) for each in schools)
        self._accounts: OrderedDict[tuple[str, str, str], Account] = OrderedDict()
        self._is_school = lru_cache(MOST_ACCOUNTS)(lambda network: is_within(network.partition("/")[0], self._schools))
        self.refused = dict.fromkeys(quotas, 0)

    def spend(self, user: User, thing: str, count: float = 1) -> None:
        """Pay for some of a thing of `PRICES`; raise RateLimited, and take nothing, when a budget does not suffice.

        The last part of the server's budget is for users all of whose own budgets are full.
        """
        operation, price = PRICES[thing]
        amount, now = price * count, self._clock()
        # First all budgets are asked, then all pay: a refusal takes nothing from any of them.
        server, *own = self._accounts_of(user, operation, now)
        waits = [(account.wait(amount, now), account.holder) for account in own]
        # Visitors who have spent little still get a page when others have used up the server.
        is_reserved = amount > 0 and any(account.tokens < account.burst for account in own)
        wait_s, holder = max((server.wait(amount, now, RESERVED_SHARE if is_reserved else 0), server.holder), *waits)
        if wait_s:
            self.refused[operation] += 1
            raise RateLimited(operation, holder, wait_s)
        for account in (server, *own):
            account.take(amount, now)

    def charge(self, user: User, thing: str, count: float) -> None:
        """Take what some of a thing have cost; it may overdraw the accounts."""
        operation, price = PRICES[thing]
        now = self._clock()
        for account in self._accounts_of(user, operation, now):
            account.take(price * count, now)

    def require(self, user: User, thing: str) -> None:
        """Raise RateLimited while an account is overdrawn, for operations that are charged afterwards."""
        self.spend(user, thing, 0)

    def is_overdrawn(self, user: User, operation: str) -> bool:
        """Return whether an account of a user is overdrawn."""
        now = self._clock()
        return any(account.wait(0, now) for account in self._accounts_of(user, operation, now))

    def remaining(self, user: User, thing: str) -> Remaining:
        """Return how many of a thing the most used budget of a user still pays."""
        operation, price = PRICES[thing]
        now = self._clock()
        least = min(self._accounts_of(user, operation, now), key=lambda account: account.tokens)
        amount = max(0.0, least.tokens) / price
        wait_s = least.wait((amount // 1 + 1) * price, now) if least.burst < inf else 0.0
        return Remaining(amount, least.burst / price, wait_s)

    def spenders(self, most: int) -> Iterator[tuple[str, str, str, float, float]]:
        """Yield holder, name, operation, remainder and limit of the accounts that have spent the largest shares."""
        now = self._clock()
        used = []
        for (operation, holder, name), account in list(self._accounts.items()):
            account.wait(0, now)
            if account.tokens < account.burst < inf:
                used.append((account.tokens / account.burst, holder, name, operation, account.tokens, account.burst))
        for _, holder, name, operation, tokens, burst in sorted(used)[:most]:
            yield holder, name, operation, tokens, burst

    def _accounts_of(self, user: User, operation: str, now: float) -> list[Account]:
        """Return the accounts of a user for an operation, the server's first; none of a person or address without."""
        # The next accounts in turn that are full again are dropped: new ones would be the same.  A few at each use
        # instead of all at times: no request waits for a sweep.
        for _ in range(min(CHECKED, len(self._accounts))):
            oldest, full = self._accounts.popitem(last=False)
            full.wait(0, now)
            if full.tokens < full.burst:
                self._accounts[oldest] = full
        quota = self._quotas[operation]
        keys = [("server", "", quota.server, 1.0)]
        network = network_of(user.address)
        is_school = self._is_school(network)
        for name, times in ({network: 1} if is_school else networks_of(user.address)).items():
            keys.append(("address", name, quota.school if is_school else quota.address, self._factor * times))
        if user.person:
            keys.append(("guest", user.person, quota.guest, self._factor))
        return [self._account(operation, *key, now) for key in keys]

    def _account(self, operation: str, holder: str, name: str, budget: Budget, factor: float, now: float) -> Account:
        key = (operation, holder, name)
        # Popped and put back: the order of the dictionary is that of the last use.
        account = self._accounts.pop(key, None) or Account(holder, budget, factor, now)
        self._accounts[key] = account
        # The oldest goes, with what it has spent: with so many addresses at once the server's own budget decides.
        while len(self._accounts) > MOST_ACCOUNTS:
            self._accounts.popitem(last=False)
        return account


@lru_cache(10_000)
def networks_of(address: str) -> Mapping[str, int]:
    """Return the networks counted for an address, of IPv6 its `NETWORKS`, with the addresses each stands for."""
    ip = ip_of(address)
    if not isinstance(ip, IPv6Address) or ip.is_loopback:
        return {address: 1} if address else {}
    # The same person by IPv4 and by the mapped form shares one budget.
    if ip.ipv4_mapped:
        return {str(ip.ipv4_mapped): 1}
    return {str(ip_network((ip, bits), strict=False)): times for bits, times in NETWORKS.items()}


def network_of(address: str) -> str:
    """Return what counts as one address: an IPv4 address, or the network of 64 bits that one IPv6 customer has."""
    return next(iter(networks_of(address)), "")


def when_text(words: Words, seconds: float) -> str:
    """Return in how many seconds, minutes or hours something will be, rounded up."""
    if seconds <= 90:
        return words.ngettext("in {n} second", "in {n} seconds", max(1, -int(-seconds // 1)))
    if seconds <= 90 * 60:
        return words.ngettext("in {n} minute", "in {n} minutes", -int(-seconds // 60))
    return words.ngettext("in {n} hour", "in {n} hours", -int(-seconds // HOUR_S))

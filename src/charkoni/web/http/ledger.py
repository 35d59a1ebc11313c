"""The ledger: what each guest, each network address and the whole server has spent on expensive operations.

The budgets are those of `charkoni.web.allowances`.  An operation whose price is known is paid before it is done, and
refused while any of the three cannot pay; the seconds of a search are charged afterwards, and who is overdrawn then
waits behind all others.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from math import inf
from time import monotonic
from typing import NamedTuple

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.web.allowances import TARIFFS, Budget, Tariff
from charkoni.web.http.errors import Refused

MOST_ACCOUNTS = 50_000
"""How many accounts are kept at most, the last used."""

CHECKED = 2
"""How many accounts are looked at in turn whenever some are used; one that is full again need not be kept."""

OVERDRAFT = 0.5
"""How far an account may be overdrawn, as a share of its burst: what one operation may cost beyond what is left."""

HOUR_S = 3600
LEAST_FACTOR = 1e-6

_WHAT = {
    "request": N_("That was too much at once; please try again {when}."),
    "board": N_("That was too much at once; please try again {when}."),
    "message": N_("That was too much at once; please try again {when}."),
    "form": N_("That was too much at once; please try again {when}."),
    "query": N_("That was too much at once; please try again {when}."),
    "token": N_("The next token can be made {when}."),
    "game": N_("The next game can be made {when}."),
    "thinking": N_("The computer can think for you again {when}."),
    "analysis": N_("The next analysis can begin {when}."),
    "picture": N_("The next picture can be drawn {when}."),
    "event": N_("The next tournament can be made {when}."),
    "upload": N_("The next file of this size can be sent {when}."),
}
_WHOSE = {
    "guest": N_("Your share is used up."),
    "address": N_("The share of your network is used up."),
    "server": N_("The share of all visitors together is used up."),
}


class User(NamedTuple):
    """Who spends: a person at a network address; "" where there is none.

    person: the id of a guest, or "~" and the id of a browser before its first game.
    """

    address: str
    person: str = ""


class Left(NamedTuple):
    """What is left of a budget, of how much, and in how many seconds there is one more."""

    amount: float
    burst: float
    wait_s: float

    @property
    def is_low(self) -> bool:
        """Whether less than a third is left."""
        return self.amount < self.burst / 3


class Spent(Refused):
    """A budget is used up.  wait_s: in how many seconds the operation can be paid."""

    def __init__(self, operation: str, holder: str, wait_s: float) -> None:
        super().__init__("TOO_FAST")
        self.operation, self.holder, self.wait_s = operation, holder, wait_s

    def message(self, words: Words) -> str:
        """Return what can be done when, and whose budget is used up."""
        return f"{words._(_WHAT[self.operation], when=when_text(words, self.wait_s))} {words._(_WHOSE[self.holder])}"


class Account:
    """The budget of one holder for one operation: a token bucket."""

    __slots__ = ("_at", "_hourly", "burst", "tokens")

    def __init__(self, budget: Budget, now: float) -> None:
        self.burst, self._hourly = budget
        self.tokens, self._at = self.burst, now

    def wait(self, amount: float, now: float) -> float:
        """Return in how many seconds an amount can be paid, 0 for now."""
        self._fill(now)
        missing = min(amount, self.burst) - self.tokens
        return missing / self._hourly * HOUR_S if missing > 0 else 0.0

    def take(self, amount: float, now: float) -> None:
        """Take an amount, which may overdraw the account."""
        self._fill(now)
        self.tokens = max(self.tokens - amount, -OVERDRAFT * self.burst)

    def _fill(self, now: float) -> None:
        if self.burst == inf:
            return
        self.tokens = min(self.burst, self.tokens + (now - self._at) * self._hourly / HOUR_S)
        self._at = now


class Ledger:
    """The accounts of a server.

    tariffs: the budgets by operation.  schools: networks whose addresses have those of a school.  factor: by which all
    budgets of guests and addresses are multiplied.
    """

    def __init__(
        self,
        tariffs: Mapping[str, Tariff] = TARIFFS,
        schools: Iterable[str] = (),
        factor: float = 1.0,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._tariffs, self._factor, self._clock = tariffs, max(factor, LEAST_FACTOR), clock
        self._schools = tuple(ip_network(each) for each in schools)
        self._accounts: OrderedDict[tuple[str, str, str], Account] = OrderedDict()
        self._kinds: dict[str, str] = {}
        self.refused = dict.fromkeys(tariffs, 0)

    def spend(self, user: User, operation: str, amount: float = 1) -> None:
        """Pay for an operation; raise Spent, and take nothing, when one of the three budgets does not suffice."""
        now = self._clock()
        accounts = self._accounts_of(user, operation, now)
        holder, wait_s = max(
            ((holder, account.wait(amount, now)) for holder, account in accounts), key=lambda each: each[1]
        )
        if wait_s:
            self.refused[operation] += 1
            raise Spent(operation, holder, wait_s)
        for _, account in accounts:
            account.take(amount, now)

    def charge(self, user: User, operation: str, amount: float) -> None:
        """Take what an operation has cost; it may overdraw the accounts."""
        now = self._clock()
        for _, account in self._accounts_of(user, operation, now):
            account.take(amount, now)

    def require(self, user: User, operation: str) -> None:
        """Raise Spent while an account is overdrawn, for operations that are charged afterwards."""
        self.spend(user, operation, 0)

    def is_overdrawn(self, user: User, operation: str) -> bool:
        """Return whether an account of a user is overdrawn."""
        now = self._clock()
        return any(account.wait(0, now) for _, account in self._accounts_of(user, operation, now))

    def left(self, user: User, operation: str) -> Left:
        """Return the least that is left to a user for an operation."""
        now = self._clock()
        accounts = [account for _, account in self._accounts_of(user, operation, now)]
        least = min(accounts, key=lambda account: account.tokens)
        amount = max(0.0, least.tokens)
        return Left(amount, least.burst, least.wait(amount // 1 + 1, now) if least.burst < inf else 0.0)

    def spenders(self, most: int) -> Iterator[tuple[str, str, str, float, float]]:
        """Yield holder, name, operation, what is left of how much, for accounts that have spent the largest shares."""
        now = self._clock()
        used = []
        for (operation, holder, name), account in list(self._accounts.items()):
            account.wait(0, now)
            if account.tokens < account.burst < inf:
                used.append((account.tokens / account.burst, holder, name, operation, account.tokens, account.burst))
        for _, holder, name, operation, tokens, burst in sorted(used)[:most]:
            yield holder, name, operation, tokens, burst

    def _accounts_of(self, user: User, operation: str, now: float) -> list[tuple[str, Account]]:
        """Return the accounts of a user for an operation by holder; without a person or address there is none of it."""
        self._close_full(now)
        tariff = self._tariffs[operation]
        network = network_of(user.address)
        kind = self._kind_of(network)
        accounts = [("server", self._account((operation, "server", ""), tariff.server, 1, now))]
        if network:
            budget = tariff.school if kind == "school" else tariff.address
            accounts.append(("address", self._account((operation, "address", network), budget, self._factor, now)))
        if user.person:
            accounts.append(
                ("guest", self._account((operation, "guest", user.person), tariff.guest, self._factor, now))
            )
        return accounts

    def _account(self, key: tuple[str, str, str], budget: Budget, factor: float, now: float) -> Account:
        account = self._accounts.pop(key, None)
        if account is None:
            account = Account(
                Budget(budget.burst * factor, budget.hourly * factor) if budget.burst < inf else budget, now
            )
        self._accounts[key] = account
        while len(self._accounts) > MOST_ACCOUNTS:
            self._accounts.popitem(last=False)
        return account

    def _close_full(self, now: float) -> None:
        """Drop the next accounts in turn that are full again: new ones would be the same."""
        for _ in range(min(CHECKED, len(self._accounts))):
            key, account = self._accounts.popitem(last=False)
            account.wait(0, now)
            if account.tokens < account.burst:
                self._accounts[key] = account

    def _kind_of(self, address: str) -> str:
        """Return "school" for an address in a known network, else "address"."""
        if address not in self._kinds:
            if len(self._kinds) > MOST_ACCOUNTS:
                self._kinds.clear()
            self._kinds[address] = "school" if self._is_known(address) else "address"
        return self._kinds[address]

    def _is_known(self, address: str) -> bool:
        try:
            ip = ip_address(address.partition("/")[0])
        except ValueError:  # a connection without an address
            return False
        return any(ip in network for network in self._schools)


@lru_cache(10_000)
def network_of(address: str) -> str:
    """Return what counts as one address: an IPv4 address, or the network of 64 bits that one IPv6 customer has."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return address
    return str(ip.ipv4_mapped) if ip.ipv4_mapped else str(ip_network((ip, 64), strict=False))


def when_text(words: Words, seconds: float) -> str:
    """Return in how many seconds, minutes or hours something will be, rounded up."""
    if seconds <= 90:
        return words.ngettext("in {n} second", "in {n} seconds", max(1, -int(-seconds // 1)))
    if seconds <= 90 * 60:
        return words.ngettext("in {n} minute", "in {n} minutes", -int(-seconds // 60))
    return words.ngettext("in {n} hour", "in {n} hours", -int(-seconds // HOUR_S))

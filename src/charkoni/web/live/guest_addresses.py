"""The network addresses of guests, charged when a computer thinks at their table."""

from collections import OrderedDict

from charkoni.web.http.quotas import User

MOST = 20_000
"""The most guests whose address is remembered, the latest."""


class GuestAddresses:
    """The last known address of each guest."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def seen(self, guest: str, address: str) -> None:
        """Note from which address a guest has come."""
        if not guest:
            return
        self._addresses[guest] = address
        # The oldest are forgotten: a bound on memory, and on how long an address is known.
        self._addresses.move_to_end(guest)
        if len(self._addresses) > MOST:
            self._addresses.popitem(last=False)

    def of(self, guest: str) -> User:
        """Return a guest with his address, "" while it is unknown."""
        return User(self._addresses.get(guest, ""), guest)

"""Access from the local network: a server that listens on this computer alone can be opened to it by its owner.

Consent is a form that a browser on this computer posts.  Nobody else can post it: requests from other machines,
through proxies, of other pages and under other names of this computer are refused.
"""

import asyncio
import ipaddress
from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from charkoni.web.config import Settings
from charkoni.web.http.errors import Problem
from charkoni.web.http.origins import is_loopback
from charkoni.web.http.routing import service

FORWARDED = frozenset({"forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"})
"""Headers that proxies add: the sender of a request with one of them is unknown."""


class NetworkAccess:
    """Whether others in the local network reach a server that otherwise this computer alone reaches.

    origin: the beginning of the pages' addresses for them, as `http://192.168.1.20:8000`; "" while it is closed.
    opener: listens on a further address of this computer, and returns how the pages' addresses begin there and what
    ends that and the connections that came from there, or raises OSError; set by the server process, without one
    nothing can be opened.  changed: called when it has been opened or closed.
    """

    def __init__(self, settings: Settings) -> None:
        self.origin = ""
        self.opener: Callable[[str], Awaitable[tuple[str, Callable[[], None]]]] | None = None
        self.changed: Callable[[], None] = lambda: None
        self._end: Callable[[], None] = lambda: None
        self.turn = asyncio.Lock()
        """Held while it is opened or closed: what is opened twice at once could be closed once only."""
        self._is_alone = is_loopback(settings.host) and not settings.origins and not settings.proxies

    def is_owner(self, request: HTTPConnection) -> bool:
        """Return whether a request comes from this computer itself, and the network can be opened and closed there."""
        sender = request.client.host if request.client else ""
        # The sender alone would do, were it not for pages of others that reach this computer by a name of theirs.
        is_here = is_loopback(sender) and is_loopback(request.url.hostname or "")
        return self.opener is not None and self._is_alone and is_here and not FORWARDED & {*request.headers.keys()}

    async def open(self, host: str) -> None:
        """Open the server to the network of one of `private_addresses`; raise OSError when it cannot be used."""
        assert self.opener is not None
        # From a form: only an address that this computer has, and no public one.
        if host not in private_addresses():
            raise OSError(host)
        self.close()
        self.origin, self._end = await self.opener(host)
        self.changed()

    def close(self) -> None:
        """Close the server to the network again."""
        if self.origin:
            self._end()
            self.origin = ""
            self.changed()

    def origin_for_others(self, request: HTTPConnection) -> str:
        """Return how addresses begin that a visitor gives to others, without a slash at the end.

        While the network is open it is the address there, also on this computer, where people use another one.
        """
        is_here = is_loopback(request.url.hostname or "")
        # localhost means another computer to everybody else.
        return self.origin if self.origin and is_here else str(request.base_url).rstrip("/")

    def note_for(self, request: HTTPConnection) -> str:
        """Return what there is to say beside an address for others.

        "open": it is that of the local network.  "closed": it opens on this computer only, and the visitor may change
        that.  "alone": it opens on this computer only.  "": nothing.
        """
        if not is_loopback(request.url.hostname or ""):
            return ""
        if not self.is_owner(request):
            return "" if self.origin else "alone"
        return "open" if self.origin else "closed"


def private_addresses() -> list[str]:
    """Return the addresses of this computer in local networks, the likeliest first; public ones are not local."""
    from charkoni.tournament.printouts.addresses import lan_addresses  # a start needs no tournaments

    return [address for address in lan_addresses() if ipaddress.ip_address(address).is_private]


NetworkDep = Annotated[NetworkAccess, Depends(service("network"))]


async def owned_network(request: Request, network: NetworkDep) -> NetworkAccess:
    """Return the access from the network for its owner; raise Problem 403 for everybody else."""
    if not network.is_owner(request):
        raise Problem(403, "NOT_OWNER")
    return network


OwnedNetwork = Annotated[NetworkAccess, Depends(owned_network)]

"""Origins of requests: which hosts are this server's own, and which pages its requests may come from."""

import socket
from collections.abc import Iterable
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection


def is_own_origin(request: HTTPConnection, further: tuple[str, ...] = ()) -> bool:
    """Return whether a request comes from an own page or has no Origin header.  further: other own origins."""
    origin = request.headers.get("origin")
    # Programs send none; browsers send it with everything that could do harm.
    if origin is None:
        return True
    if origin in further:
        return True
    # Behind a proxy the own name is that of the Host header, which `is_own_host` has checked.
    return urlsplit(origin).netloc.lower() == request.headers.get("host", "").lower() != ""


def is_own_host(header: str, further: Iterable[str] = ()) -> bool:
    """Return whether a server answers for the host in a Host header ("" without one).

    A page of another site can name this machine by a domain of its own (DNS rebinding), never by an IP address:
    addresses, localhost and the names of this machine are its own, other names only if they are listed.
    """
    host = without_port(header)
    return (
        not header
        or ip_of(host) is not None
        or is_loopback(host)
        or host in machine_names()
        or host in {name.lower() for name in further}
    )


def is_loopback(host: str) -> bool:
    """Return whether a host, without brackets, is this machine itself, which no other can reach by that name."""
    ip = ip_of(host)
    return ip.is_loopback if ip else host == "localhost" or host.endswith(".localhost")


@cache
def machine_names() -> frozenset[str]:
    """Return the names of this machine in its own network."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset({name, short, f"{short}.local", f"{short}.lan", f"{short}.home"} - {""})


def without_port(header: str) -> str:
    """Return the host of a Host header in lower case, without brackets and port."""
    host = header.strip().lower()
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0].rstrip(".")


def is_within(text: str, networks: Iterable[IPv4Network | IPv6Network]) -> bool:
    """Return whether a text is an IP address in one of some networks."""
    ip = ip_of(text)
    return ip is not None and any(ip in network for network in networks)


def ip_of(text: str) -> IPv4Address | IPv6Address | None:
    """Return the IP address that a text is, None for any other."""
    try:
        return ip_address(text)
    except ValueError:
        return None

"""Addresses in codes that are printed: a phone in the hall must be able to open them."""

import contextlib
import ipaddress
import socket
import struct
import sys
from collections.abc import Iterator
from urllib.parse import urlsplit

from charkoni.core.errors import N_
from charkoni.tournament.model.errors import BadSetting, refusal

_FORM = N_("an address begins with http:// or https:// and has a host: http://192.168.1.20:8000")
_LOCAL = N_(
    "{host} is this computer alone: no phone can open it. Print the address in the network of the hall: {proposal}"
)
ANYWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses of no machine (RFC 5737, 3849): connecting a UDP socket sends nothing, and tells the own address."""
INTERFACE_ADDRESS = 0x8915
"""The request of Linux for the IPv4 address of an interface: SIOCGIFADDR."""


VIRTUAL = ("docker", "br-", "veth", "virbr", "vboxnet", "vmnet", "tun", "tap", "wg", "zt", "tailscale")
"""How the names of interfaces begin that lead to containers, virtual machines and VPNs, and to no telephone."""


def lan_addresses() -> list[str]:
    """Return the addresses of this computer in its networks, those by which it reaches others first.

    A computer has several: of its cable, of Wi-Fi, of virtual networks, which come last.  The search may take a second.
    """
    virtual = {host for name, host in _interfaces() if name.startswith(VIRTUAL)}
    hosts = dict.fromkeys(host for host in _own_addresses() if not is_local(host))
    return sorted(hosts, key=virtual.__contains__)


def lan_address() -> str:
    """Return the address by which this computer reaches others, or an empty text without one."""
    return next((host for host in _own_addresses() if not is_local(host)), "")


def _own_addresses() -> Iterator[str]:
    """Yield addresses of this computer, some of them twice: of its routes, its interfaces and its name."""
    for family, anywhere in ANYWHERE.items():
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((anywhere, 9))
            yield str(probe.getsockname()[0])
    yield from (host for _, host in _interfaces())
    with contextlib.suppress(OSError):
        yield from (str(found[4][0]) for found in socket.getaddrinfo(socket.gethostname(), None))


def _interfaces() -> Iterator[tuple[str, str]]:
    """Yield the interfaces of this computer with their IPv4 addresses, where the system tells: on Linux."""
    if sys.platform == "linux":
        import fcntl  # not on Windows

        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            for _, name in socket.if_nameindex():
                with contextlib.suppress(OSError):  # an interface without an address
                    answer = fcntl.ioctl(probe, INTERFACE_ADDRESS, struct.pack("256s", name.encode()))
                    yield name, socket.inet_ntoa(answer[20:24])


def is_local(host: str) -> bool:
    """Return whether a host can be reached from this computer alone."""
    name = host.strip("[]").lower()
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return name in ("", "localhost") or name.endswith(".localhost")
    return address.is_loopback or address.is_unspecified or address.is_link_local


def checked_address(text: str) -> str:
    """Return an address without a slash at its end; raise BadSetting for one that no phone can open.

    The refusal proposes the same address with the host of this computer in its network.
    """
    try:
        parts = urlsplit(text.strip())
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise refusal(BadSetting, text, _FORM) from None
    if parts.scheme not in ("http", "https") or not host or any(sign.isspace() for sign in text.strip()):
        raise refusal(BadSetting, text, _FORM)
    if is_local(host):
        raise refusal(BadSetting, text, _LOCAL, host=host, proposal=proposed(parts.scheme, port, parts.path))
    return text.strip().rstrip("/")


def proposed(scheme: str, port: int | None, path: str = "") -> str:
    """Return the address of this computer in its network, with its port; `http://…` where it has none."""
    host = in_address(lan_address()) or "…"
    return f"{scheme}://{host}{f':{port}' if port else ''}{path}"


def in_address(host: str) -> str:
    """Return a host as it stands in an address: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host

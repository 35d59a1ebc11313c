"""Addresses in codes that are printed: a phone in the hall must be able to open them."""

import ipaddress
import socket
from urllib.parse import urlsplit

from charkoni.core.errors import N_
from charkoni.tournament.model.errors import BadSetting, refusal

_FORM = N_("an address begins with http:// or https:// and has a host: http://192.168.1.20:8000")
_LOCAL = N_(
    "{host} is this computer alone: no phone can open it. Print the address in the network of the hall: {proposal}"
)
ANYWHERE = ("192.0.2.1", 9)
"""An address of no machine (RFC 5737): connecting a UDP socket sends nothing, and tells the own address."""


def lan_address() -> str:
    """Return the address of this computer in its network, or an empty text without one."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(ANYWHERE)
            host = str(probe.getsockname()[0])
    except OSError:
        return ""
    return "" if is_local(host) else host


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
    host = lan_address() or "…"
    return f"{scheme}://{host}{f':{port}' if port else ''}{path}"

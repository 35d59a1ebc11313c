"""Requests to the servers of others, whose addresses people have typed.

Such an address may be one that only this server reaches.  So the name is resolved here, each address found is checked,
and the connection is made to the checked one; answers lead nowhere else.
"""

import asyncio
import ssl
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

LIMIT_S = 10.0
"""How long a request may take in all."""

TRANSLATED = ip_network("64:ff9b::/32")
"""Addresses that hold those of IPv4, private ones, too (RFC 6052, RFC 8215)."""

LONGEST_URL = 1000
LONGEST_LINE = 1000


class Outcome(Enum):
    """What became of a request."""

    DONE = "accepted"
    GONE = "the address is no more: 404 or 410"
    REFUSED = "certainly not accepted: no connection, or another answer"
    UNKNOWN = "sent, and no answer"


def is_url(text: str) -> bool:
    """Return whether a text is an address of the web to which a request may be sent, as far as it shows."""
    try:
        parts = urlsplit(text)
        is_web = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a bad port or IPv6 address
        return False
    is_plain = text.isascii() and text.isprintable() and " " not in text and len(text) <= LONGEST_URL
    return is_web and is_plain and not parts.username and not parts.fragment


async def post(url: str, body: bytes, headers: Mapping[str, str], is_private_allowed: bool) -> Outcome:
    """Post a body to an address, and return what became of it, within `LIMIT_S`.

    is_private_allowed: whether it may be in a network that is not public.  Redirections are refused.
    """
    parts = urlsplit(url)
    assert parts.hostname
    is_secure = parts.scheme == "https"
    port = parts.port or (443 if is_secure else 80)
    is_sent = False
    writer: asyncio.StreamWriter | None = None
    try:
        async with asyncio.timeout(LIMIT_S):
            address = await _address(parts.hostname, port, is_private_allowed)
            reader, writer = await asyncio.open_connection(
                address,
                port,
                limit=LONGEST_LINE,
                ssl=_context() if is_secure else None,
                server_hostname=parts.hostname if is_secure else None,
            )
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            fields = {"host": parts.netloc, "content-length": str(len(body)), "connection": "close", **headers}
            head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
            is_sent = True  # from here on it may arrive
            writer.write(f"POST {path} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body)
            await writer.drain()
            return _outcome(await reader.readline())
    except (OSError, TimeoutError, ValueError):
        return Outcome.UNKNOWN if is_sent else Outcome.REFUSED
    finally:
        if writer:
            writer.transport.abort()


def _outcome(line: bytes) -> Outcome:
    """Return what the first line of an answer says."""
    status = line.split(maxsplit=2)[1:2]
    if not line.startswith(b"HTTP/1.") or not status or not status[0].isdigit():
        return Outcome.UNKNOWN
    code = int(status[0])
    if 200 <= code < 300:
        return Outcome.DONE
    return Outcome.GONE if code in (404, 410) else Outcome.REFUSED


async def _address(host: str, port: int, is_private_allowed: bool) -> str:
    """Return an IP address of a host; raise OSError where one of them is private and that is not allowed."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=1)  # 1: streams
    addresses = [str(each[4][0]) for each in found]
    for address in addresses if not is_private_allowed else ():
        number = ip_address(address.partition("%")[0])
        inner = getattr(number, "ipv4_mapped", None) or getattr(number, "sixtofour", None) or number
        is_translated = number.version == 6 and number in TRANSLATED
        if not (number.is_global and inner.is_global) or number.is_multicast or is_translated:
            raise OSError(f"{host} is in a private network")
    return addresses[0]


@lru_cache(maxsize=1)
def _context() -> ssl.SSLContext:
    return ssl.create_default_context()

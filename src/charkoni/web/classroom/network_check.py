"""Whether phones reach this computer: a request from a second address of its own, and traces of others."""

import asyncio
import contextlib
import time
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from charkoni.web.classroom.rooms import Classrooms
from charkoni.web.http.network_access import NetworkAccess, private_addresses

REACHED_S = 3600.0
"""For how long a phone that has come proves that others can."""

WAIT_S = 2.0

ARP = Path("/proc/net/arp")
"""The addresses of devices with which this computer has exchanged anything in its networks; on Linux."""

ROUTES = Path("/proc/net/route")


class Reach(NamedTuple):
    """How far the pages are reached.

    state: offline (this computer is in no network), closed (the network is), deaf (this computer does not answer at its
    own address), reached (a phone has come), firewall (phones are in the network, and none comes), alone (nobody else
    is seen, as in the Wi-Fi of guests), unknown (no phone has come yet).
    hosts: the other addresses of this computer in local networks, the likeliest first.
    """

    state: str
    hosts: list[str]


async def check(classrooms: Classrooms, network: NetworkAccess) -> Reach:
    """Return how far the pages are reached."""
    hosts = await asyncio.to_thread(private_addresses)
    if not hosts:
        return Reach("offline", hosts)
    if not network.origin:
        return Reach("closed", hosts)
    host = urlsplit(network.origin).hostname or ""
    hosts = [each for each in hosts if each != host]
    second = next((each for each in hosts if (":" in each) == (":" in host)), "")
    if not await _answers(network.origin, second):
        return Reach("deaf", hosts)
    if classrooms.reached and time.monotonic() - classrooms.reached < REACHED_S:
        return Reach("reached", hosts)
    if not ARP.exists():
        return Reach("unknown", hosts)
    return Reach("firewall" if neighbours(ARP, ROUTES) else "alone", hosts)


async def _answers(origin: str, sender: str) -> bool:
    """Return whether the server answers at an address.  sender: the own address that asks, "" for any."""
    parts = urlsplit(origin)
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(WAIT_S):
            place = (sender, 0) if sender else None
            reader, writer = await asyncio.open_connection(parts.hostname, parts.port, local_addr=place)
            writer.write(f"GET /class/check HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: close\r\n\r\n".encode())
            answer = await reader.readline()
            writer.close()
            return b" 204 " in answer
    return False


def neighbours(arp: Path, routes: Path) -> list[str]:
    """Return the addresses of other devices in the local networks, without those of routers.

    A phone whose requests the firewall drops is among them: it has asked for the hardware address before.
    """
    gateways = set()
    for line in routes.read_text().splitlines()[1:]:
        fields = line.split()
        gateways.add(".".join(str(byte) for byte in bytes.fromhex(fields[2])[::-1]))
    devices = [line.split() for line in arp.read_text().splitlines()[1:]]
    return [fields[0] for fields in devices if int(fields[2], 16) and fields[0] not in gateways]

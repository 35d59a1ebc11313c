"""The status of running servers, including usage, for users with access to the database.

Each server stores its address in the database.  `charkoni serve --status` reads it there, with the secret that
authorizes the request.
"""

import asyncio
import json
import sys
import urllib.request
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from charkoni.web.config import Settings
from charkoni.web.findings import warnings
from charkoni.web.http.errors import Problem
from charkoni.web.http.routing import PageRouter, PlainRoute
from charkoni.web.http.sessions import Access
from charkoni.web.live.hub import Hub, HubDep
from charkoni.web.store import Store

PATH = "/status.json"
PREFIX = "server "
"""The names of the values that hold the servers' addresses begin so; host and port follow."""

MOST = 15
"""The most lines of a list."""

SHORT = 6
"""The number of letters shown of a guest's id."""

ANSWER_S = 5.0

router = PageRouter(PlainRoute)


async def reports(settings: Settings) -> list[dict[str, object]]:
    """Return the status of all servers of a database that answer; raise StoreError."""
    store = Store(settings.database)
    if store.file and not store.file.is_file():
        return []
    try:
        secret = settings.secret or await store.value("secret") or ""
        addresses = await store.values_of(PREFIX)
    finally:
        await store.close()
    found = [
        await asyncio.to_thread(_report, address, Access(secret).signature("status")) for address in addresses.values()
    ]
    return [report for report in found if report is not None]


def _report(address: str, key: str) -> dict[str, object] | None:
    """Return the answer of a server, None without one."""
    request = urllib.request.Request(address.rstrip("/") + PATH, headers={"authorization": f"Bearer {key}"})
    try:
        with urllib.request.urlopen(request, timeout=ANSWER_S) as answer:
            report: dict[str, object] = json.load(answer)
            return report | {"address": address}
    except (OSError, ValueError):
        return None


@router.get(PATH)
async def status(request: Request, hub: HubDep) -> Response:
    """Return the status as JSON: see `document`; status 404 for everybody without the key."""
    if not hub.access.is_signature(request.headers.get("authorization", "").removeprefix("Bearer "), "status"):
        raise Problem(404, "NO_SUCH_PAGE")
    counts = request.app.state.connections.counts()
    events = len(request.app.state.tournaments.open_ids())
    return JSONResponse(await document(hub, counts, events), headers={"cache-control": "no-store"})


async def document(hub: Hub, connections: dict[str, int], events: int) -> dict[str, object]:
    """Return the status of a server.

    minutes: since its start.  memory: in MB.  rooms, boards, events: in memory.  games: in the database, by state.
    computer: games that are compiled, and of how many.  queue: address, guest and number of requests.  budgets: holder,
    name, operation, remainder, limit.  refused: operations that could not be paid, by kind.  connections: address,
    number.  findings: warnings in English.
    """
    queue = sorted(hub.engine.waiting.items(), key=lambda each: -each[1])
    return {
        "minutes": (hub.time.now() - hub.booted_now) // 60_000,
        "memory": memory_mb(),
        "rooms": len(hub.rooms),
        "boards": sum(len(room.subscribers) for room in hub.rooms.values()),
        "events": events,
        "games": await hub.store.counted(),
        "computer": hub.engine.progress,
        "queued": hub.engine.queued,
        "queue": [(user.address, _short(user.person), count) for user, count in queue[:MOST]],
        "budgets": [
            (holder, _short(name) if holder == "guest" else name, operation, round(left, 1), round(burst, 1))
            for holder, name, operation, left, burst in hub.quotas.spenders(MOST)
        ],
        "refused": {operation: count for operation, count in hub.quotas.refused.items() if count},
        "findings": [finding.text.message() for finding in warnings(hub.settings)],
        "connections": sorted(connections.items(), key=lambda each: -each[1])[:MOST],
    }


def memory_mb() -> int:
    """Return the memory of this process in MB; where the system does not tell, the most it has had."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        if sys.platform == "win32":
            return 0
        import resource  # not on Windows

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1 << 20 if sys.platform == "darwin" else 1 << 10)
    return pages * 4096 >> 20


def _short(person: str) -> str:
    """Return enough of a guest's or browser's id to tell it from others, and too little to be it."""
    return person[: SHORT + person.startswith("~")]

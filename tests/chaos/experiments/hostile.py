"""Hostile visitors: requests without an end and of absurd depth, and an arbiter who harms another one."""

import asyncio
import contextlib
import re

import httpx2
from tests.chaos.experiments.place import Place, close_books, is_over, running
from tests.chaos.report import Row
from tests.chaos.supervised_server import Server

GOES_ON = 4
ENDLESS_BYTES = 30_000_000
HEADS = (
    b"GET / HTTP/1.1\r\nHost: a\r\nX-Endless: ",
    b"GET /",
    b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Trailer: ",
)
STALLED = b"POST /events/take HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 20000000\r\n\r\nfile="
LONG = ("/t/", "/g/", "/i/", "/rules/", "/learn/")
VICTIMS = ("Hedy Lamarr", "Grace Hopper", "Ada Lovelace")


async def sizes(place: Place) -> Row:
    """Heads without an end, uploads that stall, deep JSON and long addresses, while people play."""
    row = Row("requests without an end, stalled uploads, deep JSON, long addresses")
    async with running(Server(place.folder)) as server:
        async with place.crowd(server.origin) as crowd:
            end = place.until()
            while not is_over(end):
                stalled = [await _begun(server.port, STALLED) for _ in range(3)]
                harm = [_endless(server.port, head) for head in HEADS] + [_absurd(server.origin, row)]
                hostile = [asyncio.create_task(each) for each in harm]
                went_on = await crowd.moves(10 * GOES_ON)
                await asyncio.gather(*hostile)
                for writer in stalled:
                    writer.close()
                row.injected += len(hostile) + len(stalled)
                row.survived += (len(hostile) + len(stalled)) if went_on else 0
        await close_books(row, crowd, server)
    return row


async def _begun(port: int, begin: bytes) -> asyncio.StreamWriter:
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(begin)
    return writer


async def _endless(port: int, head: bytes) -> None:
    writer = await _begun(port, head)
    with contextlib.suppress(OSError):
        for _ in range(ENDLESS_BYTES // 60_000):
            writer.write(b"a" * 60_000)
            await writer.drain()
    writer.close()


async def _absurd(origin: str, row: Row) -> None:
    """Send deep JSON and long addresses, and note every answer that is a fault."""
    async with httpx2.AsyncClient(base_url=origin, timeout=60) as web:
        answers = [await web.get(path + "a" * letters) for path in LONG for letters in (250, 5_000)]
        answers.append(await web.post("/api/v1/tokens", content=b"[" * 60_000))
    row.faults += [f"{each.status_code} for {each.url.path[:20]}" for each in answers if each.status_code >= 500]


class Arbiter:
    """An arbiter with an event, by forms as a browser sends them."""

    def __init__(self, origin: str) -> None:
        self._web = httpx2.AsyncClient(base_url=origin, headers={"origin": origin}, timeout=60)
        self.event = ""

    async def post(self, path: str, **form: str) -> int:
        """Send a form, confirmed; return the status."""
        page = (await self._web.get("/about")).text
        token = re.findall('name="csrf" content="([^"]+)"', page)[0]
        answer = await self._web.post(path, data={"csrf": token, "sure": "2", **form})
        self.event = self.event or answer.headers.get("location", "").removesuffix("/desk")
        return int(answer.status_code)

    async def begin(self) -> None:
        """Make an event with the same people as everybody, whom the server remembers from now on."""
        await self.post("/events/new", game="mangala", arbiter="Arbiter", name="Cup")
        await self.post(
            f"{self.event}/desk/import", list="\n".join(("name;rating", *(f"{name};1500" for name in VICTIMS)))
        )
        await self.post(f"{self.event}/desk/close-list", rounds="1")

    async def remembered(self) -> set[str]:
        """Return the people whom the server proposes to this arbiter."""
        found = [await self._web.get(f"{self.event}/desk/people?name={name}") for name in VICTIMS]
        return {person["name"] for each in found for person in each.json()}

    async def close(self) -> None:
        """End the session."""
        await self._web.aclose()


async def owners(place: Place) -> Row:
    """Two arbiters, one of whom forgets, erases and overwrites the people of the other, and dismisses him."""
    row = Row("two arbiters, one bad")
    async with running(Server(place.folder)) as server:
        good = Arbiter(server.origin)
        await good.begin()
        end = place.until()
        while not is_over(end) or not row.injected:
            bad = Arbiter(server.origin)
            await bad.begin()
            for entry in map(str, range(1, len(VICTIMS) + 1)):
                await bad.post(
                    f"{bad.event}/desk/correct", entry=entry, name=VICTIMS[int(entry) - 1], club="rude words"
                )
                await bad.post(f"{bad.event}/desk/forget", entry=entry)
                await bad.post(f"{bad.event}/desk/erase", entry=entry)
            stolen = [
                await bad.post(f"{good.event}/desk/{act}", entry="1") for act in ("erase", "clear-device", "dismiss")
            ]
            row.injected += 1
            row.acknowledged = len(VICTIMS)
            row.lost += len({*VICTIMS} - await good.remembered())
            row.survived += stolen == [403] * 3
            await bad.close()
        await good.close()
        row.faults += [f"a traceback in the log: {line}" for line in server.traces()[:3]]
    return row

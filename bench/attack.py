"""People who play beside an attacker: python bench/attack.py [--connections 5000] [--tokens 100] [--seconds 60]

One server with one engine process.  Twenty people play Mangala in ten games, five more against the computer, each
home at an address of its own; a class of sixty telephones behind one address, known as a school's, presses Play and
plays against the computer.  Their figures are taken in quiet, and then beside an attacker with two other addresses.  At
one he holds half requests open and opens new ones for all that are closed; at the other he wants tokens, lets computers
of the highest level play and watches them, asks for values of positions, boards, pages and pictures, and sends files,
all as fast as he can.

The addresses are those of the loopback network.  The attacker is a process of its own that has the processor when
nobody else wants it, for he would bring a machine; what everybody has used of the processors is printed.  With --pin
the server and its engine process have one processor of their own, and all the load another one.  The server has its
usual settings: an answer of the computer takes the time in which pieces move, too.  The exit code is 1 when a promise
is broken: 95 of 100 moves are on all boards within 250 ms, and the computer's answers take less than twice the quiet
time.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from charkoni.graphics.click_trie import leaves
from charkoni.web.http.connections import raise_descriptor_limit

PEOPLE, ALONE, CLASS = 20, 5, 60
THINK_S = 1.0
PUPIL_THINK_S = 4.0
LONGEST_THINK_S = 20.0
"""A socket that is silent for 30 s is closed; a page sends pings meanwhile."""
ALONE_LEVEL, PUPIL_LEVEL = 3, 2
SCHOOL, ATTACKER, ATTACKERS_HOME = "127.0.3.1", "127.0.66.1", "127.0.67.1"
WARM_UP_S = 10.0
MOST_WARM_UP = 20
"""How often people warm the server up at most, until the computer has answered everybody."""
MOST_MOVE_MS = 250.0
MOST_SLOWER = 2.0
HALF = b"POST /new HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\nX-Half: "
FLOODS = 10
"""How many tasks of the attacker ask for each kind of thing."""
RESERVED = 200
ERRORS = (OSError, TimeoutError, httpx2.HTTPError, WebSocketException, KeyError)


@dataclass
class Times:
    """Times in ms.

    moves: from the sending until they are on the board of everybody at the table.  answers: of the computer.
    failed: what went wrong, how often.
    """

    moves: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    failed: Counter[str] = field(default_factory=Counter)


def part(values: list[float], percent: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)] if values else float("nan")


def client(origin: str, address: str) -> httpx2.AsyncClient:
    """Return a client at an address of this machine."""
    transport = httpx2.AsyncHTTPTransport(local_address=address)
    return httpx2.AsyncClient(base_url=origin, transport=transport, timeout=60)


def wire_of(origin: str, address: str, **headers: str) -> connect:
    """Return the connection of a socket from an address of this machine."""
    return connect(
        origin.replace("http", "ws") + "/ws",
        additional_headers=headers,
        origin=origin,  # type: ignore[arg-type]  # a NewType of str
        compression=None,
        open_timeout=60,
        local_addr=(address, 0),
    )


tokens: dict[str, list[dict[str, str]]] = {}
"""Those of the people by address, who keep them from one phase to the next: an address gets few an hour."""


async def tokens_at(address: str, web: httpx2.AsyncClient, number: int) -> list[dict[str, str]]:
    """Return the tokens of some people at an address."""
    found = tokens.setdefault(address, [])
    while len(found) < number:
        found.append(await token(web))
    return found


async def token(web: httpx2.AsyncClient) -> dict[str, str]:
    answer = await web.post("/api/v1/tokens", json={"name": "x"})
    answer.raise_for_status()
    return {"authorization": f"Bearer {answer.json()['token']}"}


# --- people -----------------------------------------------------------------------------------------------------------


@dataclass
class Table:
    """A game of people.  sent: when each move was sent, by the version after it; seen: how many boards have it."""

    g: str
    boards: int
    sent: dict[int, float] = field(default_factory=dict)
    seen: Counter[int] = field(default_factory=Counter)
    is_over: bool = False


async def sit(wire: ClientConnection, table: Table, think_s: float, times: Times, until: float) -> None:
    """Play random moves at one board until the game or the time is over; raise one of ERRORS."""
    rng, n = random.Random(), 0
    answer_due: float | None = None
    await wire.send(json.dumps({"type": "hello", "g": table.g, "lang": "en"}))
    while not table.is_over and time.monotonic() < until:
        try:
            message = json.loads(await asyncio.wait_for(wire.recv(), 10))
        except TimeoutError:
            await wire.send(json.dumps({"type": "ping", "t": 0}))
            continue
        now = time.perf_counter()
        if message["type"] == "bye":
            raise OSError(message["code"])
        if message["type"] == "nack":
            times.failed[message["code"]] += 1
        if message.get("table", {}).get("status", {}).get("state") in ("over", "called-off"):
            table.is_over = True
        taps = message.get("trie") if message["type"] in ("view", "ply") else None
        if message["type"] == "ply":
            v = message["v"]
            table.seen[v] += 1
            if v in table.sent and table.seen[v] == table.boards:
                times.moves.append((now - table.sent[v]) * 1e3)
            if v not in table.sent and answer_due is not None:
                times.answers.append((now - answer_due) * 1e3)
            answer_due = None if taps else now
        if taps and not table.is_over:
            await asyncio.sleep(min(rng.expovariate(1 / think_s), LONGEST_THINK_S))
            move, n = rng.choice([text for _, text in leaves(taps)]), n + 1
            table.sent[message["v"] + 1] = time.perf_counter()
            await wire.send(json.dumps({"type": "do", "g": table.g, "v": message["v"], "n": n, "m": move}))


async def pair(origin: str, number: int, times: Times, until: float) -> None:
    """Two people at one home."""
    address = f"127.0.1.{number + 1}"
    async with client(origin, address) as web:
        heads = await tokens_at(address, web, 2)
        while time.monotonic() < until:
            g = (await web.post("/api/v1/games", json={"game": "mangala"}, headers=heads[0])).json()["id"]
            (await web.post(f"/api/v1/games/{g}/join", json={}, headers=heads[1])).raise_for_status()
            table = Table(g, boards=2)
            async with wire_of(origin, address, **heads[0]) as one, wire_of(origin, address, **heads[1]) as two:
                await asyncio.gather(*(sit(wire, table, THINK_S, times, until) for wire in (one, two)))


async def alone(origin: str, number: int, times: Times, until: float) -> None:
    """A person who plays against the computer."""
    address = f"127.0.2.{number + 1}"
    async with client(origin, address) as web:
        [head] = await tokens_at(address, web, 1)
        while time.monotonic() < until:
            wanted = {"game": "mangala", "seats": ["me", str(ALONE_LEVEL)]}
            g = (await web.post("/api/v1/games", json=wanted, headers=head)).json()["id"]
            async with wire_of(origin, address, **head) as wire:
                await sit(wire, Table(g, boards=1), THINK_S, times, until)


async def pupil(origin: str, times: Times, until: float) -> None:
    """A telephone of the class: the home page, a press on Play, and games against the computer."""
    async with client(origin, SCHOOL) as web:
        await asyncio.sleep(random.uniform(0, 3))
        while time.monotonic() < until:
            page = (await web.get("/play?game=mangala")).text
            csrf = re.search('name="csrf" content="([^"]+)"', page)
            form = {"game": "mangala", "level": str(PUPIL_LEVEL), "csrf": csrf[1] if csrf else ""}
            answer = await web.post("/new", data=form, headers={"origin": origin})
            if answer.status_code != 303:
                raise OSError(f"Play: {answer.status_code}")
            address = answer.headers["location"]
            (await web.get(address)).raise_for_status()
            cookie = "; ".join(f"{name}={value}" for name, value in web.cookies.items())
            async with wire_of(origin, SCHOOL, cookie=cookie) as wire:
                table = Table(address.removeprefix("/g/").partition("?")[0], boards=1)
                await sit(wire, table, PUPIL_THINK_S, times, until)


async def again(times: Times, work: Any, *arguments: Any, until: float) -> None:
    """Repeat what somebody does until the time is over; count what ends it before."""
    while time.monotonic() < until:
        try:
            await work(*arguments, times, until)
        except ERRORS as error:
            times.failed[str(error)[:60] or type(error).__name__] += 1
            await asyncio.sleep(1)
        except ExceptionGroup as group:
            times.failed[str(group.exceptions[0])[:60]] += 1
            await asyncio.sleep(1)


async def people(origin: str, pupils: int, seconds: float) -> dict[str, Times]:
    """Let all people play, and return their times by what they are."""
    until = time.monotonic() + seconds
    found = {"people at ten tables": Times(), "alone with the computer": Times(), "class behind one address": Times()}
    pairs, single, school = found.values()
    works = [again(pairs, pair, origin, number, until=until) for number in range(PEOPLE // 2)]
    works += [again(single, alone, origin, number, until=until) for number in range(ALONE)]
    works += [again(school, pupil, origin, until=until) for _ in range(pupils)]
    await asyncio.gather(*works)
    return found


# --- the attacker -----------------------------------------------------------------------------------------------------


class Attacker:
    """Everything that two addresses can send."""

    def __init__(self, origin: str, connections: int, tokens: int, until: float) -> None:
        self.origin, self.until = origin, until
        self.connections, self.tokens = connections, tokens
        self.done: Counter[str] = Counter()
        self.heads: list[dict[str, str]] = []

    async def run(self) -> Counter[str]:
        async with client(self.origin, ATTACKERS_HOME) as web:
            works: list[Coroutine[Any, Any, None]] = [self.tokens_wanted(web)]
            works += [self.half() for _ in range(self.connections)]
            works += [self.games(web, place) for place in range(self.tokens)]
            queries = (self.values, self.boards, self.pages, self.pictures, self.files)
            works += [query(web) for query in queries for _ in range(FLOODS)]
            works += [self.watch(place) for place in range(FLOODS)]
            await asyncio.gather(*works)
        return self.done

    async def tokens_wanted(self, web: httpx2.AsyncClient) -> None:
        while len(self.heads) < self.tokens and time.monotonic() < self.until:
            try:
                self.heads.append(await token(web))
                self.done["tokens"] += 1
            except ERRORS:
                self.done["tokens refused"] += 1
                await asyncio.sleep(0.2)

    async def half(self) -> None:
        """Hold a half request open, and open the next one when the server closes it."""
        host, port = self.origin.removeprefix("http://").split(":")
        while time.monotonic() < self.until:
            try:
                reader, writer = await asyncio.open_connection(host, int(port), local_addr=(ATTACKER, 0))
                self.done["half requests"] += 1
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self.until - time.monotonic()):
                        writer.write(HALF)
                        await reader.read(1)
                writer.close()
            except OSError:
                pass
            self.done["half requests closed"] += 1
            await asyncio.sleep(random.uniform(0.1, 1))

    async def games(self, web: httpx2.AsyncClient, place: int) -> None:
        """Make games of computers of the highest level, and games against them."""
        seats = itertools.cycle((["10"] * 4, ["me", "10", "10", "10"]))
        while time.monotonic() < self.until:
            if place < len(self.heads):
                wanted = {"game": "chaupar", "seats": next(seats)}
                answer = await self.ask(web.post("/api/v1/games", json=wanted, headers=self.heads[place]), "games")
                if answer and answer.is_success:
                    self.done[answer.json()["id"]] = 0
            await asyncio.sleep(0.5)

    async def watch(self, place: int) -> None:
        """Watch games, so that computers think, and open boards again and again."""
        while time.monotonic() < self.until:
            with contextlib.suppress(*ERRORS):
                head = self.heads[place % len(self.heads)] if self.heads else {}
                async with wire_of(self.origin, ATTACKERS_HOME, **head) as wire:
                    while time.monotonic() < self.until:
                        games = [name for name, count in self.done.items() if not count]
                        g = random.choice(games) if games else "nothing1"
                        await wire.send(json.dumps({"type": "hello", "g": g, "lang": random.choice(["en", "ru"])}))
                        self.done["boards opened"] += 1
                        await asyncio.sleep(0.01)
                        with contextlib.suppress(TimeoutError):
                            while True:
                                await asyncio.wait_for(wire.recv(), 0.01)
            await asyncio.sleep(0.1)

    async def values(self, web: httpx2.AsyncClient) -> None:
        while time.monotonic() < self.until:
            query = {"game": "mangala", "moves": " ".join(str(random.randint(1, 6)) for _ in range(3))}
            await self.ask(web.get("/study.json", params=query), "values")

    async def boards(self, web: httpx2.AsyncClient) -> None:
        while time.monotonic() < self.until:
            query = {"game": "gana", "moves": ""}
            await self.ask(web.get("/explore.json", params=query), "boards")

    async def pages(self, web: httpx2.AsyncClient) -> None:
        while time.monotonic() < self.until:
            await self.ask(web.get(random.choice(("/", "/watch", "/rules/gana", "/play?game=chaupar"))), "pages")

    async def pictures(self, web: httpx2.AsyncClient) -> None:
        while time.monotonic() < self.until:
            await self.ask(web.get(f"/card/gana.svg?v={random.random()}"), "pictures")

    async def files(self, web: httpx2.AsyncClient) -> None:
        junk = b"x" * 3_000_000
        while time.monotonic() < self.until:
            await self.ask(web.post("/events/take", content=junk), "files")
            await asyncio.sleep(0.2)

    async def ask(self, request: Any, kind: str) -> httpx2.Response | None:
        """Send a request, and count what comes of it."""
        try:
            answer: httpx2.Response = await request
        except ERRORS:
            self.done[f"{kind} without an answer"] += 1
            await asyncio.sleep(0.1)
            return None
        self.done[f"{kind} {answer.status_code}"] += 1
        return answer


# --- the server, and both together ------------------------------------------------------------------------------------


class Server:
    """`charkoni serve` with a database of its own."""

    def __init__(self, folder: str, processors: set[int]) -> None:
        command = [sys.executable, "-m", "charkoni", "serve", "--host", "127.0.0.1", "--port", "0", "--workers", "1"]
        given = {"CHARKONI_LANG": "en", "CHARKONI_SCHOOLS": f"{SCHOOL}/32"}
        self.log = (Path(folder) / "log").open("ab")
        self.process = subprocess.Popen(
            [*command, "--database", f"{folder}/attack.db"],
            stdout=subprocess.PIPE, stderr=self.log, text=True, env=os.environ | given,
        )  # fmt: skip
        os.sched_setaffinity(self.process.pid, processors)
        assert self.process.stdout
        found = re.search(r"http://\S+:(\d+)", self.process.stdout.readline())
        assert found, (Path(folder) / "log").read_text()[-2000:]
        self.origin = f"http://127.0.0.1:{found[1]}"

    def wait_for_computers(self, seconds: float) -> None:
        """Wait until the computer can play everything."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            computer = httpx2.get(f"{self.origin}/health").json()["computer"]
            if computer["ready"] == computer["of"]:
                return
            time.sleep(0.5)

    def memory_mb(self) -> float:
        """Return the memory of the server without libraries."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.findall(r"RssAnon:\s+(\d+)", status)[0]) / 1024

    def processor_s(self) -> Counter[str]:
        """Return the processor time so far of the server and its processes, and of the people."""
        own = self.process.pid
        found = Counter({"server": seconds_of(own), "people": time.process_time()})
        for task in Path(f"/proc/{own}/task").glob("*/children"):
            found["computers"] += sum(seconds_of(int(child)) for child in task.read_text().split())
        return found

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)
        if self.process.stdout:
            self.process.stdout.close()
        self.log.close()


def seconds_of(process: int) -> float:
    """Return the processor time of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def compare(quiet: dict[str, Times], attacked: dict[str, Times]) -> bool:
    """Print both side by side, and return whether what is promised is kept."""
    print(f"{'':42}{'quiet':>30}{'attacked':>30}")
    print(f"{'':42}" + f"{'number':>9}{'median':>10}{'p95 ms':>11}" * 2)
    is_kept = True
    for name in quiet:
        for kind in ("moves", "answers"):
            values = [getattr(each[name], kind) for each in (quiet, attacked)]
            if not any(values):
                continue
            cells = "".join(f"{len(each):9}{part(each, 50):10.1f}{part(each, 95):11.1f}" for each in values)
            title = f"{name}: {'moves' if kind == 'moves' else 'answers of the computer'}"
            if kind == "moves":
                is_good = part(values[1], 95) < MOST_MOVE_MS
                wanted = f"p95 below {MOST_MOVE_MS:.0f}"
            else:
                bounds = [MOST_SLOWER * part(values[0], percent) for percent in (50, 95)]
                is_good = all(part(values[1], percent) < most for percent, most in zip((50, 95), bounds, strict=True))
                wanted = f"below {bounds[0]:.0f} and {bounds[1]:.0f}"
            is_kept &= is_good
            print(f"{title:42}{cells}   {wanted}: {'kept' if is_good else 'NOT KEPT'}")
    for when, found in (("quiet", quiet), ("attacked", attacked)):
        for name, times in found.items():
            if times.failed:
                print(f"failed, {when}, {name}: {dict(times.failed)}")
                is_kept = False
    return is_kept


def both(server: Server, args: argparse.Namespace, connections: int) -> bool:
    print(f"load before {os.getloadavg()[0]:.1f}; half requests at a time {connections}, tokens wanted {args.tokens}")
    for _ in range(MOST_WARM_UP):
        warm = asyncio.run(people(server.origin, args.pupils, WARM_UP_S))
        if all(times.answers or (times is warm["people at ten tables"] and times.moves) for times in warm.values()):
            break
    before = server.processor_s()
    quiet = asyncio.run(people(server.origin, args.pupils, args.seconds))
    print_processor("quiet", args, server, server.processor_s() - before)
    command = [sys.executable, __file__, "--attack", server.origin, "--connections", str(connections)]
    command += ["--tokens", str(args.tokens), "--seconds", str(args.seconds + 2 * WARM_UP_S)]
    attacker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        time.sleep(WARM_UP_S)
        before = server.processor_s() + Counter(attacker=seconds_of(attacker.pid))
        attacked = asyncio.run(people(server.origin, args.pupils, args.seconds))
        used = server.processor_s() + Counter(attacker=seconds_of(attacker.pid)) - before
        print_processor("attacked", args, server, used)
        told = attacker.communicate(timeout=120)[0]
    finally:
        attacker.kill()
    is_kept = compare(quiet, attacked)
    print(f"attacker: {told.strip()}\nload after {os.getloadavg()[0]:.1f}")
    return is_kept


def print_processor(phase: str, args: argparse.Namespace, server: Server, used: Counter[str]) -> None:
    """Print what everybody has used of the processors in a phase, in percent of one."""
    shares = ", ".join(f"{name} {seconds / args.seconds * 100:.0f} %" for name, seconds in used.items())
    print(f"{phase}, of one processor: {shares}; server {server.memory_mb():.0f} MB without libraries", flush=True)


def attack(args: argparse.Namespace) -> None:
    """Attack a server, and print what came of it."""
    os.nice(19)
    raise_descriptor_limit()
    attacker = Attacker(args.attack, args.connections, args.tokens, time.monotonic() + args.seconds)
    done = asyncio.run(attacker.run())
    games = [name for name, count in done.items() if not count]
    for name in games:
        del done[name]
    print(", ".join(f"{name}: {count}" for name, count in sorted(done.items())))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--connections", type=int, default=5000)
    parser.add_argument("--tokens", type=int, default=100)
    parser.add_argument("--pupils", type=int, default=CLASS)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pin", action="store_true", help="one processor for the server, another for the load")
    parser.add_argument("--attack", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.attack:
        attack(args)
        return 0
    connections = min(args.connections, max(0, raise_descriptor_limit() - RESERVED))
    with tempfile.TemporaryDirectory() as folder:
        usable = sorted(os.sched_getaffinity(0))
        server = Server(folder, {usable[0]} if args.pin else set(usable))
        if args.pin:
            os.sched_setaffinity(0, {usable[-1]})
        try:
            server.wait_for_computers(600)
            return int(not both(server, args, connections))
        finally:
            server.stop()


if __name__ == "__main__":
    sys.exit(main())

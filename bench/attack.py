"""People who play beside an attacker: python bench/attack.py [--connections 1000] [--tokens 100] [--seconds 20]

Twenty people play Mangala in ten games, five more play against the computer.  In one run their figures are taken in
quiet, and then beside an attacker at one other address who holds half requests open (as many as the descriptors of
this process allow, at most as many as are asked for), makes games of computers with all his tokens, and asks
for pictures and values of positions.  The addresses are those of the loopback network; none counts as a school.
"""

import argparse
import asyncio
import contextlib
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx2

from charkoni.web.http.connections import raise_descriptor_limit

PEOPLE, ALONE = 20, 5
THINK_S = 1.0
ATTACKER = "127.0.0.66"
HALF = b"POST /new HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\nX-Half: "
RESERVED = 200
OVER = {"status": {"state": "over"}}


class Times:
    """Times in ms, and how many requests failed."""

    def __init__(self) -> None:
        self.moves: list[float] = []
        self.answers: list[float] = []
        self.failed = 0

    def line(self, title: str) -> str:
        return (
            f"{title:8} moves {len(self.moves):5} median {median(self.moves):7.1f} p95 {part(self.moves, 95):7.1f} ms;"
            f"  computer's answers {len(self.answers):4} median {median(self.answers):7.0f}"
            f" p95 {part(self.answers, 95):7.0f} ms;  failed {self.failed}"
        )


def median(values: list[float]) -> float:
    return statistics.median(values) if values else float("nan")


def part(values: list[float], percent: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)] if values else float("nan")


def client(origin: str, address: str) -> httpx2.AsyncClient:
    """Return a client at an address of this machine."""
    transport = httpx2.AsyncHTTPTransport(local_address=address)
    return httpx2.AsyncClient(base_url=origin, transport=transport, timeout=60)


async def token(web: httpx2.AsyncClient) -> dict[str, str]:
    answer = await web.post("/api/v1/tokens", json={"name": "x"})
    answer.raise_for_status()
    return {"authorization": f"Bearer {answer.json()['token']}"}


async def pair(origin: str, number: int, until: float, times: Times) -> None:
    """Play random moves of two people at one home, one game after another."""
    rng = random.Random(number)
    async with client(origin, f"127.0.1.{number + 1}") as web:
        heads = [await token(web), await token(web)]
        game = dict[str, Any](OVER)
        while time.monotonic() < until:
            await asyncio.sleep(rng.expovariate(2 / THINK_S))
            try:
                if game["status"]["state"] != "open":
                    g = (await web.post("/api/v1/games", json={"game": "mangala"}, headers=heads[0])).json()["id"]
                    game = (await web.post(f"/api/v1/games/{g}/join", json={}, headers=heads[1])).json()
                    continue
                body = {"v": game["v"], "move": rng.choice(game["moves"])}
                began = time.perf_counter()
                answer = await web.post(f"/api/v1/games/{g}/moves", json=body, headers=heads[game["turn"]])
                answer.raise_for_status()
                times.moves.append((time.perf_counter() - began) * 1e3)
                game = answer.json()
            except (httpx2.HTTPError, KeyError):
                times.failed += 1
                game = dict(OVER)


async def alone(origin: str, number: int, until: float, times: Times) -> None:
    """Play against the computer, and take the time until it has answered."""
    rng = random.Random(number)
    async with client(origin, f"127.0.2.{number + 1}") as web:
        head = await token(web)
        game = dict[str, Any](OVER)
        while time.monotonic() < until:
            try:
                if game["status"]["state"] != "open":
                    wanted = {"game": "mangala", "seats": ["me", "3"]}
                    game = (await web.post("/api/v1/games", json=wanted, headers=head)).json()
                    g = game["id"]
                await asyncio.sleep(rng.expovariate(1 / THINK_S))
                body = {"v": game["v"], "move": rng.choice(game["moves"])}
                began = time.perf_counter()
                answer = await web.post(f"/api/v1/games/{g}/moves", json=body, headers=head)
                answer.raise_for_status()
                game, waited = answer.json(), answer.json()["turn"] == 1
                while game["status"]["state"] == "open" and game["turn"] == 1:
                    await asyncio.sleep(0.05)
                    game = (await web.get(f"/api/v1/games/{g}", headers=head)).json()
                if waited:
                    times.answers.append((time.perf_counter() - began) * 1e3)
            except (httpx2.HTTPError, KeyError):
                times.failed += 1
                game = dict(OVER)


class Attacker:
    """Half requests, games of computers, pictures and values of positions, all from one address."""

    def __init__(self, origin: str, connections: int, tokens: int) -> None:
        self.origin, self.connections, self.tokens = origin, connections, tokens
        self.opened = self.closed = self.made = self.refused = 0
        self.heads: list[dict[str, str]] = []

    async def run(self, until: float) -> None:
        async with client(self.origin, ATTACKER) as web:
            for _ in range(self.tokens):
                with contextlib.suppress(httpx2.HTTPError):
                    self.heads.append(await token(web))
            works = [self.half(until) for _ in range(self.connections)]
            works += [self.games(web, head, until) for head in self.heads]
            works += [self.values(web, until) for _ in range(10)]
            await asyncio.gather(*works)

    async def half(self, until: float) -> None:
        """Hold a half request open, and open the next one when the server closes it."""
        host, port = self.origin.removeprefix("http://").split(":")
        while time.monotonic() < until:
            try:
                reader, writer = await asyncio.open_connection(host, int(port), local_addr=(ATTACKER, 0))
                writer.write(HALF)
                self.opened += 1
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(until - time.monotonic()):
                        await reader.read(1)
                        self.closed += 1
                writer.close()
            except OSError:
                self.closed += 1
            await asyncio.sleep(0.5)

    async def games(self, web: httpx2.AsyncClient, head: dict[str, str], until: float) -> None:
        """Make games in which computers play, and watch them so that they think."""
        wanted = {"game": "chaupar:players=4", "seats": ["10", "10", "10", "10"]}
        while time.monotonic() < until:
            with contextlib.suppress(httpx2.HTTPError, KeyError):
                answer = await web.post("/api/v1/games", json=wanted, headers=head)
                self.made, self.refused = self.made + answer.is_success, self.refused + (answer.status_code == 429)
            await asyncio.sleep(1)

    async def values(self, web: httpx2.AsyncClient, until: float) -> None:
        """Ask for values of positions that nobody has asked for."""
        rng = random.Random()
        while time.monotonic() < until:
            query = {"game": "mangala", "moves": " ".join(str(rng.randint(1, 6)) for _ in range(3))}
            with contextlib.suppress(httpx2.HTTPError):
                answer = await web.get("/study.json", params=query)
                self.refused += answer.status_code == 429
            await asyncio.sleep(0.05)


class Server:
    """`charkoni serve` with a database of its own."""

    def __init__(self, folder: str) -> None:
        command = [sys.executable, "-m", "charkoni", "serve", "--host", "127.0.0.1", "--port", "0", "--workers", "1"]
        given = {"CHARKONI_LANG": "en", "CHARKONI_SCHOOLS": "203.0.113.0/24", "CHARKONI_PACE": "0"}
        self.log = (Path(folder) / "log").open("ab")
        self.process = subprocess.Popen(
            [*command, "--database", f"{folder}/attack.db"],
            stdout=subprocess.PIPE, stderr=self.log, text=True, env=os.environ | given,
        )  # fmt: skip
        assert self.process.stdout
        found = re.search(r"http://\S+:(\d+)", self.process.stdout.readline())
        assert found, (Path(folder) / "log").read_text()[-2000:]
        self.origin = f"http://127.0.0.1:{found[1]}"

    def wait_for_mangala(self, seconds: float) -> None:
        """Wait until the computer can play."""
        end = time.monotonic() + seconds
        while httpx2.get(f"{self.origin}/health").json()["computer"]["ready"] < 1 and time.monotonic() < end:
            time.sleep(0.5)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)
        if self.process.stdout:
            self.process.stdout.close()
        self.log.close()


async def people(origin: str, seconds: float) -> Times:
    times, until = Times(), time.monotonic() + seconds
    works = [pair(origin, number, until, times) for number in range(PEOPLE // 2)]
    await asyncio.gather(*works, *(alone(origin, number, until, times) for number in range(ALONE)))
    return times


async def both(origin: str, wish: argparse.Namespace, connections: int) -> None:
    print(f"load before {os.getloadavg()[0]:.1f}; half requests at a time {connections}, tokens wanted {wish.tokens}")
    quiet = await people(origin, wish.seconds)
    print(quiet.line("quiet"), flush=True)
    attacker = Attacker(origin, connections, wish.tokens)
    attack = asyncio.create_task(attacker.run(time.monotonic() + wish.seconds + 5))
    await asyncio.sleep(5)
    beside = await people(origin, wish.seconds)
    await attack
    print(beside.line("attacked"))
    print(
        f"attacker: tokens {len(attacker.heads)}, connections opened {attacker.opened}, closed by the server"
        f" {attacker.closed}, games {attacker.made}, refused {attacker.refused}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, default=1000)
    parser.add_argument("--tokens", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20)
    wish = parser.parse_args()
    connections = min(wish.connections, max(0, raise_descriptor_limit() - RESERVED))
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            server.wait_for_mangala(600)
            asyncio.run(both(server.origin, wish, connections))
        finally:
            server.stop()


if __name__ == "__main__":
    main()

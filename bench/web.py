"""Boards, sizes and the server under load: python bench/web.py [--sockets 20,100] [--idle 1000] [--before FOLDER]

The server is a separate process on loopback with a temporary database.  before: a work tree of an older version (`git
worktree add FOLDER COMMIT`), whose server carries the same sockets in the same run, in turn with this one.
"""

import argparse
import asyncio
import gzip
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from websockets.asyncio.client import connect

import charkoni
from charkoni.core.constants import OVER
from charkoni.core.translations import Words
from charkoni.graphics import click_trie, scene
from charkoni.web.engine.pool import compile_all
from charkoni.web.engine.readiness import has_to_compile
from charkoni.web.engine.warm import playable
from charkoni.web.live.board_view import difference, scene_url, view_of

THINK_S = 2.0
ADDRESSES = 10
"""From how many addresses of this machine sockets come: a server takes 400 connections from one."""
LATEST_S = 60.0
"""Seconds after the end in which players still receive messages; those that have not arrived then are lost."""


def boards() -> None:
    words = Words("en")
    print("game            scene ms (median, p95)  trie ms  labels ms   all ms   view kB  delta kB   trie kB (largest)")
    for name in charkoni.games():
        rng, at = random.Random(name), charkoni.game(name).start()
        view, tracked = scene.BoardView(at.game), scene.TrackedPosition(at)
        nodes, tries, labels, whole, views, deltas, leaves = [], [], [], [], [], [], []
        before: list[Any] = []
        for ply in range(120):
            if at.turn == OVER:
                at, before = at.game.start(), []
                tracked = scene.TrackedPosition(at)
            t0 = time.perf_counter()
            after = view.nodes(view.pieces(at), tracked.ids)
            t1 = time.perf_counter()
            taps = scene.tap_trie(at)
            t2 = time.perf_counter()
            said = scene.labels(at, words)
            t3 = time.perf_counter()
            if ply >= 10:  # before, everything is compiled
                nodes.append((t1 - t0) * 1e3)
                tries.append((t2 - t1) * 1e3)
                labels.append((t3 - t2) * 1e3)
                whole.append((t3 - t0) * 1e3)
            views.append(size({"nodes": after, "zones": said}))
            if before:
                deltas.append(size(difference(before, after)))
            leaves.append(size(taps))
            before = after
            tracked.play(rng.choice(at.moves))
            at = tracked.position
        print(
            f"{name:12} {statistics.median(nodes):12.2f} {part(nodes, 95):9.2f} {statistics.median(tries):12.2f}"
            f" {statistics.median(labels):10.2f} {statistics.median(whole):8.2f}"
            f" {max(views) / 1e3:9.1f} {max(deltas) / 1e3:9.1f} {max(leaves) / 1e3:9.1f}"
        )


def size(found: Any) -> int:
    return len(json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode())


def part(values: list[float], percent: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)] if values else float("nan")


class Server:
    """`charkoni serve` in a process of its own, with a database and perhaps a compile cache of its own.

    tree: the work tree of another version.  workers: for computers.
    """

    def __init__(self, folder: str, cache: str = "", tree: Path | None = None, workers: int = 0) -> None:
        database = f"sqlite:///{folder}/bench.db"
        command = [sys.executable, "-m", "charkoni", "serve", "--port", "0", "--workers", str(workers)]
        limits = {"CHARKONI_BUDGET_FACTOR": "5000", "CHARKONI_IDLE_S": "600", "CHARKONI_LANG": "en"}
        environment = os.environ | limits | ({"CHARKONI_CACHE": cache} if cache else {})
        environment |= {"PYTHONPATH": str(tree.resolve() / "src")} if tree else {}
        self.log = (Path(folder) / "log").open("ab")
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            [*command, "--database", database], stdout=subprocess.PIPE, stderr=self.log, env=environment, text=True
        )
        assert self.process.stdout
        found = re.search(r"http://\S+:\d+", self.process.stdout.readline())
        assert found, (Path(folder) / "log").read_text()[-2000:]
        self.origin = found[0]
        self.web = httpx2.Client(base_url=self.origin, timeout=60)

    def memory(self) -> str:
        """Describe the memory of the server, and its share without libraries, which processes share."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        whole, own = (int(re.findall(rf"{name}:\s+(\d+)", status)[0]) / 1024 for name in ("VmRSS", "RssAnon"))
        return f"server {whole:.0f} MB, {own:.0f} MB without libraries"

    def processor_s(self) -> float:
        """Return the processor time of the server: unlike wall time it does not depend on other load."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.web.close()
        self.process.terminate()
        self.process.wait(20)
        if self.process.stdout:
            self.process.stdout.close()
        self.log.close()


def make_ready() -> None:
    """Compile what a server needs, in another process, as a server with an empty cache does."""
    if has_to_compile():
        asyncio.run(compile_all(playable()))


def start(title: str, cache: str = "") -> None:
    """Print how long it takes from the start of a server to its first page and the first move between people."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, cache)
        try:
            server.web.get("/").raise_for_status()
            page, spent = time.perf_counter() - server.started, server.processor_s()
            pair = new_pair(server, "mangala")
            head = {"authorization": f"Bearer {pair.tokens[0]}"}
            move = server.web.post(f"/api/v1/games/{pair.g}/moves", json={"v": 0, "move": "4"}, headers=head)
            move.raise_for_status()
            first = time.perf_counter() - server.started
            print(
                f"{title}: first page after {page:.1f} s (target 3), {spent:.1f} s of it processor time of the server;"
                f" first move between people after {first:.1f} s, {server.processor_s():.1f} s of it;"
                f" then {server.memory()}"
            )
        finally:
            server.stop()


@dataclass
class Pair:
    g: str
    tokens: list[str]
    sent: dict[int, float] = field(default_factory=dict)
    played: list[str] = field(default_factory=list)
    heard: list[list[str]] = field(default_factory=lambda: [[], []])
    times: list[list[tuple[int, float]]] = field(default_factory=lambda: [[], []])
    refused: int = 0


def new_pair(server: Server, game: str, clock: str = "none") -> Pair:
    tokens = [server.web.post("/api/v1/tokens", json={"name": name}).json()["token"] for name in ("A", "B")]
    heads = [{"authorization": f"Bearer {token}"} for token in tokens]
    g = server.web.post("/api/v1/games", json={"game": game, "clock": clock}, headers=heads[0]).json()["id"]
    server.web.post(f"/api/v1/games/{g}/join", json={}, headers=heads[1]).raise_for_status()
    return Pair(g, tokens)


def address_of(number: int) -> str:
    return f"127.0.0.{2 + number}"


async def sit(server: Server, pair: Pair, seat: int, until: float) -> None:
    """Play at random until the time is up, and receive until three seconds have passed without a message."""
    rng, n = random.Random(f"{pair.g}{seat}"), 0
    address = server.origin.replace("http", "ws") + "/ws"
    headers = {"authorization": f"Bearer {pair.tokens[seat]}"}
    home = (address_of(rng.randrange(ADDRESSES)), 0)
    async with connect(address, additional_headers=headers, compression=None, open_timeout=60, local_addr=home) as wire:
        await wire.send(json.dumps({"type": "hello", "g": pair.g, "lang": "en"}))
        while time.monotonic() < until + LATEST_S:
            try:
                message = json.loads(await asyncio.wait_for(wire.recv(), 3))
            except TimeoutError:
                if time.monotonic() > until and len(pair.heard[seat]) >= len(pair.played):
                    return
                continue
            now = time.perf_counter()
            if message["type"] == "nack":
                pair.refused += 1
            if message["type"] == "view":  # one who comes late sees in it what has been played
                pair.heard[seat] = [move for move, _ in message["log"]]
            if message["type"] == "ply":
                pair.heard[seat].append(message["m"])
                pair.times[seat].append((message["v"], now))
            taps = message.get("trie") if message["type"] in ("ply", "view") else None
            if taps:
                await asyncio.sleep(rng.expovariate(1 / THINK_S))
                if time.monotonic() > until:
                    continue
                n += 1
                move = rng.choice([move for _, move in click_trie.leaves(taps)])
                pair.sent[message["v"] + 1] = time.perf_counter()
                pair.played.append(move)
                await wire.send(json.dumps({"type": "do", "g": pair.g, "v": message["v"], "n": n, "m": move}))


def load(server: Server, sockets: int, seconds: float, title: str = "") -> None:
    pairs = [new_pair(server, "mangala") for _ in range(sockets // 2)]

    async def run() -> None:
        until = time.monotonic() + seconds
        await asyncio.gather(*(sit(server, pair, seat, until) for pair in pairs for seat in (0, 1)))

    asyncio.run(run())
    waits, wrong = [], 0
    for pair in pairs:
        arrived: dict[int, list[float]] = {}
        for times in pair.times:
            for v, at in times:
                arrived.setdefault(v, []).append(at)
        waits += [(max(at) - pair.sent[v]) * 1e3 for v, at in arrived.items() if v in pair.sent and len(at) == 2]
        kept = list(charkoni.Record.from_json(server.web.get(f"/g/{pair.g}.json").text).moves)
        wrong += is_wrong(pair, kept)
    median = statistics.median(waits) if waits else float("nan")
    print(
        f"{title}{sockets} sockets: {len(waits)} moves, to both boards median {median:.1f} ms,"
        f" p95 {part(waits, 95):.1f} ms;"
        f" games with moves lost or doubled {wrong}, refused {sum(pair.refused for pair in pairs)};"
        f" {server.memory()}"
    )


def compare(server: Server, sizes: list[int], args: argparse.Namespace) -> None:
    """Print the figures of some numbers of sockets, before and after where an older version is given."""
    if not args.before:
        for sockets in sizes:
            load(server, sockets, args.seconds)
        return
    with tempfile.TemporaryDirectory() as folder:
        older = Server(folder, tree=args.before)
        try:
            for sockets in sizes:
                load(older, sockets, args.seconds, "before: ")
                load(server, sockets, args.seconds, "after:  ")
        finally:
            older.stop()


def is_wrong(pair: Pair, kept: list[str]) -> bool:
    """Return whether a move was lost or doubled on the way to the record or to a board."""
    return not (kept == pair.played == pair.heard[0] == pair.heard[1])


def prove() -> None:
    """Check that lost, doubled and exchanged moves are detected, wherever that happens."""
    moves = ["1", "2", "3"]
    faults = (moves[:-1], [*moves, "3"], ["2", "1", "3"])
    assert not is_wrong(Pair("g", [], played=moves, heard=[moves, moves]), moves)
    for fault in faults:
        assert is_wrong(Pair("g", [], played=moves, heard=[moves, moves]), fault)
        assert is_wrong(Pair("g", [], played=fault, heard=[moves, moves]), moves)
        assert is_wrong(Pair("g", [], played=moves, heard=[fault, moves]), moves)
        assert is_wrong(Pair("g", [], played=moves, heard=[moves, fault]), moves)


def clocks(server: Server, rounds: int = 20) -> None:
    """Print the difference of the server's clock and the local clock of a player who reconnects all the time."""
    pair = new_pair(server, "mangala", clock="60")
    heads = [{"authorization": f"Bearer {token}"} for token in pair.tokens]
    address = server.origin.replace("http", "ws") + "/ws"

    def left(seat: int) -> list[int]:
        """Connect, receive the view and disconnect without a close message."""

        async def look() -> list[int]:
            async with connect(address, additional_headers=heads[seat], compression=None) as wire:
                await wire.send(json.dumps({"type": "hello", "g": pair.g, "lang": "en"}))
                found: list[int] = json.loads(await wire.recv())["table"]["clocks"]["left"]
                wire.transport.abort()
                return found

        return asyncio.run(look())

    for v, (seat, move) in enumerate(((0, "1"), (1, "1"))):  # after these the clock of the first player runs
        path = f"/api/v1/games/{pair.g}/moves"
        server.web.post(path, json={"v": v, "move": move}, headers=heads[seat]).raise_for_status()
    time.sleep(2)  # the motion of the last move is charged to nobody
    errors = []
    for step in range(rounds):
        seat = step % 2
        asked = time.perf_counter()
        before = left(seat)
        seen = time.perf_counter()
        time.sleep(0.3)
        asked_again = time.perf_counter()
        after = left(seat)
        seen_again = time.perf_counter()
        spent = before[0] - after[0]
        least, most = 1e3 * (asked_again - seen), 1e3 * (seen_again - asked)
        errors.append(max(0.0, least - spent, spent - most) + (before[1] != after[1]) * 1e6)
    print(f"clocks after {rounds} reconnects: wrong by at most {max(errors):.0f} ms (target 150)")


def idle(server: Server, sockets: int) -> None:
    g = new_pair(server, "mangala").g
    address = server.origin.replace("http", "ws") + "/ws"

    async def run() -> None:
        async with asyncio.timeout(120):
            wires = []
            for number in range(sockets):
                home = (address_of(number % ADDRESSES), 0)
                wire = await connect(address, compression=None, open_timeout=60, local_addr=home)
                await wire.send(json.dumps({"type": "hello", "g": g, "lang": "en"}))
                await wire.recv()
                wires.append(wire)
            print(f"{sockets} idle sockets: {server.memory()} (target 250)")
            await asyncio.gather(*(wire.close() for wire in wires))

    asyncio.run(run())


def pages(server: Server) -> None:
    """Print the sizes of an uncached game page, compressed as by the server."""
    pair = new_pair(server, "mangala")
    html = server.web.get(f"/g/{pair.g}").text
    found = {path for path in re.findall(r'(?:href|src)="(/client/[^"]+)"', html)}
    found.add(scene_url(view_of(charkoni.game("mangala"), 0, False)))  # the client fetches it when it has the view
    sizes = {path: len(gzip.compress(server.web.get(path).raise_for_status().content, 6)) for path in found}
    script = sum(value for path, value in sizes.items() if path.endswith(".js"))
    whole = sum(sizes.values()) + len(gzip.compress(html.encode(), 6))
    print(f"cold game page {whole / 1e3:.1f} kB gzip (target 60), of it script {script / 1e3:.1f} (target 25)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", default="20,100,400")
    parser.add_argument("--idle", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--before", type=Path, metavar="FOLDER")
    parser.add_argument("--only-sockets", action="store_true", help="leave boards, start and pages out")
    args = parser.parse_args()
    prove()
    if args.only_sockets:
        make_ready()
        with tempfile.TemporaryDirectory() as folder:
            server = Server(folder)
            try:
                compare(server, [int(each) for each in args.sockets.split(",") if each], args)
            finally:
                server.stop()
        return
    boards()
    with tempfile.TemporaryDirectory() as cache:
        start("nothing compiled", cache)
    make_ready()
    start("everything compiled")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            pages(server)
            clocks(server)
            if args.idle:
                idle(server, args.idle)
            compare(server, [int(each) for each in args.sockets.split(",") if each], args)
            if args.idle:  # once more: what all those games have left behind is there, too
                idle(server, args.idle)
        finally:
            server.stop()


if __name__ == "__main__":
    main()

"""A server with many stored games beside one with few: python bench/million_games.py [--games 1000,200000] [--rows 6]

Start-up (the median of starts by turns), memory, pages and moves, on SQLite, each with the processor time of the
server, which other load changes little.  The games are written into the database directly: nine of ten are over, of the
others most are abandoned; one of ten has dice; 500 belong to one guest.
"""

import argparse
import math
import os
import random
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx2

from charkoni.web.http.sessions import COOKIE, Access
from charkoni.web.store import Store

SECRET = "a secret of the bench that is long enough"
DAY_MS = 86_400_000
BATCH = 5_000
REPEATS = 25
STARTS = 5
GUEST = "benchguest"
OWN = 500

STATES = ("over",) * 90 + ("called-off",) * 4 + ("open",) * 5 + ("waiting",)
MOVES = ("1", "1", "2", "2", "3", "3")
THROWS = ("[112]", "[125]", "[256]")


def fill(path: Path, count: int, rows: int) -> None:
    """Write a database with some games of some moves each."""
    store = Store(f"sqlite:///{path}")
    store._database._transact(store._bring_up_to_date)
    store.engine.dispose()
    rng, now = random.Random(count), time.time_ns() // 1_000_000
    base = sqlite3.connect(path)
    base.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA foreign_keys=OFF;")
    for first in range(0, count, BATCH):
        games, seats, holders, log = [], [], [], []
        for number in range(first, min(first + BATCH, count)):
            g, state = f"b{number:08}", STATES[number % 100]
            changed = now - rng.randrange(60 * DAY_MS) - (4 * 3_600_000)
            listed = int(number % 10 == 0)
            over, has_dice = state == "over", number % 10 == 3
            result = ("1:0", "resignation") if over else ("", "")
            games.append(
                (
                    g,
                    "chaupar" if has_dice else "mangala",
                    "",
                    "none",
                    0,
                    0,
                    f"i{number}",
                    0,
                    "",
                    "",
                    changed,
                    changed,
                    state,
                    *result,
                    rows,
                    listed,
                )
            )
            owner = GUEST if number % max(1, count // OWN) == 0 else f"guest{number % 5000}"
            for seat in (0, 1):
                kind = "open" if state == "waiting" and seat else "human"
                who = (owner, f"other{number % 7000}")[seat] if kind == "human" else ""
                seats.append((g, seat, kind, "Ada", who, 0, listed))
                if who:
                    holders.append((g, seat, who))
            if state != "waiting":
                log.append((g, 0, "start", -1, "0 0", "", "0 0", changed, 1))
                plies = [
                    ("throw", -1, THROWS[ply % 3]) if has_dice else ("move", ply % 2, MOVES[ply % 6])
                    for ply in range(rows)
                ]
                ends = [("resign", 1, "")] if over else [("call-off", 0, "")] if state == "called-off" else []
                for seq, (kind, seat, text) in enumerate(plies + ends, start=1):
                    log.append((g, seq, kind, seat, text, "", "0 0", changed, 1))
        columns = "id,name,start,clock,base,increment,invite,open,dice_key,previous,created,changed,state"
        base.executemany(f"INSERT INTO games ({columns},result,reason,ply,listed) VALUES ({marks(17)})", games)
        base.executemany(f"INSERT INTO seats (game,seat,kind,name,owner,level,watch) VALUES ({marks(7)})", seats)
        base.executemany(f"INSERT INTO holders (game,seat,person) VALUES ({marks(3)})", holders)
        base.executemany(f"INSERT INTO log VALUES ({marks(9)})", log)
        base.commit()
    base.close()


def marks(count: int) -> str:
    return ",".join("?" * count)


class Server:
    """`charkoni serve` on a database."""

    def __init__(self, path: Path) -> None:
        command = [sys.executable, "-m", "charkoni", "serve", "--port", "0", "--workers", "0", "--database", str(path)]
        given = {"CHARKONI_SECRET": SECRET, "CHARKONI_LANG": "en", "CHARKONI_BUDGET_FACTOR": "5000"}
        self.started = time.perf_counter()
        self.log = (path.parent / "log").open("ab")
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.log, text=True, env=os.environ | given
        )
        assert self.process.stdout
        found = re.search(r"http://\S+:\d+", self.process.stdout.readline())
        assert found, (path.parent / "log").read_text()[-2000:]
        self.web = httpx2.Client(base_url=found[0], timeout=120)

    def memory_mb(self) -> float:
        """Return the memory without libraries."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.findall(r"RssAnon:\s+(\d+)", status)[0]) / 1024

    def processor_s(self) -> float:
        """Return the processor time of the server."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.web.close()
        self.process.terminate()
        self.process.wait(30)
        if self.process.stdout:
            self.process.stdout.close()
        self.log.close()


Figure = tuple[float, float]
"""The median, and the mean processor time of the server, NaN where there is none."""


def measure(path: Path) -> dict[str, Figure]:
    """Return the figures of a server by what they are."""
    server = Server(path)
    try:
        figures: dict[str, Figure] = {}
        cookies = {COOKIE: Access(SECRET).cookie(GUEST, "Ada")}
        for name, address, jar in (
            ("home, ms", "/", {}),
            ("home of a guest, ms", "/", cookies),
            ("watch, ms", "/watch", {}),
            ("my games, ms", "/mine", cookies),
            ("own page, ms", "/me", cookies),
            ("list of open games, ms", "/api/v1/games?state=open", {}),
            ("list of finished games, ms", "/api/v1/games?state=over", {}),
            ("dice of this server, ms", "/dice", {}),
            ("a finished game, ms", "/g/b00000100", {}),
        ):
            figures[name] = times_ms(server, lambda address=address, jar=jar: get(server, address, jar))
        figures["a move, ms"] = moves_ms(server)
        figures["memory, MB"] = (server.memory_mb(), math.nan)
    finally:
        server.stop()
    figures["file, MB"] = (path.stat().st_size / 1e6, math.nan)
    return figures


def start_s(path: Path) -> Figure:
    """Return the time of a start, up to the first page."""
    server = Server(path)
    try:
        server.web.get("/").raise_for_status()
        return time.perf_counter() - server.started, server.processor_s()
    finally:
        server.stop()


def get(server: Server, address: str, jar: dict[str, str]) -> None:
    header = {"cookie": "; ".join(f"{key}={value}" for key, value in jar.items())} if jar else {}
    server.web.get(address, headers=header).raise_for_status()


def times_ms(server: Server, work: Any) -> Figure:
    times, before = [], server.processor_s()
    for _ in range(REPEATS):
        began = time.perf_counter()
        work()
        times.append((time.perf_counter() - began) * 1e3)
    return statistics.median(times), (server.processor_s() - before) * 1e3 / REPEATS


def moves_ms(server: Server) -> Figure:
    """Return the times of moves of two programs."""
    tokens = [server.web.post("/api/v1/tokens", json={"name": name}).json()["token"] for name in "AB"]
    heads = [{"authorization": f"Bearer {token}"} for token in tokens]
    times, spent = [], 0.0
    for _ in range(REPEATS):
        g = server.web.post("/api/v1/games", json={"game": "mangala"}, headers=heads[0]).json()["id"]
        server.web.post(f"/api/v1/games/{g}/join", json={}, headers=heads[1]).raise_for_status()
        began, before = time.perf_counter(), server.processor_s()
        server.web.post(f"/api/v1/games/{g}/moves", json={"v": 0, "move": "1"}, headers=heads[0]).raise_for_status()
        times.append((time.perf_counter() - began) * 1e3)
        spent += server.processor_s() - before
    return statistics.median(times), spent * 1e3 / REPEATS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default="1000,200000")
    parser.add_argument("--rows", type=int, default=6)
    args = parser.parse_args()
    sizes = [int(size) for size in args.games.split(",")]
    columns: list[dict[str, Figure]] = []
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / str(size) / "games.db" for size in sizes]
        for path, size in zip(paths, sizes, strict=True):
            path.parent.mkdir()
            fill(path, size, args.rows)
            columns.append(measure(path))
        rounds = [[start_s(path) for path in paths] for _ in range(STARTS)]  # by turns
        for column, starts in zip(columns, zip(*rounds, strict=True), strict=True):
            column["first page, s"] = (statistics.median(at for at, _ in starts), statistics.mean(s for _, s in starts))
    print(f"{'stored games':30}" + "".join(f"{size:>22,}" for size in sizes) + f"   load {os.getloadavg()[0]:.1f}")
    print(f"{'':30}" + f"{'time':>12} {'processor':>9}" * len(sizes))
    for name in columns[0]:
        print(f"{name:30}" + "".join(f"{column[name][0]:12.1f} {shown(column[name][1]):>9}" for column in columns))


def shown(figure: float) -> str:
    return "" if math.isnan(figure) else f"{figure:.1f}"


if __name__ == "__main__":
    main()

"""A server with many members and games.

    python bench/community.py [--members 10000] [--days 100000] [--finished 1000000] [--postgres URL] [--keep FOLDER]

Processor time and time of its pages (median and 95th percentile over different people and positions), time of a start,
and memory, beside a server with a hundredth of everything in the same run.  SQLite; with --postgres the large one is
filled into that empty PostgreSQL database instead.  With --keep the SQLite databases stay in a folder, and a later run
measures those that are there.

The data are written into the tables directly.  Games over days are open, each between two members, with a move due
within two weeks; of the finished games six of ten may be seen by anybody and half are rated; their positions are those
of real random games of Mosty and Mangala, whose first moves are few, in 16 plies of each.
"""

import argparse
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from math import inf
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx2
import sqlalchemy as sa

import charkoni
from charkoni.core.record import Record
from charkoni.web.explorer.positions import key_of
from charkoni.web.http.sessions import COOKIE, Access
from charkoni.web.people.names import key_of as name_key
from charkoni.web.store.database import Database
from charkoni.web.store.migrate import bring_up_to_date
from charkoni.web.store.tables import (
    METADATA,
    ChallengeRow,
    ExploredPly,
    GameRow,
    LogRow,
    MoveCount,
    NameRow,
    PersonRow,
    RatingChange,
    RatingRow,
    SeatRow,
    challenges,
    explored,
    games,
    holders,
    log,
    move_counts,
    names,
    persons,
    rating_changes,
    ratings,
    seats,
)

SECRET = "a secret of the bench that is long enough"
DAY_MS = 86_400_000
BATCH = 5_000
REPEATS = 40
STARTS = 3
TEMPLATES = 400
EXPLORED_PLIES = 16
COUNTED_PLIES = 12
GAMES = ("mosty", "mangala")
WAITING = 10
"""Of how many members one waits for an opponent."""

REST_S = 4
REST_SHARE = 0.02
"""A server is at rest when it takes less than this share of a processor for some seconds."""

BUSY = 300
"""The games over days of the busiest member, who is measured, too."""


def person(number: int) -> str:
    return f"member{number:06}"


def title(number: int) -> str:
    return f"Member {number}"


def templates(rng: random.Random) -> list[tuple[str, list[tuple[int, str]]]]:
    """Return real random games: the name, and key and move of the first positions."""
    found = []
    for number in range(TEMPLATES):
        record = Record(charkoni.game(GAMES[number % 2]))
        for ply in range(EXPLORED_PLIES):
            moves = record.position.moves
            if not moves:
                break
            record.play(rng.choice(moves[:3] if ply < 4 else moves))
        keys = [key_of(position) for position in record.positions]
        found.append((record.game.name, list(zip(keys, (*record.moves, ""), strict=True))))
    return found


class Rows:
    """Collects rows of tables, and inserts them in batches."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._rows: dict[sa.Table, list[dict[str, Any]]] = {}
        self._count = 0

    def add(self, table: sa.Table, row: Any) -> None:
        self._rows.setdefault(table, []).append(row if isinstance(row, dict) else asdict(row))
        self._count += 1
        if self._count >= 20 * BATCH:
            self.flush()

    def flush(self) -> None:
        for table in METADATA.sorted_tables:
            if rows := self._rows.pop(table, None):
                self._connection.execute(sa.insert(table), rows)
        self._connection.commit()
        self._count = 0


def fill(url: str, members: int, days: int, finished: int) -> None:
    """Write a database."""
    rng, now = random.Random(1), time.time_ns() // 1_000_000
    database = Database(url)
    with database.engine.connect() as connection:
        bring_up_to_date(connection)
        connection.commit()
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA synchronous=OFF")
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        rows = Rows(connection)
        for number in range(members):
            rows.add(persons, PersonRow(person(number), title(number), now, now))
            rows.add(names, NameRow(name_key(title(number)), person(number), title(number), now))
            for name in GAMES:
                rating = RatingRow(person(number), name, "slow", rng.gauss(1500, 250), 60.0, 0.06, 40, now - DAY_MS)
                rows.add(ratings, rating)
        for number in range(days):
            first = 0 if number < BUSY else rng.randrange(members)
            _write_open(rows, number, first, (first + 1 + rng.randrange(members - 1)) % members, now, rng)
        for number in range(members // WAITING):
            _write_challenge(rows, number, members, now, rng)
        counts: dict[tuple[int, str, int], int] = {}
        known = templates(rng)
        for number in range(finished):
            _write_finished(rows, number, members, now, rng, known, counts)
        for (position, move, winner), many in counts.items():
            rows.add(move_counts, MoveCount(position, move, winner, many, 1500 * many, many))
        rows.flush()
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.exec_driver_sql("ANALYZE")
        connection.commit()
    database.engine.dispose()


def _write_open(rows: Rows, number: int, first: int, second: int, now: int, rng: random.Random) -> None:
    """Add a game over days after two plies."""
    g, base = f"d{number:08}", rng.choice((1, 3, 7, 14)) * DAY_MS
    changed = now - rng.randrange(base)
    row = GameRow(g, "gana", "daily", base, 0, f"j{number}", 0, "k", changed, changed, "open")
    rows.add(games, asdict(row) | {"ply": 0, "turn": 0, "due": changed + base, "listed": 1})
    _seat(rows, g, first, second)
    rows.add(log, LogRow(g, 0, "start", -1, "0 1", "", f"{base} {base}", changed, 1))


def _write_challenge(rows: Rows, number: int, members: int, now: int, rng: random.Random) -> None:
    """Add a game that waits: every second one in the lobby, the others for one member, the busiest one first."""
    g, maker, is_open = f"w{number:08}", rng.randrange(1, members), number % 2
    row = GameRow(g, GAMES[number % 4 // 2], "fischer", 900_000, 5000, f"w{number}", is_open, "k", now, now)
    rows.add(games, row)
    _seat(rows, g, maker)
    rows.add(seats, SeatRow(g, 1, "open"))
    person_to = "" if is_open else person(0 if number < 40 else rng.randrange(members))
    rows.add(challenges, ChallengeRow(g, person_to, 1000 * is_open, 2000 * is_open, until=now + 7 * DAY_MS))


def _write_finished(
    rows: Rows,
    number: int,
    members: int,
    now: int,
    rng: random.Random,
    known: list[tuple[str, list[tuple[int, str]]]],
    counts: dict[tuple[int, str, int], int],
) -> None:
    """Add a finished game with its positions and what it changed."""
    g, changed, winner = f"f{number:08}", now - DAY_MS - rng.randrange(700 * DAY_MS), rng.randrange(2)
    name, positions = known[rng.randrange(TEMPLATES)]
    first = rng.randrange(members)
    second = (first + 1 + rng.randrange(members - 1)) % members
    listed, rated = int(number % 10 < 6), int(number % 2)
    row = GameRow(g, name, "fischer", 900_000, 5000, f"i{number}", 0, "k", changed, changed, "over")
    ended = {"result": "0:1" if winner else "1:0", "reason": "resignation", "ply": len(positions) - 1}
    rows.add(games, asdict(row) | ended | {"listed": listed, "rated": rated})
    _seat(rows, g, first, second)
    rows.add(log, LogRow(g, 0, "start", -1, "0 1", "", "900000 900000", changed, 1))
    for ply, (_, move) in enumerate(positions[:6]):
        rows.add(log, LogRow(g, ply + 1, "move", 0, move, "", "900000 900000", changed, 1))
    rows.add(log, LogRow(g, 7, "resign", 1 - winner, "", "", "900000 900000", changed, 1))
    for ply, (key, move) in enumerate(positions if listed else ()):
        rows.add(explored, ExploredPly(key, changed, g, ply, move, winner, 1500 * rated))
        if ply < COUNTED_PLIES and move:
            counts[key, move, winner] = counts.get((key, move, winner), 0) + 1
    for seat, who in enumerate((first, second) if rated else ()):
        after, before = (1500.0, 60.0, 0.06), (1495.0, 61.0, 0.06)
        rows.add(rating_changes, RatingChange(g, seat, person(who), name, "slow", changed, *after, *before))


def _seat(rows: Rows, game: str, *people: int) -> None:
    for seat, who in enumerate(people):
        rows.add(seats, SeatRow(game, seat, "human", title(who), person(who), watch=1))
        rows.add(holders, {"game": game, "seat": seat, "person": person(who)})


class Server:
    """`charkoni serve` on a database."""

    def __init__(self, url: str, folder: Path) -> None:
        command = [sys.executable, "-m", "charkoni", "serve", "--port", "0", "--workers", "0", "--database", url]
        given = {"CHARKONI_SECRET": SECRET, "CHARKONI_LANG": "en", "CHARKONI_BUDGET_FACTOR": "5000"}
        self.started = time.perf_counter()
        self.log = (folder / "log").open("ab")
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.log, text=True, env=os.environ | given
        )
        assert self.process.stdout
        found = re.search(r"http://\S+:\d+", self.process.stdout.readline())
        assert found, (folder / "log").read_text()[-2000:]
        self.web = httpx2.Client(base_url=found[0], timeout=120)

    def memory_mb(self) -> float:
        """Return the memory without libraries."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.findall(r"RssAnon:\s+(\d+)", status)[0]) / 1024

    def processor_ms(self) -> float:
        """Return the processor time of all threads of the server: in ns, not in the ticks of `stat`."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e6

    def rest(self) -> None:
        """Wait until the server has loaded what it loads in the background after its start."""
        spent = inf
        while spent > REST_S * 1e3 * REST_SHARE:
            before = self.processor_ms()
            time.sleep(REST_S)
            spent = self.processor_ms() - before

    def stop(self) -> None:
        self.web.close()
        self.process.terminate()
        self.process.wait(30)
        if self.process.stdout:
            self.process.stdout.close()
        self.log.close()


Figure = tuple[float, float, float]
"""Median and 95th percentile of the processor time, and median of the time, in ms."""


def measured(server: Server, work: Callable[[int], None]) -> Figure:
    """Return the figures of a request that is made for different people."""
    work(0)
    spent, times = [], []
    for number in range(1, REPEATS + 1):
        before, began = server.processor_ms(), time.perf_counter()
        work(number)
        times.append((time.perf_counter() - began) * 1e3)
        spent.append(server.processor_ms() - before)
    return statistics.median(spent), sorted(spent)[int(0.95 * REPEATS)], statistics.median(times)


def pages(server: Server, members: int) -> Iterator[tuple[str, Figure]]:
    """Yield the figures of the pages."""
    rng = random.Random(2)
    some = [rng.randrange(1, members) for _ in range(REPEATS + 1)]
    known = templates(random.Random(3))

    def get(address: str, who: int | None = None) -> None:
        cookie = {} if who is None else {"cookie": f"{COOKIE}={Access(SECRET).cookie(person(who), title(who))}"}
        answer = server.web.get(address, headers=cookie)
        assert answer.status_code == 200, (address, answer.status_code, answer.text[:300])

    def line(number: int, plies: int) -> str:
        name, positions = known[number % TEMPLATES]
        moves = " ".join(move for _, move in positions[:plies])
        return f"game={name}&moves={quote(moves)}"

    requests: dict[str, Callable[[int], None]] = {
        "home": lambda n: get("/", some[n]),
        f"home, {BUSY} games": lambda n: get("/", 0),
        "lobby": lambda n: get("/lobby", some[n]),
        f"lobby, {BUSY} games": lambda n: get(f"/lobby?game={GAMES[n % 2]}", 0),
        "watch": lambda n: get("/watch", some[n]),
        "my games": lambda n: get("/mine", some[n]),
        f"my games, {BUSY}": lambda n: get("/mine", 0),
        "a member": lambda n: get(f"/people/{quote(title(some[n]))}"),
        "games of a member": lambda n: get(f"/people/{quote(title(some[n]))}/games"),
        "ratings": lambda n: get(f"/ratings?game={GAMES[n % 2]}&pace=slow"),
        "explorer, start": lambda n: get(f"/explorer.json?game={GAMES[n % 2]}"),
        "explorer, ply 4": lambda n: get(f"/explorer.json?{line(n, 4)}"),
        "explorer, ply 10": lambda n: get(f"/explorer.json?{line(n, 10)}"),
        "search, player": lambda n: get(f"/games?player={quote(title(some[n]))}&outcome=won"),
        "search, game": lambda n: get(f"/games?game={GAMES[n % 2]}"),
        "search, position": lambda n: get(f"/games?{line(n, 3)}"),
        "search, date": lambda n: get(f"/games?until=2026-0{1 + n % 9}-01"),
        "a finished game": lambda n: get(f"/g/f{n % 16 * 6:08}"),
    }
    for name, work in requests.items():
        yield name, measured(server, work)


def start_s(url: str, folder: Path) -> float:
    """Return the time of a start, up to the first page."""
    server = Server(url, folder)
    try:
        server.web.get("/").raise_for_status()
        return time.perf_counter() - server.started
    finally:
        server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--members", type=int, default=10_000)
    parser.add_argument("--days", type=int, default=100_000)
    parser.add_argument("--finished", type=int, default=1_000_000)
    parser.add_argument("--postgres", default="")
    parser.add_argument("--keep", type=Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = args.keep or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        sizes = [
            tuple(max(100, size // part) for size in (args.members, args.days, args.finished)) for part in (100, 1)
        ]
        urls = [f"sqlite:///{folder}/small.db", args.postgres or f"sqlite:///{folder}/large.db"]
        columns: list[dict[str, Figure]] = []
        memory, starts = [], []
        for url, (members, days, finished) in zip(urls, sizes, strict=True):
            if not (url.startswith("sqlite:///") and Path(url.removeprefix("sqlite:///")).exists()):
                fill(url, members, days, finished)
            starts.append(statistics.median(start_s(url, folder) for _ in range(STARTS)))
            server = Server(url, folder)
            try:
                server.rest()
                columns.append(dict(pages(server, members)))
                memory.append(server.memory_mb())
            finally:
                server.stop()
        print(f"{'':22}" + "".join(f"{' / '.join(f'{size:,}' for size in each):>34}" for each in sizes))
        print(f"{'members / days / over':22}" + f"{'CPU ms':>12}{'p95':>10}{'time ms':>12}" * len(sizes))
        for row in columns[0]:
            print(f"{row:22}" + "".join("{:12.1f}{:10.1f}{:12.1f}".format(*column[row]) for column in columns))
        print(f"{'memory, MB':22}" + "".join(f"{each:12.0f}{'':22}" for each in memory))
        print(f"{'first page, s':22}" + "".join(f"{each:12.2f}{'':22}" for each in starts))
        print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()

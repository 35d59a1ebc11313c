"""People who play over real sockets while faults happen, and what they remember: every move that was acknowledged.

A person whose connection ends opens it again, as the page does, and sends a move without an answer once more.
"""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx2
from tests.web.seeds import seed_of
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from charkoni.core.record import Record
from charkoni.core.registry import named
from charkoni.games.fair_dice import seed_commitment
from charkoni.graphics.click_trie import leaves

ANSWER_S = 10.0
"""Seconds after which a person without an answer usually opens a new connection."""

PING_S = 10.0
"""Seconds between the pings of a person who thinks; the server closes a connection that is silent for longer."""

AGAIN_S = (0.05, 0.5)
"""Between how many seconds a person waits before a new connection."""

NETWORK_ERRORS = (OSError, WebSocketException, httpx2.HTTPError, TimeoutError)

Origins = Callable[[int], str]
"""The beginning of the addresses for a person, by his number."""


@dataclass
class Table:
    """A game of the crowd.

    sent, acknowledged: by version, the moves that were sent, and the one that was acknowledged; a throw is "".  people:
    the seats of the crowd; the others are the computer's.
    """

    g: str
    name: str
    tokens: list[str]
    sent: dict[int, set[str]] = field(default_factory=dict)
    acknowledged: dict[int, str] = field(default_factory=dict)
    people: tuple[int, ...] = (0, 1)
    is_over: bool = False


class Crowd:
    """People at tables for two; seats: who sits there, `me` and `open`, or the level of a computer.

    Further seats of a game are those of computers.
    """

    def __init__(
        self,
        origins: Origins,
        pairs: int,
        *,
        games: tuple[str, ...] = ("mangala",),
        seats: tuple[str, str] = ("me", "open"),
        clock: str = "none",
        is_rated: bool = False,
        seed: int = 0,
    ) -> None:
        self.origins = origins
        self.seats = seats
        self.games, self.clock, self.is_rated = games, clock, is_rated
        self.pairs = pairs
        self.luck = random.Random(seed)
        self.tables: list[Table] = []
        self.waits: list[float] = []
        """Seconds from the first sending of each move to its acknowledgement, over all connections."""
        self.outages: list[float] = []
        """Seconds from the end of a connection to the next view."""
        self.codes: Counter[str] = Counter()
        """Refusals and ends of connections, by code."""
        self.statuses: Counter[int] = Counter()
        """Answers to loads of pages by status, 0 for none."""
        self.think_s = 0.05
        self.addresses = 1
        """From how many addresses of this machine the sockets come."""
        self.answer_s = ANSWER_S
        self.stagger_s = 0.0
        """How much later than the pair before each pair comes."""
        self._tasks: list[asyncio.Task[None]] = []
        self._tokens: dict[int, list[str]] = {}

    @property
    def acknowledged(self) -> int:
        """The number of moves that were acknowledged."""
        return sum(len(table.acknowledged) for table in self.tables)

    async def __aenter__(self) -> "Crowd":
        """Sit down, and play until the end of the block."""
        self._tasks = [asyncio.create_task(self._pair(number)) for number in range(self.pairs)]
        self._tasks.append(asyncio.create_task(self._load_pages()))
        await self.moves(self.pairs, 90.0 + self.pairs * self.stagger_s)
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        errors = await asyncio.gather(*self._tasks, return_exceptions=True)
        for error in errors:
            if isinstance(error, Exception):
                raise error

    async def moves(self, more: int, seconds: float = 90.0) -> bool:
        """Wait until some more moves are acknowledged; return whether that happened in time."""
        wanted = self.acknowledged + more
        try:
            async with asyncio.timeout(seconds):
                while self.acknowledged < wanted:
                    await asyncio.sleep(0.02)
                    if any(task.done() for task in self._tasks):
                        return False
        except TimeoutError:
            return False
        return True

    # --- playing ------------------------------------------------------------------------------------------------------

    async def _pair(self, number: int) -> None:
        """Play games at one table, one after another."""
        await asyncio.sleep(number * self.stagger_s)
        played = 0
        while True:
            name = self.games[(number + played) % len(self.games)]
            table = await self._sit_down(name, 2 * number)
            self.tables.append(table)
            async with asyncio.TaskGroup() as group:
                for seat in table.people:
                    group.create_task(self._play(table, seat, 2 * number + seat))
            played += 1

    async def _sit_down(self, name: str, person: int) -> Table:
        """Return a new game; the two people keep their tokens, of which an address gets few an hour."""
        while True:
            tokens = self._tokens.setdefault(person, [])
            transport = httpx2.AsyncHTTPTransport(local_address=self._address(person))
            try:
                async with httpx2.AsyncClient(
                    base_url=self.origins(person), timeout=self.answer_s, transport=transport
                ) as web:
                    return await _new_table(web, name, self.clock, self.seats, tokens, self.is_rated)
            except NETWORK_ERRORS:
                pass
            except (KeyError, ValueError):  # refused, or a proxy answers for a killed server, not in JSON
                self.codes["no table"] += 1
            await asyncio.sleep(self.luck.uniform(*AGAIN_S))

    def _address(self, person: int) -> str:
        return f"127.0.0.{1 + person % self.addresses}"

    async def _play(self, table: Table, seat: int, person: int) -> None:
        """Play until the game is over, over as many connections as it takes."""
        away_since: float | None = None
        begun: dict[int, float] = {}
        while not table.is_over:
            try:
                address = self.origins(person).replace("http", "ws") + "/ws"
                headers = {"authorization": f"Bearer {table.tokens[seat]}"}
                async with connect(
                    address,
                    additional_headers=headers,
                    compression=None,
                    open_timeout=self.answer_s,
                    close_timeout=1,
                    local_addr=(self._address(person), 0),
                ) as wire:
                    player = Player(self, table, seat, wire, begun)
                    view = await player.hello()
                    if away_since is not None:
                        self.outages.append(time.monotonic() - away_since)
                        away_since = None
                    await player.play(view)
            except NETWORK_ERRORS as error:
                self.codes[f"connection: {type(error).__name__}"] += 1
                away_since = away_since or time.monotonic()
            if not table.is_over:
                await asyncio.sleep(self.luck.uniform(*AGAIN_S))

    async def _load_pages(self) -> None:
        """Load pages beside the games."""
        while True:
            for path in ("/", "/mine", "/rules"):
                try:
                    async with httpx2.AsyncClient(timeout=ANSWER_S) as web:
                        self.statuses[(await web.get(self.origins(0) + path)).status_code] += 1
                except NETWORK_ERRORS:
                    self.statuses[0] += 1
                await asyncio.sleep(0.3)

    # --- what is left -------------------------------------------------------------------------------------------------

    async def lost(self) -> list[str]:
        """Return a sentence for each move that is missing or invented, and for each record that cannot be replayed."""
        found: list[str] = []
        async with httpx2.AsyncClient(base_url=self.origins(0), timeout=60) as web:
            for table in self.tables:
                head = {"authorization": f"Bearer {table.tokens[0]}"}
                answer = await web.get(f"/api/v1/games/{table.g}", headers=head)
                if answer.status_code != 200:
                    found.append(f"{table.g} is gone: {answer.status_code}")
                    continue
                log = answer.json()["log"]
                found += compared(table, log)
                record = Record.from_json((await web.get(f"/g/{table.g}.json")).text)
                if differs(record, table, log):
                    found.append(f"the record of {table.g} differs from its log")
        return found

    def seen(self) -> list[str]:
        """Describe what users saw."""
        lines = []
        if self.waits:
            waits = sorted(self.waits)
            middle, late = waits[len(waits) // 2] * 1e3, waits[min(len(waits) - 1, len(waits) * 95 // 100)] * 1e3
            lines.append(
                f"moves acknowledged in {middle:.0f} ms (median), {late:.0f} (p95), {waits[-1]:.1f} s at worst"
            )
        if self.outages:
            lines.append(f"away {max(self.outages):.1f} s at worst, {len(self.outages)} times")
        refused = [f"{number} {code}" for code, number in sorted(self.codes.items()) if "connection" not in code]
        if refused:
            lines.append("refused: " + ", ".join(refused))
        pages = [f"{number} x {status or 'none'}" for status, number in sorted(self.statuses.items()) if status != 200]
        if pages:
            lines.append("pages without their content: " + ", ".join(pages))
        return lines

    def faults(self) -> list[str]:
        """Return what no user should see: pages with 500."""
        return [f"{number} pages answered 500" for status, number in self.statuses.items() if status == 500]


def compared(table: Table, log: list[list[Any]]) -> list[str]:
    """Return a sentence for each difference between what people at a table remember, and its log."""
    found = []
    for v, move in table.acknowledged.items():
        if v >= len(log) or (move and log[v][0] != move):
            found.append(f"{table.g}: {move or 'a throw'} at {v} was acknowledged and is lost")
    for v, (move, seat) in enumerate(log):
        if seat in table.people and move not in table.sent.get(v, ()):
            found.append(f"{table.g}: {move} at {v} was never sent there")
    return found


def differs(record: Record, table: Table, log: list[list[Any]]) -> bool:
    """Return whether a record, read after the log of its game, has other moves; a computer may have gone on meanwhile.

    The people have left.
    """
    later = record.positions[len(log) : -1]
    is_strange = any(position.turn in table.people for position in later)
    return is_strange or list(record.moves)[: len(log)] != [move for move, _ in log]


async def _new_table(
    web: httpx2.AsyncClient, name: str, clock: str, seats: tuple[str, str], tokens: list[str], is_rated: bool
) -> Table:
    """Return a table with its people; raise KeyError when the server refuses.

    tokens: of the people; those that are missing are made and added.
    """
    people = tuple(seat for seat, who in enumerate(seats) if who in ("me", "open"))
    for seat in people[len(tokens) :]:
        tokens.append((await web.post("/api/v1/tokens", json={"name": f"Person {seat}"})).json()["token"])
    heads = [{"authorization": f"Bearer {token}"} for token in tokens]
    others = ["1"] * (named(name).players - len(seats))
    wanted = {"game": name, "clock": clock, "seats": [*seats, *others], "rated": is_rated}
    made = await web.post("/api/v1/games", json=wanted, headers=heads[0])
    if made.status_code == 401:  # of a server that has been replaced by an older copy
        tokens.clear()
    g = str(made.json()["id"])
    for head in heads[1:]:
        if "id" not in (await web.post(f"/api/v1/games/{g}/join", json={}, headers=head)).json():
            raise KeyError(g)
    return Table(g, name, list(tokens), people=people)


class Player:
    """A person at one connection.  begun: when each move was sent first, by version."""

    def __init__(self, crowd: Crowd, table: Table, seat: int, wire: ClientConnection, begun: dict[int, float]) -> None:
        self.crowd, self.table, self.seat, self.wire, self.begun = crowd, table, seat, wire, begun
        self.luck = random.Random(f"{table.g}{seat}{crowd.luck.random()}")
        self.n = 0
        self.last: dict[str, Any] = {}

    async def hello(self) -> dict[str, Any]:
        """Open the board, and return the view."""
        await self.send("hello", lang="en")
        return await self.hear("view", seconds=self.crowd.answer_s)

    async def send(self, kind: str, **message: Any) -> None:
        await self.wire.send(json.dumps({"type": kind, "g": self.table.g, **message}))

    async def hear(self, *kinds: str, seconds: float, **wanted: Any) -> dict[str, Any]:
        """Return the next message of some kinds; raise TimeoutError.  The last state of the board is kept."""
        async with asyncio.timeout(seconds):
            while True:
                message: dict[str, Any] = json.loads(await self.wire.recv())
                if message["type"] in ("view", "ply", "table"):
                    self.last = message
                if message["type"] == "bye":
                    self.crowd.codes[message["code"]] += 1
                if message["type"] in kinds and all(message.get(key) == value for key, value in wanted.items()):
                    return message

    async def ask(self, kind: str, **message: Any) -> dict[str, Any]:
        self.n += 1
        await self.send(kind, n=self.n, **message)
        return await self.hear("ack", "nack", seconds=self.crowd.answer_s, n=self.n)

    async def play(self, state: dict[str, Any]) -> None:
        """Play whenever it is this person's turn, until the game is over."""
        while not self.table.is_over:
            table = state.get("table", {})
            if table.get("status", {}).get("state") in ("over", "called-off"):
                self.table.is_over = True
                return
            if await self._roll(table) or await self._decide(state):
                state = self.last = await self.hello()
                continue
            try:
                state = await self.hear("view", "ply", "table", seconds=2.0)
            except TimeoutError:
                state = await self.hello()

    async def _roll(self, table: dict[str, Any]) -> bool:
        """Do this person's part in the dice; return whether there was any."""
        state = table.get("dice", {"stage": "ready", "missing": []})
        if state["stage"] not in ("commit", "reveal") or self.seat not in state["missing"]:
            return False
        seed = seed_of(self.table.g, self.seat)
        if state["stage"] == "commit":
            await self.ask("promise", seat=self.seat, commitment=seed_commitment(self.table.g, self.seat, seed))
        else:
            await self.ask("reveal", seat=self.seat, seed=seed)
        return True

    async def _think(self, seconds: float) -> None:
        """Wait, and ping meanwhile as the page does."""
        while seconds > PING_S:
            await asyncio.sleep(PING_S)
            await self.send("ping", t=time.monotonic())
            seconds -= PING_S
        await asyncio.sleep(seconds)

    async def _decide(self, state: dict[str, Any]) -> bool:
        """Move or throw when that is this person's decision; return whether it was."""
        can_throw = "throw" in state.get("table", {}).get("can", ())
        if not can_throw and not state.get("trie"):
            return False
        v = state["v"]
        if v not in self.begun:
            await self._think(self.luck.expovariate(1 / self.crowd.think_s))
        move = "" if can_throw else self.luck.choice([text for _, text in leaves(state["trie"])])
        self.table.sent.setdefault(v, set()).add(move)
        since = self.begun.setdefault(v, time.monotonic())
        answer = await (self.ask("throw", v=v) if can_throw else self.ask("do", v=v, m=move))
        if answer["type"] == "ack":
            self.table.acknowledged[v] = move
            self.crowd.waits.append(time.monotonic() - since)
        else:
            self.crowd.codes[answer["code"]] += 1
            await asyncio.sleep(0.1)
        return True

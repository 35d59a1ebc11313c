"""A server in a process of its own, and people who play on it over real sockets."""

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import httpx2
from tests.fork_server import Program
from tests.web import seeds
from websockets.sync.client import ClientConnection, connect

from charkoni.core.record import Record
from charkoni.core.registry import named
from charkoni.graphics.click_trie import leaves

PING_S = 10.0
"""How long one waits for a message before a ping is sent, in seconds."""

PATIENCE_S = 60


class Live:
    """A server process."""

    def __init__(self, folder: Path, *more: str, database: str = "") -> None:
        self.folder = folder
        self.more = more
        self.database = database or f"sqlite:///{folder / 'live.db'}"
        self.start()

    def start(self) -> None:
        arguments = ["serve", "--port", "0", "--database", self.database, *self.more]
        self.errors = (self.folder / "server.log").open("ab")
        environment = os.environ | {
            "CHARKONI_LANG": "en",
            "CHARKONI_SECRET": "for tests",
            "CHARKONI_BUDGET_FACTOR": "500",
        }
        errors = self.errors.fileno()
        self.process = Program(*arguments, env=environment, stdout=subprocess.PIPE, stderr=errors)
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r"http://localhost:(\d+)/", line)
        assert found, (line, (self.folder / "server.log").read_text()[-2000:])
        self.port = int(found[1])
        self.origin = f"http://localhost:{self.port}"

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self._ended()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self._ended()

    def _ended(self) -> None:
        self.process.wait(20)
        if self.process.stdout:
            self.process.stdout.close()
        self.errors.close()


class Person:
    """A person: an HTTP client and a socket."""

    def __init__(self, server: Live) -> None:
        self.server = server
        self.web = httpx2.Client(base_url=server.origin, follow_redirects=False, timeout=60)
        self.wire: ClientConnection | None = None
        self.n = 0
        self.heard: list[dict[str, Any]] = []

    def post(self, path: str, **form: str) -> Any:
        self.web.base_url = self.server.origin  # type: ignore[assignment]
        token = re.search('name="csrf" content="([^"]+)"', self.web.get("/about").text)
        assert token
        answer = self.web.post(path, data={"csrf": token[1], **form})
        assert answer.status_code == 303, answer.text[:500]
        return answer

    def new_game(self, game: str, **form: str) -> str:
        return str(self.post("/new", game=game, **form).headers["location"].removeprefix("/g/"))

    def open(self, g: str) -> dict[str, Any]:
        """Open a new socket and return the view."""
        self.close()
        jar = "; ".join(f"{key}={value}" for key, value in self.web.cookies.items())
        address = f"ws://localhost:{self.server.port}/ws"
        headers = {"cookie": jar} if jar else {}
        origin: Any = self.server.origin
        self.door = connect(address, additional_headers=headers, origin=origin, compression=None)
        self.wire = self.door.__enter__()
        return self.hello(g)

    def leave(self) -> None:
        """Close everything."""
        self.close()
        self.web.close()

    def close(self) -> None:
        if self.wire:
            self.door.__exit__(None, None, None)
            self.wire = None

    def send(self, **message: Any) -> None:
        assert self.wire
        self.wire.send(json.dumps(message))

    def hello(self, g: str) -> dict[str, Any]:
        self.send(type="hello", g=g, lang="en")
        while (found := self.hear("view", "nack")).get("cause", "hello") != "hello":
            pass  # a view that was not requested
        return found

    def hear(self, *kinds: str, seconds: float = 30, **wanted: Any) -> dict[str, Any]:
        """Wait for a message; ping as the page does, for the server closes a socket that is idle for half a minute."""
        assert self.wire
        end = time.monotonic() + seconds
        while True:
            try:
                text = self.wire.recv(min(PING_S, max(0.01, end - time.monotonic())))
            except TimeoutError:
                if time.monotonic() >= end:
                    raise
                self.send(type="ping", t=0)
                continue
            message: dict[str, Any] = json.loads(text)
            self.heard.append(message)
            if message["type"] in kinds and all(message.get(key) == value for key, value in wanted.items()):
                return message

    def ask(self, kind: str, /, **message: Any) -> dict[str, Any]:
        self.n += 1
        self.send(type=kind, n=self.n, **message)
        return self.hear("ack", "nack", n=self.n)


def sat_down(a: Person, b: Person, clock: str = "none") -> str:
    """Return a game of two people, both at their sockets."""
    g = a.new_game("mangala", opponent="friend", clock=clock)
    b.post(a.open(g)["table"]["invite"])
    b.open(g)
    return g


def decider(people: list[Person], g: str) -> tuple[Person, dict[str, Any]] | None:
    """Return the person who has to move or throw, with the view, or None when the game is over.

    Where several processes serve, one may learn of a move a moment later.
    """
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        for person in people:
            view = person.hello(g)
            if seeds.give(person.ask, g, view):
                view = person.hello(g)
            if view["table"]["status"]["state"] in ("over", "called-off"):
                return None
            if "trie" in view or "throw" in view["table"]["can"]:
                return person, view
    raise AssertionError(view)


def moves_of(view: dict[str, Any]) -> list[str]:
    """Return the moves in a view, one for each sequence of taps."""
    return [move for _, move in leaves(view["trie"])]


def recorded(person: Person, g: str) -> list[str]:
    """Return the moves of a game of Mangala as its record has them, replayed."""
    person.web.base_url = person.server.origin  # type: ignore[assignment]  # it may have been started anew
    record = Record.parse(person.web.get(f"/g/{g}.txt").text)
    position = named("mangala").start()
    for ply in record.plies:
        position = position.play(ply.move)
    return [ply.move for ply in record.plies]


def played(person: Person, g: str, view: dict[str, Any], move: str) -> None:
    """Send a move once more on a new socket, whether it was played before or not; it must then be played."""
    now = person.open(g)
    if now["v"] == view["v"]:
        assert person.ask("do", g=g, v=view["v"], m=move)["type"] == "ack"

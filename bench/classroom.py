"""A lesson under load: python bench/classroom.py [--pupils 60] [--seconds 60] [--frames | --lesson [--browsers]]

The server is `charkoni classroom` in a process of its own, with a temporary database.  The pupils come in by the word
of the room, are let in, play each other at random, and ask where they have to go, as their telephones do; the teacher's
page and the hall screen ask for changes.  Printed are the times from a move to both boards, and what the teacher's page
receives in a minute.

frames: the teacher's page is one in Chromium, and what its frames cost is printed, too (see `class_frames.py`).

lesson: instead 24 pupils for a lesson of 40 minutes in a tenth of the time, with a server that is killed in the middle
of it, two telephones that are lost, and every kind of task; it ends with an error when anything is lost.  browsers:
the pupils, the teacher and the hall screen are pages in Chromium (see `class_browsers.py`), and the lesson takes an
eighth of the time and what two cores add; pictures: a folder for screenshots of every kind of page.
"""

import argparse
import asyncio
import json
import os
import random
import re
import signal
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
from websockets.exceptions import ConnectionClosed

from charkoni.graphics import click_trie

THINK_S = 6.0
POLL_S = 3.0
"""How often the teacher's pages ask, as `client/classroom/room.js` does."""
START_S = 120.0


class Lesson:
    """A server for a lesson, its teacher and pupils."""

    def __init__(self, folder: str, port: int = 0) -> None:
        self.folder = Path(folder)
        self.logs: list[Path] = []
        self.start(port)
        # The teacher is on this computer, the pupils come by its address in the network.
        self.teacher = httpx2.AsyncClient(base_url=self.own, timeout=60, headers={"accept-language": "en"})
        self.pupils: list[Pupil] = []

    def start(self, port: int) -> None:
        command = [sys.executable, "-m", "charkoni", "classroom", "--no-page", "--port", str(port)]
        command += ["--database", str(self.folder / "lesson.db")]
        # The address of this machine need not be a private one.
        environment = os.environ | {"CHARKONI_LANG": "en", "CHARKONI_SCHOOLS": "0.0.0.0/0 ::/0"}
        path = self.folder / f"server{len(self.logs)}.log"
        self.logs.append(path)
        with path.open("w+b") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env=environment)
        for _ in range(int(START_S * 10)):
            said = path.read_text(encoding="utf-8")
            if "Pupils open" in said and "▀" in said.rpartition("\n\n")[0] + said:
                break
            time.sleep(0.1)
        found = re.search(r"(http://localhost:(\d+)).*?Pupils open (http://\S+?)/r/([A-Z]{4})", said, re.DOTALL)
        assert found, said
        self.own, self.port, self.origin, self.word = found[1], int(found[2]), found[3], found[4]

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(20)

    def faults(self) -> list[str]:
        """Return the ends of the tracebacks in the logs of the server and its restarts."""
        lines = (line for path in self.logs for line in path.read_text(encoding="utf-8").splitlines())
        return [line[-600:] for line in lines if "Traceback" in line]

    async def enter(self) -> None:
        page = await self.teacher.get("/class")
        self.path = re.findall(r'href="(/class/\w{10})"', page.text)[0]
        await self.teacher.get(self.path)

    async def do(self, act: str, who: tuple[int, ...] = (), **form: str) -> None:
        page = await self.teacher.get(self.path)
        token = re.findall('name="csrf" content="([^"]+)"', page.text)[0]
        data = {"csrf": token, "act": act, "who": ",".join(map(str, who)), **form}
        answer = await self.teacher.post(self.path, data=data, headers={"origin": self.own})
        assert answer.status_code == 303, (act, answer.status_code, answer.text[-300:])

    async def come(self, count: int) -> None:
        self.pupils = [Pupil(self, f"Pupil {n}") for n in range(1, count + 1)]
        for n, pupil in enumerate(self.pupils, 1):
            await pupil.ask_in()
            if n % 20 == 0 or n == count:  # no more may ask from one address
                await self.do("admit", tuple(range(1, n + 1)))


@dataclass
class Pupil:
    """A pupil with a telephone."""

    lesson: Lesson
    name: str
    web: Any = None
    at: str = "/class"
    why: str = "asks"
    times: list[float] = field(default_factory=list)
    moves: int = 0
    lost: int = 0

    def __post_init__(self) -> None:
        headers = {"accept-language": random.choice(("en", "ru", "tr"))}
        self.web = httpx2.AsyncClient(base_url=self.lesson.origin, timeout=60, headers=headers)

    async def ask_in(self) -> None:
        page = await self.web.get(f"/r/{self.lesson.word}")
        token = re.findall('name="csrf" content="([^"]+)"', page.text)[0]
        data = {"csrf": token, "word": self.lesson.word, "name": self.name}
        answer = await self.web.post("/class", data=data, headers={"origin": self.lesson.origin})
        assert answer.status_code == 303, answer.text

    async def follow(self, until: float) -> None:
        """Go where there is something to do, as the script of a telephone does, and do it."""
        work: asyncio.Task[None] | None = None
        while time.monotonic() < until:
            try:
                answer = await self.web.get("/class/me.json", params={"path": self.at, "why": self.why})
                to = answer.json()["to"]
                if not to:
                    continue
                page = await self.web.get(to, follow_redirects=True)
            except (httpx2.HTTPError, ValueError):
                await asyncio.sleep(0.5)
                continue
            self.at = page.url.path
            self.why = (re.findall('data-why="(.*?)"', page.text) or [""])[0]
            if work:
                work.cancel()
            work = asyncio.create_task(self.act(page.text, until))
        if work:
            work.cancel()

    async def act(self, page: str, until: float) -> None:
        data = re.findall(r'id="page">(.*?)</script>', page, re.DOTALL)
        if self.at.startswith("/g/"):
            await self.play(self.at[3:], until)
        elif self.at.startswith(("/learn/", "/puzzles/")) and data:
            key, token = json.loads(data[0])["key"], re.findall('name="csrf" content="([^"]+)"', page)[0]
            for step in range(1, 20):
                await asyncio.sleep(random.expovariate(1 / THINK_S))
                form = {"csrf": token, "key": key, "n": str(step), "right": "1"}
                await self.web.post("/class/progress", data=form, headers={"origin": self.lesson.origin})

    async def play(self, game: str, until: float) -> None:
        """Play at random at a board, on a socket that comes back after a loss."""
        address = self.lesson.origin.replace("http", "ws") + "/ws"
        cookie = "; ".join(f"{each.name}={each.value}" for each in self.web.cookies.jar)
        n = random.randrange(10**6)
        while time.monotonic() < until:
            try:
                headers = {"cookie": cookie, "origin": self.lesson.origin}
                async with connect(address, additional_headers=headers, compression=None) as wire:
                    await wire.send(json.dumps({"type": "hello", "g": game, "lang": "en"}))
                    async for text in wire:
                        message, now = json.loads(text), time.perf_counter()
                        if message["type"] == "ply" and (sent := SENT.get((game, message["v"]))):
                            self.times.append(now - sent)
                        taps = message.get("trie") if message["type"] in ("ply", "view") else None
                        if not taps:
                            continue
                        await asyncio.sleep(random.expovariate(1 / THINK_S))
                        n += 1
                        move = random.choice([move for _, move in click_trie.leaves(taps)])
                        SENT[game, message["v"] + 1] = time.perf_counter()
                        self.moves += 1
                        await wire.send(json.dumps({"type": "do", "g": game, "v": message["v"], "n": n, "m": move}))
            except (OSError, ConnectionClosed, TimeoutError):
                self.lost += 1
                await asyncio.sleep(0.5)


SENT: dict[tuple[str, int], float] = {}
"""When a move was sent, by game and version after it."""


async def watch(lesson: Lesson, until: float, received: list[int]) -> None:
    """Ask for changes as a page of the teacher does.  received: bytes of each answer, with its headers."""
    stamp, version = 0, -1
    while time.monotonic() < until:
        try:
            answer = await lesson.teacher.get(f"{lesson.path}/feed.json", params={"since": stamp})
            changes = answer.json()
        except (httpx2.HTTPError, ValueError):
            await asyncio.sleep(POLL_S)
            continue
        size = sum(len(name) + len(value) + 4 for name, value in answer.headers.raw)
        received.append(size + int(answer.headers.get("content-length", len(answer.content))))
        stamp = changes["stamp"]
        if changes["v"] not in (version, -1) and version != -1:
            page = await lesson.teacher.get(lesson.path)
            received.append(int(page.headers.get("content-length", 0)))
        version = changes["v"]
        await asyncio.sleep(POLL_S)


def part(values: list[float], percent: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)] if values else float("nan")


async def load(folder: str, pupils: int, seconds: float, has_frames: bool) -> None:
    lesson, began = Lesson(folder), time.monotonic()
    try:
        await lesson.enter()
        await lesson.come(pupils)
        print(f"{pupils} pupils are in after {time.monotonic() - began:.1f} s")
        await lesson.do("pair", way="lot")
        until, received, hall = time.monotonic() + seconds, list[int](), list[int]()
        work = [pupil.follow(until) for pupil in lesson.pupils]
        if has_frames:
            from class_frames import watch_frames  # needs playwright

            work.append(watch_frames(lesson, pupils // 2, seconds / 3))
        await asyncio.gather(watch(lesson, until, received), watch(lesson, until, hall), *work)
        times = [1000 * each for pupil in lesson.pupils for each in pupil.times]
        first, *later = received
        moves = sum(pupil.moves for pupil in lesson.pupils)
        print(
            f"{moves} moves in {seconds:.0f} s; from a move to both boards: median {statistics.median(times):.0f} ms,"
            f" p95 {part(times, 95):.0f} ms (target 150)"
        )
        print(
            f"the teacher's page, {pupils // 2} boards: {first / 1000:.1f} kB at first, then"
            f" {sum(later) / seconds * 60 / 1000:.1f} kB a minute (target 60)"
        )
    finally:
        lesson.kill()


async def whole_lesson(folder: str, seconds: float) -> None:
    """A lesson of 24 pupils: lesson, pairs, a question, a restart, puzzles, a tournament, the end."""
    lesson = Lesson(folder)
    try:
        await lesson.enter()
        await lesson.come(24)
        until, received = time.monotonic() + 3 * seconds, list[int]()  # cancelled at the end
        people = [asyncio.create_task(pupil.follow(until)) for pupil in lesson.pupils]
        screens = [asyncio.create_task(watch(lesson, until, received)) for _ in range(2)]
        part_s = seconds / 8
        await lesson.do("lesson", lesson="mangala/1")
        await asyncio.sleep(part_s)
        assert all(pupil.at == "/learn/mangala/1" or pupil.why == "done" for pupil in lesson.pupils)
        await lesson.do("pair", way="lot")
        await asyncio.sleep(part_s)
        assert all(pupil.at.startswith("/g/") for pupil in lesson.pupils), [pupil.at for pupil in lesson.pupils]
        await lesson.do("ask", source="lesson mangala/2/1")
        await asyncio.sleep(part_s / 2)
        assert all(pupil.at == "/class/question" for pupil in lesson.pupils)
        await lesson.do("tell")
        await lesson.do("end-question")
        await asyncio.sleep(part_s / 2)
        for task in people[:2]:  # two telephones are lost
            task.cancel()
        places = [pupil.at for pupil in lesson.pupils]
        lesson.kill()
        print("the server is killed", flush=True)
        port = lesson.port
        await asyncio.to_thread(lesson.start, port)
        await asyncio.sleep(part_s)
        assert [pupil.at for pupil in lesson.pupils] == places, "everybody is back at his board"
        before = sum(pupil.moves for pupil in lesson.pupils)
        await asyncio.sleep(part_s / 2)
        assert sum(pupil.moves for pupil in lesson.pupils) > before, "games go on"
        people += [asyncio.create_task(pupil.follow(until)) for pupil in lesson.pupils[:2]]  # other telephones
        await lesson.do("stop")
        await asyncio.sleep(5)
        assert all(pupil.why == "stopped" for pupil in lesson.pupils), [pupil.at for pupil in lesson.pupils]
        await lesson.do("start")
        await lesson.do("puzzles", first="1", last="3")
        await asyncio.sleep(part_s / 2)
        assert all(pupil.at.startswith("/puzzles/") or pupil.why == "done" for pupil in lesson.pupils)
        await lesson.do("tournament", minutes="3", sets="")
        await asyncio.sleep(max(45.0, part_s))
        at_boards = sum(pupil.at.startswith("/g/") for pupil in lesson.pupils)
        assert at_boards == 24, f"the tournament has begun for {at_boards}"
        archive = await lesson.teacher.get(f"{lesson.path}/archive.zip")
        assert archive.status_code == 200 and len(archive.content) > 1000
        await lesson.do("end")
        await asyncio.sleep(5)
        left = await lesson.pupils[5].web.get("/class/me.json", params={"path": "/class"})
        assert left.status_code == 403
        moves, lost = (sum(getattr(pupil, name) for pupil in lesson.pupils) for name in ("moves", "lost"))
        print(f"the lesson: {moves} moves, {lost} connections lost and restored, nothing lost")
        for task in (*people, *screens):
            task.cancel()
    finally:
        lesson.kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pupils", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--frames", action="store_true")
    parser.add_argument("--lesson", action="store_true")
    parser.add_argument("--browsers", action="store_true")
    parser.add_argument("--pictures", type=Path, help="a folder for screenshots")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.browsers:
            from class_browsers import lesson_in_browsers  # needs playwright

            asyncio.run(lesson_in_browsers(folder, options.seconds if options.seconds != 60 else 300, options.pictures))
        elif options.lesson:
            asyncio.run(whole_lesson(folder, options.seconds if options.seconds != 60 else 240))
        else:
            asyncio.run(load(folder, options.pupils, options.seconds, options.frames))


if __name__ == "__main__":
    main()

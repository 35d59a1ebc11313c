"""Lighthouse figures of pages on a mobile device: python bench/lighthouse.py [--runs 3] [--report FOLDER]

Needs Node, npm and Chromium.  Lighthouse is installed once, with the tools of the browser tests; only the server on
loopback is requested.  Prints medians; ends with 1 when a page misses a target.

Pages of tables and classrooms are private and marked noindex, so the audit of indexing, and that alone, is left out of
"seo" there.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import httpx2

from charkoni.tournament.director import Director
from charkoni.tournament.model.players import Person
from web import Server, make_ready

TOOLS = Path(__file__).resolve().parents[1] / "tests" / "browser" / "tools" / "lighthouse"
TARGETS = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 95}
TIMES = {"largest-contentful-paint": 1500, "total-blocking-time": 100, "cumulative-layout-shift": 0.02}
FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --disable-background-networking"
TRIALS = 4
"""Lighthouse now and then records nothing of a page (NO_NAVSTART) and asks to be run again."""
PAGES = {"home": "/", "rules": "/rules/mangala", "lesson": "/learn/mangala/1", "analysis": "/analysis"}
PAGES["study"] = "/study/mosty"  # which searches by itself where `charkoni wasm build` has been run
PAGES["lobby"] = "/lobby"
PRIVATE = ("/g/", "/class", "/r/")
NAMES = ("Ada", "Ben", "Cem", "Dana", "Emin", "Fatma", "Gleb", "Hale")


def install() -> Path:
    """Return Lighthouse's program, installed from its package-lock.json if it is missing."""
    program = TOOLS / "node_modules" / ".bin" / "lighthouse"
    if not program.exists():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=TOOLS, check=True, stdout=sys.stderr)
    return program


def table_of(server: Server, game: str) -> tuple[str, str]:
    """Start a game of two players on one screen; return the address of the table and the cookies of the player."""
    with httpx2.Client(base_url=server.origin, timeout=60) as person:
        token = re.search('name="csrf" content="([^"]+)"', person.get("/").text)
        assert token
        answer = person.post("/new", data={"csrf": token[1], "game": game, "opponent": "here"})
        return answer.headers["location"], "; ".join(f"{name}={value}" for name, value in person.cookies.items())


def person_of(server: Server) -> str:
    """Make a member; return the address of his page."""
    with httpx2.Client(base_url=server.origin, timeout=60) as person:
        token = re.search('name="csrf" content="([^"]+)"', person.get("/").text)
        assert token
        person.post("/me/passphrase", data={"csrf": token[1], "name": NAMES[0]}).raise_for_status()
    return f"/people/{NAMES[0]}"


def room_of(server: Server) -> dict[str, tuple[str, str]]:
    """Open a classroom with two pupils; return the addresses of its pages and the cookies of their visitors."""

    def post(person: httpx2.Client, page: str, path: str, **form: str) -> str:
        token = re.search('name="csrf"[^>]* (?:value|content)="([^"]+)"', person.get(page).text)
        assert token
        answer = person.post(path, data={"csrf": token[1], **form})
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    def cookies(person: httpx2.Client) -> str:
        return "; ".join(f"{name}={value}" for name, value in person.cookies.items())

    with ExitStack() as people:
        teacher, *pupils = (people.enter_context(httpx2.Client(base_url=server.origin, timeout=60)) for _ in range(3))
        room = post(teacher, "/class", "/class/new")
        word = re.search('<span lang="en">([A-Z]{4})</span>', teacher.get(room).text)
        assert word
        entry = f"/r/{word[1]}"
        for pupil, name in zip(pupils, NAMES, strict=False):
            post(pupil, entry, "/class", word=word[1], name=name)
        waits = cookies(pupils[0])
        post(teacher, room, room, act="admit", who="1,2")
        post(teacher, room, room, act="pair", way="seat", who="2")
        post(teacher, room, room, act="ask", source="puzzles mangala/1")
        return {
            "entry": (entry, ""),
            "pupil": ("/class/question", waits),
            "teacher": (room, cookies(teacher)),
            "hall": (f"{room}/screen", cookies(teacher)),
        }


def event_of(folder: Path) -> str:
    """Make a tournament whose first round is published; return the address of its page."""
    folder.mkdir(exist_ok=True)
    with Director.create(folder / "open.event", {"name": "Open", "seed": "s", "rounds": 3}, who="arbiter") as director:
        for name in NAMES:
            director.enter(Person(name))
        director.close_list()
        director.draft()
        director.publish()
    return "/t/open"


def report(program: Path, address: str, cookies: str) -> dict[str, Any]:
    """Return Lighthouse's report on a page."""
    browser = next(filter(None, map(shutil.which, ("chromium", "google-chrome", "chromium-headless-shell"))), None)
    assert browser, "needs Chromium; on Debian and Ubuntu: apt install chromium"
    command = [str(program), address, "--quiet", "--output=json", "--form-factor=mobile", f"--chrome-flags={FLAGS}"]
    command += [f"--only-categories={','.join(TARGETS)}", "--no-enable-error-reporting"]
    command += ["--skip-audits=is-crawlable"] if any(part in address for part in PRIVATE) else []
    command += [f"--extra-headers={json.dumps({'Cookie': cookies})}"] if cookies else []
    for _ in range(TRIALS):
        done = subprocess.run(command, env={**os.environ, "CHROME_PATH": browser}, capture_output=True, text=True)
        if done.returncode == 0:
            break
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def faults(found: dict[str, Any]) -> list[str]:
    """Return the audits that cost points, in the categories that must have full points."""
    strict = [part for part, target in TARGETS.items() if part != "performance"]
    wanted = {ref["id"] for part in strict for ref in found["categories"][part]["auditRefs"] if ref["weight"]}
    return [
        each["title"] for name, each in found["audits"].items() if name in wanted and each["score"] not in (1, None)
    ]


def measure(name: str, look: Callable[[], dict[str, Any]], runs: int, folder: Path | None) -> bool:
    """Print the medians of a page and return whether it reaches its targets."""
    found = [look() for _ in range(runs)]
    if folder:
        (folder / f"{name}.json").write_text(json.dumps(found[-1], indent=1), encoding="utf-8")
    points = {part: 100 * statistics.median(each["categories"][part]["score"] for each in found) for part in TARGETS}
    times = {part: statistics.median(each["audits"][part]["numericValue"] for each in found) for part in TIMES}
    print(
        f"{name:10}"
        + "".join(f"{points[part]:15.0f}" for part in TARGETS)
        + f"{times['largest-contentful-paint']:9.0f}"
        f"{times['total-blocking-time']:9.0f}{times['cumulative-layout-shift']:8.3f}",
        flush=True,
    )
    for fault in faults(found[-1]):
        print(f"           {fault}")
    return all(points[part] >= TARGETS[part] for part in TARGETS) and all(times[part] <= TIMES[part] for part in TIMES)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--game", default="mangala", help="the game of the table")
    parser.add_argument("--report", type=Path, help="a folder for Lighthouse's own reports")
    parser.add_argument("pages", nargs="*", metavar="path", help="pages to measure instead of the usual ones")
    args = parser.parse_args()
    program, good = install(), True
    make_ready()
    if args.report:
        args.report.mkdir(parents=True, exist_ok=True)
    print(f"{'page':10}" + "".join(f"{part:>15}" for part in TARGETS) + "   LCP ms   TBT ms     CLS")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, workers=1)
        try:
            pages = {path.strip("/").replace("/", "-"): (path, "") for path in args.pages}
            if not pages:
                pages = {name: (path, "") for name, path in PAGES.items()} | {"game": table_of(server, args.game)}
                pages["person"] = (person_of(server), "")
                pages |= room_of(server)
                pages["event"] = (event_of(Path(folder) / "events"), "")
            for name, (path, cookies) in pages.items():
                address = server.origin + path
                server.web.get(path)  # pictures of boards are made once
                good &= measure(name, partial(report, program, address, cookies), args.runs, args.report)
        finally:
            server.stop()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

"""Frames of the teacher's page while a class plays, see `classroom.py --frames`.

The page is in Chromium on one core, the server and the pupils on the others.  Counted are the frames that are dropped,
beside those of an empty page, and the processor time of each task of the page's main thread, which other programs of
the machine change less.
"""

import asyncio
import os
import subprocess
from typing import Any

from playwright.async_api import Page, async_playwright

from classroom import Lesson

CHROMIUM = "/usr/bin/chromium-headless-shell"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--mute-audio"]
FRAME_MS = 1000 / 60
WARM_S = 8.0
"""How long the page draws the boards for the first time."""

WATCH = """() => {
  window.intervals = [];
  let last = performance.now();
  const step = (now) => { window.intervals.push(now - last); last = now; requestAnimationFrame(step); };
  requestAnimationFrame(step);
}"""


async def watch_frames(lesson: Lesson, boards: int, seconds: float) -> None:
    """Open the page of the teacher for some seconds, and print what its frames have cost."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[-1:])  # inherited by the browser
    async with async_playwright() as tools:
        browser = await tools.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for pid in (os.getpid(), lesson.process.pid):
            others = ",".join(map(str, cores[:-1] or cores))
            subprocess.run(["taskset", "-acp", others, str(pid)], check=True, capture_output=True)
        empty = await browser.new_page()
        _tell("an empty page", *await _traced(empty, seconds))
        await empty.close()
        page = await browser.new_page(viewport={"width": 1400, "height": 900}, locale="en")
        jar = lesson.teacher.cookies.jar
        cookies = [{"name": each.name, "value": each.value or "", "url": lesson.own} for each in jar]
        await page.context.add_cookies(cookies)  # type: ignore[arg-type]
        await page.goto(f"{lesson.own}{lesson.path}")
        await page.wait_for_function("n => document.querySelectorAll('.mini-board svg').length >= n", arg=boards)
        await asyncio.sleep(WARM_S)
        _tell("the teacher's page", *await _traced(page, seconds))
        await browser.close()


def _tell(name: str, intervals: list[float], tasks: list[float]) -> None:
    """Print what a page's frames have cost.  intervals, tasks: in ms."""
    dropped, long = (
        sum(max(0, round(each / FRAME_MS) - 1) for each in intervals),
        sum(each > FRAME_MS for each in tasks),
    )
    print(
        f"{name}: {dropped} of {len(intervals) + dropped} frames dropped, the longest interval {max(intervals):.0f} ms;"
    )
    print(f"  tasks of the main thread above {FRAME_MS:.1f} ms of processor time: {long}, the longest", end=" ")
    print(f"{max(tasks):.1f} ms, all {sum(tasks):.0f} ms")


async def _traced(page: Page, seconds: float) -> tuple[list[float], list[float]]:
    """Return the ms between frames, and of processor time of each task of the page's main thread, in some seconds."""
    wire = await page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    done = asyncio.Event()
    wire.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    wire.on("Tracing.tracingComplete", lambda _: done.set())
    await wire.send("Tracing.start", {"categories": "disabled-by-default-devtools.timeline"})
    await page.evaluate(WATCH)
    await asyncio.sleep(seconds)
    intervals = await page.evaluate("window.intervals")  # before the end: writing the trace takes frames of its own
    await wire.send("Tracing.end")
    await done.wait()
    main = {
        each["tid"] for each in events if each["name"] == "thread_name" and each["args"]["name"] == "CrRendererMain"
    }
    tasks = (each for each in events if each["name"] == "RunTask" and each["tid"] in main and "tdur" in each)
    return intervals, [each["tdur"] / 1000 for each in tasks]

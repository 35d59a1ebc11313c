"""Frames of the teacher's page while a class plays, see `classroom.py --frames`.

The page is in Chromium on one core, the server and the pupils on the others.  Counted are the intervals between frames,
and the processor time of each task of the page's main thread, which other programs of the machine change less.
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
LATE_MS = 34.0
"""An interval above this has dropped a frame at least."""
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
        page = await browser.new_page(viewport={"width": 1400, "height": 900}, locale="en")
        jar = lesson.teacher.cookies.jar
        cookies = [{"name": each.name, "value": each.value or "", "url": lesson.own} for each in jar]
        await page.context.add_cookies(cookies)  # type: ignore[arg-type]
        await page.goto(f"{lesson.own}{lesson.path}")
        await page.wait_for_function("n => document.querySelectorAll('.mini-board svg').length >= n", arg=boards)
        await asyncio.sleep(WARM_S)
        tasks = sorted(await _traced(page, seconds))
        intervals = sorted(await page.evaluate("window.intervals"))
        await browser.close()
    late, long = (sum(each > most for each in found) for found, most in ((intervals, LATE_MS), (tasks, FRAME_MS)))
    print(f"{len(intervals)} frames in {seconds:.0f} s; intervals above {LATE_MS:.0f} ms: {late}, the longest", end=" ")
    print(f"{intervals[-1]:.0f} ms")
    print(f"tasks of the main thread above {FRAME_MS:.1f} ms of processor time: {long}; the longest", end=" ")
    print(f"{tasks[-1]:.1f} ms, all {sum(tasks):.0f} ms")


async def _traced(page: Page, seconds: float) -> list[float]:
    """Return the ms of processor time of each task of the page's main thread in some seconds."""
    wire = await page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    done = asyncio.Event()
    wire.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    wire.on("Tracing.tracingComplete", lambda _: done.set())
    await wire.send("Tracing.start", {"categories": "disabled-by-default-devtools.timeline"})
    await page.evaluate(WATCH)
    await asyncio.sleep(seconds)
    await wire.send("Tracing.end")
    await done.wait()
    main = {
        each["tid"] for each in events if each["name"] == "thread_name" and each["args"]["name"] == "CrRendererMain"
    }
    return [
        each["tdur"] / 1000 for each in events if each["name"] == "RunTask" and each["tid"] in main and "tdur" in each
    ]

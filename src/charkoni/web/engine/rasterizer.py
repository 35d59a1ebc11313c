"""The rasterizer: SVG to PNG and GIF in a process of its own, one picture at a time, off the server's loop.

`python -m charkoni.web.engine.rasterizer` reads a `RasterJob` as a JSON list from standard input and writes the file
to standard output.
"""

import asyncio
import json
import os
import sys
from typing import NamedTuple

from charkoni.graphics import raster
from charkoni.web.http.errors import Problem

TIMEOUT_S = 60.0
NICENESS = 10

_one_at_a_time = asyncio.Semaphore(1)


class RasterJob(NamedTuple):
    """An order to rasterize.

    svgs: one picture, or the frames of an animation.  durations: ms per frame, empty for one picture.  ground: the
    colour behind them.  width: in pixels.
    """

    svgs: list[str]
    durations: list[int]
    ground: str
    width: int


async def rasterized(job: RasterJob) -> bytes:
    """Return the bytes of a PNG or GIF file; raise Problem 503 NOT_NOW if a package is missing, or time."""
    async with _one_at_a_time:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", __name__, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        try:
            content, _ = await asyncio.wait_for(process.communicate(json.dumps(job).encode()), TIMEOUT_S)
        except TimeoutError:
            process.kill()
            await process.wait()
            raise Problem(503, "NOT_NOW") from None
    if process.returncode or not content:
        raise Problem(503, "NOT_NOW")
    return content


def main() -> None:
    """Rasterize the job on standard input: a PNG, or with durations a GIF."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    job = RasterJob(*json.load(sys.stdin))
    moving = raster.gif(job.svgs, job.durations, job.ground, job.width) if job.durations else None
    sys.stdout.buffer.write(moving or raster.png(job.svgs[0], job.ground, job.width))


if __name__ == "__main__":
    main()

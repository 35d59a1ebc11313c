"""SVG to PNG and GIF in a process of its own, one picture at a time, so that the server never waits for it.

`python -m charkoni.web.engine.rasterizer` reads JSON from standard input and writes the picture to standard output.
"""

import asyncio
import json
import os
import sys
from typing import NamedTuple

from charkoni.graphics import raster

TIMEOUT = 60.0
"""The most seconds a picture may take."""

_easel = asyncio.Semaphore(1)


class NotPainted(Exception):
    """A picture could not be painted: a package is missing, or it took too long."""


class Order(NamedTuple):
    """What to paint: SVGs, how long each of several is shown (in ms), the colour behind them, the width in pixels."""

    svgs: list[str]
    durations: list[int]
    ground: str
    width: int


async def painted(order: Order) -> bytes:
    """Return a picture as the bytes of its file; raise NotPainted."""
    async with _easel:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", __name__, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        try:
            found, _ = await asyncio.wait_for(process.communicate(json.dumps(order).encode()), TIMEOUT)
        except TimeoutError:
            process.kill()
            await process.wait()
            raise NotPainted from None
    if process.returncode or not found:
        raise NotPainted
    return found


def paint(order: Order) -> bytes:
    """Paint here and now: a PNG, or with durations a GIF; raise NoRasterizer."""
    if order.durations:
        return raster.gif(order.svgs, order.durations, order.ground, order.width)
    return raster.png(order.svgs[0], order.ground, order.width)


def main() -> None:
    """Paint what the input orders."""
    os.nice(10)
    sys.stdout.buffer.write(paint(Order(*json.load(sys.stdin))))


if __name__ == "__main__":
    main()

"""Waiting in tests until a condition holds."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PATIENCE_S = 120
PAUSE_S = 0.01


async def until(condition: Callable[[], Any]) -> None:
    """Wait until a condition holds; raise TimeoutError after PATIENCE_S."""
    async with asyncio.timeout(PATIENCE_S):
        while not condition():
            await asyncio.sleep(PAUSE_S)


def wait_until(condition: Callable[[], Any], pause: float = PAUSE_S) -> None:
    """Wait until a condition holds, which is checked every `pause` seconds; fail after PATIENCE_S."""
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end
        time.sleep(pause)


def is_at_work(pid: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False

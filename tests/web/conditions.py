"""Waiting in tests until a condition holds."""

import asyncio
import time
from collections.abc import Callable
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

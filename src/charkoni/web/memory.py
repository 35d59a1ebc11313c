"""The heap of a server: one for all threads, what is free goes back to the system, what stays is not looked through."""

import contextlib
import ctypes
import gc
import sys

_ARENAS = -8
"""M_ARENA_MAX of the GNU C library: how many heaps the threads of a process may have."""


def share_heap() -> None:
    """Let all threads take memory from one heap: Python's threads take turns, and heaps of their own lie half empty."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library than GNU's
            ctypes.CDLL(None).mallopt(_ARENAS, 1)


def settle() -> None:
    """Take out what nobody needs any more, and let the collector of cycles pass over all the rest from now on.

    What is there stays for long; looking through it again and again takes a tenth of a second each time.
    """
    gc.collect()
    gc.freeze()


def give_back() -> None:
    """Return free memory to the system, which the C library keeps otherwise; milliseconds."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)

"""Readiness of the compile cache, determined without loading the compiler.

A server with an empty cache (its first start after an installation) runs the rules as plain Python: people play at
once, a few milliseconds slower, while worker processes compile all kernels.  From the next start on the server loads
the compiled kernels.  So it never compiles itself, which would block it for seconds and keep 100 MB of memory.  Until
then another worker lets the lower levels play as plain Python, too (see `charkoni.web.engine.pool`).
"""

import contextlib
import hashlib
import os
import sys
from importlib.metadata import version
from pathlib import Path

from charkoni.core.compiler import HAS_COMPILER, SWITCH, cache_root, compiler_version, switch_off

PACKAGE = Path(__file__).resolve().parents[2]
MOST_MARKERS = 4
"""How many markers of older versions are kept."""


def _marker() -> Path:
    """Return the file that marks a full cache for the present sources and versions."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.read_bytes())
    digest.update(repr((compiler_version(), version("numpy"), sys.version)).encode())
    return cache_root() / f"served-{digest.hexdigest()[:20]}"


def record_compiled() -> None:
    """Write the marker of a full cache, if the folder can be written."""
    with contextlib.suppress(OSError):
        marker = _marker()
        marker.touch()
        markers = sorted(marker.parent.glob("served-*"), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in markers[MOST_MARKERS:]:
            old.unlink()


def has_to_compile() -> bool:
    """Return whether the cache is not full, and kernels are to be compiled: a switch set by the user is kept."""
    return HAS_COMPILER and SWITCH not in os.environ and not _marker().is_file()


def choose_mode() -> bool:
    """Switch the compiler off in this process if the cache is not full, and return whether that was so.

    Must run before the rules are loaded.
    """
    is_needed = has_to_compile()
    if is_needed:
        switch_off()
    return is_needed

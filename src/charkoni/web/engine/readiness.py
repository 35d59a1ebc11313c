"""Readiness of the compile cache, determined without loading the compiler.

A server with an empty cache (its first start after an installation) runs the rules as plain Python: people play at
once, a few milliseconds slower, while worker processes compile all kernels.  From the next start on the server loads
the compiled kernels.  So it never compiles itself, which would block it for seconds and keep 100 MB of memory.  Until
then another worker lets the lower levels play as plain Python, too (see `charkoni.web.engine.pool`).
"""

import contextlib
import hashlib
import importlib
import os
import sys
from importlib.metadata import version
from pathlib import Path

from platformdirs import user_cache_path

PACKAGE = Path(__file__).resolve().parents[2]
MOST_MARKERS = 4
"""How many markers of older versions are kept."""

SWITCH = "NUMBA_DISABLE_JIT"
"""The environment variable that switches Numba's compiler off."""


def _folder() -> Path:
    """Return the folder of all compile caches, equal to `charkoni.core.compiler.cache_root`."""
    chosen = os.environ.get("CHARKONI_CACHE")
    return Path(chosen) if chosen else user_cache_path("charkoni") / "compiled"


def _marker() -> Path:
    """Return the file that marks a full cache for the present sources and versions."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.read_bytes())
    digest.update(repr((version("numba"), version("numpy"), sys.version)).encode())
    return _folder() / f"served-{digest.hexdigest()[:20]}"


def is_compiled() -> bool:
    """Return whether all kernels that a server needs are compiled."""
    return _marker().is_file()


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
    return SWITCH not in os.environ and not is_compiled()


def choose_mode() -> None:
    """Switch the compiler off in this process if the cache is not full.  Must run before the rules are loaded.

    Processes started by this one compile as usual.
    """
    if has_to_compile():
        switch_compiler_off()


def switch_compiler_off() -> None:
    """Let this process run all kernels as plain Python.  Must run before the rules are loaded."""
    os.environ[SWITCH] = "1"
    importlib.import_module("charkoni.core.compiler")
    del os.environ[SWITCH]

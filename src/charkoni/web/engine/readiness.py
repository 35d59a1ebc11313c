"""Readiness of the compile cache, found without loading the compiler.

A server with an empty cache (its first start after an installation) runs the rules as plain Python: people play at
once, a few milliseconds slower, while a worker process compiles everything.  From the next start on the server loads
what is compiled.  So it never compiles itself, which would block it for seconds and take 100 MB of memory for good.
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
"""The variable by which Numba runs everything as plain Python."""


def _folder() -> Path:
    """Return the folder of all compile caches, equal to `charkoni.core.compiler.cache_root`."""
    chosen = os.environ.get("CHARKONI_CACHE")
    return Path(chosen) if chosen else user_cache_path("charkoni") / "compiled"


def _marker() -> Path:
    """Return the file that exists when everything a server needs is compiled, from just these sources and versions."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.read_bytes())
    digest.update(repr((version("numba"), version("numpy"), sys.version)).encode())
    return _folder() / f"served-{digest.hexdigest()[:20]}"


def is_compiled() -> bool:
    """Return whether a server would find everything compiled."""
    return _marker().is_file()


def record_compiled() -> None:
    """Write the marker that everything is compiled now, if the folder can be written."""
    with contextlib.suppress(OSError):
        marker = _marker()
        marker.touch()
        markers = sorted(marker.parent.glob("served-*"), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in markers[MOST_MARKERS:]:
            old.unlink()


def choose_mode() -> None:
    """Switch the compiler off in this process if nothing is compiled.  Must run before the rules are loaded.

    Processes started by this one compile as usual.  A switch that is set by the user stays as it is.
    """
    if SWITCH in os.environ or is_compiled():
        return
    os.environ[SWITCH] = "1"
    importlib.import_module("charkoni.core.compiler")
    del os.environ[SWITCH]

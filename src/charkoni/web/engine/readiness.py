"""Whether the rules are compiled already, known without loading the compiler.

A server that finds nothing compiled (the first start after an installation) runs the rules as plain Python: people play
at once, a few milliseconds slower, while a process beside it compiles everything.  From the next start on the server
loads what is compiled.  So it never compiles itself, which would take seconds of everybody's time and 100 MB for good.
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
KEPT_MARKS = 4
SWITCH = "NUMBA_DISABLE_JIT"


def _folder() -> Path:
    """Return the folder above all compile caches, as `charkoni.core.compiler.cache_root` has it."""
    chosen = os.environ.get("CHARKONI_CACHE")
    return Path(chosen) if chosen else user_cache_path("charkoni") / "compiled"


def _mark() -> Path:
    """Return the file that says: everything a server needs is compiled, from these very sources."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.read_bytes())
    digest.update(repr((version("numba"), version("numpy"), sys.version)).encode())
    return _folder() / f"served-{digest.hexdigest()[:20]}"


def is_compiled() -> bool:
    """Return whether a server would find everything compiled."""
    return _mark().is_file()


def note_compiled() -> None:
    """Keep in mind that everything is compiled now; where nothing can be written, nothing is kept."""
    with contextlib.suppress(OSError):
        mark = _mark()
        mark.touch()
        marks = sorted(mark.parent.glob("served-*"), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in marks[KEPT_MARKS:]:
            old.unlink()


def choose_mode() -> None:
    """Switch the compiler off in this process if nothing is compiled.  Comes before everything that loads the rules.

    Processes started from here on compile as usual.  Who has set the switch himself is obeyed.
    """
    if SWITCH in os.environ or is_compiled():
        return
    os.environ[SWITCH] = "1"
    importlib.import_module("charkoni.core.compiler")
    del os.environ[SWITCH]

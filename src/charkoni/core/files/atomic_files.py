"""Files that are written whole or not at all: a full disk or a kill leaves the old file, never an empty or half one."""

import contextlib
import importlib
import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import FileDescriptorLike

    from charkoni.core.game_types import Array

PART = ".part"
"""The suffix of a draft, which lies beside the file."""

DRAFT_AGE_S = 3600
"""For how long a draft must have been unchanged before it is removed: its writer may be on another machine."""

_DRAFT = re.compile(r"\.(.+)\.([0-9]{1,10})\.part")
_CHUNK = 1 << 24
_tidied: set[Path] = set()


def replace(path: Path, *parts: "bytes | Array") -> None:
    """Replace a file by the parts, bytes or uint8, atomically; the old one stays on failure; raise OSError.

    Where a link leads to the file, it stays a link.
    """
    named, path = path, Path(os.path.realpath(path))  # a loop of links is an OSError
    draft = path.with_name(f".{path.name}.{os.getpid()}{PART}")
    if path not in _tidied:
        _tidied.add(path)
        remove_drafts(path.parent, path.name)
    try:
        with naming(named):
            with draft.open("wb") as file:
                for part in parts:
                    for begin in range(0, len(part), _CHUNK):
                        file.write(part[begin : begin + _CHUNK])  # type: ignore[arg-type]  # an array is a buffer
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise


def lock(file: "FileDescriptorLike", *, waits: bool = False) -> bool:
    """Lock an open file for this process, until it is closed; return False when another process has the lock.

    waits: until that one releases it.  Where the system has no such locks, nothing is locked.
    """
    try:
        fcntl: Any = importlib.import_module("fcntl")
    except ImportError:  # Windows
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def create(path: Path, *parts: "bytes | Array") -> None:
    """Write a new file of the parts atomically; raise FileExistsError when it exists, or OSError."""
    with naming(path), path.open("xb"):
        pass  # the name is taken at once: two programs cannot both succeed
    try:
        replace(path, *parts)
    except BaseException:
        with contextlib.suppress(OSError):
            path.unlink()
        raise


def remove_drafts(folder: Path, name: str = "") -> int:
    """Remove drafts whose writers were killed, of one file or of all in a folder; return how many."""
    removed = 0
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            match = _DRAFT.fullmatch(path.name)
            if match and name in ("", match[1]) and not _is_running(int(match[2])):
                with contextlib.suppress(OSError):
                    if time.time() - path.stat().st_mtime > DRAFT_AGE_S:
                        path.unlink()
                        removed += 1
    return removed


def _is_running(process: int) -> bool:
    """Return whether a process of this machine runs; False where one cannot ask."""
    if sys.platform == "win32":
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # of another user
        return True
    return True


@contextlib.contextmanager
def naming(path: Path) -> Iterator[None]:
    """Put the name of a file into an OSError, in place of none, or of that of its draft."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise

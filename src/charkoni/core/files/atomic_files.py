"""Files that are written whole or not at all: a full disk or a kill leaves the old file, never an empty or half one."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PART = ".part"
"""The suffix of a draft, which lies beside the file."""

_CHUNK = 1 << 24


def replace(path: Path, *parts: Any) -> None:
    """Replace a file by the parts, bytes or uint8, atomically; the old one stays on failure; raise OSError.

    Where a link leads to the file, it stays a link.
    """
    named, path = path, path.resolve()
    draft = path.with_name(f".{path.name}.{os.getpid()}{PART}")
    try:
        with naming(named):
            with draft.open("wb") as file:
                for part in parts:
                    for begin in range(0, len(part), _CHUNK):
                        file.write(part[begin : begin + _CHUNK])
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise


def create(path: Path, *parts: Any) -> None:
    """Write a new file of the parts atomically; raise FileExistsError when it exists, or OSError."""
    with naming(path), path.open("xb"):
        pass  # the name is taken at once: two programs cannot both succeed
    try:
        replace(path, *parts)
    except BaseException:
        with contextlib.suppress(OSError):
            path.unlink()
        raise


@contextlib.contextmanager
def naming(path: Path) -> Iterator[None]:
    """Put the name of a file into an OSError, in place of none, or of that of its draft."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise

"""A file of JSON lines that long work writes: what is done survives a kill, and the same work goes on with it."""

import contextlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from charkoni.core.errors import BadText, Reason, mark

try:
    import fcntl as _fcntl
except ImportError:  # Windows
    locking: Any = None
else:
    locking = _fcntl

Row = dict[str, Any]

_OTHER = mark("the file holds something else: its {field} is {found}, not {wanted}")
_NOT_OURS = mark("the file was not written by this command: line {line} cannot be read")
_BUSY = mark("another program is writing to this file")


class BadJournal(BadText):
    """A file that cannot be the one of this work."""


class Journal:
    """A first line that says what the work is, then a line for each part that is done.

    The first field of `header` names the kind of file.  A file whose first line says something else is refused and
    left as it is; a field that is None in `header` must not be there.  first: the first line as the file has it.
    rows: the parts found.  dropped: whether a last line, half written when a program was killed, was cut off.  needed:
    the fields of a part, with their types.
    """

    def __init__(
        self,
        path: Path,
        header: Mapping[str, Any],
        needed: Mapping[str, type | tuple[type, ...]],
        about: Mapping[str, Any] | None = None,
    ) -> None:
        """Open or begin a file; raise BadJournal or OSError.  `about` is noted in a new file and not compared."""
        self.path = path
        self.header = dict(header)
        self.first: Row = {}
        self.rows: list[Row] = []
        self.dropped = False
        self._needed = dict(needed)
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: BinaryIO = path.open("a+b")
        try:
            self._lock()
            self._read(dict(about or {}))
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, row: Row) -> None:
        """Write a part; when this returns, it survives a power cut."""
        self._write(row)
        self.rows.append(row)

    def _write(self, content: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _lock(self) -> None:
        if locking is None:
            return
        try:
            locking.flock(self._file, locking.LOCK_EX | locking.LOCK_NB)
        except BlockingIOError:
            raise BadJournal(str(self.path), Reason("BUSY", "", _BUSY)) from None

    def _read(self, about: Row) -> None:
        """Read what is there, cut off half a last line, and write the first line if there is none."""
        self._file.seek(0)
        content = self._file.read()
        whole = content[: content.rfind(b"\n") + 1]
        rows = [parsed(self.path, number, row) for number, row in enumerate(whole.splitlines(), 1)]
        if rows:
            self._compare(rows[0])
            self.first = rows[0]
            self.rows = [self._part(number, row) for number, row in enumerate(rows[1:], 2)]
        elif content and not content.startswith(b"{"):
            raise unreadable(self.path, 1)  # somebody's file of one line, not ours
        if len(whole) < len(content):
            self.dropped = True
            self._file.truncate(len(whole))
        if not rows:
            self.first = {field: told for field, told in self.header.items() if told is not None} | about
            self._write(self.first)
            self._keep_name()

    def _keep_name(self) -> None:
        """Let the new file's name survive a power cut, too."""
        with contextlib.suppress(OSError, AttributeError):
            folder = os.open(self.path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def _compare(self, first: Row) -> None:
        if next(iter(self.header)) not in first:
            raise unreadable(self.path, 1)
        for field, wanted in self.header.items():
            if first.get(field) != wanted:
                values = {"field": field, "found": first.get(field), "wanted": wanted}
                raise BadJournal(str(self.path), Reason("OTHER_WORK", "", _OTHER, values))

    def _part(self, number: int, row: Row) -> Row:
        if any(not isinstance(row.get(name), kind) for name, kind in self._needed.items()):
            raise unreadable(self.path, number)
        return row


def parsed(path: Path, number: int, row: bytes) -> Row:
    """Return the object that a line holds; raise BadJournal."""
    try:
        found = json.loads(row)
    except (ValueError, RecursionError):
        raise unreadable(path, number) from None
    if not isinstance(found, dict):
        raise unreadable(path, number)
    return found


def unreadable(path: Path, number: int) -> BadJournal:
    """Return the refusal of a line."""
    return BadJournal(str(path), Reason("NOT_OURS", "", _NOT_OURS, {"line": number}))

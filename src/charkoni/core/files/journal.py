"""Append-only journals of JSON lines: finished parts survive a killed process, and the work resumes from the file.

The first line is an object that names the work; its first field names the kind of file. Every further line is an object
for one finished part. Each line ends with `check`, a digest of the line before and of its own content, so that a
damaged, missing or foreign line is detected; files of older versions have no digests. A finished journal may be packed
as NAME.jsonl.xz (`xz NAME.jsonl`); it is read like the plain one, and unpacked before a part is appended.
"""

import contextlib
import hashlib
import json
import lzma
import os
from collections.abc import Iterable, Iterator, Mapping
from io import FileIO
from itertools import takewhile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from charkoni.core.errors import N_, BadText, Reason
from charkoni.core.files.atomic_files import lock, naming, replace

Row = dict[str, Any]

_CHECK, _DIGITS = b',"check":"', 16

LONGEST_LINE = 16_000_000
"""The bytes from which on a line is none of a journal: a device may have no end."""

PACKED = ".xz"
"""Suffix of a packed journal."""

_OTHER = N_("the file contains something else: its {field} is {found}, not {wanted}")
_NOT_OURS = N_("the file was not written by this command: line {line} cannot be read")
_BUSY = N_("another program is writing to this file")
_DAMAGED = N_("line {line} is damaged: it does not fit its checksum or the line before")
_UNCHECKED = N_("line {line} has lost its checksum, which the lines before it have")


class BadJournal(BadText):
    """A file that is not the journal of this work."""


class Journal:
    """A journal opened for appending by this process alone; a context manager.

    A file whose first line names other work is refused and left unchanged; a field that is None in `header` must be
    absent from the file.  first: the first line of the file.  rows: the parts in the file.  dropped: whether a last
    line, half written when a program was killed, was cut off.  needed: the fields of a part, with their types.
    """

    def __init__(
        self,
        path: Path,
        header: Mapping[str, object],
        needed: Mapping[str, type | tuple[type, ...]],
        about: Mapping[str, object] | None = None,
    ) -> None:
        """Open or begin a file; raise BadJournal or OSError.  `about` is added to the first line and not compared."""
        self.path = plain_path(path)
        self.header = dict(header)
        self.first: Row = {}
        self.rows: list[Row] = []
        self.dropped = False
        self._needed = dict(needed)
        self._previous = b""
        is_new = not self.path.exists()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        _unpack(self.path)
        # Without a buffer: one would keep a line that the disk had no room for, and write it before the next.
        self._file: FileIO = self.path.open("a+b", buffering=0)
        try:
            if not lock(self._file):
                raise BadJournal(str(self.path), Reason("BUSY", "", _BUSY))
            self._read(dict(about or {}))
        except BaseException as error:
            self._file.close()
            if is_new and isinstance(error, OSError):
                with contextlib.suppress(OSError):
                    self.path.unlink()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, row: Row) -> None:
        """Append a part; when this returns, it survives a power cut."""
        self._write(row)
        self.rows.append(row)

    def _write(self, content: Mapping[str, object]) -> None:
        """Append a line; one that does not fit on the disk leaves nothing behind; raise OSError."""
        body = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
        line = checked_line(self._previous, body)
        before = os.fstat(self._file.fileno()).st_size
        try:
            with naming(self.path):
                written = 0
                while written < len(line):
                    written += self._file.write(line[written:]) or 0
                os.fsync(self._file.fileno())
        except BaseException:
            with contextlib.suppress(OSError):
                self._file.truncate(before)
            raise
        self._previous = line

    def _read(self, about: Row) -> None:
        """Read the file, cut off half a last line, and write the first line of a new file."""
        self._file.seek(0)
        content = self._file.read(os.fstat(self._file.fileno()).st_size)  # a device has no size, and may have no end
        whole = content[: content.rfind(b"\n") + 1]
        self._previous = whole[whole.rfind(b"\n", 0, -1) + 1 :]
        self.first, self.rows = _contents(self.path, content, self.header, self._needed)
        if len(whole) < len(content):
            self.dropped = True
            self._file.truncate(len(whole))
        if not self.first:
            self.first = {name: value for name, value in self.header.items() if value is not None} | about
            self._write(self.first)
            self._sync_folder()

    def _sync_folder(self) -> None:
        """Flush the directory, so that the new file's entry survives a power cut, too."""
        with contextlib.suppress(OSError, AttributeError):
            folder = os.open(self.path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def read_journal(
    path: Path, header: Mapping[str, object], needed: Mapping[str, type | tuple[type, ...]]
) -> tuple[Row, list[Row]]:
    """Return the first line and the parts of a journal, plain or packed, unchanged; raise BadJournal or OSError.

    header, needed: as in `Journal`.  Half a last line is left out; the work may still be going on.
    """
    return _contents(path, b"".join(lines_of(path)), dict(header), needed)


def existing_path(path: Path) -> Path | None:
    """Return the existing file of a journal by its plain path: that path, the packed one, or None."""
    return next((each for each in (path, path.parent / f"{path.name}{PACKED}") if each.exists()), None)


def plain_path(path: Path) -> Path:
    """Return the path of a journal without the suffix of a packed one."""
    return path.with_suffix("") if path.suffix == PACKED else path


def lines_of(path: Path) -> Iterator[bytes]:
    """Yield the lines of a journal, plain or packed, with their ends; raise BadJournal or OSError."""
    number = 0
    try:
        with lzma.open(path) if path.suffix == PACKED else path.open("rb") as file:
            while line := file.readline(LONGEST_LINE):
                number += 1
                if len(line) == LONGEST_LINE:
                    raise unreadable(path, number)
                yield line
    except (lzma.LZMAError, EOFError):
        raise unreadable(path, number + 1) from None


def checked_line(previous: bytes, body: bytes) -> bytes:
    """Return the line of a JSON object with its checksum, after another line."""
    digest = hashlib.sha256(previous + body).hexdigest()[:_DIGITS]
    return body[:-1] + _CHECK + digest.encode("ascii") + b'"}\n'


def checked_rows(path: Path, lines: Iterable[bytes]) -> Iterator[Row]:
    """Yield the JSON objects of whole lines without their checksums; raise BadJournal for the first damaged line."""
    previous, has_check = b"", False
    for number, line in enumerate(lines, 1):
        row = parsed(path, number, line)
        if row.pop("check", None) is not None:
            body = line.rstrip(b"\n")[: -len(_CHECK) - _DIGITS - 2] + b"}"
            if line != checked_line(previous, body):
                raise BadJournal(str(path), Reason("DAMAGED", "", _DAMAGED, {"line": number}))
            has_check = True
        elif has_check:
            raise BadJournal(str(path), Reason("UNCHECKED", "", _UNCHECKED, {"line": number}))
        yield row
        previous = line


def unchecked_count(path: Path) -> int:
    """Return the number of lines at the beginning of a journal that have no checksums; raise BadJournal or OSError."""
    return sum(1 for _ in takewhile(lambda line: _CHECK not in line[-len(_CHECK) - _DIGITS - 3 :], lines_of(path)))


def parsed(path: Path, number: int, row: bytes) -> Row:
    """Return the JSON object of a line; raise BadJournal."""
    try:
        value = json.loads(row)
    except (ValueError, RecursionError):
        raise unreadable(path, number) from None
    if not isinstance(value, dict):
        raise unreadable(path, number)
    return value


def unreadable(path: Path, number: int) -> BadJournal:
    """Return the error for a line that cannot be read."""
    return BadJournal(str(path), Reason("NOT_OURS", "", _NOT_OURS, {"line": number}))


def _unpack(path: Path) -> None:
    """Replace a packed journal by the plain one, where only that one exists."""
    packed = existing_path(path)
    if packed is not None and packed != path:
        replace(path, *lines_of(packed))
        packed.unlink()


def _contents(
    path: Path, content: bytes, header: Row, needed: Mapping[str, type | tuple[type, ...]]
) -> tuple[Row, list[Row]]:
    """Return the first line and the parts in the bytes of a file; {} and none where it holds no whole line."""
    whole = content[: content.rfind(b"\n") + 1]
    rows = list(checked_rows(path, whole.splitlines(keepends=True)))
    if not rows:
        if content and not content.startswith(b"{"):
            raise unreadable(path, 1)  # a file of one line that is no journal
        return {}, []
    _compare(path, rows[0], header)
    for number, row in enumerate(rows[1:], 2):
        if any(not isinstance(row.get(name), kind) for name, kind in needed.items()):
            raise unreadable(path, number)
    return rows[0], rows[1:]


def _compare(path: Path, first: Row, header: Row) -> None:
    """Raise BadJournal unless the first line of a file names this work."""
    if next(iter(header)) not in first:
        raise unreadable(path, 1)
    for name, wanted in header.items():
        if first.get(name) != wanted:
            values = {"field": name, "found": first.get(name), "wanted": wanted}
            raise BadJournal(str(path), Reason("OTHER_WORK", "", _OTHER, values))

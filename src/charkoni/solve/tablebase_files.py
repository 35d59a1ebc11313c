"""Tablebase files: cells of one byte in sections, with running checksums, after a header.

Since the sums are cumulative, a section is verified from the sum before it; the last one is the CRC-32 of all cells.  A
section is verified before its first cell is read.  A file with a wrong header, length or title is refused.

A file is built as a `Draft`: NAME.part beside NAME.journal, which lists the finished sections and their sums.  A kill
at any moment leaves a draft that resumes after the last finished section; the finished file appears by one renaming.
"""

import contextlib
import json
import os
import shutil
import struct
import zlib
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from platformdirs import user_data_path

from charkoni.core.errors import N_, Reason, Refusal
from charkoni.core.files.atomic_files import PART, lock, naming, replace
from charkoni.core.files.user_folders import user_folder
from charkoni.core.game_types import Array

# A file:
#
#     byte 0         MAGIC, 16 bytes: a byte above 127 and both kinds of line ends, as in PNG, which a transfer as text
#                    would change
#     byte 16        version of the format, length of the text, CRC-32 of the text: uint32 each, lowest byte first
#     byte 28        text: JSON in ASCII, {"title": of the tablebase, "ends": of the sections, "sums": CRC-32 of all
#                    cells up to each end}, then zeros
#     byte 16,384    cells, section after section
#
# The header has room for some 600 sections; a whole number of pages before the cells lets them be mapped.
MAGIC = b"\x89CHARKONI\r\n\x1a\nTB\n"
VERSION = 1
HEADER = 16_384
_NUMBERS = struct.Struct("<III")
_JOURNAL = ".journal"
_CHUNK = 1 << 24  # bytes summed or written at a time: Ctrl-C is heard between two
_IN_MEMORY = 1 << 25
"""Files up to this size are read into memory, safe from later changes of the file."""

Progress = Callable[[int], None]

_NO_TABLE = N_("this is not a tablebase of Charkoni")
_DAMAGED_HEADER = N_("the header of the tablebase is damaged")
_OTHER_VERSION = N_("the tablebase has format {found}, this program reads {wanted}")
_OTHER_TITLE = N_("the tablebase is for {found}, wanted is {wanted}")
_WRONG_LENGTH = N_("the tablebase has {found} bytes and should have {wanted}: it is truncated or damaged")
_DAMAGED = N_("section {section} of the tablebase is damaged: its checksum is {found:08x} and should be {wanted:08x}")
_BUSY = N_("another program is making this tablebase")
_NO_DISK = N_("{wanted_mb} MB of disk are needed, {free_mb} are free")
_NO_MEMORY = N_("{wanted_mb} MB of memory are needed, {free_mb} are free")


class BadTablebase(Refusal):
    """A damaged tablebase file, or one with another title."""


class NoRoom(Refusal):
    """Too little memory or disk."""


@dataclass(frozen=True)
class TablebaseTitle:
    """The identity of a tablebase.

    game: its name.  rules: the text of the rules with the readings that matter.  contents: meaning and order of the
    cells. size: the extent of the tablebase.
    """

    game: str
    rules: str
    contents: str
    size: int

    def __str__(self) -> str:
        return f"{self.game}, {self.rules}, {self.contents}, {self.size}"


def tablebase_folder() -> Path:
    """Return the folder of this user's tablebases."""
    return user_folder(lambda: user_data_path("charkoni", appauthor=False)) / "tables"


class Tablebase:
    """A tablebase open for reading.

    cells: uint8, read only; read them by `section` or after `check`, so that no damaged one is used.
    """

    def __init__(self, path: Path, title: TablebaseTitle, ends: list[int], sums: list[int], cells: Array) -> None:
        self.path = path
        self.title = title
        self.ends = ends
        self.sums = sums
        self.cells = cells
        self._checked: set[int] = set()

    def section(self, section: int) -> Array:
        """Return the cells of a section, verified; raise BadTablebase."""
        self.check(section)
        return _part(self.cells, self.ends, section)

    def check(self, section: int) -> None:
        """Verify the checksum of a section, once; raise BadTablebase.  About a second for one or two gigabytes."""
        # Without a lock: two threads that come together sum twice, and both are right.
        if section in self._checked:
            return
        checksum = running_sum(self.cells, self.ends, self.sums, section)
        if checksum != self.sums[section]:
            args = {"section": section, "found": checksum, "wanted": self.sums[section]}
            raise BadTablebase(str(self.path), Reason("DAMAGED", "", _DAMAGED, args))
        self._checked.add(section)

    def check_all(self, progress: Progress | None = None) -> None:
        """Verify all checksums; raise BadTablebase.  progress: called with the verified section."""
        for section in range(len(self.ends)):
            self.check(section)
            if progress:
                progress(section)


def _part(cells: Array, ends: list[int], section: int) -> Array:
    return cells[ends[section - 1] if section else 0 : ends[section]]


def running_sum(cells: Array, ends: list[int], sums: list[int], section: int) -> int:
    """Return the CRC-32 of all cells up to the end of a section.  sums: those up to the ends of the sections before."""
    # zlib.crc32 goes on from a sum: the sum at the end of a section is that of all cells before it, too.
    total = sums[section - 1] if section else 0
    part = _part(cells, ends, section)
    for begin in range(0, len(part), _CHUNK):
        total = zlib.crc32(part[begin : begin + _CHUNK].data, total)
    return total


def open_tablebase(path: Path, title: TablebaseTitle | None = None) -> Tablebase:
    """Open a tablebase file, which must be the one of this title if one is given; raise BadTablebase or OSError."""
    with path.open("rb") as file:
        head = file.read(HEADER)
        size = os.fstat(file.fileno()).st_size
    own_title, ends, sums = _read_header(path, head)
    if title is not None and own_title != title:
        raise BadTablebase(str(path), Reason("OTHER_TITLE", "", _OTHER_TITLE, {"found": own_title, "wanted": title}))
    wanted = HEADER + ends[-1]
    if size != wanted:
        raise BadTablebase(str(path), Reason("LENGTH", "", _WRONG_LENGTH, {"found": size, "wanted": wanted}))
    cells = np.memmap(path, np.uint8, "r", HEADER, (ends[-1],))
    return Tablebase(path, own_title, ends, sums, np.array(cells) if ends[-1] <= _IN_MEMORY else cells)


def checksum(path: Path) -> int:
    """Return the CRC-32 of a file: of the cells of a tablebase, from its header, else of all bytes."""
    try:
        return open_tablebase(path).sums[-1]
    except BadTablebase:
        return zlib.crc32(path.read_bytes())


def _read_header(path: Path, head: bytes) -> tuple[TablebaseTitle, list[int], list[int]]:
    begin = len(MAGIC) + _NUMBERS.size
    if not head.startswith(MAGIC) or len(head) < begin:
        raise BadTablebase(str(path), Reason("NO_TABLE", "", _NO_TABLE))
    version, length, checksum = _NUMBERS.unpack(head[len(MAGIC) : begin])
    if version != VERSION:
        args = {"found": version, "wanted": VERSION}
        raise BadTablebase(str(path), Reason("OTHER_VERSION", "", _OTHER_VERSION, args))
    text = head[begin : begin + length]
    if len(head) < HEADER or len(text) != length or zlib.crc32(text) != checksum:
        raise BadTablebase(str(path), Reason("DAMAGED_HEADER", "", _DAMAGED_HEADER))
    header = json.loads(text)
    return TablebaseTitle(**header["title"]), header["ends"], header["sums"]


def _header(title: TablebaseTitle, ends: list[int], sums: list[int]) -> bytes:
    text = json.dumps({"title": asdict(title), "ends": ends, "sums": sums}, separators=(",", ":")).encode("ascii")
    head = MAGIC + _NUMBERS.pack(VERSION, len(text), zlib.crc32(text)) + text
    assert len(head) <= HEADER, "a tablebase with so many sections needs a longer header"
    return head.ljust(HEADER, b"\0")


class Draft(contextlib.AbstractContextManager["Draft"]):
    """An unfinished tablebase file, locked by this process; a context manager.

    cells: uint8, the whole tablebase, mapped: write a section, then `finish` it.  sections: how many are finished.
    """

    def __init__(self, path: Path, title: TablebaseTitle, ends: list[int]) -> None:
        """Begin a draft, or resume the existing one; raise NoRoom, BadTablebase (busy) or OSError."""
        self.path = path
        self.title = title
        self.ends = ends
        self.sums: list[int] = []
        self._part_path = path.with_name(path.name + PART)
        self._journal_path = path.with_name(path.name + _JOURNAL)
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self._part_path.open("r+b" if self._part_path.exists() else "x+b")
        try:
            self._open()
        except BaseException:
            self._file.close()
            raise

    def _open(self) -> None:
        if not lock(self._file):
            raise BadTablebase(str(self.path), Reason("BUSY", "", _BUSY))
        size = HEADER + self.ends[-1]
        # Blocks, not the length: a file may have a length and no disk space behind it. What an older draft holds
        # already is not needed again.
        present = os.fstat(self._file.fileno()).st_blocks * 512 if hasattr(os.stat_result, "st_blocks") else 0
        require_disk(self.path, size - present)
        # A draft of another length is of another tablebase, or was cut off while it grew: begun anew.
        sums = self._journal() if os.fstat(self._file.fileno()).st_size == size else []
        with naming(self._part_path):
            _allocate(self._file, size)
        self.cells: Any = np.memmap(self._file, np.uint8, "r+", HEADER, (self.ends[-1],))
        for section, kept in enumerate(sums):  # finished sections must be undamaged
            if running_sum(self.cells, self.ends, sums, section) != kept:
                break
            self.sums.append(kept)

    def _journal(self) -> list[int]:
        """Return the sums of the finished sections, none where the journal is missing or of another draft."""
        try:
            header = json.loads(self._journal_path.read_text(encoding="ascii"))
            is_ours = (
                header["version"] == VERSION
                and TablebaseTitle(**header["title"]) == self.title
                and header["ends"] == self.ends
            )
            return list(header["sums"]) if is_ours else []
        except (OSError, ValueError, KeyError, TypeError):
            return []

    @property
    def sections(self) -> int:
        """The number of finished sections."""
        return len(self.sums)

    def finish(self, section: int) -> int:
        """Flush the next section to disk and record it as finished; return the CRC-32 of all cells up to its end."""
        assert section == self.sections, "sections are finished in their order"
        # The order matters: first the cells are on disk, then the journal that calls them finished. A kill between the
        # two loses a section, never trust.
        self.cells.flush()
        total = running_sum(self.cells, self.ends, self.sums, section)
        self.sums.append(total)
        header = {"version": VERSION, "title": asdict(self.title), "ends": self.ends, "sums": self.sums}
        replace(self._journal_path, json.dumps(header).encode("ascii"))
        return total

    def complete(self) -> Tablebase:
        """Turn the finished draft into a tablebase file; open it."""
        assert self.sections == len(self.ends)
        self._file.seek(0)
        self._file.write(_header(self.title, self.ends, self.sums))
        self._file.flush()
        # The header comes last: until the file has its name, nobody takes it for a tablebase.
        os.fsync(self._file.fileno())
        self.close()
        self._part_path.replace(self.path)
        self._journal_path.unlink(missing_ok=True)
        return open_tablebase(self.path, self.title)

    def close(self) -> None:
        """Close the file; finished sections are kept."""
        self.cells = np.zeros(0, np.uint8)
        self._file.close()

    def __exit__(self, *_: object) -> None:
        self.close()


def in_memory(path: Path, title: TablebaseTitle, ends: list[int], cells: Array) -> Tablebase:
    """Return a tablebase of computed cells; `path`: of its file, which is not written."""
    tablebase = Tablebase(path, title, ends, [], cells)
    for section in range(len(ends)):
        tablebase.sums.append(running_sum(cells, ends, tablebase.sums, section))
    return tablebase


def write_tablebase(tablebase: Tablebase) -> None:
    """Write a small tablebase to its path atomically; raise OSError.  Several programs may do so at the same time."""
    tablebase.path.parent.mkdir(parents=True, exist_ok=True)
    replace(tablebase.path, _header(tablebase.title, tablebase.ends, tablebase.sums), tablebase.cells)


def _allocate(file: BinaryIO, size: int) -> None:
    """Allocate the disk space now: a full disk would kill a program that writes to a mapped file."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file.fileno(), 0, size)
        return
    file.seek(0, os.SEEK_END)
    zeros = bytes(_CHUNK)
    while (present := file.tell()) < size:
        file.write(zeros[: size - present])
    file.flush()


def require_disk(path: Path, size: int) -> None:
    """Raise NoRoom unless so many bytes are free on the disk of the file."""
    free = shutil.disk_usage(path.parent).free
    if size > free:
        args = {"wanted_mb": -(-size // 10**6), "free_mb": free // 10**6}
        raise NoRoom(str(path), Reason("NO_DISK", "", _NO_DISK, args))


def free_memory() -> int | None:
    """Return the bytes of free memory, None where the system does not report it."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            # MemAvailable counts caches that the system gives back, MemFree would not.
            return next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable"))
    except (OSError, StopIteration):
        return None


def require_memory(what: str, size: int, free: int | None = None) -> None:
    """Raise NoRoom unless so many bytes are free: of main memory, or of a device's by `free`."""
    # Where the system does not say what is free, the allocation itself fails or not.
    free = free_memory() if free is None else free
    if free is not None and size > free:
        args = {"wanted_mb": -(-size // 10**6), "free_mb": free // 10**6}
        raise NoRoom(what, Reason("NO_MEMORY", "", _NO_MEMORY, args))

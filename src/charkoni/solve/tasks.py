"""Tablebase tasks: building and checking the tablebases of a solver (`Solver.tablebase`, `Solver.tablebases_of`)."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from charkoni.core.errors import N_, BadText, Reason
from charkoni.solve.tablebase_files import Tablebase

Report = Callable[[int, str], None]
"""Called with the number of finished cells and a line to print, or ""."""

Progress = Callable[[int, int], None]
"""Called with the amount done and the total."""

CPU, CUDA = "cpu", "cuda"

_NO_DEVICE = N_("there are the devices {devices}")
_NO_READING = N_("there are the readings {readings}")
_NO_SUCH_SIZE = N_("no such size; sizes are written like this: {examples}")


class BadTaskRequest(BadText):
    """A tablebase, device or reading that a solver does not have."""


@dataclass(frozen=True)
class BuildOptions:
    """Options of building a tablebase.

    folder: of its file.  reading: of a clause with several, None for the usual one.  save_every: seconds between two
    snapshots of unfinished work.
    """

    folder: Path
    threads: int = 1
    device: str = CPU
    reading: str | None = None
    is_in_memory: bool = False
    # Ten minutes: what a kill may cost, against some seconds for writing a snapshot of gigabytes.
    save_every: float = 600.0


@dataclass(frozen=True)
class TablebaseTask:
    """A tablebase that can be built.

    cells: the number of positions.  memory, disk: in bytes.  make: builds the tablebase, or opens it where it exists;
    raises NoRoom, BadTablebase or OSError.
    """

    file_name: str
    cells: int
    memory: int
    disk: int
    make: Callable[[Report], Tablebase]


@dataclass(frozen=True)
class Verification:
    """The extent of a verification: all checksums, entries recomputed by one ply, positions played out to the end."""

    entries: int
    played_out: int = 0


@dataclass(frozen=True)
class CheckableTablebase:
    """A tablebase of a folder.

    verify: takes the number of entries to recompute, None for all, a seed and a progress callback; a sample of `usual`
    entries takes seconds.
    """

    path: Path
    game: str
    size: str
    usual: int
    verify: Callable[[int | None, int, Progress], Verification]


def require_supported(options: BuildOptions, devices: tuple[str, ...] = (CPU,), readings: tuple[str, ...] = ()) -> None:
    """Raise BadTaskRequest for a device or a reading that a solver does not have."""
    if options.device not in devices:
        raise BadTaskRequest(options.device, Reason("NO_DEVICE", "", _NO_DEVICE, {"devices": ", ".join(devices)}))
    if options.reading is not None and options.reading not in readings:
        args = {"readings": ", ".join(readings) or "-"}
        raise BadTaskRequest(options.reading, Reason("NO_READING", "", _NO_READING, args))


def numbers(size: str, count: int, examples: str) -> list[int]:
    """Return the numbers of a size such as "3,3"; raise BadTaskRequest with examples."""
    parts = size.split(",")
    # Three digits at most: more is a mistake, and an int of a thousand digits takes its time.
    if len(parts) != count or not all(part.isascii() and part.isdecimal() and len(part) < 4 for part in parts):
        raise BadTaskRequest(size, Reason("NO_SIZE", "", _NO_SUCH_SIZE, {"examples": examples}))
    return [int(part) for part in parts]

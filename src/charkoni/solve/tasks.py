"""Tables as work: what a solver can make, what that needs, and how it is checked.

A solver whose tables are made by command has a module `command` in its package with

    work(game, size, how) -> Work            the table of this size; raises BadWish where there is none
    tables_of(folder) -> list[Checkable]     the tables of a folder that are this solver's
    prover(table, how, memory, ...)          optional: proves positions above a table: `solve.mangala.solver`
    even_start(game, each) -> str            optional: a position to begin with
    moved_starts(start, stones) -> starts    optional: those among which fair ones are looked for
    write_book(prover, start, plies, ...)    optional: proved openings
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from charkoni.core.errors import BadText, Reason, mark
from charkoni.solve.tablebase_files import Tablebase

Report = Callable[[int, str], None]
"""Called now and then with the cells that are done and, where one is to be printed, a line."""

Progress = Callable[[int, int], None]
"""Called now and then with what is done and with how much there is."""

CPU, CUDA = "cpu", "cuda"

_NO_DEVICE = mark("there are the devices {devices}")
_NO_READING = mark("there are the readings {readings}")
_NO_SUCH_SIZE = mark("a table is asked for as in {examples}")


class BadTaskRequest(BadText):
    """Something asked of a solver that it does not have."""


@dataclass(frozen=True)
class BuildOptions:
    """How a table is made.

    folder: where its file lies.  reading: of a clause that has several, None for the usual one.  save_every: seconds
    after which unfinished work is kept, where it cannot go on from its file alone.
    """

    folder: Path
    threads: int = 1
    device: str = CPU
    reading: str | None = None
    is_in_memory: bool = False
    save_every: float = 600.0


@dataclass(frozen=True)
class TableTask:
    """A table that can be made.

    cells: its positions.  memory, disk: in bytes.  make: makes it, or opens it where it is there already; raises
    NoRoom, BadTable or OSError.
    """

    file_name: str
    cells: int
    memory: int
    disk: int
    make: Callable[[Report], Tablebase]


@dataclass(frozen=True)
class Verification:
    """What was checked: all checksums, so many entries a step deep, so many positions played out to the end."""

    entries: int
    played_out: int = 0


@dataclass(frozen=True)
class CheckableTable:
    """A table of a folder.  verify: takes how many entries are computed anew, None for all, and a seed; a sample of
    `usual` entries takes seconds.
    """

    path: Path
    game: str
    size: str
    usual: int
    verify: Callable[[int | None, int, Progress], Verification]


def require_supported(how: BuildOptions, devices: tuple[str, ...] = (CPU,), readings: tuple[str, ...] = ()) -> None:
    """Raise BadWish for a device or a reading that a solver does not have."""
    if how.device not in devices:
        raise BadTaskRequest(how.device, Reason("NO_DEVICE", "", _NO_DEVICE, {"devices": ", ".join(devices)}))
    if how.reading is not None and how.reading not in readings:
        args = {"readings": ", ".join(readings) or "-"}
        raise BadTaskRequest(how.reading, Reason("NO_READING", "", _NO_READING, args))


def numbers(size: str, count: int, examples: str) -> list[int]:
    """Return the numbers of a size such as "3,3"; raise BadWish, which shows examples."""
    parts = size.split(",")
    if len(parts) != count or not all(part.isascii() and part.isdecimal() and len(part) < 4 for part in parts):
        raise no_such_size(size, examples)
    return [int(part) for part in parts]


def no_such_size(size: str, examples: str) -> BadTaskRequest:
    """Return the refusal of a size."""
    return BadTaskRequest(size, Reason("NO_SIZE", "", _NO_SUCH_SIZE, {"examples": examples}))

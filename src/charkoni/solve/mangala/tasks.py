"""Tablebase tasks of Mangala: tablebases, books, and proofs above them (see `charkoni.solve.tasks`)."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from charkoni.core.errors import N_, Reason
from charkoni.core.game import Game, Position
from charkoni.solve.mangala import balanced_starts, book, search, tablebase, tablebase_generator, verification
from charkoni.solve.tablebase_files import Tablebase
from charkoni.solve.tasks import (
    CPU,
    CUDA,
    BadTaskRequest,
    BuildOptions,
    CheckableTablebase,
    Progress,
    Report,
    TablebaseTask,
    Verification,
    numbers,
    require_supported,
)

USUAL_SAMPLE = 100_000
_EXAMPLES = f"--tablebase 14; 0 to {tablebase.MOST}"
_NO_SIZE = N_("a tablebase holds the boards of at most 0 to {most} stones")
_NO_TABLES = N_("there are no tablebases of this variant")
_NOT_MOVED = N_("one or two stones can be moved")
_NOT_EVEN = N_("each hole may hold 1 to 4 stones")


def work(game: Game, size: str | None, options: BuildOptions) -> TablebaseTask:
    """Return the tablebase of at most so many stones, else the largest there is; raise BadTaskRequest.

    The reading is that of the game; of the game without flags it may be chosen.
    """
    reading = _reading(game)
    require_supported(options, (CPU, CUDA), (reading,) if game.options else tuple(tablebase.READINGS))
    reading = options.reading or reading
    if size is None:
        stones = max(tablebase.tablebase_paths(options.folder, reading), default=tablebase_generator.FIRST_USE)
    else:
        (stones,) = numbers(size, 1, _EXAMPLES)
        if stones > tablebase.MOST:
            raise BadTaskRequest(size, Reason("NO_SIZE", "", _NO_SIZE, {"most": tablebase.MOST}))
    boards = tablebase.ends_of(stones)[-1]

    def make(report: Report) -> Tablebase:
        begin = time.perf_counter()

        def step(n: int, total: int) -> None:
            done = tablebase.ends_of(n)[-1]
            report(done, f"{n:2} {done:15} {total:08x} {time.perf_counter() - begin:9.1f} s")

        if options.is_in_memory:
            return tablebase_generator.build_in_memory(stones, reading, options.threads, options.device, step).tablebase
        return tablebase_generator.build_file(
            stones, reading, options.folder, options.threads, options.device, step
        ).tablebase

    name = tablebase.file_name(stones, reading)
    return TablebaseTask(
        name, boards, tablebase_generator.memory_of(stones), 0 if options.is_in_memory else boards, make
    )


def tablebases_of(folder: Path) -> list[CheckableTablebase]:
    """Return the tablebases of a folder and the book, in both readings."""
    found = []
    for reading in tablebase.READINGS:
        for stones, path in tablebase.tablebase_paths(folder, reading).items():
            check = partial(_verify, folder, stones, reading)
            found.append(CheckableTablebase(path, tablebase.game_of(reading).name, str(stones), USUAL_SAMPLE, check))
        path = book.book_path(folder, reading)
        if path.exists():
            check = partial(_verify_book, path, reading)
            found.append(CheckableTablebase(path, tablebase.game_of(reading).name, "book", USUAL_SAMPLE, check))
    return found


def _verify_book(path: Path, reading: str, sample: int | None, seed: int, progress: Progress) -> Verification:
    """Verify all entries of a book."""
    held = tablebase.tablebase_paths(path.parent, reading)
    endgames = (
        tablebase.open_endgames(max(held), reading, path.parent)
        if held
        else tablebase_generator.build_in_memory(0, reading)
    )
    return Verification(book.verify_book(book.Book(path, tablebase.game_of(reading), reading), endgames, progress))


def _verify(folder: Path, stones: int, reading: str, sample: int | None, seed: int, progress: Progress) -> Verification:
    return verification.verify(tablebase.open_endgames(stones, reading, folder), sample, seed, progress)


def even_start(game: Game, each: int) -> str:
    """Return the text of the position with so many stones in every hole, the rest evenly in the stores."""
    _reading(game)
    if not 1 <= each <= 4:
        raise BadTaskRequest(str(each), Reason("EACH", "M1", _NOT_EVEN))
    holes, store = ",".join([str(each)] * 6), 24 - 6 * each
    return f"{holes}:{store}/{holes}:{store} a"


def prover(
    opened: Tablebase,
    options: BuildOptions,
    memory_bytes: int,
    checkpoint: Path | None,
    progress: Callable[[search.Progress], None],
) -> search.Prover:
    """Return the prover above a tablebase; raise BadTablebase, NoRoom or OSError."""
    stones = opened.title.size
    reading = next(each for each in tablebase.READINGS if tablebase.title(stones, each) == opened.title)
    endgames = tablebase.Endgames(opened, stones, reading)
    return search.Prover(endgames, memory_bytes, options.threads, checkpoint, options.save_every, progress)


def moved_starts(start: Position, stones: int) -> list[Position]:
    """Return the starts with one or two stones in other holes, the likely balanced ones first; raise BadTaskRequest."""
    if not 1 <= stones <= 2:
        raise BadTaskRequest(str(stones), Reason("MOVED", "M1", _NOT_MOVED))
    return balanced_starts.likeliest_first(balanced_starts.moved_starts(start, stones))


def write_book(
    prove_all: book.ProveAll, start: Position, plies: int, options: BuildOptions, on_leads: book.LeadsReport
) -> Path:
    """Write, or extend, the book of a start in the folder of tablebases; return its path; raise BadBook or OSError."""
    reading = options.reading or _reading(start.game)
    path = book.book_path(options.folder, reading)
    path.parent.mkdir(parents=True, exist_ok=True)
    book.write_book(path, reading, prove_all, start, plies, on_leads)
    return path


def _reading(game: Game) -> str:
    """Return the reading of a game with tablebases; raise BadTaskRequest for another."""
    reading = tablebase.reading_of(game)
    if reading is None:
        raise BadTaskRequest(game.name, Reason("NO_TABLES", "M24", _NO_TABLES))
    return reading

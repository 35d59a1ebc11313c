"""Exact values of base Mangala, by tablebases, opening books and proofs above them, all of which it makes."""

import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import permutations
from pathlib import Path

from charkoni.core.errors import N_, Reason
from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.search import Limits, Searcher
from charkoni.solve import tasks
from charkoni.solve.exact_value import ExactValue
from charkoni.solve.mangala import book, search, verification
from charkoni.solve.mangala.open_tablebases import OpenTablebases
from charkoni.solve.mangala.tablebase import (
    FIRST_USE,
    MOST,
    READINGS,
    Endgames,
    build_file,
    build_in_memory,
    ends_of,
    file_name,
    game_of,
    lead_now,
    memory_of,
    open_endgames,
    reading_of,
    tablebase_paths,
    title,
)
from charkoni.solve.solver import LeadsReport, ProofProgress, ProveAll, Solver
from charkoni.solve.tablebase_files import Tablebase

NODES = 100_000
"""Node budget of the search that orders starts; static values are unreliable so far from the end."""

_SAMPLE = 100_000  # entries of a verification, which then takes seconds
_EXAMPLES = f"14; 0 to {MOST}"
_NO_SIZE = N_("a tablebase covers the boards of at most 0 to {most} stones")
_NO_TABLES = N_("there are no tablebases of this variant")
_NOT_MOVED = N_("one or two stones can be moved")
_NOT_EVEN = N_("each hole may hold 1 to 4 stones")


class MangalaSolver(Solver):
    """Probes the tablebases and books of this user, those of the reading of the rest that the game has."""

    game = "mangala"

    @cached_property
    def tablebases(self) -> dict[str, OpenTablebases]:
        """The tablebases and books in use, by the reading of the rest."""
        return {reading: OpenTablebases(reading=reading) for reading in READINGS}

    def _tablebases_of(self, game: Game) -> OpenTablebases | None:
        reading = reading_of(game)
        return None if reading is None else self.tablebases[reading]

    def is_solved(self, game: Game) -> bool:
        """Return whether positions near the end are in tablebases: those of the base game are, in both readings."""
        return reading_of(game) is not None

    def probe(self, position: Position, by_books: bool = True) -> ExactValue | None:
        """Return the exact value of a position in a tablebase, or in a book if those count."""
        tablebases = self._tablebases_of(position.game)
        if tablebases is None:
            return None
        # The book reaches far above the tablebase but only along the best lines: see `charkoni.solve.explore`.
        lead = tablebases.lead(position) if by_books else tablebases.lead_by_tablebases(position)
        return None if lead is None else _exact(lead)

    def explore(self, position: Position, by_books: bool = True) -> dict[str, ExactValue | None]:
        """Return the exact value after each move, by the book where it has the position, else by the tablebases."""
        tablebases = self._tablebases_of(position.game)
        leads = tablebases.leads(position) if by_books and tablebases else None
        if leads is None:
            return super().explore(position, by_books)
        return {move: _exact(leads[move]) for move in position.moves}

    def endings(self, game: Game) -> Array | None:
        """Return the tablebase of first use, uint8[boards], or None."""
        tablebases = self._tablebases_of(game)
        return tablebases.endings if tablebases else None

    def lead_at_end(self, position: Position) -> int:
        """Return by how many stones player 0 is ahead."""
        return lead_now(position)

    def tablebase(self, game: Game, size: str | None, options: tasks.BuildOptions) -> tasks.TablebaseTask:
        """Return the tablebase of at most so many stones, else the largest there is.

        The reading is that of the game; of the game without flags it may be chosen.
        """
        reading = _reading(game)
        tasks.require_supported(options, (tasks.CPU, tasks.CUDA), (reading,) if game.options else tuple(READINGS))
        reading = options.reading or reading
        if size is None:
            stones = max(tablebase_paths(options.folder, reading), default=FIRST_USE)
        else:
            (stones,) = tasks.numbers(size, 1, _EXAMPLES)
            if stones > MOST:
                raise tasks.BadTaskRequest(size, Reason("NO_SIZE", "", _NO_SIZE, {"most": MOST}))
        boards = ends_of(stones)[-1]

        def make(report: tasks.Report) -> Tablebase:
            begin = time.perf_counter()

            def step(n: int, total: int) -> None:
                report(done := ends_of(n)[-1], f"{n:2} {done:15} {total:08x} {time.perf_counter() - begin:9.1f} s")

            how = options.threads, options.device, step
            if options.is_in_memory:
                return build_in_memory(stones, reading, *how).tablebase
            return build_file(stones, reading, options.folder, *how).tablebase

        memory, disk = memory_of(stones), 0 if options.is_in_memory else boards
        return tasks.TablebaseTask(file_name(stones, reading), boards, memory, disk, make)

    def tablebases_of(self, folder: Path) -> list[tasks.CheckableTablebase]:
        """Return the tablebases of a folder and the book, in both readings."""
        found = []
        for reading in READINGS:
            name = game_of(reading).name
            for stones, path in tablebase_paths(folder, reading).items():
                check = partial(_verify, folder, stones, reading)
                found.append(tasks.CheckableTablebase(path, name, str(stones), _SAMPLE, check))
            path = book.book_path(folder, reading)
            if path.exists():
                found.append(
                    tasks.CheckableTablebase(path, name, "book", _SAMPLE, partial(_verify_book, path, reading))
                )
        return found

    def proves_leads(self, game: Game) -> bool:
        """Return whether there are tablebases of the variant."""
        return reading_of(game) is not None

    def lead_prover(
        self,
        tablebase: Tablebase,
        options: tasks.BuildOptions,
        memory_bytes: int,
        checkpoint: Path | None = None,
        report: Callable[[ProofProgress], None] | None = None,
    ) -> search.Prover:
        """Return the prover above a tablebase; raise BadTablebase, NoRoom or OSError."""
        stones = tablebase.title.size
        reading = next(each for each in READINGS if title(stones, each) == tablebase.title)
        endgames = Endgames(tablebase, stones, reading)
        return search.Prover(endgames, memory_bytes, options.threads, checkpoint, options.save_every, report)

    def even_start(self, game: Game, each: int) -> Position:
        """Return the position with so many stones in every hole, the rest evenly in the stores."""
        _reading(game)
        if not 1 <= each <= 4:  # 48 stones in 12 holes
            raise tasks.BadTaskRequest(str(each), Reason("EACH", "M1", _NOT_EVEN))
        holes, store = ",".join([str(each)] * 6), 24 - 6 * each
        return game.parse(f"{holes}:{store}/{holes}:{store} a")

    def moved_starts(self, start: Position, stones: int) -> list[Position]:
        """Return the starts with one or two stones in other holes, the likely balanced ones first."""
        if not 1 <= stones <= 2:
            raise tasks.BadTaskRequest(str(stones), Reason("MOVED", "M1", _NOT_MOVED))
        return likeliest_first(moved_starts(start, stones))

    def write_book(
        self, prove_all: ProveAll, start: Position, plies: int, options: tasks.BuildOptions, on_leads: LeadsReport
    ) -> Path:
        """Write, or extend, the book of a start in the folder of tablebases; raise BadBook or OSError."""
        reading = options.reading or _reading(start.game)
        path = book.book_path(options.folder, reading)
        path.parent.mkdir(parents=True, exist_ok=True)
        book.write_book(path, reading, prove_all, start, plies, on_leads)
        return path


def _exact(lead: int) -> ExactValue:
    share = Fraction(1 if lead > 0 else 0) if lead else Fraction(1, 2)
    return ExactValue((share, 1 - share), lead)


def _verify_book(
    path: Path, reading: str, sample: int | None, seed: int, progress: tasks.Progress
) -> tasks.Verification:
    """Verify all entries of a book."""
    # The largest tablebase at hand decides the most leads; without any, the book is compared with itself only.
    held = tablebase_paths(path.parent, reading)
    endgames = open_endgames(max(held), reading, path.parent) if held else build_in_memory(0, reading)
    return tasks.Verification(book.verify_book(book.Book(path, game_of(reading), reading), endgames, progress))


def _verify(
    folder: Path, stones: int, reading: str, sample: int | None, seed: int, progress: tasks.Progress
) -> tasks.Verification:
    return verification.verify(open_endgames(stones, reading, folder), sample, seed, progress)


def _reading(game: Game) -> str:
    """Return the reading of a game with tablebases; raise BadTaskRequest for another."""
    reading = reading_of(game)
    if reading is None:
        raise tasks.BadTaskRequest(game.name, Reason("NO_TABLES", "M24", _NO_TABLES))
    return reading


def moved_starts(start: Position, stones: int) -> list[Position]:
    """Return all starts with so many stones, 1 or 2, moved to other holes; each board once."""
    seen, layer = {start}, [start]
    for _ in range(stones):
        children = dict.fromkeys(child for at in layer for child in _one_moved(at))
        layer = [child for child in children if child not in seen]
        seen.update(children)
    return layer


def _one_moved(position: Position) -> Iterator[Position]:
    """Yield the positions with one stone in another hole."""
    for origin, target in permutations(range(12), 2):
        state = position.state.copy()
        cells = state[0].holes.reshape(-1)
        if cells[origin] > 0:
            cells[origin] -= 1
            cells[target] += 1
            yield position.of_state(position.game, state)


def likeliest_first(starts: Sequence[Position], nodes: int = NODES) -> list[Position]:
    """Return starts sorted by the distance of their value, searched with so many nodes each, from a draw."""
    if not starts:
        return []
    searcher = Searcher(starts[0].game, "ab")
    distance = {start: abs(searcher.search(start, Limits(nodes=nodes)).values[0] - 0.5) for start in starts}
    # Even starts are the wanted ones: of 75 proved so far 6 are (docs/solving.md), and those that look even come first.
    return sorted(starts, key=distance.__getitem__)


SOLVER = MangalaSolver()

"""Tablebase tasks of Barbakan: building and checking tablebases (see `charkoni.solve.tasks`)."""

import re
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from charkoni.core.errors import N_, Reason
from charkoni.core.game import Game, Position
from charkoni.core.registry import named
from charkoni.games.barbakan.points import BOARDS
from charkoni.games.barbakan.rules import POINTS
from charkoni.solve.barbakan.tablebase import Key, build, build_file, has_tablebases, memory_of, require_countable
from charkoni.solve.barbakan.verification_kernels import count_wrong, set_armies
from charkoni.solve.tablebase_files import BadTablebase, Tablebase, in_memory, open_tablebase
from charkoni.solve.tasks import (
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

Array = np.ndarray[Any, Any]
USUAL_SAMPLE = 200_000
_CHUNK = 1 << 18
_EXAMPLES = "--tablebase 3,3"
_NAME = re.compile(r"barbakan-([a-z0-9]+)-([0-9]{1,2})-([0-9]{1,2})\.table")
_TWO_ONLY = N_("only positions for two players are solved")
_NO_TABLES = N_("there are no tablebases of the game in which a player who cannot move has lost")
_TOO_MANY = N_("a player has 1 to {most} pawns on this board")
_WRONG = N_("{wrong} entries are wrong, the first is {position}")


def work(game: Game, size: str | None, options: BuildOptions) -> TablebaseTask:
    """Return the tablebase of two armies of so many pawns, "3,3"; without a size all pawns of the board."""
    if game.players != 2:
        raise BadTaskRequest(game.name, Reason("TWO_ONLY", "K2", _TWO_ONLY))
    if not has_tablebases(game):
        raise BadTaskRequest(game.name, Reason("NO_TABLES", "K9", _NO_TABLES))
    require_supported(options)
    board = game.flags["board"]
    most = BOARDS[board].mask("outer").bit_count() // 2
    mine, other = numbers(size, 2, _EXAMPLES) if size else (most, most)
    if not (1 <= mine <= most and 1 <= other <= most):
        raise BadTaskRequest(size or "", Reason("NO_SIZE", "K2", _TOO_MANY, {"most": most}))
    key = Key(board, mine, other)
    require_countable(key)

    def make(report: Report) -> Tablebase:
        begin, done = time.perf_counter(), 0

        def step(decided: int, plies: int) -> None:
            nonlocal done
            done += decided
            report(done, f"{plies:3} {decided:12} {time.perf_counter() - begin:9.1f} s")

        if options.is_in_memory:
            return in_memory(Path(key.file_name), key.title, [key.positions], build(key, step))
        return build_file(key, options.folder, step, options.save_every)

    return TablebaseTask(
        key.file_name, key.positions, memory_of(key), 0 if options.is_in_memory else key.positions, make
    )


def tablebases_of(folder: Path) -> list[CheckableTablebase]:
    """Return the tablebases of a folder."""
    found = []
    for path in sorted(folder.glob("barbakan-*.table")):
        match = _NAME.fullmatch(path.name)
        if match and match[1] in BOARDS:
            key = Key(match[1], int(match[2]), int(match[3]))
            size = f"{key.mine},{key.other}"
            found.append(CheckableTablebase(path, key.title.game, size, USUAL_SAMPLE, partial(verify, key, path)))
    return found


def verify(key: Key, path: Path, sample: int | None, seed: int, progress: Progress) -> Verification:
    """Check the checksum, then `sample` entries or all (None) against the game's own rules; raise BadTablebase.

    An entry holds if it follows from those its moves lead to.  Wins and losses count down to the end of the game, and
    a drawn position has a move to a drawn one: if every entry holds, the whole tablebase is right.
    """
    tablebase = open_tablebase(path, key.title)
    tablebase.check_all()
    game = named(f"barbakan:board={key.board}")
    states, codes = np.concatenate([game.blank()] * 2), np.zeros(game.widest, np.int64)
    shape = (int(POINTS[key.number]), key.mine, key.other)
    total = key.positions if sample is None else min(sample, key.positions)
    chosen = None if sample is None else np.random.default_rng(seed).integers(0, key.positions, total)
    for begin in range(0, total, _CHUNK):
        end = min(begin + _CHUNK, total)
        indices = np.arange(begin, end, dtype=np.int64) if chosen is None else np.sort(chosen[begin:end])
        pair = np.zeros(2, np.uint64)
        wrong, first = count_wrong(game.kernels, tablebase.cells, indices, states, codes, *shape, pair)
        if wrong:
            raise _wrong(path, game, shape, int(wrong), int(first))
        progress(end, total)
    return Verification(total)


def _wrong(path: Path, game: Game, shape: tuple[int, int, int], wrong: int, first: int) -> BadTablebase:
    state = game.blank()
    set_armies(state[0], first, *shape, np.zeros(2, np.uint64))
    args = {"wrong": wrong, "position": str(Position.of_state(game, state))}
    return BadTablebase(str(path), Reason("WRONG", "", _WRONG, args))

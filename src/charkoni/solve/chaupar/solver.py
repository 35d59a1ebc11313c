"""Exact chances of the end of Chaupar, by tablebases that it builds."""

import re
import time
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, partial
from pathlib import Path

import numpy as np

from charkoni.core.errors import N_, Reason
from charkoni.core.game import Game, Position
from charkoni.games.chaupar.rules import COLOURS, FACES
from charkoni.solve.chaupar.lane_kernels import MOST_PILES
from charkoni.solve.chaupar.lane_tablebase import Key, LaneTablebases, build, build_file, memory_of
from charkoni.solve.chaupar.verification import verify
from charkoni.solve.exact_value import ExactValue
from charkoni.solve.solver import Solver
from charkoni.solve.tablebase_files import Tablebase, in_memory
from charkoni.solve.tasks import (
    BadTaskRequest,
    BuildOptions,
    CheckableTablebase,
    Report,
    TablebaseTask,
    numbers,
    require_supported,
)

_SAMPLE = 20
_NAME = re.compile(r"chaupar-([0-9]{4})-([0-9])\.table")
_NO_SIZE = N_("a tablebase covers positions with at most 0 to {most} piles left of a colour")


class ChauparSolver(Solver):
    """Probes the lane tablebases of this user."""

    game = "chaupar"

    @cached_property
    def tablebases(self) -> LaneTablebases:
        """The tablebases in use."""
        return LaneTablebases()

    def is_solved(self, game: Game) -> bool:
        """Return True: the last positions of every game are in a tablebase."""
        return True

    def probe(self, position: Position, by_books: bool = True) -> ExactValue | None:
        """Return the exact chances of a position in a tablebase."""
        chance = self.tablebases.chance(position)
        if chance is None:
            return None
        ours = Fraction(chance)
        return ExactValue((ours, 1 - ours, ours, 1 - ours))

    def first_probe(self, game: Game) -> Position:
        """Return a position with one pile of each colour, whose tablebase is built on first use."""
        return game.parse("l7,h3/l7,h3/l7,h3/l7,h3 a a 1")

    def choose(self, position: Position, moves: Sequence[str]) -> str:
        """Return, among moves of equal chance, one that moves a piece rather than one that lets a value go."""
        return min(moves, key=_uses_no_value)

    def tablebase(self, game: Game, size: str | None, options: BuildOptions) -> TablebaseTask:
        """Return the tablebase of positions with at most so many piles left of a colour."""
        require_supported(options)
        piles = numbers(size, 1, str(MOST_PILES))[0] if size else MOST_PILES
        if piles > MOST_PILES:
            raise BadTaskRequest(size or "", Reason("NO_SIZE", "", _NO_SIZE, {"most": MOST_PILES}))
        key = Key(game.family.flags[0].values.index(game.flags["dice"]), piles)
        positions = key.sets**COLOURS * COLOURS

        def make(report: Report) -> Tablebase:
            begin = time.perf_counter()

            def step(way: int, longest: int) -> None:
                done = positions * way // longest if longest else 0
                report(done, f"{way:3}/{longest} {time.perf_counter() - begin:9.1f} s")

            if options.is_in_memory:
                cells = build(key, step).view(np.uint8)
                return in_memory(Path(key.file_name), key.title, [len(cells)], cells)
            return build_file(key, options.folder, step, options.save_every)

        return TablebaseTask(key.file_name, positions, memory_of(key), memory_of(key) * options.is_on_disk, make)

    def tablebases_of(self, folder: Path) -> list[CheckableTablebase]:
        """Return the tablebases of a folder."""
        dice = {"".join(map(str, faces)): number for number, faces in enumerate(FACES.tolist())}
        found = []
        for path in sorted(folder.glob("chaupar-*.table")):
            match = _NAME.fullmatch(path.name)
            if match and match[1] in dice and int(match[2]) <= MOST_PILES:
                key = Key(dice[match[1]], int(match[2]))
                found.append(CheckableTablebase(path, key.title.game, match[2], _SAMPLE, partial(verify, key, path)))
        return found


def _uses_no_value(move: str) -> bool:
    return move[0] in ">-"


SOLVER = ChauparSolver()

"""Exact chances of the end of Chaupar, by tablebases that it builds."""

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from pathlib import Path

from charkoni.core.errors import N_, Reason
from charkoni.core.game import Game, Position
from charkoni.games.chaupar.rules import FACES
from charkoni.solve import tasks
from charkoni.solve.chaupar.lane_kernels import MOST_PILES
from charkoni.solve.chaupar.lane_tablebase import LaneTablebaseKey, LaneTablebases
from charkoni.solve.chaupar.verification import verify
from charkoni.solve.exact_value import ExactValue
from charkoni.solve.solver import Solver
from charkoni.solve.tablebase_cache import checkable_tablebases

_SAMPLE = 20  # positions of a verification: each is played through with all throws, by the rules in Python
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
        """Return whether the last positions are in a tablebase: not where values may be joined."""
        return game.flags["joined"] == "off"

    def probe(self, position: Position, by_books: bool = True) -> ExactValue | None:
        """Return the exact chances of a position in a tablebase."""
        chance = self.tablebases.chance(position) if self.is_solved(position.game) else None
        if chance is None:
            return None
        ours = Fraction(chance)
        return ExactValue((ours, 1 - ours, ours, 1 - ours))

    def first_probe(self, game: Game) -> Position:
        """Return a position with one pile of each colour, whose tablebase is built on first use."""
        return game.parse("l7,h3/l7,h3/l7,h3/l7,h3 a a 1")

    def choose(self, position: Position, moves: Sequence[str]) -> str:
        """Return, among moves of equal chance, one that moves a piece rather than one that lets a value go."""
        # min is stable: of the others the first one.
        return min(moves, key=lambda move: move[0] in ">-")

    def tablebase(self, game: Game, size: str | None, options: tasks.BuildOptions) -> tasks.TablebaseTask:
        """Return the tablebase of positions with at most so many piles left of a colour."""
        tasks.require_supported(options)
        piles = tasks.numbers(size, 1, str(MOST_PILES))[0] if size else MOST_PILES
        if piles > MOST_PILES:
            raise tasks.BadTaskRequest(size or "", Reason("NO_SIZE", "", _NO_SIZE, {"most": MOST_PILES}))
        return LaneTablebaseKey(game.family.flags[0].values.index(game.flags["dice"]), piles).task(options)

    def tablebases_of(self, folder: Path) -> list[tasks.CheckableTablebase]:
        """Return the tablebases of a folder."""
        return checkable_tablebases(folder, _NAME, _key_of_file, _SAMPLE, verify)


def _key_of_file(name: re.Match[str]) -> LaneTablebaseKey | None:
    dice = ["".join(map(str, faces)) for faces in FACES.tolist()]
    is_known = name[1] in dice and int(name[2]) <= MOST_PILES
    return LaneTablebaseKey(dice.index(name[1]), int(name[2])) if is_known else None


SOLVER = ChauparSolver()

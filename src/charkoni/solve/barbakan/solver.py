"""Exact values of Barbakan for two players, by tablebases that it builds; pawns in hand are placed in every way."""

import re
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb
from pathlib import Path

import numpy as np

from charkoni.core.constants import OVER
from charkoni.core.errors import N_, Reason
from charkoni.core.game import Game, Position
from charkoni.core.registry import named
from charkoni.games.barbakan.points import BOARDS
from charkoni.games.barbakan.rules import POINTS
from charkoni.solve import tasks
from charkoni.solve.barbakan.retrograde_kernels import OVER as TABLE_OVER
from charkoni.solve.barbakan.tablebase import ArmyTablebaseKey, ArmyTablebases, has_tablebases, key_of, key_when_placed
from charkoni.solve.barbakan.verification_kernels import count_wrong, set_armies
from charkoni.solve.exact_value import ExactValue
from charkoni.solve.solver import Solver
from charkoni.solve.tablebase_cache import checkable_tablebases
from charkoni.solve.tablebase_files import BadTablebase, open_tablebase

MOST_PLACINGS = 10_000
"""Placings of the pawns in hand: all eight of mini4 have 70, one of each on b12 up to 552."""

SMALL_BOARD = 100
"""Codes of a board that is solved from the start: mini3 has 58, mini4 77, b12 229."""

_SAMPLE = 200_000  # entries of a verification, which then takes seconds
_CHUNK = 1 << 18  # entries between two reports, a fraction of a second
_EXAMPLES = "3,3"
_NAME = re.compile(r"barbakan-([a-z0-9]+)-([0-9]{1,2})-([0-9]{1,2})\.table")
_TWO_ONLY = N_("only positions for two players are solved")
_NO_TABLES = N_("there are no tablebases for games in which a player without a move loses")
_TOO_MANY = N_("a player has 1 to {most} pawns on this board")
_WRONG = N_("wrong entries: {wrong}, the first is {position}")


class BarbakanSolver(Solver):
    """Probes the tablebases of this user."""

    game = "barbakan"

    @cached_property
    def tablebases(self) -> ArmyTablebases:
        """The tablebases in use."""
        return ArmyTablebases()

    def is_solved(self, game: Game) -> bool:
        """Return whether all positions are in tablebases: those of both small boards for two players are."""
        return has_tablebases(game) and game.codes <= SMALL_BOARD

    def probe(self, position: Position, by_books: bool = True) -> ExactValue | None:
        """Return the exact value of a position for two players in a tablebase."""
        if not has_tablebases(position.game) or position.turn == OVER:
            return None
        plies = self.plies_to_end(position)
        if plies is None:
            return None
        if plies == 0:
            return ExactValue((Fraction(1, 2), Fraction(1, 2)))
        return ExactValue.won_by(position.turn if plies % 2 else 1 - position.turn, plies=plies)

    def plies_to_end(self, position: Position) -> int | None:
        """Return the plies to the end by the tablebases, or None."""
        if key_of(position) is not None:
            return self.tablebases.plies(position)
        if ways_to_place(position) > MOST_PLACINGS or self.tablebases.tablebase(key_when_placed(position)) is None:
            return None
        return _plies_before_placing(position)

    def tablebase(self, game: Game, size: str | None, options: tasks.BuildOptions) -> tasks.TablebaseTask:
        """Return the tablebase of two armies of so many pawns, "3,3"; without a size all pawns of the board."""
        if game.players != 2:
            raise tasks.BadTaskRequest(game.name, Reason("TWO_ONLY", "K2", _TWO_ONLY))
        if not has_tablebases(game):
            raise tasks.BadTaskRequest(game.name, Reason("NO_TABLES", "K9", _NO_TABLES))
        tasks.require_supported(options)
        board = game.flags["board"]
        most = BOARDS[board].mask("outer").bit_count() // 2
        mine, other = tasks.numbers(size, 2, _EXAMPLES) if size else (most, most)
        if not (1 <= mine <= most and 1 <= other <= most):
            raise tasks.BadTaskRequest(size or "", Reason("NO_SIZE", "K2", _TOO_MANY, {"most": most}))
        key = ArmyTablebaseKey(board, mine, other)
        key.require_countable()
        return key.task(options)

    def tablebases_of(self, folder: Path) -> list[tasks.CheckableTablebase]:
        """Return the tablebases of a folder."""
        return checkable_tablebases(folder, _NAME, _key_of_file, _SAMPLE, verify)


def _key_of_file(name: re.Match[str]) -> ArmyTablebaseKey | None:
    return ArmyTablebaseKey(name[1], int(name[2]), int(name[3])) if name[1] in BOARDS else None


def verify(
    key: ArmyTablebaseKey, path: Path, sample: int | None, seed: int, progress: tasks.Progress
) -> tasks.Verification:
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
        # In the order of the file: the sample is sorted, so that a mapped file is read forwards.
        indices = np.arange(begin, end, dtype=np.int64) if chosen is None else np.sort(chosen[begin:end])
        pair = np.zeros(2, np.uint64)
        wrong, first = count_wrong(game.kernels, tablebase.cells, indices, states, codes, *shape, pair)
        if wrong:
            set_armies(states[0], int(first), *shape, pair)
            args = {"wrong": int(wrong), "position": str(Position.of_state(game, states[:1]))}
            raise BadTablebase(str(path), Reason("WRONG", "", _WRONG, args))
        progress(end, total)
    return tasks.Verification(total)


def ways_to_place(position: Position) -> int:
    """Return the number of ways to place the pawns in hand on the free outer points."""
    s = position.state[0]
    taken = int(s.pawns[0] | s.pawns[1])
    free = (BOARDS[position.game.flags["board"]].mask("outer") & ~taken).bit_count()
    mine, other = int(s.hand[0]), int(s.hand[1])
    return comb(free, mine) * comb(free - mine, other) if mine + other <= free else 0


def best_of(replies: list[int]) -> int:
    """Return the plies to the end of a position from those after each move, as the opponent's tablebase counts them."""
    # A reply's plies are counted for the opponent: even ones he loses (the shortest is taken), 0 is a draw, odd ones he
    # wins (the longest).
    lost_to_him = [plies for plies in replies if plies > 0 and plies % 2 == 0]
    if TABLE_OVER in replies or lost_to_him:
        return 1 if TABLE_OVER in replies else min(lost_to_him) + 1
    return 0 if 0 in replies else max(replies) + 1


SOLVER = BarbakanSolver()


@lru_cache(maxsize=1 << 17)
def _plies_before_placing(position: Position) -> int:
    """Return the plies to the end of a position with pawns in hand, by trying all placings."""
    replies = [SOLVER.plies_to_end(position.play(move)) for move in position.moves]
    return best_of([plies for plies in replies if plies is not None])

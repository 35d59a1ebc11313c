"""Exact chances of the end of Chaupar, by tablebases that it builds."""

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from pathlib import Path

import numpy as np

from charkoni.core.constants import CHANCE
from charkoni.core.errors import N_, Reason
from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.core.registry import named
from charkoni.games.chaupar.rules import COLOURS, FACES, HOME, LANE
from charkoni.solve import tasks
from charkoni.solve.chaupar.lane_kernels import MOST_PILES, SETS
from charkoni.solve.chaupar.lane_tablebase import LaneTablebaseKey, LaneTablebases, chance_in
from charkoni.solve.exact_value import ExactValue
from charkoni.solve.solver import Solver
from charkoni.solve.tablebase_cache import checkable_tablebases
from charkoni.solve.tablebase_files import BadTablebase, open_tablebase

_SAMPLE = 20  # positions of a verification: each is played through with all throws, by the rules in Python
_NAME = re.compile(r"chaupar-([0-9]{4})-([0-9])\.table")
_SAME = 1e-12  # above the noise of sums in another order, far below any real difference
_PIECES = 4  # of a colour
_NO_SIZE = N_("a tablebase covers positions with at most 0 to {most} piles left of a colour")
_WRONG = N_("an entry is wrong: {position}")
_NO_CHANCE = N_("an entry is not a probability: {value}")


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


def verify(
    key: LaneTablebaseKey, path: Path, sample: int | None, seed: int, progress: tasks.Progress
) -> tasks.Verification:
    """Check the checksum, then `sample` positions or all (None) by playing every throw through; raise BadTablebase.

    An entry holds if it is the mean over the throws of the best that the rules let the player make of each.
    """
    tablebase = open_tablebase(path, key.title)
    tablebase.check_all()
    chances = np.asarray(tablebase.cells).view(np.float64)
    outside = np.flatnonzero(~((chances >= 0) & (chances <= 1)))
    if len(outside):
        raise BadTablebase(str(path), Reason("WRONG", "", _NO_CHANCE, {"value": float(chances[outside[0]])}))
    game = named(key.title.game)
    places = np.arange(len(chances)) if sample is None else np.random.default_rng(seed).permutation(len(chances))
    checked = 0
    # A permutation and not a draw of places: positions that cannot be thrown in are skipped, none is checked twice.
    for place in places.tolist():
        if checked == sample:
            break
        position = _position(game, key, place)
        if position is None:
            continue
        check_entry(position, key, chances, path)
        checked += 1
        progress(checked, len(places) if sample is None else sample)
    return tasks.Verification(checked)


def check_entry(position: Position, key: LaneTablebaseKey, chances: Array, path: Path) -> None:
    """Raise BadTablebase unless the chance before a throw is the mean over all throws played through."""
    known: dict[Position, float] = {}
    after = [_best(position.play(throw), key, chances, known) for throw in position.moves]
    mean = sum(float(odds) * chance for odds, chance in zip(position.odds, after, strict=True))
    if abs(mean - chance_in(position, key, chances)) > _SAME:
        raise BadTablebase(str(path), Reason("WRONG", "", _WRONG, {"position": str(position)}))


def _best(position: Position, key: LaneTablebaseKey, chances: Array, known: dict[Position, float]) -> float:
    """Return the chance of a and c after the rest of a throw, by the rules; the next throw's is the tablebase's."""
    if position.outcome:
        return float(position.outcome.scores[0])
    if position.turn == CHANCE:
        return chance_in(position, key, chances)
    if position not in known:
        after = [_best(position.play(move), key, chances, known) for move in position.moves]
        known[position] = max(after) if position.game.sides[position.turn] == 0 else min(after)
    return known[position]


def _position(game: Game, key: LaneTablebaseKey, place: int) -> Position | None:
    """Return the position of an entry, or None where a team is Home already: that is no position to throw in."""
    state = game.blank()
    place, thrower = divmod(place, COLOURS)
    ranks: list[int] = []
    for _ in range(COLOURS):
        place, rank = divmod(place, key.sets)
        # place_of backwards: the last colour is the lowest digit.
        ranks.insert(0, rank)
    if any(not ranks[team] and not ranks[team + 2] for team in range(2)):
        return None
    s = state[0]
    s["thrower"], s["turn"] = thrower, CHANCE
    for colour, rank in enumerate(ranks):
        piles = [LANE + cell for cell in SETS[rank]] or [HOME]
        s["pieces"][colour] = sorted(piles + piles[:1] * (_PIECES - len(piles)))
    return Position.of_state(game, state)


SOLVER = ChauparSolver()

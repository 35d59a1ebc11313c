"""One game of a match, from its task to its line in the match file."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from charkoni.arena.contestants import contestant, is_third_party
from charkoni.arena.external_programs import BAD_ANSWER, CRASH, TIMEOUT, ExternalPlayer, PlayerFault
from charkoni.arena.luck_adjustment import luck_of
from charkoni.arena.openings import advance_dice
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import Refusal
from charkoni.core.record import LETTERS, Player, Record
from charkoni.core.registry import named

LONGEST = 2000  # plies; such games count as drawn and are reported
LATE_SECONDS = 0.05  # what the switch between two programs of a busy machine may take
TRUNCATED = "truncated"

Points = TypeVar("Points", Fraction, float)
Line = dict[str, Any]
"""A game in a match file, as JSON: see docs/strength.md."""


@dataclass(frozen=True, slots=True)
class Task:
    """A game to play: everything that it depends on.

    seats: the contestant ("A", "B") in each seat.  players: the player's name of each contestant.  dice: the seed of
    the throws, the same in all games of a set.  budgets_s: seconds per move of each contestant, 0 where his budget is
    no time.  start: the position with which the opening begins, "" for the start of the game.
    """

    number: int
    set: int
    game: str
    opening: tuple[str, ...]
    seats: tuple[str, ...]
    players: Mapping[str, str]
    dice: int
    seed: int
    budgets_s: Mapping[str, float]
    start: str = ""


def play_game(task: Task) -> Line:
    """Play a game and return its line.

    An external program, or a Python player, that fails or plays no legal move loses.  Raises RuntimeError when a player
    of Charkoni does: that is a fault of the program and no result.
    """
    record = _opened(task)
    clocks = [_Clock(task.budgets_s[name]) for name in task.seats]
    seated = _seated(task, record)
    faults: dict[int, PlayerFault] = {}
    while record.turn != OVER and len(record) < LONGEST:
        if record.turn == CHANCE:
            advance_dice(record, task.dice)
            continue
        seat = record.turn
        before = time.perf_counter()
        try:
            record.play(seated[seat].choose(record))
        except Exception as error:
            spec = task.players[task.seats[seat]]
            if not is_third_party(spec):
                at = f"game {task.number}, ply {len(record)}, seat {LETTERS[seat]}, in {str(record.position)!r}"
                raise RuntimeError(f"{spec} failed: {error} ({at})") from error
            fault = faults[seat] = _fault(record, error)
            record.tags["Fault"] = f"{fault.kind}: {fault}"
            (record.flag if fault.kind == TIMEOUT else record.forfeit)(seat)
        clocks[seat].add(time.perf_counter() - before)
    for one in seated:
        if isinstance(one, ExternalPlayer):
            one.close()
    return _line(task, record, clocks, faults)


def _fault(record: Record, error: Exception) -> PlayerFault:
    """Return the fault for which a player loses."""
    if isinstance(error, PlayerFault):
        return error
    if isinstance(error, Refusal):
        return PlayerFault(BAD_ANSWER, f"no legal move in {str(record.position)!r}: {error}")
    return PlayerFault(CRASH, f"{type(error).__name__}: {error}")


def _opened(task: Task) -> Record:
    chosen = named(task.game)
    record = Record(chosen, chosen.parse(task.start) if task.start else None)
    record.tags |= {LETTERS[seat].upper(): task.players[name] for seat, name in enumerate(task.seats)}
    record.tags |= {"Set": str(task.set)}
    for move in task.opening:
        record.play(move)
    return record


def _seated(task: Task, record: Record) -> list[Player]:
    """Return the players by seat, new ones in each game, so that their moves depend on the task alone."""
    seated: list[Player] = []
    for seat, name in enumerate(task.seats):
        one = contestant(task.players[name], task.seed + seat)
        if hasattr(one, "prepare"):
            one.prepare(record.game)
        seated.append(one)
    return seated


class _Clock:
    """The times of the moves of a seat."""

    def __init__(self, budget_s: float) -> None:
        self.budget_s = budget_s
        self.total = self.slowest = 0.0
        self.late = 0

    def add(self, seconds: float) -> None:
        self.total += seconds
        self.slowest = max(self.slowest, seconds)
        self.late += self.budget_s > 0 and seconds > self.budget_s + LATE_SECONDS


def _line(task: Task, record: Record, clocks: Sequence[_Clock], faults: Mapping[int, PlayerFault]) -> Line:
    scores, points, reason = result_of(record, task.seats)
    fault = {}
    for seat, failed in faults.items():
        fault = {"fault": {"seat": seat, "kind": failed.kind, "text": str(failed)}}
    luck = {"luck": luck_of(record, len(task.opening))} if record.game.has_dice else {}
    return {
        "game": task.number,
        "set": task.set,
        "seats": list(task.seats),
        "scores": [str(score) for score in scores],
        "points": str(points),
        "reason": reason,
        "plies": len(record),
        "opening": len(task.opening),
        "seconds": [round(clock.total, 3) for clock in clocks],
        "slowest": [round(clock.slowest, 4) for clock in clocks],
        "late": [int(clock.late) for clock in clocks],
        **luck,
        **fault,
        "record": str(record),
    }


def result_of(record: Record, seats: Sequence[str]) -> tuple[tuple[Fraction, ...], Fraction, str]:
    """Return the scores of a record, the points of "A" and the reason of its end; a game cut off counts as drawn."""
    outcome, sides = record.outcome, record.game.sides
    scores = outcome.scores if outcome else (Fraction(1, len(set(sides))),) * len(sides)
    return scores, points_of("A", seats, sides, scores), outcome.reason if outcome else TRUNCATED


def points_of(name: str, seats: Sequence[str], sides: Sequence[int], scores: Sequence[Points]) -> Points:
    """Return the points, or the luck, of a contestant: those of the sides he plays, each side once."""
    by_side = {side: score for side, score, who in zip(sides, scores, seats, strict=True) if who == name}
    return sum(by_side.values(), type(scores[0])(0))
